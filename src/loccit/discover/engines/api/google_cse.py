"""The engine ``google_cse``: Google's Custom Search JSON API over a search engine of the user's."""

from collections.abc import Mapping

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, at, get_json, read_reply, text
from loccit.discover.engines.asking import asked_of, chinese_region, country, primary_language
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://www.googleapis.com"
_MAX_ROWS = 10
_NAMES = Names()


class GoogleCseEngine(HostedEngine):
    """Requests to the Custom Search JSON API and the reading of its replies; pure.

    Args:
        cx: id of the search engine; not a secret.
        base_url: where the service is reached; its own address if null.
    """

    name = "google_cse"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers={"X-Goog-Api-Key": "LOCCIT_GOOGLE_CSE_KEY"},
        settings={"cx": "LOCCIT_GOOGLE_CSE_CX", "base_url": "LOCCIT_GOOGLE_CSE_URL"},
        required=frozenset({"cx"}),
        honours=frozenset({"query", "country", "language", "safe_search", "paging"}),
        max_pages=10,
    )

    def __init__(self, *, cx: str, base_url: str | None = None) -> None:
        super().__init__(base_url=base_url)
        self._cx = cx

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1 to 10 and hold at most ten rows."""
        rows = min(execution.rows_per_page, _MAX_ROWS)
        region = chinese_region(execution)
        parameters = {
            "q": execution.query,
            "cx": self._cx,
            "num": str(rows),
            "start": str((page - 1) * rows + 1),
            "gl": country(execution).lower(),
            "hl": f"zh-{region}" if region else primary_language(execution),
            "safe": "active" if execution.safe_search else "off",
        }
        return get_json(f"{self.base_url}/customsearch/v1", parameters, secrets=frozenset({"X-Goog-Api-Key"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read, asked=asked_of(response.url, query="q", hosts=(self.host,)))


def _read(reply: Mapping[str, object]) -> Reading:
    nothing = reply.get("kind") == "customsearch#search" and text(reply, "searchInformation", "totalResults") == "0"
    return Reading(
        rows=reply.get("items"),
        names=_NAMES,
        shown_query=text(reply, "queries", "request", 0, "searchTerms"),
        empty="the service states 0 results" if nothing else None,
        failure=text(reply, "error", "message"),
        last=isinstance(reply.get("queries"), dict) and at(reply, "queries", "nextPage") is None,
    )

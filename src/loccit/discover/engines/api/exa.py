"""The engine ``exa``: one list of similar pages, found by meaning; the reply does not repeat the query."""

from collections.abc import Mapping

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, post_json, read_reply, text
from loccit.discover.engines.asking import country
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://api.exa.ai"
_MAX_ROWS = 100
_NAMES = Names(links=("url",), snippet="text")


class ExaEngine(HostedEngine):
    """Requests to Exa and the reading of its replies; pure."""

    name = "exa"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers={"x-api-key": "LOCCIT_EXA_KEY"},
        settings={"base_url": "LOCCIT_EXA_URL"},
        honours=frozenset({"query", "country", "safe_search"}),
        max_pages=1,
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:  # noqa: ARG002 - there is one page
        """Return the request for the list, with a short text of each page for the reviewer."""
        content = {
            "query": execution.query,
            "type": "auto",
            "numResults": min(execution.rows_per_page, _MAX_ROWS),
            "userLocation": country(execution),
            "moderation": execution.safe_search,
            "contents": {"text": {"maxCharacters": 300}},
        }
        return post_json(f"{self.base_url}/search", content, secrets=frozenset({"x-api-key"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read)


def _read(reply: Mapping[str, object]) -> Reading:
    return Reading(rows=reply.get("results"), names=_NAMES, failure=text(reply, "error"), last=True)

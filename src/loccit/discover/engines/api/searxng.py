"""The engine ``searxng``: an own SearXNG, asked for JSON (``search.formats`` in its settings must allow it)."""

from collections.abc import Mapping

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, get_json, read_reply, text
from loccit.discover.engines.asking import asked_of, market
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_NAMES = Names(links=("url",), snippet="content")


class SearxngEngine(HostedEngine):
    """Requests to a SearXNG and the reading of its replies; pure."""

    name = "searxng"
    version = "1"
    profile = EngineProfile(
        origin="http://127.0.0.1:8888",
        settings={"base_url": "LOCCIT_SEARXNG_URL"},
        honours=frozenset({"query", "country", "language", "safe_search", "paging"}),
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1."""
        parameters = {
            "q": execution.query,
            "format": "json",
            "language": market(execution),
            "safesearch": "2" if execution.safe_search else "0",
            "pageno": str(page),
        }
        return get_json(f"{self.base_url}/search", parameters)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows; no rows and engines that did not answer make it ``blocked``."""
        return read_reply(response, _read, asked=asked_of(response.url, query="q", hosts=(self.host,)))


def _read(reply: Mapping[str, object]) -> Reading:
    silent = reply.get("unresponsive_engines")
    names = (
        [": ".join(map(str, one)) if isinstance(one, list) else str(one) for one in silent or []]
        if isinstance(silent, list)
        else []
    )
    return Reading(
        rows=reply.get("results"),
        names=_NAMES,
        shown_query=text(reply, "query"),
        blocked=f"engines behind it did not answer: {', '.join(names)}" if names else None,
    )

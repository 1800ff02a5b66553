"""The engine ``tavily``: one ranked list without pages; its answer is not asked for."""

from collections.abc import Mapping

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, post_json, read_reply, text
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://api.tavily.com"
_MAX_ROWS = 20
_NAMES = Names(links=("url",), snippet="content")


class TavilyEngine(HostedEngine):
    """Requests to Tavily and the reading of its replies; pure.

    Country takes the names of countries, not codes, so it is left out; rows come without a rank but in order.
    """

    name = "tavily"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers={"Authorization": "LOCCIT_TAVILY_AUTHORIZATION"},
        settings={"base_url": "LOCCIT_TAVILY_URL"},
        honours=frozenset({"query"}),
        max_pages=1,
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:  # noqa: ARG002 - there is one page
        """Return the request for the list; the header's value is ``Bearer`` and the key."""
        content = {
            "query": execution.query,
            "max_results": min(execution.rows_per_page, _MAX_ROWS),
            "search_depth": "basic",
            "include_answer": False,
            "include_raw_content": False,
        }
        return post_json(f"{self.base_url}/search", content, secrets=frozenset({"Authorization"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read)


def _read(reply: Mapping[str, object]) -> Reading:
    return Reading(rows=reply.get("results"), names=_NAMES, shown_query=text(reply, "query"), last=True)

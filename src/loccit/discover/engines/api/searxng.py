"""The engine ``searxng``: an own SearXNG, asked for JSON (``search.formats`` in its settings must allow it)."""

from collections.abc import Mapping

from loccit import urls
from loccit.discover.engines.api.reply import Names, Reading, get_json, read_reply, text
from loccit.discover.engines.asking import asked_of, market
from loccit.errors import BadInput
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_NAMES = Names(links=("url",), snippet="content")


class SearxngEngine:
    """Requests to a SearXNG and the reading of its replies; pure.

    Args:
        base_url: where it is served, e.g. ``http://127.0.0.1:8888``.

    Raises:
        BadInput: if that is no http(s) address.
    """

    name = "searxng"
    version = "1"
    profile = EngineProfile(
        origin="http://127.0.0.1:8888",
        settings={"base_url": "LOCCIT_SEARXNG_URL"},
        honours=frozenset({"query", "country", "language", "safe_search", "paging"}),
    )

    def __init__(self, *, base_url: str = "http://127.0.0.1:8888") -> None:
        url = urls.parse(base_url)
        if url is None or not url.is_web or url.has_credentials:
            raise BadInput("base_url", f"expected an address like http://127.0.0.1:8888, got {base_url!r}")
        self._base_url = url.without_fragment.partition("?")[0].rstrip("/")
        self.profile = EngineProfile(
            origin=url.origin, settings=SearxngEngine.profile.settings, honours=SearxngEngine.profile.honours
        )
        self._host = url.hostname

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1."""
        parameters = {
            "q": execution.query,
            "format": "json",
            "language": market(execution),
            "safesearch": "2" if execution.safe_search else "0",
            "pageno": str(page),
        }
        return get_json(f"{self._base_url}/search", parameters)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows; no rows and engines that did not answer make it ``blocked``."""
        return read_reply(response, _read, asked=asked_of(response.url, query="q", hosts=(self._host,)))


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

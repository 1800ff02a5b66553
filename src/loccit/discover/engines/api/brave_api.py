"""The engine ``brave_api``: the web search of the Brave Search API."""

from collections.abc import Mapping

from turbohtml import parse

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, at, get_json, read_reply, text
from loccit.discover.engines.asking import asked_of, chinese_region, country, primary_language
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://api.search.brave.com"
_LANGUAGES = {"ja": "jp", "pt": "pt-pt"}
_CHINESE = {"TW": "zh-hant", "HK": "zh-hant", "MO": "zh-hant"}


def _plain(marked_up: str) -> str:
    """Return the text of a description, which comes as HTML with highlights."""
    return parse(marked_up, positions=False).text if "<" in marked_up or "&" in marked_up else marked_up


_NAMES = Names(links=("url",), snippet="description", plain=_plain)


class BraveApiEngine(HostedEngine):
    """Requests to the Brave Search API and the reading of its replies; pure."""

    name = "brave_api"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers={"X-Subscription-Token": "LOCCIT_BRAVE_API_KEY"},
        settings={"base_url": "LOCCIT_BRAVE_API_URL"},
        honours=frozenset({"query", "country", "language", "safe_search", "paging"}),
        max_pages=10,
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1 to 10 (``offset`` counts pages, not rows)."""
        region = chinese_region(execution)
        language = _LANGUAGES.get(primary_language(execution), primary_language(execution))
        parameters = {
            "q": execution.query,
            "country": country(execution),
            "search_lang": _CHINESE.get(region, "zh-hans") if region else language,
            "safesearch": "strict" if execution.safe_search else "off",
            "count": str(min(execution.rows_per_page, 20)),
            "offset": str(page - 1),
            "spellcheck": "0",
        }
        secrets = frozenset({"X-Subscription-Token"})
        return get_json(f"{self.base_url}/res/v1/web/search", parameters, secrets=secrets)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read, asked=asked_of(response.url, query="q", hosts=(self.host,)))


def _read(reply: Mapping[str, object]) -> Reading:
    is_search = reply.get("type") == "search" and isinstance(reply.get("query"), dict)
    # A web search without results carries no "web" at all; another kind of search carries "results" instead.
    nothing = is_search and "web" not in reply and at(reply, "mixed", "main") == []
    return Reading(
        rows=at(reply, "web", "results") if is_search else None,
        names=_NAMES,
        shown_query=text(reply, "query", "original"),
        executed_query=text(reply, "query", "altered"),
        empty="the service lists no result of any kind" if nothing else None,
        failure=text(reply, "error", "detail"),
        last=at(reply, "query", "more_results_available") is False,
    )

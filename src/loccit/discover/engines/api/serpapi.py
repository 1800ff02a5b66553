"""The engine ``serpapi``: Google results by SerpApi. The key travels in the query, put in below recording."""

from collections.abc import Mapping
from dataclasses import replace

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, at, get_json, read_reply, text
from loccit.discover.engines.asking import asked_of, chinese_region, country, primary_language
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://serpapi.com"
_NAMES = Names(links=("link", "redirect_link"))


class SerpApiEngine(HostedEngine):
    """Requests to SerpApi and the reading of its replies; pure."""

    name = "serpapi"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        parameters={"api_key": "LOCCIT_SERPAPI_KEY"},
        settings={"base_url": "LOCCIT_SERPAPI_URL"},
        honours=frozenset({"query", "country", "language", "safe_search", "paging", "sponsored"}),
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1 and hold ten rows."""
        region = chinese_region(execution)
        parameters = {
            "engine": "google",
            "q": execution.query,
            "hl": f"zh-{region.lower()}" if region else primary_language(execution),
            "gl": country(execution).lower(),
            "safe": "active" if execution.safe_search else "off",
            "nfpr": "1",
            "output": "json",
        }
        if page > 1:
            parameters["start"] = str((page - 1) * 10)
        request = get_json(f"{self.base_url}/search", parameters)
        return replace(request, secret_parameters=frozenset({"api_key"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read, asked=asked_of(response.url, query="q", hosts=(self.host,)))


def _read(reply: Mapping[str, object]) -> Reading:
    information = at(reply, "search_information")
    state = (text(information, "organic_results_state") or "").lower()
    status = text(reply, "search_metadata", "status")
    empty = state == "fully empty"
    return Reading(
        rows=reply.get("organic_results"),
        names=_NAMES,
        adverts=reply.get("ads"),
        shown_query=text(reply, "search_parameters", "q"),
        executed_query=text(information, "showing_results_for"),
        empty="the service says: fully empty" if empty else None,
        failure=None if empty or "organic_results" in reply else text(reply, "error"),
        pending=status in {"Processing", "Queued"},
        task_id=text(reply, "search_metadata", "id"),
        last="organic_results" in reply and text(reply, "serpapi_pagination", "next") is None,
    )

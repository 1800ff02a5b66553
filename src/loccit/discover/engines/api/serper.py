"""The engine ``serper``: Google results by Serper."""

from collections.abc import Mapping

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Reading, post_json, read_reply, text
from loccit.discover.engines.asking import chinese_region, country, primary_language
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://google.serper.dev"


class SerperEngine(HostedEngine):
    """Requests to Serper and the reading of its replies; pure. Safe search can't be asked for."""

    name = "serper"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers={"X-API-KEY": "LOCCIT_SERPER_KEY"},
        settings={"base_url": "LOCCIT_SERPER_URL"},
        honours=frozenset({"query", "country", "language", "paging"}),
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1."""
        region = chinese_region(execution)
        content = {
            "q": execution.query,
            "hl": f"zh-{region.lower()}" if region else primary_language(execution),
            "gl": country(execution).lower(),
            "num": execution.rows_per_page,
            "page": page,
            "autocorrect": False,
        }
        return post_json(f"{self.base_url}/search", content, secrets=frozenset({"X-API-KEY"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read)


def _read(reply: Mapping[str, object]) -> Reading:
    return Reading(
        rows=reply.get("organic"),
        adverts=reply.get("ads"),
        shown_query=text(reply, "searchParameters", "q"),
        executed_query=text(reply, "searchInformation", "showingResultsFor"),
    )

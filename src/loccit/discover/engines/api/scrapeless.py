"""The engines ``scrapeless`` and ``scrapeless-url``: Google results by the actor ``scraper.google.search``.

Facts of the guide to a source-discovery step and the service's own examples: POST to one address, key in the header
``x-api-token``, search parameters inside ``input``; 200 carries the data, 201 a task that is not finished.
"""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import quote

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, at, get_json, post_json, read_reply, text
from loccit.discover.engines.asking import chinese_region, country, primary_language
from loccit.errors import BadInput
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://api.scrapeless.com"
_ACTOR = "scraper.google.search"
_SECRETS = frozenset({"x-api-token"})
_TASK = "{taskId}"
_NAMES = Names(links=("link", "redirect_link"))
_KEY = {"x-api-token": "LOCCIT_SCRAPELESS_TOKEN"}
_SETTINGS = {"result_endpoint": "LOCCIT_SCRAPELESS_RESULT_ENDPOINT", "base_url": "LOCCIT_SCRAPELESS_URL"}


class ScrapelessEngine(HostedEngine):
    """Requests to the service and the reading of its replies; pure.

    Args:
        result_endpoint: where a finished task is asked for, with ``{taskId}`` in it; only a user who has verified it
            for the account knows it, so there is no default and a pending task stays pending without it.
        base_url: where the service is reached; its own address if null.

    Raises:
        BadInput: for an endpoint of another origin or without ``{taskId}``.
    """

    name = "scrapeless"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers=_KEY,
        settings=_SETTINGS,
        honours=frozenset({"query", "country", "language", "paging"}),
    )

    def __init__(self, *, result_endpoint: str | None = None, base_url: str | None = None) -> None:
        super().__init__(base_url=base_url)
        below = f"{self.profile.origin}/"
        if result_endpoint and not (result_endpoint.startswith(below) and _TASK in result_endpoint):
            raise BadInput("result_endpoint", f"expected an address below {below} with {_TASK} in it")
        self._result_endpoint = result_endpoint

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1. Safe search can't be asked for."""
        region = chinese_region(execution)
        given: dict[str, object] = {
            "q": execution.query,
            "hl": f"zh-{region.lower()}" if region else primary_language(execution),
            "gl": country(execution).lower(),
            "num": execution.rows_per_page,
        }
        if page > 1:
            given["start"] = (page - 1) * execution.rows_per_page
        return self._submitted(given)

    def result_request(self, task_id: str) -> HttpRequest | None:
        """Return the request for a finished task; null if no endpoint is configured for it."""
        if self._result_endpoint is None:
            return None
        url = self._result_endpoint.replace(_TASK, quote(task_id, safe=""))
        return HttpRequest(url, headers=get_json(url, {}).headers, secrets=_SECRETS)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows; of a pending task, how to ask for its result, if that is known."""
        page = read_reply(response, _read)
        is_task = page.state == "pending" and page.task_id is not None
        return replace(page, next_request=self.result_request(page.task_id or "")) if is_task else page

    def _submitted(self, given: Mapping[str, object]) -> HttpRequest:
        content = {"actor": _ACTOR, "input": dict(given)}
        return post_json(f"{self.base_url}/api/v1/scraper/request", content, secrets=_SECRETS)


class ScrapelessUrlEngine(ScrapelessEngine):
    """The same service in full-URL mode: the query is an address of a result page, submitted as it is.

    All other parameters are ignored by the service, so country, language and safe search of the task take no part and
    nothing is said about what took effect. The parameter's name is a setting: verify it for the account.
    """

    name = "scrapeless-url"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers=_KEY,
        settings={**_SETTINGS, "url_parameter": "LOCCIT_SCRAPELESS_URL_PARAMETER"},
        unknown=frozenset({"query", "country", "language", "safe_search"}),
        max_pages=1,
    )

    def __init__(
        self, *, result_endpoint: str | None = None, base_url: str | None = None, url_parameter: str = "url"
    ) -> None:
        super().__init__(result_endpoint=result_endpoint, base_url=base_url)
        self._url_parameter = url_parameter

    def request(self, execution: Execution, page: int) -> HttpRequest:  # noqa: ARG002 - the address says which page
        """Return the request that submits the address.

        Raises:
            BadInput: if the query is no http(s) address.
        """
        if not execution.query.startswith(("https://", "http://")):
            raise BadInput("queries", f"expected addresses of result pages for {self.name}, got {execution.query!r}")
        return self._submitted({self._url_parameter: execution.query})


def _read(reply: Mapping[str, object]) -> Reading:
    code = reply.get("code")
    information = at(reply, "search_information")
    return Reading(
        rows=reply.get("organic_results"),
        names=_NAMES,
        adverts=reply.get("ads"),
        shown_query=text(information, "query_displayed"),
        executed_query=text(information, "showing_results_for"),
        failure=text(reply, "message")
        if isinstance(code, int) and code != 0 and "organic_results" not in reply
        else None,
        task_id=text(reply, "taskId"),
        last="pagination" in reply and text(reply, "pagination", "next") is None,
    )

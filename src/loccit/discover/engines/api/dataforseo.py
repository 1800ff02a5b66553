"""The engine ``dataforseo``: Google's organic results, live, by DataForSEO."""

from collections.abc import Mapping

from loccit.discover.engines.api.hosted import HostedEngine
from loccit.discover.engines.api.reply import Names, Reading, at, post_json, read_reply, text
from loccit.discover.engines.asking import chinese_region, country, primary_language
from loccit.errors import BadInput
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

_ORIGIN = "https://api.dataforseo.com"
_ORGANIC = Names(links=("url",), snippet="description", position="rank_group")
_DONE = 20_000
_NO_RESULTS = 40_102
_QUEUED = frozenset({20_100, 40_601, 40_602})
"""Status codes of a task: created, handed over, in the queue."""

# The service's codes of countries: 2000 and the number of ISO 3166-1.
_LOCATIONS = {
    "AR": 2032, "AT": 2040, "AU": 2036, "BE": 2056, "BR": 2076, "CA": 2124, "CH": 2756, "CL": 2152, "CO": 2170,
    "CZ": 2203, "DE": 2276, "DK": 2208, "EG": 2818, "ES": 2724, "FI": 2246, "FR": 2250, "GB": 2826, "GR": 2300,
    "HK": 2344, "HU": 2348, "ID": 2360, "IE": 2372, "IL": 2376, "IN": 2356, "IT": 2380, "JP": 2392, "KR": 2410,
    "MX": 2484, "MY": 2458, "NL": 2528, "NO": 2578, "NZ": 2554, "PH": 2608, "PL": 2616, "PT": 2620, "RO": 2642,
    "SA": 2682, "SE": 2752, "SG": 2702, "TH": 2764, "TR": 2792, "TW": 2158, "UA": 2804, "US": 2840, "VN": 2704,
    "ZA": 2710,
}  # fmt: skip


class DataForSeoEngine(HostedEngine):
    """Requests to DataForSEO and the reading of its replies; pure. The header's value is ``Basic`` and credentials."""

    name = "dataforseo"
    version = "1"
    profile = EngineProfile(
        origin=_ORIGIN,
        headers={"Authorization": "LOCCIT_DATAFORSEO_AUTHORIZATION"},
        settings={"base_url": "LOCCIT_DATAFORSEO_URL"},
        honours=frozenset({"query", "country", "language", "sponsored"}),
        max_pages=1,
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:  # noqa: ARG002 - depth takes the place of pages
        """Return the request for the results up to a depth.

        Raises:
            BadInput: for a country whose code is not known here.
        """
        code = _LOCATIONS.get(country(execution))
        if code is None:
            raise BadInput("country", f"expected one of {', '.join(sorted(_LOCATIONS))}, got {execution.country!r}")
        region = chinese_region(execution)
        task = {
            "keyword": execution.query,
            "location_code": code,
            "language_code": f"zh-{region}" if region else primary_language(execution),
            "depth": execution.rows_per_page,
        }
        url = f"{self.base_url}/v3/serp/google/organic/live/advanced"
        return post_json(url, [task], secrets=frozenset({"Authorization"}))

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the reply's one state and its rows."""
        return read_reply(response, _read)


def _read(reply: Mapping[str, object]) -> Reading:
    task = at(reply, "tasks", 0)
    code = at(task, "status_code") if task is not None else reply.get("status_code")
    result = at(task, "result", 0)
    items = at(result, "items")
    nothing = code == _NO_RESULTS or (isinstance(result, dict) and items is None and result.get("items_count") == 0)
    failed = isinstance(code, int) and code not in {_DONE, _NO_RESULTS, *_QUEUED}
    organic = _of_type(items, "organic")
    return Reading(
        # Items of which none is organic are a shape nobody here knows, not an empty page.
        rows=organic or (organic if items == [] else None),
        names=_ORGANIC,
        adverts=_of_type(items, "paid"),
        advert_names=_ORGANIC,
        shown_query=text(result, "keyword") or text(task, "data", "keyword"),
        executed_query=text(result, "spell", "keyword"),
        empty="the service says that there are no results" if nothing else None,
        failure=(text(task, "status_message") or text(reply, "status_message") or f"code {code}") if failed else None,
        pending=code in _QUEUED,
        task_id=text(task, "id"),
        last=True,
    )


def _of_type(items: object, wanted: str) -> list[object] | None:
    """Return the items of a type; null if there is no list of typed objects."""
    if not isinstance(items, list) or not all(isinstance(item, dict) and "type" in item for item in items):
        return None
    return [item for item in items if item["type"] == wanted]

"""The engine ``bing``: result pages of www.bing.com."""

from loccit.discover.engines.asking import asked_of, chinese_region, country, get, market, primary_language
from loccit.discover.engines.reading import read_page
from loccit.discover.engines.selectors.bing import LAYOUT
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage


class BingEngine:
    """Requests to Bing and the reading of its pages; pure.

    Market, language and country go into the address, since the header and cookies alone are often ignored. Spelling is
    left as it is (``filters=rcrse:"1"``). Bing often answers a later page with the first one, which shows as
    ``wrong_page``, and words it does not know with rows for others (``relaxed_query``, ``off_topic``).
    """

    name = "bing"
    version = "1"
    profile = EngineProfile(honours=frozenset({"query", "country", "language", "safe_search", "paging", "sponsored"}))

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1 and hold ten rows."""
        region = chinese_region(execution)
        language = primary_language(execution)
        parameters = {
            "q": execution.query,
            "mkt": market(execution),
            "setlang": {"TW": "zh-hant", "HK": "zh-hant", "CN": "zh-hans"}.get(region or "", language),
            "cc": country(execution),
            "adlt": "strict" if execution.safe_search else "off",
            "filters": 'rcrse:"1"',
        }
        if page > 1:
            parameters |= {"first": str((page - 1) * 10 + 1), "FORM": "PERE"}
        return get("https://www.bing.com/search", parameters, execution)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state and its rows."""
        return read_page(LAYOUT, response, asked_of(response.url, query="q", start="first", hosts=("bing.com",)))

"""The engines ``duckduckgo`` and ``duckduckgo-lite``: the pages DuckDuckGo serves to clients without scripts."""

from loccit.discover.engines.asking import asked_of, chinese_region, country, get, primary_language
from loccit.discover.engines.reading import read_page
from loccit.discover.engines.selectors.duckduckgo import LAYOUT
from loccit.errors import BadInput
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage

# DuckDuckGo's own region codes where they are not country and language.
_COUNTRIES = {"GB": "uk"}
_LANGUAGES = {"ja": "jp", "ko": "kr"}
_ARABIC = frozenset({"AE", "SA", "EG", "IQ", "JO", "KW", "LB", "OM", "QA"})


class DuckDuckGoEngine:
    """Requests to DuckDuckGo's html page and the reading of html, lite and saved scripted pages; pure.

    The region (``kl``) is a soft bias. A later page can only be asked for with what the page before carries in its
    form, so it comes as that page's ``next_request``; asking without gets a client blocked.
    """

    name = "duckduckgo"
    version = "1"
    profile = EngineProfile(honours=frozenset({"query", "country", "language", "safe_search", "paging", "sponsored"}))
    _url = "https://html.duckduckgo.com/html/"

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for the first result page.

        Raises:
            BadInput: for a later page.
        """
        if page != 1:
            raise BadInput("page", f"expected 1, since only a page's own form asks for the one after it, got {page}")
        parameters = {"q": execution.query, "kl": _region(execution), "kp": "1" if execution.safe_search else "-2"}
        return get(self._url, parameters, execution)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state, its rows, and the request for the page that follows."""
        return read_page(LAYOUT, response, asked_of(response.url, query="q", hosts=("duckduckgo.com",)))


class DuckDuckGoLiteEngine(DuckDuckGoEngine):
    """The same for DuckDuckGo's light page."""

    name = "duckduckgo-lite"
    _url = "https://lite.duckduckgo.com/lite/"


def _region(execution: Execution) -> str:
    code, language = country(execution), primary_language(execution)
    if language == "ar" and code in _ARABIC:
        return "xa-ar"
    if language == "zh":
        return f"{code.lower()}-{'tzh' if chinese_region(execution) in {'TW', 'HK', 'MO'} else 'zh'}"
    return f"{_COUNTRIES.get(code, code.lower())}-{_LANGUAGES.get(language, language)}"

"""The engine ``brave``: result pages of search.brave.com."""

from dataclasses import replace

from loccit.discover.engines.asking import asked_of, country, get, market
from loccit.discover.engines.reading import read_page
from loccit.discover.engines.selectors.brave import LAYOUT
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage


class BraveEngine:
    """Requests to Brave Search and the reading of its pages; pure.

    Country, language and safe search are taken as cookies only, so they travel as preferences of the request.
    Spelling is left as it is (``spellcheck=0``).
    """

    name = "brave"
    version = "1"
    profile = EngineProfile(
        honours=frozenset({"query", "country", "language", "safe_search", "paging", "sponsored"}), max_pages=10
    )

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1 to 10 and hold about twenty rows."""
        parameters = {"q": execution.query, "source": "web", "spellcheck": "0"}
        if page > 1:
            parameters["offset"] = str(page - 1)
        preferences = (
            ("country", country(execution).lower()),
            ("ui_lang", market(execution).lower()),
            ("safesearch", "strict" if execution.safe_search else "off"),
            ("useLocation", "0"),
        )
        return replace(get("https://search.brave.com/search", parameters, execution), preferences=preferences)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state and its rows."""
        return read_page(LAYOUT, response, asked_of(response.url, query="q", hosts=("search.brave.com",)))

"""The engine ``google``: result pages of www.google.com."""

from loccit.discover.engines.asking import asked_of, chinese_region, country, get, primary_language
from loccit.discover.engines.reading import read_page
from loccit.discover.engines.selectors.google import LAYOUT
from loccit.protocols import EngineProfile, Execution, HttpRequest, HttpResponse, ResultPage


class GoogleEngine:
    """Requests to Google and the reading of its pages; pure.

    ``hl`` and ``gl`` state language and country softly; nothing is restricted to them. Spelling is left as it is
    (``nfpr=1``), results are not personal (``pws=0``). Since 2026 pages are mostly filled by scripts
    (``script_shell``), and links may hide where they lead: such rows have no address.
    """

    name = "google"
    version = "1"
    profile = EngineProfile(honours=frozenset({"query", "country", "language", "safe_search", "paging", "sponsored"}))

    def request(self, execution: Execution, page: int) -> HttpRequest:
        """Return the request for a result page; pages count from 1 and hold ten rows."""
        region = chinese_region(execution)
        parameters = {
            "q": execution.query,
            "hl": f"zh-{region}" if region else primary_language(execution),
            "gl": country(execution).lower(),
            "safe": "active" if execution.safe_search else "off",
            "nfpr": "1",
            "pws": "0",
        }
        if page > 1:
            parameters["start"] = str((page - 1) * 10)
        return get("https://www.google.com/search", parameters, execution)

    def parse(self, response: HttpResponse) -> ResultPage:
        """Return the page's one state and its rows."""
        return read_page(LAYOUT, response, asked_of(response.url, query="q", start="start", hosts=("google",)))

"""Read a result page of a web engine: rows, what the page says about itself, and the one verdict."""

from collections.abc import Mapping
from urllib.parse import urlencode

from turbohtml import Document, Element, parse

from loccit import urls
from loccit.discover.engines.body import ACCEPTED_CODINGS, body_of, charset_of
from loccit.discover.engines.layout import Layout
from loccit.discover.engines.rows import rows_of
from loccit.discover.links import base_of
from loccit.discover.page_state import Asked, Signs, judge
from loccit.protocols import HttpRequest, HttpResponse, ResultPage
from loccit.records.discover import PageState

YIELDING: frozenset[PageState] = frozenset({"ok", "relaxed_query"})


def read_page(layout: Layout, response: HttpResponse, asked: Asked) -> ResultPage:
    """Return a page's one state and, if it is good, its rows; never raises for what a server sent."""
    status = response.status
    if 300 <= status < 400:
        return _redirected(layout, response)
    body = body_of(response)
    if body is None:
        return ResultPage("unrecognised_layout", reason="the content coding of the reply can't be undone")
    document = _parsed(body, charset_of(response))
    base = urls.serialise(response.url, base=layout.base) or layout.base
    if not base.startswith(("https://", "http://")):
        base = layout.base
    links = base_of(document, base)
    following = _next_request(layout, document, base, links)
    rows = rows_of(layout, document, links) if status < 400 else ()
    has_organic = any(not row.sponsored for row in rows)
    signs = _signs_beside_rows(layout, document) if has_organic else _signs_without_rows(layout, document, base)
    if not has_organic and (status in layout.refusing_statuses or not 200 <= status < 300):
        return _refused(layout, status, signs)
    verdict = judge(rows, signs, asked)
    return ResultPage(
        state=verdict.state,
        rows=rows if verdict.state in YIELDING else (),
        reason=verdict.reason,
        last=following is None if layout.next_form else _is_last(layout, document),
        shown_query=signs.shown_query,
        executed_query=signs.executed_query,
        language=_language(document),
        overlap=verdict.overlap,
        next_request=following,
    )


def _parsed(body: bytes, charset: str | None) -> Document:
    try:
        return parse(body, encoding=charset, positions=False)
    except LookupError:
        return parse(body, positions=False)


def _redirected(layout: Layout, response: HttpResponse) -> ResultPage:
    location = response.header("Location") or ""
    target = urls.parse(location, base=response.url)
    if target is not None and target.hostname in layout.consent_hosts:
        return ResultPage("consent", reason=f"the engine sends its visitors to {target.hostname} first")
    if target is not None and target.path.startswith("/sorry"):
        return ResultPage("blocked", reason="the engine sends its visitor to a challenge")
    return ResultPage("http_error", reason=f"status {response.status} leads to {location or 'nowhere'}")


def _refused(layout: Layout, status: int, signs: Signs) -> ResultPage:
    if signs.challenge or status in layout.refusing_statuses:
        return ResultPage("blocked", reason=f"status {status}: {signs.challenge or 'the engine refuses the request'}")
    return ResultPage("http_error", reason=f"the engine answered status {status}")


# --- what the page says about itself ------------------------------------------------------------------------------


def _signs_beside_rows(layout: Layout, document: Document) -> Signs:
    """Return what can change the verdict on a page with rows; marks of walls and shells can't."""
    relaxed = _first(document, layout.relaxed)
    return Signs(
        relaxed=relaxed,
        shown_query=_shown_query(layout, document),
        executed_query=_text_of(document, layout.executed) if relaxed else None,
        page=_page_number(layout, document),
    )


def _signs_without_rows(layout: Layout, document: Document, base: str) -> Signs:
    shown = _shown_query(layout, document)
    challenge = _first(document, layout.challenge)
    url = urls.parts_of(base)
    if _text_of(document, "title") in layout.challenge_titles or url.path.startswith("/sorry"):
        challenge = challenge or "the page is a challenge"
    consent = _first(document, layout.consent)
    if url.hostname in layout.consent_hosts:
        consent = consent or "the page asks for consent"
    return Signs(
        challenge=challenge,
        consent=consent,
        no_results=_first(document, layout.no_results),
        script_shell=_first(document, layout.script_shell),
        start_page=_start_page(layout, document, shown),
        shown_query=None if challenge else shown,
    )


def _first(document: Document, marks: Mapping[str, str]) -> str | None:
    if not marks or document.select_one(", ".join(marks)) is None:
        return None
    return next((meaning for selector, meaning in marks.items() if document.select_one(selector) is not None), None)


def _start_page(layout: Layout, document: Document, shown: str | None) -> str | None:
    is_start = (_text_of(document, "title") or "").startswith(layout.start_title)
    if shown or not is_start or document.select_one(layout.container) is not None:
        return None
    return "no query either: the engine's start page"


def _shown_query(layout: Layout, document: Document) -> str | None:
    for box in document.select(layout.search_box):
        value = box.attr("value") or (box.text if box.tag == "textarea" else "")
        if value and value.strip():
            return value.strip()
    title = _text_of(document, "title") or ""
    suffix = layout.title_suffix
    return title.removesuffix(suffix) or None if suffix and title.endswith(suffix) else None


def _page_number(layout: Layout, document: Document) -> int | None:
    text = _text_of(document, layout.current_page) or ""
    return int(text) if text.isascii() and text.isdigit() else None


def _text_of(document: Document, selector: str | None) -> str | None:
    element = document.select_one(selector) if selector else None
    return " ".join(element.text.split()) or None if element is not None else None


def _language(document: Document) -> str | None:
    root = document.root
    return root.attr("lang") or None if root is not None else None


def _is_last(layout: Layout, document: Document) -> bool:
    """Tell whether the page itself shows that none follows: it lists pages, but leads to no next one."""
    if layout.pager is None or layout.next_page is None or document.select_one(layout.pager) is None:
        return False
    return document.select_one(layout.next_page) is None


def _next_request(layout: Layout, document: Document, base: str, links: str) -> HttpRequest | None:
    """Return what the page's form for the next page sends; a form that leads elsewhere is not followed."""
    form = document.select_one(layout.next_form) if layout.next_form else None
    action = urls.parse(form.attr("action") or "", base=links) if isinstance(form, Element) else None
    if form is None or action is None or not base.startswith(f"{action.origin}/"):
        return None
    fields = tuple((name, value) for name, value in form.form_data() if name)
    headers = (("Content-Type", "application/x-www-form-urlencoded"), ("Accept-Encoding", ACCEPTED_CODINGS))
    return HttpRequest(url=action.href, method="POST", headers=headers, body=urlencode(fields).encode())

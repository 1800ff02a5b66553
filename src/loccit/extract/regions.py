"""Which region of the page an element opens: by element, by ARIA role, by the words in its class and id.

Sources: HTML, section 4.3; WAI-ARIA 1.2, landmark roles. The words are those that page templates use.
"""

import re
from functools import lru_cache

from turbohtml import Element

from loccit.records.extract import Landmark

_BY_ROLE: dict[str, Landmark] = {
    "main": "main",
    "article": "article",
    "navigation": "navigation",
    "banner": "header",
    "contentinfo": "footer",
    "complementary": "aside",
    "dialog": "dialog",
    "alertdialog": "dialog",
    "menu": "navigation",
    "menubar": "navigation",
    "doc-toc": "navigation",
    "search": "navigation",
}
_BY_TAG: dict[str, Landmark] = {
    "main": "main",
    "article": "article",
    "nav": "navigation",
    "footer": "footer",
    "aside": "aside",
    "dialog": "dialog",
    "search": "navigation",
}
_CONTENT: frozenset[Landmark] = frozenset({"main", "article"})
_CONSENT = re.compile(
    r"(?:^|[\s_-])(?:cookie[\s_-]?(?:s|banner|bar|consent|notice|law|policy|popup|message|alert|info|warning|modal"
    r"|overlay|disclaimer)?|cookies[\w-]*|gdpr[\w-]*|consent[\w-]*|onetrust[\w-]*|cmp[\w-]*|truste[\w-]*"
    r"|cc-window|cc-banner|eupopup|eucookie[\w-]*|didomi[\w-]*|usercentrics[\w-]*)(?=$|[\s_-])",
    re.IGNORECASE,
)
_ADVERT = re.compile(
    r"(?:^|[\s_-])(?:ads?|advert(?:s|isement|isements|ising|orial)?|adsbygoogle|adsense|ad[_-]?(?:slot|unit|box|banner"
    r"|container|wrapper|wrap|block|sidebar|top|label)|dfp[\w-]*|gpt-ad|google[_-]?ads?|banner[_-]?ads?|sponsored"
    r"|sponsor(?:s|ship)?|taboola|outbrain|promoted|teads)(?=$|[\s_-])",
    re.IGNORECASE,
)
_NAVIGATION = frozenset((
    "nav", "navbar", "navigation", "menu", "breadcrumb", "breadcrumbs", "topnav", "subnav", "sidenav",
    "mainnav", "toc", "pagination", "pager", "navigator", "navlinks", "skiplink", "skip-link", "navheader",
    "navfooter", "sphinxsidebar", "site-nav", "main-menu", "main-nav", "related",
))  # fmt: skip
_FOOTER = frozenset(["footer", "site-footer", "page-footer", "pagefooter", "footerlinks", "colophon"])
_HEADER = frozenset(["masthead", "site-header", "page-header", "topbar"])
_ASIDE = frozenset(["sidebar", "side-bar", "rightsidebar", "leftsidebar", "rail"])
_BY_WORD: dict[Landmark, frozenset[str]] = {
    "navigation": _NAVIGATION,
    "footer": _FOOTER,
    "aside": _ASIDE,
    "header": _HEADER,
}


def landmark_of(element: Element, tag: str, role: str | None, current: Landmark) -> Landmark:
    """Return the region an element opens, or the current one where it opens none.

    A page's header and footer are regions; those of an article within it are part of the article, unless they
    are footers, which carry tags, shares and biographies. Consent and advert regions are never left inwards.
    """
    if current in ("consent", "advert"):
        return current
    named = _by_name(element, tag) if tag not in ("html", "body", "main", "article") else None
    if named in ("consent", "advert"):
        return named
    if role and role in _BY_ROLE:
        return _BY_ROLE[role]
    if tag == "header":
        return current if current in _CONTENT else "header"
    by_tag = _BY_TAG.get(tag)
    return by_tag or named or current


def _by_name(element: Element, tag: str) -> Landmark | None:
    classes, name = element.attr("class"), element.attr("id")
    if not classes and not name:
        return "advert" if tag == "ins" else None
    found = _named(f"{classes or ''} {name or ''}")
    if found is not None and element.select_one("main, article, h1, [role=main]") is not None:
        return None
    return found


@lru_cache(maxsize=8192)
def _named(names: str) -> Landmark | None:
    if _CONSENT.search(names):
        return "consent"
    if _ADVERT.search(names):
        return "advert"
    words = set(names.lower().split())
    for landmark, known in _BY_WORD.items():
        if words & known:
            return landmark
    return None

"""The immediate ``<meta http-equiv=refresh>``: a redirect written into the page."""

import re

from loccit.retrieve.markup import Markup
from loccit.urls import Url, parse

MAX_DELAY_S = 1
"""A longer delay means that the page is meant to be read first."""

_REFRESH = re.compile(r"\s*([0-9]+)(?:\.[0-9.]*)?\s*(?:[;,\s]\s*(?:url\s*=\s*)?(.*))?\Z", re.IGNORECASE | re.DOTALL)


def immediate_refresh(markup: Markup, page: Url) -> Url | None:
    """Return where a page sends its reader at once, or null.

    The content is parsed as the HTML Standard's shared declarative refresh steps say; the address is resolved
    against the document base URL. A refresh to the page itself is none.
    """
    for tag in markup.tags:
        if tag.name == "meta" and tag.attributes.get("http-equiv", "").strip().lower() == "refresh":
            match = _REFRESH.match(tag.attributes.get("content", ""))
            if match is None or int(match.group(1)) > MAX_DELAY_S or not match.group(2):
                return None
            target = parse(_unquoted(match.group(2)), base=document_base(markup, page))
            same = target is not None and target.without_fragment == page.without_fragment
            return None if same else target
    return None


def document_base(markup: Markup, page: Url) -> str:
    """Return the URL relative links of a page start from: that of the first ``base`` with a usable ``href``."""
    for tag in markup.tags:
        if tag.name == "base" and "href" in tag.attributes:
            base = parse(tag.attributes["href"], base=page.href)
            return base.href if base is not None and base.is_web else page.href
    return page.href


def _unquoted(text: str) -> str:
    text = text.strip()
    if text[:1] in {'"', "'"}:
        return text[1:].partition(text[0])[0]
    return text

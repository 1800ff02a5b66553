"""Make a locator for a piece of text, and the link that shows it in a browser."""

from urllib.parse import quote as percent_encode

FRAGMENT_WHOLE_LENGTH = 300
"""Quotations up to this many code points go into a link whole; longer ones by their first and last words."""


def context(text: str, start: int, end: int, length: int) -> tuple[str, str]:
    """Return up to ``length`` code points before and after ``text[start:end]``."""
    return text[max(0, start - length) : start], text[end : end + length]


def text_directive(text: str, start: int, end: int) -> str:
    """Return the text directive (``:~:text=...``) for ``text[start:end]`` by the WICG text fragment rules."""
    words = text[start:end].split()
    whole = " ".join(words)
    if len(whole) <= FRAGMENT_WHOLE_LENGTH or len(words) < 8:
        return f":~:text={_encode(whole)}"
    return f":~:text={_encode(' '.join(words[:4]))},{_encode(' '.join(words[-4:]))}"


def _encode(text: str) -> str:
    return percent_encode(text, safe="").replace("-", "%2D")

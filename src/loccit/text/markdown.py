"""Foreign text in Markdown: shown as it is, never obeyed.

By CommonMark a backslash before any ASCII punctuation makes it literal; bare web addresses, which GitHub's dialect
turns into links, are broken up the same way.
"""

import re

_INVISIBLE = re.compile("[\x00-\x08\x0b-\x1f\x7f\u202a-\u202e\u2066-\u2069]")
"""Controls, and the directional ones with which a page could reorder the lines around its text."""

_SPECIAL = re.compile(r"[\\`*_{}\[\]<>|~&$#!]")
_LINE_START = re.compile(r"^(\d+(?=[.)])|(?=[-+=]))")
_BARE_ADDRESS = re.compile(r"(?i)(?<=\w)(?=://)|(?<=www)(?=\.)|(?<=\w)(?=@\w)")
_BREAKS_TARGET = str.maketrans({"\\": "%5C", "`": "%60", "|": "%7C", "<": "%3C", ">": "%3E", '"': "%22"})
_LITERAL_IN_TARGET = re.compile(r"[()]|&(?=#?\w+;)")


def escape(text: str) -> str:
    """Return text as one line of Markdown that shows exactly these characters; white space becomes single spaces."""
    line = " ".join(_INVISIBLE.sub("", text).split())
    line = _SPECIAL.sub(r"\\\g<0>", line)
    line = _LINE_START.sub(r"\1\\", line)
    return _BARE_ADDRESS.sub(r"\\", line)


def target(url: str) -> str:
    """Return a URL as a link's target that can't break out of its brackets."""
    bare = "".join(_INVISIBLE.sub("", url).split()).translate(_BREAKS_TARGET)
    return _LITERAL_IN_TARGET.sub(r"\\\g<0>", bare)


def link(label: str, url: str) -> str:
    """Return a link whose label is shown as it is."""
    return f"[{escape(label)}]({target(url)})"

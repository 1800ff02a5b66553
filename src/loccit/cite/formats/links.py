"""Links in Markdown: inline, by reference, in angle brackets and bare."""

import re
from dataclasses import dataclass

from loccit.cite.markers import blanked
from loccit.text.offsets import Span

_LABEL = r"\[(?P<label>(?:[^\[\]\\]|\\.|\[(?:[^\[\]\\]|\\.)*\]){0,1000})\]"
_TARGET = r"(?P<target><[^<>\n]*>|(?:[^\s()<>\\]|\\.|\((?:[^\s()\\]|\\.)*\))+)"
_INLINE = re.compile(rf"(?P<image>!?)(?<!\\){_LABEL}\(\s*{_TARGET}(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)")
_BY_REFERENCE = re.compile(rf"(?<![!\\]){_LABEL}\[(?P<reference>[^\[\]\n]{{0,200}})\]")
_SHORTCUT = re.compile(r"(?<![!\\\]])\[(?P<label>[^\[\]\n^][^\[\]\n]{0,200})\](?![\[(:])")
_DEFINITION = re.compile(
    r"^ {0,3}\[(?!\^)(?P<label>[^\[\]\n]{1,200})\]:[ \t]*(?:\n[ \t]*)?(?P<target><[^<>\n]*>|[^\s<>]+)"
    r"(?:[ \t]+(?P<title>\"[^\"\n]*\"|'[^'\n]*'|\([^()\n]*\)))?[ \t]*$",
    re.MULTILINE,
)
_AUTOMATIC = re.compile(r"<(?P<target>https?://[^\s<>]+)>", re.IGNORECASE)
_BARE = re.compile('https?://[^\\s<>"`\x1f\\[\\]|，。；：、！？（）「」『』《》【】〈〉“”‘’]+', re.IGNORECASE)
_SENTENCE_MARKS = ".,;:!?*_~'\"…"
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")


@dataclass(frozen=True, slots=True)
class Link:
    """A link to a web address.

    Attributes:
        span: the whole link, code points, end exclusive.
        label: where its label stands; the whole link where it has none of its own.
    """

    span: Span
    label: Span
    url: str
    bare: bool = False


@dataclass(frozen=True, slots=True)
class Definition:
    """A link definition: the line it stands on, its label folded, and what it points at."""

    span: Span
    label: str
    url: str
    title: str | None


def definitions(prose: str) -> list[Definition]:
    """Return the link definitions of a Markdown text (CommonMark 4.7) that point to web addresses."""
    found = []
    for match in _DEFINITION.finditer(prose):
        url = address(match["target"])
        if url is not None:
            title = match["title"]
            found.append(
                Definition(Span(*match.span()), folded(match["label"]), url, unescaped(title[1:-1]) if title else None)
            )
    return found


def links(prose: str, defined: list[Definition]) -> list[Link]:
    """Return the links of a Markdown text to web addresses, in order; images are none.

    Args:
        prose: the text, code and definitions blanked out.
        defined: where links by reference point. ``[1]`` is a mark, not a link, and ``[1][2]`` are two.
    """
    found: list[Link] = []
    targets = {one.label: one.url for one in reversed(defined)}
    taken: list[Span] = []
    for match in _INLINE.finditer(prose):
        url = None if match["image"] else address(match["target"])
        taken.append(Span(*match.span()))
        if url is not None:
            found.append(Link(Span(*match.span()), Span(*match.span("label")), url))
    prose = blanked(prose, taken)
    for pattern in (_BY_REFERENCE, _SHORTCUT):
        for match in pattern.finditer(prose):
            reference = folded((match["reference"] if pattern is _BY_REFERENCE else None) or match["label"])
            is_mark = not re.search(r"[^\W\d]", reference + match["label"])  # ``[1]``, and ``[1][2]``: two of them
            if reference in targets and not is_mark:
                found.append(Link(Span(*match.span()), Span(*match.span("label")), targets[reference]))
        prose = blanked(prose, [link.span for link in found])
    found += [
        Link(Span(*match.span()), Span(*match.span("target")), match["target"], bare=True)
        for match in _AUTOMATIC.finditer(prose)
    ]
    prose = blanked(prose, [link.span for link in found])
    for match in _BARE.finditer(prose):
        url = trimmed(match.group())
        span = Span(match.start(), match.start() + len(url))
        found.append(Link(span, span, url, bare=True))
    return sorted(found, key=lambda link: link.span)


def address(target: str) -> str | None:
    """Return the web address a link's target is, null for anything else."""
    bare = unescaped(target.removeprefix("<").removesuffix(">"))
    return bare if bare.lower().startswith(("http://", "https://")) else None


def trimmed(url: str) -> str:
    """Return a bare address without the punctuation of the sentence around it."""
    unopened = url.count(")") - url.count("(")
    end = len(url)
    while end:
        last = url[end - 1]
        if last == ")" and unopened > 0:
            unopened -= 1
        elif last not in _SENTENCE_MARKS:
            break
        end -= 1
    return url[:end]


def unescaped(text: str) -> str:
    """Return Markdown text with its backslash escapes taken out."""
    return _ESCAPE.sub(r"\1", text)


def folded(label: str) -> str:
    """Return a label as CommonMark compares labels: case folded, white space collapsed."""
    return " ".join(label.split()).casefold()

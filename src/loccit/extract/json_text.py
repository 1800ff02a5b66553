"""JSON read as text: each scalar with its key is a block, its keys are its path (RFC 8259, RFC 6901).

The section id is the JSON pointer of the value. A sequence of values (JSON Lines) is read as an array of them; what
is no JSON at all is read as plain text.
"""

import re
from dataclasses import dataclass

from loccit.extract.plain_text import PlainText, paragraph_blocks, text_block
from loccit.ids import scalar_text
from loccit.records.extract import Block
from loccit.text.offsets import Span

MAX_DEPTH = 1_000
_TOKEN = re.compile(
    r'\s*(?P<lexeme>[\[\]{}:,]|"(?:[^"\\\x00-\x1f]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)'
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))")
_ESCAPED = {"b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}


@dataclass
class _Container:
    """An object or array being read."""

    is_object: bool
    path: tuple[str, ...]
    index: int = 0
    key: str | None = None
    key_start: int = 0
    after_colon: bool = False


def json_blocks(text: str) -> PlainText:
    """Return JSON text as it is, one block a scalar; text that is no JSON is split into paragraphs."""
    blocks = _scalars(text)
    return paragraph_blocks(text) if blocks is None else PlainText(text, blocks)


def _scalars(text: str) -> tuple[Block, ...] | None:
    """Return the blocks, or null where the text is no JSON or nests deeper than ``MAX_DEPTH``."""
    blocks: list[Block] = []
    open_ones = [_Container(is_object=False, path=())]
    position = 0
    while match := _TOKEN.match(text, position):
        position = match.end()
        lexeme, start = match["lexeme"], match.start("lexeme")
        current = open_ones[-1]
        if lexeme in "}],:":
            if not _punctuated(open_ones, lexeme):
                return None
        elif current.is_object and current.key is None and lexeme[0] == '"':
            current.key, current.key_start = _unescaped(lexeme), start
        elif current.is_object and not current.after_colon:
            return None
        else:
            name = current.key or "" if current.is_object else str(current.index)
            path = (*current.path, name) if len(open_ones) > 1 else ()
            if lexeme in "{[":
                open_ones.append(_Container(is_object=lexeme == "{", path=path))
            else:
                begin = current.key_start if current.is_object else start
                blocks.append(text_block(Span(begin, position), "other", path=current.path, section_id=_pointer(path)))
        if len(open_ones) > MAX_DEPTH:
            return None
    return None if text[position:].strip() or len(open_ones) > 1 else tuple(blocks)


def _punctuated(open_ones: list[_Container], mark: str) -> bool:
    """Take in a bracket that closes, a comma or a colon; false if it can't stand there."""
    current = open_ones[-1]
    if mark in "}]":
        open_ones.pop()
        return bool(open_ones) and current.is_object == (mark == "}")
    if mark == ":":
        current.after_colon = current.key is not None
        return current.after_colon
    current.index += 1
    current.key, current.after_colon = None, False
    return True


def _pointer(path: tuple[str, ...]) -> str:
    return "".join("/" + name.replace("~", "~0").replace("/", "~1") for name in path)


def _unescaped(token: str) -> str:
    def character(match: re.Match[str]) -> str:
        return chr(int(match[1], 16)) if match[1] else _ESCAPED.get(match[2], match[2])

    joined = _ESCAPE.sub(character, token[1:-1])
    return scalar_text(joined.encode("utf-16", "surrogatepass").decode("utf-16", "replace"))

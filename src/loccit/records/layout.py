"""The stored form of a layout: canonical JSON in columns.

A long page has thousands of blocks whose kinds, landmarks and heading paths repeat. A column of repeating values
is stored as its distinct values (``of``) and an index for each row (``at``); offsets are plain columns. The form
carries its own kind, because it is a blob and no record.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any, get_args

from loccit.errors import BadInput
from loccit.ids import JsonValue, scalar_text
from loccit.records.extract import Block, BlockKind, Box, HiddenText, Landmark, Layout
from loccit.text.offsets import Span

LAYOUT_KIND = "loccit/layout@1"

_NUMBERS = ("start", "end", "body_score")
_BLOCK_CELLS = (
    *_NUMBERS, "kind", "landmark", "body", "heading_path", "section_id", "language", "source", "visibility", "flags",
    "page",
)  # fmt: skip
_HIDDEN_CELLS = ("text", "reason", "source", "revealable", "base")
_write = json.JSONEncoder(ensure_ascii=False, allow_nan=False, sort_keys=True, separators=(",", ":")).encode

_Cell = str | int | bool | None | tuple[str, ...]
_KINDS = frozenset(get_args(BlockKind))
_LANDMARKS = frozenset(get_args(Landmark))
_VISIBILITIES = frozenset({"shown", "unknown"})


def encode_layout(layout: Layout) -> bytes:
    """Return the blob of a layout: canonical JSON, one form for one layout.

    Lone surrogates become U+FFFD, as in records.
    """
    blocks, hidden = layout.blocks, layout.hidden
    columns = _columns(_BLOCK_CELLS, blocks)
    members = {name: _write_numbers(columns[name]) for name in _NUMBERS}
    members |= {name: _fold(columns[name]) for name in columns if name not in (*_NUMBERS, "source")}
    members["source"] = _write_spans(columns["source"])
    if any(block.boxes for block in blocks):
        members["boxes"] = _write(_boxes(blocks))
    parts = _columns(_HIDDEN_CELLS, hidden)
    hidden_members = {
        "text": _write(list(map(scalar_text, parts["text"]))),
        "reason": _fold(parts["reason"]),
        "source": _write_spans(parts["source"]),
        "revealable": _fold(parts["revealable"]),
    }
    if any(base is not None for base in parts["base"]):
        hidden_members["base"] = _fold(parts["base"])
    return _object(
        {
            "kind": _write(LAYOUT_KIND),
            "blocks": _object(members),
            "sentences": _write_spans(layout.sentences),
            "hidden": _object(hidden_members),
        }
    ).encode()


def decode_layout(data: bytes) -> Layout:
    """Return the layout a blob holds.

    Raises:
        BadInput: if the bytes are no layout of this version.
    """
    try:
        stored = json.loads(data.decode())
        if stored["kind"] != LAYOUT_KIND:
            raise ValueError(f"kind is {stored['kind']!r}")  # noqa: TRY301 - one sentence for all faults, below
        return Layout(
            blocks=_read_blocks(stored["blocks"]),
            sentences=tuple(_read_spans(stored["sentences"])),
            hidden=_read_hidden(stored["hidden"]),
        )
    except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
        raise BadInput("layout", f"expected the columns of {LAYOUT_KIND} ({error!r})") from error


def _read_blocks(columns: dict[str, Any]) -> tuple[Block, ...]:
    rows = zip(
        _integers(columns["start"]),
        _integers(columns["end"]),
        _unfold(columns["kind"], _KINDS.__contains__),
        _unfold(columns["landmark"], _LANDMARKS.__contains__),
        _unfold(columns["body"], _is_flag),
        _integers(columns["body_score"]),
        _unfold(columns["heading_path"], _is_texts),
        _unfold(columns["section_id"], _is_text_or_null),
        _unfold(columns["language"], _is_text),
        _read_spans_or_nulls(columns["source"]),
        _unfold(columns["visibility"], _VISIBILITIES.__contains__),
        _unfold(columns["flags"], _is_texts),
        _unfold(columns["page"], _is_integer_or_null),
        _read_boxes(columns),
        strict=True,
    )
    return tuple(Block(*row) for row in rows)


def _boxes(blocks: Sequence[Block]) -> JsonValue:
    """Return the boxes of each block as lists of five integers; only layouts of PDFs have this column."""
    return [[[box.page, box.left, box.bottom, box.right, box.top] for box in block.boxes] for block in blocks]


def _read_boxes(columns: dict[str, Any]) -> list[tuple[Box, ...]]:
    if "boxes" not in columns:
        return [()] * len(columns["start"])
    names = ("page", "left", "bottom", "right", "top")
    return [tuple(Box(**dict(zip(names, _integers(box), strict=True))) for box in boxes) for boxes in columns["boxes"]]


def _read_hidden(columns: dict[str, Any]) -> tuple[HiddenText, ...]:
    texts = columns["text"]
    if not _is_texts(texts):
        raise ValueError("a hidden text is no string")
    rows = zip(
        texts,
        _unfold(columns["reason"], _is_text),
        _read_spans_or_nulls(columns["source"]),
        _unfold(columns["revealable"], _is_flag),
        _unfold(columns["base"], _is_text_or_null) if "base" in columns else [None] * len(texts),
        strict=True,
    )
    return tuple(HiddenText(*row) for row in rows)


# --- writing: the parts of canonical JSON as text, because a generic writer takes several times as long ---


def _columns(names: tuple[str, ...], rows: Sequence[object]) -> dict[str, Sequence[Any]]:
    """Return the attributes of all rows, by name."""
    values = zip(*map(attrgetter(*names), rows), strict=True) if rows else ((),) * len(names)
    return dict(zip(names, values, strict=True))


def _object(members: dict[str, str]) -> str:
    written = ",".join([f'"{name}":{members[name]}' for name in sorted(members)])
    return f"{{{written}}}"


def _write_numbers(values: Sequence[int | None]) -> str:
    written = str(list(values)).replace(" ", "")
    return written.replace("None", "null") if "N" in written else written


def _fold(values: Sequence[_Cell]) -> str:
    """Write a column as its distinct values, in order of first appearance, and an index for each row."""
    distinct = dict.fromkeys(values)
    of = [_scalar(value) for value in distinct]
    if len(set(of)) < len(of):
        return _fold([_scalar(value) for value in values])
    index = {value: at for at, value in enumerate(distinct)}
    return f'{{"at":{_write_numbers(list(map(index.__getitem__, values)))},"of":{_write(of)}}}'


def _unfold(column: dict[str, Any], allows: Callable[[Any], bool]) -> list[Any]:
    of = [tuple(value) if isinstance(value, list) else value for value in column["of"]]
    if not all(map(allows, of)):
        raise ValueError(f"a value is not allowed among {of!r:.200}")
    at = _integers(column["at"])
    if at and min(at) < 0:
        raise ValueError("a negative index")
    return [of[index] for index in at]


def _write_spans(spans: Sequence[Span | None]) -> str:
    starts = [None if span is None else span[0] for span in spans]
    ends = [None if span is None else span[1] for span in spans]
    return f'{{"end":{_write_numbers(ends)},"start":{_write_numbers(starts)}}}'


def _read_spans(column: dict[str, Any]) -> Iterable[Span]:
    return map(Span, *_ends(_integers(column["start"]), _integers(column["end"])))


def _read_spans_or_nulls(column: dict[str, Any]) -> list[Span | None]:
    starts, ends = _ends(column["start"], column["end"])
    if not {*map(type, starts), *map(type, ends)} <= {int, type(None)}:
        raise ValueError("an end of a span is no integer")
    if any((start is None) is not (end is None) for start, end in zip(starts, ends, strict=True)):
        raise ValueError("a span has one end only")
    return [None if start is None else Span(start, end) for start, end in zip(starts, ends, strict=True)]


def _ends(starts: list[Any], ends: list[Any]) -> tuple[list[Any], list[Any]]:
    if len(starts) != len(ends):
        raise ValueError(f"{len(starts)} starts and {len(ends)} ends of spans")
    return starts, ends


def _integers(column: list[Any]) -> list[int]:
    if not isinstance(column, list) or not set(map(type, column)) <= {int}:
        raise ValueError("a column of integers holds something else")
    return column


def _scalar(value: _Cell) -> _Cell:
    if isinstance(value, tuple):
        return tuple(map(scalar_text, value))
    return scalar_text(value) if isinstance(value, str) else value


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_texts(value: Iterable[object]) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(inner, str) for inner in value)


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_integer_or_null(value: object) -> bool:
    return value is None or type(value) is int

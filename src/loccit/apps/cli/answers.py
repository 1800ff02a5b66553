"""The answers a command is to work on: files, patterns of files, and standard input, each in its format."""

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path

from loccit.apps.cli.pages import origin
from loccit.apps.cli.streams import read_text
from loccit.cite.detect import detect, named, parse
from loccit.cite.formats.built_in import FORMATS
from loccit.errors import BadInput
from loccit.pipeline.auditing import ReadAnswer

_TEXT_FORMATS = frozenset({"markdown", "html"})
"""Formats whose reader sees the file itself, sources and all."""
_WILD = "*?["


def names_of(patterns: Sequence[str]) -> list[str]:
    """Return the files that arguments name, each once; ``**`` reaches into folders, ``-`` is standard input.

    Raises:
        BadInput: for a pattern that no file fits.
    """
    found: dict[str, None] = {}
    for pattern in patterns:
        if pattern == "-" or not any(sign in pattern for sign in _WILD) or Path(pattern).exists():
            found[pattern] = None
            continue
        fitting = sorted(one for one in glob.glob(pattern, recursive=True) if Path(one).is_file())  # noqa: PTH207
        if not fitting:
            raise BadInput("ANSWER", f"expected a pattern that some file fits, got {pattern!r}")
        found |= dict.fromkeys(fitting)
    return list(found)


def read_answers(names: Sequence[str], *, format_name: str | None, rendered: str | None) -> Iterator[ReadAnswer]:
    """Yield the answers of files.

    Args:
        format_name: the name of their format; null: it is told by their structure.
        rendered: what readers are shown of the answer, as the name of a file.

    Raises:
        BadInput: naming the file or field that can't be used.
    """
    chosen = None if format_name is None else named(format_name, FORMATS)
    shown = None if rendered is None else read_text(rendered)
    for name in names:
        text = read_text(name)
        payload = text if chosen is not None and chosen.name in _TEXT_FORMATS else parse(text)
        try:
            kind = chosen or detect(payload, FORMATS)
            reading = kind.read(payload, origin=origin("read"))
        except BadInput as error:
            raise BadInput(f"{'standard input' if name == '-' else name}: {error.field}", error.expected) from error
        is_text = kind.name in _TEXT_FORMATS
        yield ReadAnswer(
            name="standard input" if name == "-" else Path(name).as_posix(),
            format=kind.name,
            reading=reading,
            rendered=shown or (text if is_text else None),
            lines=kind.name == "markdown" and reading.answer.text == text,
        )

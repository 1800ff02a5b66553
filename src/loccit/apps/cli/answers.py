"""The answers a command is to work on: files, patterns of files, and standard input, each in its format."""

import glob
from collections.abc import Iterator, Sequence
from pathlib import Path

from loccit.apps.cli.pages import origin
from loccit.apps.cli.streams import read_text
from loccit.errors import BadInput
from loccit.pipeline.receiving import ReceivedAnswer, receive

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


def read_answers(names: Sequence[str], *, format_name: str | None, rendered: str | None) -> Iterator[ReceivedAnswer]:
    """Yield the answers of files.

    Args:
        names: as ``names_of`` gives them.
        format_name: the name of their format; null: it is told by their structure.
        rendered: the name of a file that holds what readers are shown of the answer.

    Raises:
        BadInput: naming the file or field that can't be used.
    """
    shown = None if rendered is None else read_text(rendered)
    for name in names:
        yield receive(
            read_text(name),
            name="standard input" if name == "-" else Path(name).as_posix(),
            origin=origin("read"),
            format_name=format_name,
            rendered=shown,
        )

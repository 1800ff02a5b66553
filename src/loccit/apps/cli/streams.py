"""Standard input, output and error, whatever the terminal's encoding.

Results must survive an output encoding that lacks their characters: text degrades to backslash escapes, JSON to
its own ASCII escapes, so that a program reads the same values under every encoding. Text of pages is data: control
characters in it never reach the terminal as such. Output that can't be written is one sentence, never a traceback.
"""

import codecs
import io
import json
import os
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TextIO

from loccit.errors import BadInput

_CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


def prepare() -> None:
    """Make the output streams accept any text; what the caller closed leads nowhere instead of into the next file."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number, which is this one
    sys.stdin = sys.stdin or open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - as long as the process
    sys.stdout = sys.stdout or open(1, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    sys.stderr = sys.stderr or open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def finish(code: int) -> int:
    """Flush standard output and return the exit code; a reader that went away is no error.

    Raises:
        BadInput: if the output can't be written (a full device).
    """
    with writing():
        sys.stdout.flush()
    return code


@contextmanager
def writing() -> Iterator[None]:
    """Write to standard output inside; a reader that went away is no error.

    Raises:
        BadInput: if the output can't be written (a full device).
    """
    try:
        yield
    except BrokenPipeError:
        _silence(sys.stdout)
    except OSError as error:
        _silence(sys.stdout)
        raise BadInput("standard output", f"expected a place that takes it all ({error.strerror or error})") from error


def write(text: str) -> None:
    """Write text and a line end to standard output.

    Raises:
        BadInput: if the output can't be written (a full device).
    """
    with writing():
        sys.stdout.write(text + "\n")


def write_json(value: object) -> None:
    """Write a JSON value to standard output: in Unicode where the encoding is UTF-8, else in ASCII escapes."""
    write(json.dumps(value, ensure_ascii=not _is_utf8(sys.stdout.encoding), indent=2))


def write_json_line(value: object) -> None:
    """Write a JSON value as one line."""
    write(json.dumps(value, ensure_ascii=not _is_utf8(sys.stdout.encoding)))


def tell(sentence: str) -> None:
    """Write a sentence for a person to standard error, after what standard output has been given."""
    finish(0)
    try:
        sys.stderr.write(printable(sentence) + "\n")
        sys.stderr.flush()
    except OSError:
        _silence(sys.stderr)  # nobody reads it; the exit code still tells


def printable(text: str) -> str:
    """Return text with control characters and direction overrides made visible as escapes."""
    return _CONTROLS.sub(lambda match: f"\\x{ord(match[0]):02x}", text)


def read_text(name: str) -> str:
    """Return the text of a UTF-8 file, or of standard input for ``-``.

    Raises:
        BadInput: if it is not there or is not UTF-8.
    """
    try:
        return read_bytes(name).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(_shown(name), f"expected UTF-8 text, got other bytes at offset {error.start}") from error


def read_bytes(name: str) -> bytes:
    """Return the bytes of a file, or of standard input for ``-``.

    Raises:
        BadInput: if the file can't be read.
    """
    try:
        if name == "-":
            return sys.stdin.buffer.read()
        with open(name, "rb") as file:  # noqa: PTH123 - a name from the command line, kept as it was given
            return file.read()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise BadInput(_shown(name), f"expected a file that can be read ({reason})") from error


def read_json(name: str) -> Mapping[str, object] | Sequence[object] | str | float | bool | None:
    """Return the JSON value of a file, or of standard input for ``-``.

    Raises:
        BadInput: if it is no JSON.
    """
    text = read_text(name)
    try:
        value: Mapping[str, object] | Sequence[object] | str | float | bool | None = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadInput(_shown(name), f"expected JSON, got something else at {place} ({error.msg})") from error
    except (RecursionError, ValueError) as error:
        raise BadInput(_shown(name), f"expected JSON that can be read ({error})") from error
    return value


def _shown(name: str) -> str:
    return "standard input" if name == "-" else name


def _is_utf8(encoding: str) -> bool:
    return codecs.lookup(encoding).name == "utf-8"


def _silence(stream: TextIO) -> None:
    """Send the rest of a stream nowhere, so that neither this program nor Python complains at exit."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)

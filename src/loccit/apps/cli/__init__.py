"""The command line: one module a command, loaded when it is called.

``run`` is the border: what commands raise on purpose becomes one sentence on standard error and an exit code
(``exits``); standard output carries results only.
"""

import errno
import os
from collections.abc import Sequence

import typer

from loccit.apps.cli import exits, streams
from loccit.apps.cli.commands import root
from loccit.errors import LoccitError

_NO_ROOM = frozenset({errno.ENOSPC, errno.EDQUOT, errno.EFBIG})


def run(arguments: Sequence[str]) -> int:
    """Run a command line (without the program's name) and return its exit code.

    Raises:
        Exception: whatever is a fault of the program; expected errors are told in one sentence instead.
    """
    streams.prepare()
    try:
        code = _call(arguments)
    except KeyboardInterrupt:
        code = exits.CANCELLED
    try:
        if code == exits.CANCELLED:
            streams.tell("loccit: cancelled")
        return streams.finish(code)
    except LoccitError as error:
        streams.tell(f"loccit: {error}")
        return code or exits.code_of(error)


def _call(arguments: Sequence[str]) -> int:
    try:
        return int(root()(list(arguments), prog_name="loccit", standalone_mode=False) or exits.OK)
    except typer.TyperException as error:
        streams.tell(_usage_sentence(error))
        return exits.BAD_INPUT
    except typer.Abort:
        return exits.CANCELLED
    except LoccitError as error:
        streams.tell(f"loccit: {error}")
        return exits.code_of(error)
    except OSError as error:
        if error.filename is None and error.errno in _NO_ROOM:  # for records, or for a help text that a library writes
            streams.tell(f"loccit: {error.strerror}")
            return exits.BAD_INPUT
        if error.filename is None or isinstance(error, ConnectionError):
            raise
        streams.tell(f"loccit: {os.fsdecode(error.filename)}: {error.strerror or error}")
        return exits.BAD_INPUT


def _usage_sentence(error: typer.TyperException) -> str:
    sentence = error.format_message()
    if "\n" in sentence:  # a group called without a command answers with its help
        return sentence
    context = getattr(error, "ctx", None)
    program = context.command_path if context is not None else "loccit"
    return f"{program}: {sentence.rstrip('.')}; see {program} --help"


__all__ = ["run"]

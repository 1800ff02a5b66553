"""The program ``loccit``; ``python -m loccit`` is the same."""

import sys
from contextlib import suppress

from loccit.version import __version__


def main() -> int:
    """Run the command line and return the exit code."""
    arguments = sys.argv[1:]
    if arguments == ["--version"] and sys.stdout is not None:
        with suppress(OSError):  # what can't be written, the command line tells
            sys.stdout.write(f"loccit {__version__}\n")
            sys.stdout.flush()
            return 0
    from loccit.apps.cli import run  # noqa: PLC0415 - the version is told without loading a command

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())

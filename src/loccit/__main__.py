"""The program ``loccit``; ``python -m loccit`` is the same."""

import sys

from loccit.version import __version__


def main() -> int:
    """Run the command line and return the exit code."""
    arguments = sys.argv[1:]
    if arguments == ["--version"]:
        sys.stdout.write(f"loccit {__version__}\n")
        return 0
    from loccit.apps.cli import run  # noqa: PLC0415 - the version is told without loading a command

    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())

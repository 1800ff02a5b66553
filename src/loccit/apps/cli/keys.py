"""Keystrokes: from the terminal one at a time without Enter, from a pipe one character after the other."""

import sys
import termios
import tty
from collections.abc import Iterator


def keystrokes() -> Iterator[str]:
    """Yield keys until the input ends; white space from a pipe is left out."""
    if sys.stdin.isatty():
        yield from _from_terminal(sys.stdin.fileno())
    else:
        while key := sys.stdin.read(1):
            if not key.isspace():
                yield key


def _from_terminal(terminal: int) -> Iterator[str]:
    before = termios.tcgetattr(terminal)
    try:
        # Keys come at once and Ctrl-C still interrupts; what was typed before stays.
        tty.setcbreak(terminal, termios.TCSADRAIN)
        while key := sys.stdin.read(1):
            yield key
    finally:
        termios.tcsetattr(terminal, termios.TCSADRAIN, before)

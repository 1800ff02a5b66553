"""Progress of long work, on standard error only.

On a terminal a live display; elsewhere a line for every hundred subjects and at the end of work that is so long; with
``--quiet`` nothing.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
from rich.progress import Progress as Display
from rich.text import Text

from loccit.apps.cli.session import Session
from loccit.apps.cli.streams import printable, tell
from loccit.protocols import Observer, Progress, ignore

_LINE_EVERY = 100


@contextmanager
def shown(session: Session) -> Iterator[Observer]:
    """Give an observer that shows progress the way the session wants it."""
    if session.quiet:
        yield ignore
    elif sys.stderr.isatty():
        console = Console(stderr=True, no_color=not session.color or None)
        columns = (
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TimeElapsedColumn(),
            TextColumn("{task.fields[subject]}", markup=False),
        )
        with Display(*columns, console=console, transient=True) as display:
            yield LiveProgress(display)
    else:
        yield LineProgress()


class LineProgress:
    """Writes plain lines: the progress of long work that a log should keep."""

    def __init__(self) -> None:
        """Begin with nothing written."""
        self._hundreds: dict[str, int] = {}

    def __call__(self, progress: Progress, /) -> None:
        """Write a line if another hundred subjects are done, or all of a hundred or more."""
        hundreds = progress.done // _LINE_EVERY
        ends = progress.total is not None and progress.done >= progress.total >= _LINE_EVERY
        if hundreds > self._hundreds.get(progress.stage, 0) or ends:
            count = f"{progress.done}" if progress.total is None else f"{progress.done}/{progress.total}"
            tell(f"{progress.stage} {count} {progress.detail or progress.subject}".rstrip())
        self._hundreds[progress.stage] = hundreds


class LiveProgress:
    """Shows one bar a stage."""

    def __init__(self, display: Display) -> None:
        """Take the running display."""
        self._display = display
        self._tasks = {task.description: task.id for task in display.tasks}

    def __call__(self, progress: Progress, /) -> None:
        """Move the stage's bar."""
        task = self._tasks.get(progress.stage)
        if task is None:
            task = self._tasks[progress.stage] = self._display.add_task(progress.stage, total=None, subject="")
        subject = Text(printable(progress.detail or progress.subject)).plain
        self._display.update(task, completed=progress.done, total=progress.total, subject=subject[:60])

"""What every command takes: where the workspace is and how to show results.

The options may stand before or after the command's name; after it wins.
"""

import functools
import inspect
import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from loccit.errors import BadInput

DEFAULT_WORKSPACE = Path(".loccit")

WorkspaceOption = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where records and bytes are kept [default: $LOCCIT_WORKSPACE or .loccit]."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Write the records as JSON to standard output.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Show no progress.")]
NoColorOption = Annotated[bool, typer.Option("--no-color", help="No colours; the variable NO_COLOR does the same.")]

_SHARED: tuple[tuple[str, object, object], ...] = (
    ("workspace", WorkspaceOption, None),
    ("json", JsonOption, False),
    ("quiet", QuietOption, False),
    ("no_color", NoColorOption, False),
)


@dataclass(frozen=True, slots=True)
class Session:
    """The settings of one call of the program."""

    workspace: Path
    json: bool = False
    quiet: bool = False
    color: bool = True

    @classmethod
    def of_environment(cls) -> "Session":
        """Return the settings the environment gives."""
        folder = os.environ.get("LOCCIT_WORKSPACE")
        return cls(Path(folder) if folder else DEFAULT_WORKSPACE, color=not os.environ.get("NO_COLOR"))

    def with_options(self, *, workspace: Path | None, json: bool, quiet: bool, no_color: bool) -> "Session":
        """Return the settings changed by the options that were given.

        Raises:
            BadInput: if the workspace can't be a folder.
        """
        folder = workspace if workspace is not None else self.workspace
        if folder.exists() and not folder.is_dir():
            raise BadInput("--workspace", f"expected a folder, got the file {folder}")
        return replace(
            self,
            workspace=folder,
            json=self.json or json,
            quiet=self.quiet or quiet,
            color=self.color and not no_color,
        )


def takes_session(function: Callable[..., None]) -> Callable[..., None]:
    """Give a command the shared options; it receives them as its first argument, a ``Session``."""

    @functools.wraps(function)
    def command(context: typer.Context, **given: object) -> None:
        shared = {name: given.pop(name) for name, _, _ in _SHARED}
        session: Session = context.obj
        function(session.with_options(**shared), **given)  # type: ignore[arg-type]

    own = list(inspect.signature(function).parameters.values())[1:]
    keyword = inspect.Parameter.KEYWORD_ONLY
    parameters = [
        inspect.Parameter("context", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=typer.Context),
        *(parameter.replace(kind=keyword) for parameter in own),
        *(inspect.Parameter(name, keyword, default=default, annotation=kind) for name, kind, default in _SHARED),
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return command

"""The commands by name, and the root of the program, which loads the one that is called."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from loccit.apps.cli.session import JsonOption, NoColorOption, QuietOption, Session, WorkspaceOption
from loccit.apps.cli.streams import write
from loccit.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

COMMANDS = {
    "ask": "Run the whole path: from a question and claims to checked evidence.",
    "ground": "Answer a query from pages, within an operator's settings.",
    "demo": "Run the whole path on the packaged sample site.",
    "index": "Make a folder of pages or an archive searchable and read it in place of its site.",
    "engines": "List the search engines.",
    "discover": "Ask search engines where it might be written.",
    "candidates": "Turn a saved capture into the candidate queue.",
    "review": "Decide which sources are worth reading.",
    "retrieve": "Read pages into the archive.",
    "recheck": "Read cited pages again and say what became of each passage.",
    "archive": "Read pages from archives that others made.",
    "extract": "Show what a person sees on a page, and where.",
    "locate": "Find a quotation on a page.",
    "judge": "Say whether a page carries a claim.",
    "eval": "Say how right verdicts are on labelled claims.",
    "check": "Check each sentence of an answer against the pages it cites.",
    "handoff": "Show what may be used and what is missing.",
    "export": "Write what was delivered in a form that others read.",
    "verify": "Verify a bundle offline.",
    "store": "Look after the store.",
    "doctor": "Say what is installed and what is missing.",
}


class Commands(TyperGroup):
    """A group that imports a command's module when the command is called."""

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ANN401, ARG002 - the type is private to Typer
        """Return the names, in the order of the path."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:  # noqa: ANN401, ARG002
        """Return the command, or null for a name that is none."""
        if cmd_name not in COMMANDS:
            return None
        command = get_command(import_module(f"loccit.apps.cli.{cmd_name}").app)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:  # noqa: ANN401, ARG002
        """Write the list of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


def command_app(help_text: str | None = None) -> typer.Typer:
    """Return an app for one command's module, set as all of them are."""
    return typer.Typer(
        help=help_text,
        add_completion=False,
        no_args_is_help=help_text is not None,
        pretty_exceptions_enable=False,
        pretty_exceptions_show_locals=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )


def root() -> "Callable[..., Any]":
    """Return the program as a callable of its arguments."""
    app = typer.Typer(
        name="loccit",
        cls=Commands,
        add_completion=False,
        no_args_is_help=True,
        pretty_exceptions_enable=False,
        pretty_exceptions_show_locals=False,
        rich_markup_mode=None,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_root)
    return get_command(app)


def _show_version(value: bool) -> None:
    if value:
        write(f"loccit {__version__}")
        raise typer.Exit


def _root(
    context: typer.Context,
    *,
    workspace: WorkspaceOption = None,
    json: JsonOption = False,
    quiet: QuietOption = False,
    no_color: NoColorOption = False,
    version: bool = typer.Option(False, "--version", help="Show the version.", callback=_show_version, is_eager=True),
) -> None:
    """Web evidence that has been checked: exact passages, honest verdicts, named gaps.

    Exit codes: 0 ran to its end (gaps are a result), 2 bad input, 3 refused by policy, 4 a verification failed,
    5 a component is missing, 130 cancelled.
    """
    del version
    context.obj = Session.of_environment().with_options(workspace=workspace, json=json, quiet=quiet, no_color=no_color)

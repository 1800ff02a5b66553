"""``loccit engines``: the search engines that can be named in a task, and what each needs."""

import os

from rich import box
from rich.table import Table

from loccit import plugins
from loccit.apps.cli import tables
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import write_json
from loccit.errors import MissingComponent
from loccit.ids import JsonValue
from loccit.pipeline.services import ENGINES, Need, needs_of, profile_of

app = command_app()


@app.command()
@takes_session
def engines(session: Session) -> None:
    """List the search engines that --engine accepts, and what each needs and supports.

    Credentials and settings are environment variables; whether one is set is shown, its value never.
    """
    listed = {name: _engine_object(name) for name in plugins.names(ENGINES)}
    if session.json:
        write_json({"engines": listed})
        return
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Engine", no_wrap=True)
    table.add_column("Ready")
    table.add_column("Environment", no_wrap=True)
    table.add_column("Supports", overflow="fold")
    for name, engine in listed.items():
        table.add_row(name, *_cells(name, engine))
    tables.show(session, table)


def _engine_object(name: str) -> dict[str, JsonValue]:
    """Return what an engine is and needs; one that can't be loaded says why."""
    try:
        profile = profile_of(name)
    except MissingComponent as missing:
        return {"ready": False, "problem": str(missing)}
    needs = needs_of(profile, os.environ)
    return {
        "ready": all(need.is_set for need in needs if need.required),
        "origin": profile.origin,
        "supports": sorted(profile.honours),
        "max_pages": profile.max_pages,
        "needs": [_need_object(need) for need in needs],
    }


def _need_object(need: Need) -> dict[str, JsonValue]:
    return {"variable": need.variable, "for": need.purpose, "required": need.required, "set": need.is_set}


def _cells(name: str, engine: dict[str, JsonValue]) -> tuple[str, ...]:
    if "problem" in engine:
        return ("no", "", str(engine["problem"]))
    profile = profile_of(name)
    needs = needs_of(profile, os.environ)
    variables = [f"{need.variable}{'' if need.required else ' (optional)'}" for need in needs]
    return ("yes" if engine["ready"] else "no", "\n".join(variables), ", ".join(sorted(profile.honours)))

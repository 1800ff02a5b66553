"""``loccit handoff``: what may be used and what is missing, as it was delivered."""

from typing import Annotated

import typer

from loccit.apps.cli import tables
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import write, write_json
from loccit.apps.present import record_object
from loccit.deliver.exports import markdown as as_markdown
from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.records import Handoff
from loccit.store.workspace import Workspace

app = command_app()


@app.command()
@takes_session
def handoff(
    session: Session,
    record: Annotated[str | None, typer.Argument(metavar="ID", help="Which one [default: the newest].")] = None,
    *,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write it as Markdown.")] = False,
) -> None:
    """Show what may be used and what is missing.

    A handoff is made by `loccit ask`, before any answer is drafted.
    """
    with Workspace.open(session.workspace, create=False) as workspace:
        stored = list(workspace.store.records(Handoff))
    chosen = _choose(stored, ContentId(record) if record else None, session)
    if session.json:
        write_json(record_object(chosen))
    elif markdown:
        write(as_markdown.write(chosen).rstrip("\n"))
    else:
        tables.show(session, tables.handoff(chosen))


def _choose(stored: list[Handoff], wanted: ContentId | None, session: Session) -> Handoff:
    if not stored:
        raise BadInput("--workspace", f"expected a workspace with a handoff, found none in {session.workspace}")
    if wanted is None:
        return stored[-1]
    for one in stored:
        if one.id == wanted:
            return one
    raise BadInput("ID", f"expected the id of a handoff in {session.workspace}, got {wanted}")

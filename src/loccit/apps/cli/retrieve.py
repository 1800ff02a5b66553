"""``loccit retrieve``: pages into the archive."""

from typing import Annotated

import anyio
import typer

from loccit.apps.cli import exits
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.pages import REFUSED
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, write, write_json
from loccit.apps.present import record_object
from loccit.pipeline import Pipeline, open_pipeline
from loccit.policy import Policy
from loccit.records import Retrieval

app = command_app()


@app.command()
@takes_session
def retrieve(
    session: Session,
    urls: Annotated[list[str], typer.Argument(metavar="URL", help="Addresses to read.")],
) -> None:
    """Read pages into the archive.

    A page that can't be read is a result and is recorded; the exit code is 3 if a policy refused one.
    """
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        retrievals = anyio.run(_retrieve, pipeline, urls)
    if session.json:
        write_json({"retrievals": [record_object(retrieval) for retrieval in retrievals]})
    else:
        for retrieval in retrievals:
            address = retrieval.final_url or retrieval.requested_url
            write(printable(f"{retrieval.outcome} {address} {retrieval.detail}"))
    if any(retrieval.outcome in REFUSED for retrieval in retrievals):
        raise typer.Exit(exits.REFUSED)


async def _retrieve(pipeline: Pipeline, urls: list[str]) -> list[Retrieval]:
    return [(await pipeline.retrieve(url))[0] for url in urls]

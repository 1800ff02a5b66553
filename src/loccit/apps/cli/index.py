"""``loccit index``: a folder of pages, searchable and read in place of its site."""

from pathlib import Path
from typing import Annotated

import anyio
import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import tell, write, write_json
from loccit.apps.present import record_object
from loccit.errors import BadInput
from loccit.pipeline import open_pipeline
from loccit.policy import Policy

app = command_app()


@app.command()
@takes_session
def index(
    session: Session,
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder that mirrors a site.")],
    base_url: Annotated[str, typer.Option(metavar="URL", help="The address of the folder, e.g. https://a.example/.")],
) -> None:
    """Make a folder of pages searchable and read it in place of its site.

    Addresses below the base URL are read from the folder and never from the network. It can be stopped and started
    again; pages that are indexed already and unchanged are not done again.
    """
    if not folder.is_dir():
        raise BadInput("FOLDER", f"expected a folder that exists, got {folder}")
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        report = anyio.run(pipeline.index_folder, folder, base_url)
    if session.json:
        write_json(
            {
                "mount": record_object(report.mount),
                "pages_seen": report.pages_seen,
                "pages_indexed": report.pages_indexed,
                "pages_unchanged": report.pages_unchanged,
                "pages_removed": report.pages_removed,
                "failures": [record_object(failure) for failure in report.failures],
            }
        )
        return
    for failure in report.failures:
        tell(f"{failure.subject}: {failure.sentence}")
    counts = f"{report.pages_indexed} indexed, {report.pages_unchanged} unchanged, {len(report.failures)} failed"
    gone = f", {report.pages_removed} gone" if report.pages_removed else ""
    write(f"{report.pages_seen} pages seen: {counts}{gone}")

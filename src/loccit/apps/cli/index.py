"""``loccit index``: a folder of pages or an archive, searchable and read in place of its site."""

from pathlib import Path
from typing import Annotated

import anyio
import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, tell, write, write_json
from loccit.apps.present import index_object
from loccit.errors import BadInput
from loccit.pipeline import IndexReport, Pipeline, open_pipeline
from loccit.policy import Policy

app = command_app()


@app.command()
@takes_session
def index(
    session: Session,
    source: Annotated[
        Path, typer.Argument(metavar="FOLDER|FILE", help="A folder that mirrors a site, or a WARC or WACZ file.")
    ],
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address of the folder, e.g. https://a.example/.")
    ] = None,
) -> None:
    """Make a folder of pages or an archive searchable and read it in place of its site.

    Addresses below the base URL of a folder, and those an archive holds, are read from there and never from the
    network. It can be stopped and started again; what is indexed already and unchanged is not done again.
    """
    _check(source, base_url)
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        report = anyio.run(_indexed, pipeline, source, base_url)
    if session.json:
        write_json(index_object(report))
        return
    for sentence in (*report.problems, *(f"{failure.subject}: {failure.sentence}" for failure in report.failures)):
        tell(printable(sentence))
    counts = f"{report.pages_indexed} indexed, {report.pages_unchanged} unchanged, {len(report.failures)} failed"
    other = f", {report.pages_passed_over} no pages" if report.pages_passed_over else ""
    gone = f", {report.pages_removed} gone" if report.pages_removed else ""
    write(f"{report.pages_seen} pages seen: {counts}{other}{gone}")


def _check(source: Path, base_url: str | None) -> None:
    if base_url is not None and not source.is_dir():
        raise BadInput("FOLDER", f"expected a folder that exists, got {source}")
    if base_url is None and source.is_dir():
        raise BadInput("--base-url", "expected the address the folder stands for, such as https://a.example/")
    if not source.exists():
        raise BadInput("FOLDER|FILE", f"expected a folder with --base-url, or a WARC or WACZ file, got {source}")


async def _indexed(pipeline: Pipeline, source: Path, base_url: str | None) -> IndexReport:
    if base_url is None:
        return await pipeline.index_archive(source)
    return await pipeline.index_folder(source, base_url)

"""``loccit index``: a folder of pages, an archive, or what a sitemap lists, made searchable."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Annotated

import anyio
import typer

from loccit.apps.cli import exits
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.pages import REFUSED
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, tell, write, write_json
from loccit.apps.present import index_object
from loccit.errors import BadInput
from loccit.pipeline import IndexReport, Pipeline, open_pipeline
from loccit.policy import Policy

app = command_app()

Work = Callable[[Pipeline], Awaitable[IndexReport]]


@app.command()
@takes_session
def index(
    session: Session,
    source: Annotated[
        Path | None, typer.Argument(metavar="FOLDER|FILE", help="A folder that mirrors a site, or a WARC or WACZ file.")
    ] = None,
    base_url: Annotated[
        str | None, typer.Option(metavar="URL", help="The address of the folder, e.g. https://a.example/.")
    ] = None,
    sitemap: Annotated[
        str | None,
        typer.Option(metavar="FILE|URL", help="Index what a sitemap lists; a robots.txt stands for those it names."),
    ] = None,
) -> None:
    """Make a folder of pages or an archive searchable and read it in place of its site; or the pages of a sitemap.

    Addresses below the base URL of a folder, and those an archive holds, are read from there and never from the
    network. The pages of a sitemap are read from wherever they are: a folder, an archive, else the network, at a
    bearable pace and as robots.txt allows. It can be stopped and started again; what is indexed already and unchanged
    is not done again. The exit code is 3 if a policy refused to read a page or a sitemap.
    """
    wanted = _checked(source, base_url, sitemap)
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        report = anyio.run(wanted, pipeline)
    if session.json:
        write_json(index_object(report))
    else:
        _show(report)
    if any(failure.code in REFUSED for failure in report.failures):
        raise typer.Exit(exits.REFUSED)


def _show(report: IndexReport) -> None:
    for sentence in (*report.problems, *(f"{failure.subject}: {failure.sentence}" for failure in report.failures)):
        tell(printable(sentence))
    counts = f"{report.pages_indexed} indexed, {report.pages_unchanged} unchanged, {len(report.failures)} failed"
    other = f", {report.pages_passed_over} no pages" if report.pages_passed_over else ""
    gone = f", {report.pages_removed} gone" if report.pages_removed else ""
    write(f"{report.pages_seen} pages seen: {counts}{other}{gone}")


def _checked(source: Path | None, base_url: str | None, sitemap: str | None) -> Work:
    """Return what is to be done.

    Raises:
        BadInput: if it is nothing, several things, or a folder, file or address that is none.
    """
    if sitemap is not None:
        if source is not None:
            raise BadInput("--sitemap", "expected either a sitemap or a folder or file, one at a time")
        return lambda pipeline: pipeline.index_sitemap(sitemap, base_url)
    if source is None:
        raise BadInput("FOLDER|FILE", "expected a folder, a WARC or WACZ file, or --sitemap")
    if base_url is not None:
        if not source.is_dir():
            raise BadInput("FOLDER", f"expected a folder that exists, got {source}")
        return lambda pipeline: pipeline.index_folder(source, base_url)
    if source.is_dir():
        raise BadInput("--base-url", "expected the address the folder stands for, such as https://a.example/")
    if not source.exists():
        raise BadInput("FOLDER|FILE", f"expected a folder with --base-url, or a WARC or WACZ file, got {source}")
    return lambda pipeline: pipeline.index_archive(source)

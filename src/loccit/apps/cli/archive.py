"""``loccit archive``: archives that others made, as a source of pages."""

from pathlib import Path
from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, tell, write, write_json
from loccit.apps.present import record_object
from loccit.clock import SystemClock
from loccit.errors import VerificationFailed
from loccit.pipeline.importing import take_in
from loccit.store.workspace import Workspace
from loccit.transport.importing import ImportProblem

app = command_app("Read pages from archives that others made.")


@app.callback()
def archive() -> None:
    """Read pages from archives that others made."""


@app.command("import")
@takes_session
def import_files(
    session: Session,
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="WARC files (.warc, .warc.gz) or WACZ files.")],
) -> None:
    """Take archives in: from now on, the URLs they hold are read from them and not from the network.

    Such readings are marked as not witnessed and carry the date of the copy. Each record is checked by its digests;
    what does not hold is named and the exit code is then 4, but what is sound is taken in.
    """
    problems: list[ImportProblem] = []
    with Workspace.open(session.workspace) as workspace:
        imports = [take_in(workspace, file, clock=SystemClock()) for file in files]
    for one in imports:
        problems += one.report.problems
    if session.json:
        write_json({"archives": [record_object(record) for one in imports for record in one.archives]})
    else:
        for record in (record for one in imports for record in one.archives):
            write(printable(f"{record.name}: {record.pages} pages in {record.records} records; {record.file_digest}"))
    for problem in problems:
        place = f"{problem.file}, byte {problem.offset}{f', {problem.record_id}' if problem.record_id else ''}"
        tell(f"{place}: {problem.sentence}")
    if problems:
        raise VerificationFailed(f"{len(problems)} records or files do not verify; the others were taken in")

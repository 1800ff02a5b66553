"""``loccit store``: upkeep of what is kept."""

from contextlib import closing
from dataclasses import asdict

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, write, write_json
from loccit.clock import SystemClock
from loccit.errors import VerificationFailed
from loccit.pipeline.verification import verify as verify_workspace
from loccit.retrieve.warc import WarcArchive
from loccit.store.recheck import recheck_citations
from loccit.store.report import VerificationReport
from loccit.store.workspace import Workspace

app = command_app("Look after the store.")


@app.callback()
def store() -> None:
    """Look after the store."""


@app.command()
@takes_session
def verify(session: Session) -> None:
    """Derive every id again, and check every blob, passage, ledger entry and archived exchange.

    Each thing that does not hold is named on a line of its own; the exit code is then 4. An empty store proves
    nothing and fails too.
    """
    with (
        Workspace.open(session.workspace, create=False) as workspace,
        closing(WarcArchive(workspace.archive_folder, SystemClock())) as archive,
        shown(session) as observer,
    ):
        report = verify_workspace(workspace, archive, observe=observer)
    if session.json:
        write_json(report_object(report))
    else:
        for problem in report.problems:
            write(printable(f"{problem.code}: {problem.sentence} {' '.join(problem.records)}".rstrip()))
        for note in report.notes:
            write(printable(f"note: {note}"))
        checked = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in report.checked.items())
        write(f"checked: {checked}; {report.problem_count} problems")
    if report.result == "not_checked":
        raise VerificationFailed(f"{session.workspace}: no record is stored, so nothing was verified")
    if report.result == "failed":
        raise VerificationFailed(f"{session.workspace}: {report.problem_count} things do not verify")


@app.command()
@takes_session
def citations(session: Session) -> None:
    """Check every stored citation against its passage, and that against the text it stands in.

    It is quick and does less than verify. The exit code is 4 if one does not hold, or if there are none.
    """
    with Workspace.open(session.workspace, create=False) as workspace:
        done = recheck_citations(workspace.store)
    if session.json:
        write_json(asdict(done))
    else:
        for sentence in done.problems:
            write(printable(sentence))
        write(f"checked: {done.citations} citations, {done.with_passage} with a passage; {done.problem_count} problems")
    if not done.citations:
        raise VerificationFailed(f"{session.workspace}: no citation is stored, so none was checked")
    if done.problem_count:
        raise VerificationFailed(f"{session.workspace}: {done.problem_count} citations do not hold")


def report_object(report: VerificationReport) -> dict[str, object]:
    """Return a report as a JSON object."""
    return {
        "result": report.result,
        "checked": dict(report.checked),
        "problems": [asdict(problem) for problem in report.problems],
        "problem_count": report.problem_count,
        "notes": list(report.notes),
        "head": report.head._asdict(),
    }

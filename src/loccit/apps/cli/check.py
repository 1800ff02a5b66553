"""``loccit check``: does each sentence of a finished answer rest on what it cites?"""

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import anyio
import typer
from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from loccit.apps.cli import exits, tables
from loccit.apps.cli.answers import names_of, read_answers
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.sources import given_pages
from loccit.apps.cli.streams import printable, read_text, tell, write, write_json
from loccit.cite import baseline as baselines
from loccit.cite.audit import Audit, AuditedSentence
from loccit.cite.exports import REPORTS
from loccit.cite.exports.wording import figures, headline
from loccit.cite.problems import MEANINGS, WARNINGS, Gate, gate, problems_of
from loccit.cite.report import report_object
from loccit.errors import BadInput
from loccit.pipeline import open_pipeline
from loccit.pipeline.auditing import Auditor
from loccit.pipeline.receiving import ReceivedAnswer
from loccit.policy import Policy
from loccit.transport.given import GivenPages

app = command_app()


class ReportForm(StrEnum):
    """The forms of reports."""

    HTML = "html"
    JSON = "json"
    JUNIT = "junit"
    MD = "md"
    SARIF = "sarif"


@app.command()
@takes_session
def check(
    session: Session,
    answers: Annotated[
        list[str], typer.Argument(metavar="ANSWER...", help="Files or patterns of files; - reads standard input.")
    ],
    *,
    format_name: Annotated[
        str | None, typer.Option("--format", metavar="F", help="Their format [default: told by their structure].")
    ] = None,
    sources: Annotated[
        list[str] | None,
        typer.Option(metavar="FILE|DIR|URL=FILE", help="Pages in place of addresses; may be repeated."),
    ] = None,
    allow: Annotated[
        list[str] | None, typer.Option(metavar="CODE", help="A kind of problem that fails nothing; may be repeated.")
    ] = None,
    baseline: Annotated[
        str | None, typer.Option(metavar="FILE", help="Problems that are known and fail nothing.")
    ] = None,
    write_baseline: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the problems found as a baseline, and pass.")
    ] = None,
    report: Annotated[ReportForm | None, typer.Option(help="Write a report, to --output or standard output.")] = None,
    output: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the report goes.")] = None,
    rendered: Annotated[
        str | None, typer.Option(metavar="FILE", help="The answer as readers see it, to check attribution in.")
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Read pages again that are in the store.")] = False,
) -> None:
    """Check each sentence of an answer against the pages it cites.

    Sources are taken from --sources, the store, a mounted site or the network, in that order. Exit code 0: every
    sentence is carried, or what is not is allowed or in the baseline; 4: it is not; 2: bad input.
    """
    allowed = frozenset(_code(one) for one in allow or ())
    if output is not None and report is None:
        raise BadInput("--output", f"expected --report ({', '.join(REPORTS)}) beside it")
    if report is not None and output is None and session.json:
        raise BadInput("--report", "expected --output beside --json, so that standard output is one JSON value")
    known = frozenset() if baseline is None else baselines.read(read_text(baseline), name=baseline)
    read = list(read_answers(names_of(answers), format_name=format_name, rendered=rendered))
    given = given_pages(sources or (), (source.url for one in read for source in one.reading.answer.sources))
    audits = _audits(session, read, given, refresh=refresh)
    decided = gate(audits, allowed=allowed, baseline=known)
    if write_baseline is not None:
        _save(write_baseline, baselines.write(one for audit in audits for one in problems_of(audit)))
    if report is not None:
        text = REPORTS[report](audits, decided)
        write(text.rstrip("\n")) if output is None else _save(output, text)
    if session.json:
        write_json(report_object(audits, decided))
    elif report is None or output is not None:
        _show(session, audits, decided)
    if not decided.passed and write_baseline is None:
        raise typer.Exit(exits.NOT_VERIFIED)


def _audits(
    session: Session, read: Sequence[ReceivedAnswer], given: GivenPages | None, *, refresh: bool
) -> list[Audit]:
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        auditor = Auditor(pipeline.parts, given=given, refresh=refresh)

        async def run() -> list[Audit]:
            return [await auditor.check(one) for one in read]

        return anyio.run(run)


def _code(name: str) -> str:
    code = name.strip()
    if code not in MEANINGS or code in WARNINGS:
        names = ", ".join(one for one in MEANINGS if one not in WARNINGS)
        raise BadInput("--allow", f"expected one of {names}, got {name!r}")
    return code


def _save(path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8", newline="\n")


def _show(session: Session, audits: Sequence[Audit], decided: Gate) -> None:
    for audit in audits:
        tables.show(session, Group(tables.plain(audit.name), _table(audit)))
        for kind, problems in (("error", decided.failing), ("warning", decided.warnings), ("known", decided.known)):
            for one in problems:
                if one.file == audit.name:
                    write(printable(f"{kind}: {one.code}: {one.detail} {' '.join(one.text.split())}".rstrip()))
        write(printable(figures(audit.summary)))
    tell(headline(decided))


def _table(audit: Audit) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Sentence", ratio=5, overflow="fold")
    table.add_column("State", min_width=16)
    table.add_column("Sources and passages", ratio=6, overflow="fold")
    for number, one in enumerate(audit.sentences, 1):
        table.add_row(
            tables.plain(f"{number}. {one.sentence.wording}"), tables.labelled(one.state, one.label), _ground(one)
        )
    return table


def _ground(one: AuditedSentence) -> Text:
    lines = []
    for pair in one.pairs:
        lines.append(f"{pair.citation.state or 'undecided'}: {pair.source.source.url}")
        lines += [f"“{passage.exact}” [{passage.start}-{passage.end}]" for passage in pair.passages]
    return tables.plain("\n".join(lines))

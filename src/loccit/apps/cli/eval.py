"""``loccit eval``: how right are the judges on labelled claims?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, cast, get_args

import anyio
import typer
from rich import box
from rich.table import Table

from loccit.apps import eval_report
from loccit.apps.cli import tables
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.given_text import document_of
from loccit.apps.cli.judge import judge_line, judges_of, lines_of
from loccit.apps.cli.judge_settings import JudgeNames, JudgeSettings, judge_policy
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import write, write_json
from loccit.apps.eval_report import EvaluatedCase, Figures, Row, share_of
from loccit.apps.present import Json
from loccit.errors import BadInput
from loccit.judge import figures
from loccit.judge.figures import JudgedCase, Share
from loccit.policy import Policy
from loccit.protocols import Judge, Observer, Progress
from loccit.records import State
from loccit.text.tokens import tokens

STATES = cast("tuple[State, ...]", get_args(State))
REPORTED: tuple[State, ...] = ("supported", "contradicted", "partly_supported", "unsupported")

app = command_app()


@app.command()
@takes_session
def evaluate(
    session: Session,
    file: Annotated[str, typer.Argument(metavar="FILE", help="Lines of labelled claims; - is standard input.")],
    *,
    judge: JudgeNames = None,
    judge_settings: JudgeSettings = None,
    html: Annotated[
        bool, typer.Option("--html", help="Write a page for a browser instead, with the worst errors and their facets.")
    ] = False,
) -> None:
    """Say how right verdicts are on labelled claims.

    Each line of FILE is a JSON object with claim, evidence (a text or a list of sentences) and state (one of the five,
    or null for a claim that should be left open); group, language and facet are optional. Prints the precision of each
    verdict with its 95 % interval, recall, coverage, and balanced accuracy and macro-F1 beside always-supported and
    word-overlap baselines.

    Example: loccit eval claims.jsonl --html > report.html
    """
    if html and session.json:
        raise BadInput("--html", "expected without --json")
    policy = Policy(judge=judge_policy(judge, judge_settings, min_body_length=1))
    with shown(session) as observer:
        evaluated = anyio.run(_evaluated, file, policy, observer)
    if not evaluated:
        raise BadInput(file, "expected at least one labelled claim, got none")
    cases = [one.judged for one in evaluated]
    if session.json:
        write_json(report(cases))
    elif html:
        write(eval_report.write(list(_tables(cases)), figures.curve(cases), evaluated).removesuffix("\n"))
    else:
        for table in _tables(cases):
            tables.show(session, _drawn(table))


async def _evaluated(name: str, policy: Policy, observer: Observer) -> list[EvaluatedCase]:
    judges = judges_of(policy)
    lines = list(lines_of(name))
    found = []
    for done, (number, given) in enumerate(lines, start=1):
        found.append(await _case(given, f"{name}, line {number}", policy, judges))
        observer(Progress("eval", f"line {number}", done, len(lines)))
    return found


async def _case(given: Mapping[str, object], place: str, policy: Policy, judges: Sequence[Judge]) -> EvaluatedCase:
    expected = given.get("state", "")
    if expected is not None and expected not in STATES:
        raise BadInput(f"{place}, state", f"expected one of {', '.join(STATES)}, or null")
    judged = await judge_line(given, place, policy, judges)
    wording = cast("str", given["claim"]).strip()
    evidence = document_of(cast("str | list[str]", given["evidence"])).text
    case = JudgedCase(
        expected=expected,
        given=cast("State | None", judged["state"]),
        confidence=cast("int | None", judged["confidence"]) or 0,
        overlap=_overlap(wording, evidence),
        group=str(given.get("group", given["claim"])),
        language=str(given.get("language", "")),
        facet=str(given.get("facet", "")),
    )
    return EvaluatedCase(case, place, wording, evidence, cast("Mapping[str, Json]", judged))


def _overlap(wording: str, evidence: str) -> int:
    said, stands = set(tokens(wording)), set(tokens(evidence))
    return 1_000_000 * len(said & stands) // len(said) if said else 0


def report(cases: Sequence[JudgedCase]) -> Json:
    """Return all figures as one object; shares are millionths, as everywhere."""
    parts: dict[str, Json] = {}
    for name, some in _parts(cases):
        parts[name] = _figures(some)
    return {
        **_figures(cases),
        "baselines": {
            "always_supported": _millionths(figures.balanced_accuracy(cases, score=lambda _: 1_000_000)),
            "overlap": _millionths(figures.balanced_accuracy(cases, score=lambda case: case.overlap)),
        },
        "curve": [[_millionths(share), _millionths(value)] for share, value in figures.curve(cases)],
        "parts": cast("Json", parts),
    }


def _figures(cases: Sequence[JudgedCase]) -> Json:
    states: dict[str, Json] = {
        state: {"precision": _share(figures.precision(cases, state)), "recall": _share(figures.recall(cases, state))}
        for state in REPORTED
    }
    interval = figures.bootstrap(cases, figures.balanced_accuracy)
    return {
        "cases": len(cases),
        "coverage": _share(figures.coverage(cases)),
        "states": cast("Json", states),
        "macro_f1": _millionths(figures.macro_f1(cases)),
        "balanced_accuracy": _millionths(figures.balanced_accuracy(cases)),
        "balanced_accuracy_interval": None if interval is None else [_millionths(end) for end in interval],
    }


def _parts(cases: Sequence[JudgedCase]) -> Iterator[tuple[str, list[JudgedCase]]]:
    for kind in ("language", "facet"):
        names = sorted({getattr(case, kind) for case in cases} - {""})
        for name in names:
            yield f"{kind} {name}", [case for case in cases if getattr(case, kind) == name]


def _share(share: Share) -> Json:
    low, high = share.interval
    return {
        "right": share.right,
        "of": share.called,
        "value": _millionths(share.value),
        "interval": [_millionths(low), _millionths(high)],
        "too_few": share.too_few,
    }


def _millionths(value: float | None) -> int | None:
    return None if value is None else round(1_000_000 * value)


def _tables(cases: Sequence[JudgedCase]) -> Iterator[Figures]:
    verdicts = []
    for state in REPORTED:
        found, back = figures.precision(cases, state), figures.recall(cases, state)
        few = " (too few)" if found.too_few else ""
        least = f"{found.interval[0]:.3f}{few}" if found.called else "-"
        verdicts.append(Row(state, (share_of(found), least, share_of(back))))
    verdicts.append(Row("decided", (share_of(figures.coverage(cases)), "", "")))
    yield Figures("Verdict", ("Precision", "At least", "Recall"), tuple(verdicts))
    ends = figures.bootstrap(cases, figures.balanced_accuracy)
    spread = "-" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"
    overlap = figures.balanced_accuracy(cases, score=lambda case: case.overlap)
    always = figures.balanced_accuracy(cases, score=lambda _: 1_000_000)
    ranking = (
        Row("confidence", (_number(figures.balanced_accuracy(cases)), spread)),
        Row("word overlap", (_number(overlap), "")),
        Row("always supported", (_number(always), "")),
        Row("macro-F1 of the verdicts", (_number(figures.macro_f1(cases)), "")),
    )
    yield Figures("Ranking by", ("Balanced accuracy", "95 %"), ranking)
    parts = []
    for name, some in _parts(cases):
        states = [share_of(figures.precision(some, state)) for state in REPORTED[:2]]
        parts.append(Row(name, (str(len(some)), *states, share_of(figures.coverage(some)))))
    if parts:
        yield Figures("Part", ("Cases", "Supported", "Contradicted", "Decided"), tuple(parts))


def _drawn(given: Figures) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in (given.title, *given.columns):
        table.add_column(column)
    for row in given.rows:
        table.add_row(tables.plain(row.name), *row.cells)
    return table


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"

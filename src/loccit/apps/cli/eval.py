"""``loccit eval``: how right are the judges on labelled claims?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, cast, get_args

import anyio
import typer
from rich import box
from rich.table import Table

from loccit.apps.cli import tables
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.judge import judge_line, judges_of, lines_of
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import write_json
from loccit.apps.present import Json
from loccit.errors import BadInput
from loccit.judge import figures
from loccit.judge.figures import JudgedCase, Share
from loccit.policy import JudgePolicy, Policy
from loccit.protocols import Judge
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
    judge: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Who judges; may be repeated [default: rules].")
    ] = None,
) -> None:
    """Say how right verdicts are on labelled claims.

    Each line of FILE is a JSON object with claim, evidence (a text or a list of sentences) and state (one of the five,
    or null for a claim that should be left open); group, language and facet are optional. Prints the precision of each
    verdict with its 95 % interval, recall, coverage, and balanced accuracy and macro-F1 beside always-supported and
    word-overlap baselines.
    """
    policy = Policy(judge=JudgePolicy(judges=tuple(judge or ("rules",)), min_body_length=1))
    cases = anyio.run(_judged, file, policy)
    if not cases:
        raise BadInput(file, "expected at least one labelled claim, got none")
    if session.json:
        write_json(report(cases))
    else:
        for table in _tables(cases):
            tables.show(session, table)


async def _judged(name: str, policy: Policy) -> list[JudgedCase]:
    judges = judges_of(policy)
    return [await _case(given, f"{name}, line {number}", policy, judges) for number, given in lines_of(name)]


async def _case(given: Mapping[str, object], place: str, policy: Policy, judges: Sequence[Judge]) -> JudgedCase:
    expected = given.get("state", "")
    if expected is not None and expected not in STATES:
        raise BadInput(f"{place}, state", f"expected one of {', '.join(STATES)}, or null")
    judged = await judge_line(given, place, policy, judges)
    wording, text = cast("str", given["claim"]), given["evidence"]
    evidence = text if isinstance(text, str) else " ".join(cast("list[str]", text))
    return JudgedCase(
        expected=expected,
        given=cast("State | None", judged["state"]),
        confidence=cast("int | None", judged["confidence"]) or 0,
        overlap=_overlap(wording, evidence),
        group=str(given.get("group", wording)),
        language=str(given.get("language", "")),
        facet=str(given.get("facet", "")),
    )


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


def _tables(cases: Sequence[JudgedCase]) -> Iterator[Table]:
    verdicts = _table("Verdict", "Precision", "At least", "Recall")
    for state in REPORTED:
        found, back = figures.precision(cases, state), figures.recall(cases, state)
        few = " (too few)" if found.too_few else ""
        verdicts.add_row(state, _of(found), f"{found.interval[0]:.3f}{few}" if found.called else "-", _of(back))
    verdicts.add_row("decided", _of(figures.coverage(cases)), "", "")
    yield verdicts
    ranking = _table("Ranking by", "Balanced accuracy", "95 %")
    ends = figures.bootstrap(cases, figures.balanced_accuracy)
    shown = "-" if ends is None else f"{ends[0]:.3f} to {ends[1]:.3f}"
    ranking.add_row("confidence", _number(figures.balanced_accuracy(cases)), shown)
    ranking.add_row("word overlap", _number(figures.balanced_accuracy(cases, score=lambda case: case.overlap)), "")
    ranking.add_row("always supported", _number(figures.balanced_accuracy(cases, score=lambda _: 1_000_000)), "")
    ranking.add_row("macro-F1 of the verdicts", _number(figures.macro_f1(cases)), "")
    yield ranking
    parts = list(_parts(cases))
    if parts:
        table = _table("Part", "Cases", "Supported", "Contradicted", "Decided")
        for name, some in parts:
            states = [_of(figures.precision(some, state)) for state in REPORTED[:2]]
            table.add_row(tables.plain(name), str(len(some)), *states, _of(figures.coverage(some)))
        yield table


def _table(*columns: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for column in columns:
        table.add_column(column)
    return table


def _of(share: Share) -> str:
    return f"{share.right} of {share.called} ({_number(share.value)})"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"

"""``loccit judge``: does a page, or a text, carry a claim?"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, cast

import anyio
import typer

from loccit import plugins
from loccit.apps.cli import tables
from loccit.apps.cli.ask import filled, requirements_of
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.given_text import document_of
from loccit.apps.cli.judge_settings import JudgeNames, JudgeSettings, judge_policy
from loccit.apps.cli.pages import Page, given_page, origin, page_of
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import read_text, write_json, write_json_line
from loccit.apps.present import Json, located_passage, record_object
from loccit.errors import BadInput
from loccit.ids import json_kind
from loccit.judge.combine import Trace, confidence, evidence
from loccit.policy import Policy
from loccit.protocols import Judge
from loccit.records import Claim, Requirements

app = command_app()


@app.command()
@takes_session
def judge(
    session: Session,
    page: Annotated[
        str | None, typer.Argument(metavar="PAGE", help="A file, an address or the id of a record.")
    ] = None,
    *,
    claim: Annotated[str | None, typer.Option(metavar="TEXT", help="The statement to judge.")] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE", help="What the source must be: date, version, product, market, source_kind."
        ),
    ] = None,
    jsonl: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Judge lines of {id, claim, evidence} instead; - is standard input."),
    ] = None,
    judge: JudgeNames = None,
    judge_settings: JudgeSettings = None,
) -> None:
    """Say whether a page carries a claim.

    With --jsonl each line gives a claim and its evidence, a text or a list of sentences; a line of JSON with state,
    reasons, facets, passages and confidence answers it. Nothing is stored but what is read from an address.
    """
    if jsonl is not None:
        if page is not None or claim is not None:
            raise BadInput("--jsonl", "expected neither a page nor --claim beside it")
        # What is given is no page, so it can't be a thin one.
        policy = Policy(judge=judge_policy(judge, judge_settings, min_body_length=1))
        for line in anyio.run(_judge_lines, jsonl, policy):
            write_json_line(line)
        return
    if claim is None or page is None:
        raise BadInput("--claim" if claim is None else "PAGE", "expected a claim and a page, or --jsonl")
    statement = _claim(filled("--claim", claim), requirements_of(require or ()))
    policy = Policy(judge=judge_policy(judge, judge_settings))
    judged = anyio.run(judge_page, statement, page_of(session, page), policy)
    if session.json:
        write_json(judged)
    else:
        tables.show(session, tables.verdict(judged))


async def judge_page(claim: Claim, page: Page, policy: Policy, *, judges: Sequence[Judge] | None = None) -> Json:
    """Return the evidence record of a claim on a page, its passages and opinions written out.

    Args:
        judges: those the policy names, where they were made before.
    """
    asked = judges_of(policy) if judges is None else judges
    judgements = [] if page.document is None else [await one.opine(claim, page.document, ()) for one in asked]
    opinions = [judgement.opinion for judgement in judgements]
    record = evidence(claim, Trace(page.retrieval, page.document), opinions, policy=policy.judge)
    passages = {passage.id: passage for judgement in judgements for passage in judgement.passages}
    return {
        **record_object(record),
        "wording": claim.wording,
        "passages": [located_passage(passages[one], page.retrieval) for one in record.passages],
        "opinions": [record_object(opinion) for opinion in opinions],
        "confidence": confidence(opinions),
    }


async def _judge_lines(name: str, policy: Policy) -> list[Json]:
    judges = judges_of(policy)
    return [await judge_line(given, f"{name}, line {number}", policy, judges) for number, given in lines_of(name)]


async def judge_line(given: Mapping[str, object], place: str, policy: Policy, judges: Sequence[Judge]) -> Json:
    """Return the verdict on one line of ``{id, claim, evidence}``.

    Raises:
        BadInput: naming the place, if claim or evidence is not what is expected.
    """
    wording, text = given.get("claim"), given.get("evidence")
    if not isinstance(wording, str) or not wording.strip():
        raise BadInput(f"{place}, claim", "expected a text that is not blank")
    sentences = isinstance(text, list) and all(isinstance(one, str) for one in text)
    if not isinstance(text, str) and not sentences:
        raise BadInput(f"{place}, evidence", "expected a text or a list of sentences")
    page = given_page(document_of(cast("str | list[str]", text)))
    judged = await judge_page(_claim(wording.strip(), Requirements()), page, policy, judges=judges)
    passages = cast("list[Json]", judged["passages"])
    return {
        "id": cast("str", given.get("id")),
        **{name: judged[name] for name in ("state", "reasons", "facets")},
        "passages": [{name: passage[name] for name in ("exact", "start", "end")} for passage in passages],
        "confidence": judged["confidence"],
    }


def lines_of(name: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the objects of a file of JSON Lines with their line numbers, blank lines left out.

    Raises:
        BadInput: naming file and line, if one is no JSON object.
    """
    for number, line in enumerate(read_text(name).split("\n"), 1):
        if not line.strip():
            continue
        try:
            given = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise BadInput(f"{name}, line {number}", f"expected a JSON object ({error})") from error
        if not isinstance(given, dict):
            raise BadInput(f"{name}, line {number}", f"expected a JSON object, got {json_kind(given)}")
        yield number, given


def judges_of(policy: Policy) -> list[Judge]:
    """Return the judges a policy names.

    Raises:
        BadInput: if one of them is not installed or not set up.
    """
    names = policy.judge.judges
    return [
        cast("Callable[[Policy], Judge]", plugins.load("loccit.judges", name, field="judges"))(policy) for name in names
    ]


def _claim(wording: str, requirements: Requirements) -> Claim:
    return Claim(origin=origin("frame"), wording=wording, requirements=requirements)

"""``loccit ask``: a question and claims in, checked evidence out."""

import os
from typing import Annotated

import anyio
import typer

from loccit.apps.cli import tables
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import read_text, tell, write, write_json
from loccit.apps.present import ask_object
from loccit.deliver.requirements import is_date
from loccit.errors import BadInput
from loccit.pipeline import AskRequest, AskResult, open_pipeline
from loccit.policy import Policy, ReviewPolicy
from loccit.records import Requirements

app = command_app()


@app.command()
@takes_session
def ask(
    session: Session,
    question: Annotated[str, typer.Argument(metavar="QUESTION", help="The question; it is not sent anywhere.")],
    *,
    claim: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A statement that needs evidence; may be repeated.")
    ] = None,
    claims_from: Annotated[
        str | None, typer.Option(metavar="FILE", help="Read further claims, one a line; - is standard input.")
    ] = None,
    query: Annotated[
        list[str] | None,
        typer.Option(
            metavar="TEXT", help="Words to send; may be repeated [default: derived from question and claims]."
        ),
    ] = None,
    require: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=VALUE", help="What sources must be: date, version, product, market, source_kind."),
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A search engine; may be repeated [default: local].")
    ] = None,
    max_results: Annotated[int, typer.Option(metavar="N", help="Rows kept of one query to one engine.")] = 20,
    select_rule: Annotated[
        str | None, typer.Option(metavar="RULE", help="The rule that selects sources [default: match:5].")
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Search and read again.")] = False,
) -> None:
    """Run the whole path: from a question and claims to checked evidence.

    Without claims it returns the passages that best match the question, as items for review and not as evidence.
    A second run re-uses what is stored.
    """
    if max_results < 1:
        raise BadInput("--max-results", f"expected a number of at least 1, got {max_results}")
    request = AskRequest(
        question=filled("QUESTION", question),
        claims=claims_of(claim or (), claims_from),
        queries=tuple(filled("--query", one) for one in query or ()),
        requirements=requirements_of(require or ()),
        engines=tuple(engine or ("local",)),
        max_results=max_results,
        refresh=refresh,
    )
    policy = Policy() if select_rule is None else Policy(review=ReviewPolicy(select_rule=select_rule))
    with (
        shown(session) as observer,
        open_pipeline(session.workspace, policy=policy, observer=observer, settings=os.environ) as pipeline,
    ):
        result = anyio.run(pipeline.ask, request)
    show_result(session, result)


def show_result(session: Session, result: AskResult) -> None:
    """Write a result the way the session wants it."""
    if session.json:
        write_json(ask_object(result))
    elif result.judged:
        tables.show(session, tables.evidence(result))
        write(tables.summary(result))
    else:
        tables.show(session, tables.review_items(result))
        if not session.quiet:
            tell("These passages are for review; give claims with --claim to have them judged.")


def filled(field: str, text: str) -> str:
    """Return a text without the white space around it.

    Raises:
        BadInput: if nothing is left; it names the field.
    """
    trimmed = text.strip()
    if not trimmed:
        raise BadInput(field, "expected text, got nothing but white space")
    return trimmed


def claims_of(given: list[str] | tuple[str, ...], file: str | None) -> tuple[str, ...]:
    """Return the claims of the options and then those of a file, empty lines left out."""
    claims = [filled("--claim", one) for one in given]
    if file is not None:
        claims += [stripped for text in read_text(file).splitlines() if (stripped := text.strip())]
        if not claims:
            raise BadInput("--claims-from", f"expected at least one claim in {file}, got none")
    return tuple(claims)


def requirements_of(pairs: list[str] | tuple[str, ...]) -> Requirements:
    """Return the requirements that ``NAME=VALUE`` pairs state.

    Raises:
        BadInput: for another form, an unknown name, an empty value or a name given twice.
    """
    stated: dict[str, str] = {}
    for pair in pairs:
        name, separator, value = pair.partition("=")
        name, value = name.strip(), value.strip()
        if not separator or not value or name not in Requirements.model_fields:
            names = ", ".join(Requirements.model_fields)
            raise BadInput("--require", f"expected NAME=VALUE with a name of {names}, got {pair!r}")
        if name in stated:
            raise BadInput("--require", f"expected {name} at most once, got it twice")
        if name == "date" and not is_date(value):
            raise BadInput("--require", f"expected date=YYYY, YYYY-MM or YYYY-MM-DD, got {pair!r}")
        stated[name] = value
    return Requirements(**stated)

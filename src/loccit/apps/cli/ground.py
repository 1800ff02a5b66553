"""``loccit ground``: the grounding tool with an operator's settings, for one query."""

import json
import tomllib
from typing import Annotated, cast

import anyio
import typer
from rich import box
from rich.table import Table

from loccit.apps.cli import tables
from loccit.apps.cli.ask import claims_of, filled
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, read_text, write, write_json
from loccit.apps.grounded import grounded_object
from loccit.cite.attribution import render
from loccit.errors import BadInput
from loccit.grounding import Grounded, GroundingConfig, GroundingTool, Turn, read_config
from loccit.pipeline import open_pipeline
from loccit.policy import Policy
from loccit.protocols import Modality

app = command_app()

_MODALITIES = ("text", "voice")


@app.command()
@takes_session
def ground(
    session: Session,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="The user's words; they are not sent anywhere.")],
    *,
    config: Annotated[
        str, typer.Option(metavar="FILE", help="The tool's settings, JSON or TOML; - is standard input.")
    ],
    claim: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="A statement the answer may make; may be repeated.")
    ] = None,
    draft: Annotated[
        str | None, typer.Option(metavar="FILE", help="An answer to be kept as far as pages carry it.")
    ] = None,
    instruction: Annotated[
        list[str] | None,
        typer.Option(metavar="TEXT", help="The operator's instructions to the agent; may be repeated."),
    ] = None,
    context_url: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="A page to read for this query; may be repeated.")
    ] = None,
    modality: Annotated[
        str, typer.Option(metavar="text|voice", help="Whether the answer is shown or spoken.")
    ] = "text",
    sent: Annotated[
        list[str] | None,
        typer.Option("--query", metavar="TEXT", help="Words to send; may be repeated [default: derived]."),
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A search engine; may be repeated [default: local].")
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Search and read again.")] = False,
) -> None:
    """Answer a query from pages, within an operator's settings, with every statement cited.

    Without claims and draft the answer quotes the pages. The trace says for every URL what was done with it, and why.
    """
    if modality not in _MODALITIES:
        raise BadInput("--modality", f"expected text or voice, got {modality!r}")
    settings = settings_of(config)
    turn = Turn(
        query=filled("QUERY", query),
        claims=claims_of(claim or (), None),
        draft=None if draft is None else filled("--draft", read_text(draft)),
        context_urls=tuple(context_url or ()),
        modality=cast("Modality", modality),
        queries=tuple(filled("--query", one) for one in sent or ()),
        engines=tuple(engine or ("local",)),
        refresh=refresh,
    )
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        tool = GroundingTool(settings, pipeline, instructions="\n\n".join(instruction or ()))
        grounded = anyio.run(tool.ground, turn)
    if session.json:
        write_json(grounded_object(grounded, tool.instructions))
    else:
        _show(session, grounded)


def settings_of(name: str) -> GroundingConfig:
    """Return the settings in a file: TOML if its name ends so, else JSON.

    Raises:
        BadInput: naming the file, and the setting in it that can't be used.
    """
    text, file = read_text(name), "standard input" if name == "-" else name
    try:
        given: object = tomllib.loads(text) if name.lower().endswith(".toml") else json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadInput(file, f"expected JSON or TOML ({error})") from error
    try:
        return read_config(given)
    except BadInput as error:
        raise BadInput(f"{file}, {error.field}", error.expected) from error


def _show(session: Session, grounded: Grounded) -> None:
    answer, result = grounded.answer, grounded.result
    if answer is None:
        reasons = ", ".join(result.release.reasons) if result.release is not None else "no draft"
        write(printable(f"No answer was released: {reasons}"))
    elif grounded.modality == "voice":
        links = [f"- {link.label} {link.url}" for link in grounded.beside]
        write(printable("\n".join([answer.text, "", "Shown beside:", *links] if links else [answer.text])))
    else:
        write(printable(render(answer, "plain")))
    for sentence in grounded.dropped:
        write(printable(f"Dropped: {sentence}"))
    for gap in result.handoff.gaps:
        write(printable(f"Gap: {gap.wording} ({gap.state or 'undecided'}: {gap.why_open})"))
    for question in result.handoff.open_questions:
        write(printable(f"Open: {question.wording} ({question.reason})"))
    tables.show(session, _trace_table(grounded))


def _trace_table(grounded: Grounded) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Done", min_width=8)
    table.add_column("URL", ratio=5, overflow="fold")
    table.add_column("By", ratio=2)
    table.add_column("Why", ratio=5, overflow="fold")
    for entry in grounded.trace:
        done = "cited" if entry.cited else entry.action
        table.add_row(done, *map(tables.plain, (entry.subject, entry.rule, entry.reason)))
    return table

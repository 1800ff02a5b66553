"""``loccit discover``: queries to search engines, rows and counters back."""

import os
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import Annotated

import anyio
import typer
from rich import box
from rich.table import Table

from loccit import plugins
from loccit.apps.cli import tables
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import read_json, write, write_json, write_json_line
from loccit.apps.present import Json
from loccit.discover.rows import rows_csv
from loccit.discover.saved import SavedPages, read_saved_page, shown_query
from loccit.discover.task import read_task
from loccit.errors import BadInput
from loccit.ids import json_kind
from loccit.pipeline import Discovered, open_pipeline
from loccit.pipeline.saved import over_saved_pages
from loccit.pipeline.services import ENGINES, make_engine
from loccit.policy import Policy
from loccit.records import Output, SearchTask

app = command_app()

_STATED = {"country": "country", "language": "language", "safeSearch": "safe_search"}
"""What a task can state of a saved page, and what engines call it."""

_OPTIONS = {
    "queries": "QUERY",
    "engines": "--engine",
    "maxResultsPerExecutedQuery": "--max-results",
    "country": "--country",
    "language": "--language",
    "safeSearch": "--safe-search",
    "includeSponsoredResults": "--sponsored",
}
"""The option that states a field of a task."""


class RowFormat(StrEnum):
    """How rows are written."""

    JSONL = "jsonl"
    CSV = "csv"


@app.command()
@takes_session
def discover(
    session: Session,
    queries: Annotated[list[str] | None, typer.Argument(metavar="[QUERY]...", help="The words to send.")] = None,
    *,
    query: Annotated[list[str] | None, typer.Option(metavar="TEXT", help="The same as QUERY.")] = None,
    task: Annotated[
        str | None,
        typer.Option(metavar="FILE", help="Read the search task as JSON; other options win over it; - is stdin."),
    ] = None,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A search engine; may be repeated [default: local].")
    ] = None,
    max_results: Annotated[
        int | None, typer.Option(metavar="N", help="Rows kept of one query to one engine [default: 20].")
    ] = None,
    country: Annotated[
        str | None, typer.Option(metavar="CODE", help="Market, as ISO 3166 alpha-2 [default: US].")
    ] = None,
    language: Annotated[
        str | None, typer.Option(metavar="TAG", help="Language of the results, as BCP 47 [default: en].")
    ] = None,
    safe_search: Annotated[
        bool | None, typer.Option("--safe-search/--no-safe-search", help="Ask the engine to filter [default: yes].")
    ] = None,
    sponsored: Annotated[bool, typer.Option(help="Keep sponsored rows too.")] = False,
    from_html: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Read a saved result page of the engine instead of asking it; may be repeated."
        ),
    ] = None,
    refresh: Annotated[bool, typer.Option("--refresh", help="Search again.")] = False,
    row_format: Annotated[RowFormat | None, typer.Option("--format", help="Write the rows alone in this form.")] = None,
) -> None:
    """Ask search engines where it might be written.

    Rows are places to look and no evidence; a rank is an observation, not a score of reliability. A saved page may be
    gzip; its query is read off it unless it is given.
    """
    options: dict[str, object] = {
        "queries": [*(queries or ()), *(query or ())] or None,
        "engines": engine or None,
        "maxResultsPerExecutedQuery": max_results,
        "country": country,
        "language": language,
        "safeSearch": safe_search,
        "includeSponsoredResults": sponsored or None,
    }
    stated = {name: value for name, value in options.items() if value is not None}
    given = _task_file(task) | stated
    with _named_as_given(stated.keys() | (set() if task else {"queries"})):
        if from_html:
            found = _read_saved(session, given, from_html)
        else:
            found = _search(session, read_task(given, engines=plugins.names(ENGINES)), refresh=refresh)
    _show(session, found, row_format)


@contextmanager
def _named_as_given(stated: Collection[str]) -> Iterator[None]:
    """Name the option instead of the task's field where an option stated what can't be used."""
    try:
        yield
    except BadInput as error:
        name = error.field.partition("[")[0]
        if name not in stated:
            raise
        raise BadInput(_OPTIONS[name], error.expected) from error


def _task_file(name: str | None) -> dict[str, object]:
    if name is None:
        return {}
    value = read_json(name)
    if not isinstance(value, dict):
        raise BadInput(name, f"expected a search task as a JSON object, got {json_kind(value)}")
    return value


def _search(session: Session, task: SearchTask, *, refresh: bool) -> Discovered:
    with (
        shown(session) as observer,
        open_pipeline(session.workspace, policy=Policy(), observer=observer, settings=os.environ) as pipeline,
    ):
        return anyio.run(partial(pipeline.discover, task, refresh=refresh))


def _read_saved(session: Session, given: dict[str, object], files: list[Path]) -> Discovered:
    """Read saved pages as the one engine's answer to a task; what the task does not state is not known of them."""
    engines = given.get("engines")
    if not isinstance(engines, list) or len(set(map(str, engines))) != 1 or engines[0] == "local":
        raise BadInput("--engine", "expected the one search engine that served the saved page")
    engine = make_engine(str(engines[0]), os.environ)
    bodies = [read_saved_page(path) for path in files]
    if "queries" not in given:
        query = shown_query(engine, bodies[0])
        if query is None:
            raise BadInput("--query", f"expected the words that were sent, since {files[0]} does not show them")
        given = {**given, "queries": [query]}
    task = read_task(given, engines=plugins.names(ENGINES))
    stated = frozenset(aspect for name, aspect in _STATED.items() if name in given)
    saved = SavedPages.of(task.queries, bodies, stated=stated)
    with (
        shown(session) as observer,
        open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline,
    ):
        return anyio.run(over_saved_pages(pipeline, engine, saved).discover, task)


def discovered_object(found: Discovered) -> Json:
    """Return rows, what else was seen of each, counters and the state of each page."""
    run = found.run
    return {
        "run_id": run.run_id,
        "rows": [row.model_dump(mode="json") for row in run.rows],
        "facts": [facts.model_dump(mode="json") for facts in run.facts],
        "output": run.output.model_dump(mode="json"),
        "pages": [page.model_dump(mode="json") for page in run.pages],
    }


def _show(session: Session, found: Discovered, row_format: RowFormat | None) -> None:
    if row_format is RowFormat.JSONL:
        for row in found.run.rows:
            write_json_line(row.model_dump(mode="json"))
    elif row_format is RowFormat.CSV:
        write(rows_csv(found.run.rows).removesuffix("\n"))
    elif session.json:
        write_json(discovered_object(found))
    else:
        tables.show(session, _table(found))
        write(_counters(found.run.output))


def _table(found: Discovered) -> Table:
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Page", justify="right")
    table.add_column("Rank", justify="right")
    table.add_column("Title", ratio=4)
    table.add_column("Address", ratio=6, overflow="fold")
    for row in found.run.rows:
        address = row.canonicalUrl or "(hidden by the engine)"
        table.add_row(str(row.page), str(row.rank), tables.plain(row.title), tables.plain(address))
    return table


def _counters(output: Output) -> str:
    saved = f"{output.resultsSaved} rows of {output.pagesParsed}/{output.pagesAttempted} pages"
    engines = f"{output.enginesSuccessful} engines successful, {output.enginesFailed} failed"
    return f"{saved}; {engines}; stopped: {output.stopReason}"

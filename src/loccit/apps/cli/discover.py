"""``loccit discover``: queries to search engines, rows and counters back."""

from enum import StrEnum
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
from loccit.apps.cli.streams import write, write_json, write_json_line
from loccit.apps.present import Json
from loccit.discover.rows import rows_csv
from loccit.discover.task import read_task
from loccit.pipeline import Discovered, open_pipeline
from loccit.policy import Policy
from loccit.records import Output

app = command_app()


class RowFormat(StrEnum):
    """How rows are written."""

    JSONL = "jsonl"
    CSV = "csv"


@app.command()
@takes_session
def discover(
    session: Session,
    queries: Annotated[list[str], typer.Argument(metavar="QUERY", help="The words to send.")],
    *,
    engine: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="A search engine; may be repeated [default: local].")
    ] = None,
    max_results: Annotated[int, typer.Option(metavar="N", help="Rows kept of one query to one engine.")] = 20,
    country: Annotated[str, typer.Option(metavar="CODE", help="Market, as ISO 3166 alpha-2.")] = "US",
    language: Annotated[str, typer.Option(metavar="TAG", help="Language of the results, as BCP 47.")] = "en",
    safe_search: Annotated[bool, typer.Option(help="Ask the engine to filter.")] = True,
    sponsored: Annotated[bool, typer.Option(help="Keep sponsored rows too.")] = False,
    row_format: Annotated[RowFormat | None, typer.Option("--format", help="Write the rows alone in this form.")] = None,
) -> None:
    """Ask search engines where it might be written.

    Rows are places to look and no evidence; a rank is an observation, not a score of reliability.
    """
    given = {
        "queries": queries,
        "engines": engine or ["local"],
        "maxResultsPerExecutedQuery": max_results,
        "country": country,
        "language": language,
        "safeSearch": safe_search,
        "includeSponsoredResults": sponsored,
    }
    task = read_task(given, engines=plugins.names("loccit.engines"))
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        found = anyio.run(pipeline.discover, task)
    _show(session, found, row_format)


def discovered_object(found: Discovered) -> Json:
    """Return rows, counters and the state of each page."""
    run = found.run
    return {
        "run_id": run.run_id,
        "rows": [row.model_dump(mode="json") for row in run.rows],
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

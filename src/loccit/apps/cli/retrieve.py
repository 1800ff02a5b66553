"""``loccit retrieve``: pages into the archive."""

from collections.abc import Sequence
from typing import Annotated

import anyio
import typer

from loccit.apps.cli import exits
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.pages import REFUSED
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, read_text, tell, write, write_json
from loccit.apps.present import record_object
from loccit.errors import BadInput
from loccit.ids import ContentId
from loccit.pipeline import Pipeline, open_pipeline
from loccit.pipeline.batch import Batch, Selected
from loccit.pipeline.rendering import rendering
from loccit.policy import Policy
from loccit.records import Retrieval
from loccit.urls import parse

app = command_app()


@app.command()
@takes_session
def retrieve(
    session: Session,
    urls: Annotated[list[str] | None, typer.Argument(metavar="URL", help="Addresses to read.")] = None,
    *,
    urls_from: Annotated[
        str | None, typer.Option("--from", metavar="FILE", help="Read addresses, one a line; - is standard input.")
    ] = None,
    queue: Annotated[bool, typer.Option("--queue", help="Read the sources that were selected in review.")] = False,
    browser: Annotated[
        bool, typer.Option("--browser", help="Run the scripts of pages that show nothing without (needs a Chromium).")
    ] = False,
    refresh: Annotated[bool, typer.Option("--refresh", help="Read again what an interrupted run has read.")] = False,
) -> None:
    """Read pages into the archive, several hosts side by side and each at a bearable pace.

    The same call again goes on where an interrupted one was. A page that can't be read is a result and is recorded;
    the exit code is 3 if a policy refused one.
    """
    named = addresses(urls or [], urls_from)
    if not named and not queue:
        raise BadInput("URL", "expected at least one address, --from FILE or --queue")
    refused = False
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        selected = Batch(pipeline.parts).selected() if queue else ()
        read = anyio.run(_retrieve, pipeline, (named, selected), browser, refresh)
        retrievals = (pipeline.store.get(one, Retrieval) for one in read)
        shown_ones: list[object] = []
        for retrieval in retrievals:
            refused = refused or retrieval.outcome in REFUSED
            if session.json:
                shown_ones.append(record_object(retrieval))
            else:
                address = retrieval.final_url or retrieval.requested_url
                write(printable(f"{retrieval.outcome} {address} {retrieval.detail}"))
    if session.json:
        write_json({"retrievals": shown_ones})
    elif not read:
        tell("Nothing in the queue is selected.")
    if refused:
        raise typer.Exit(exits.REFUSED)


def addresses(given: Sequence[str], file: str | None) -> list[str]:
    """Return the addresses of the arguments and then those of a file; empty lines and lines after # are left out.

    Raises:
        BadInput: if the file can't be read or holds none, or if one is no address at all.
    """
    found = list(given)
    if file is not None:
        lines = (line.strip() for line in read_text(file).splitlines())
        listed = [line for line in lines if line and not line.startswith("#")]
        if not listed:
            raise BadInput("--from", f"expected at least one address in {file}, got none")
        found += listed
    for address in found:
        if parse(address) is None:
            raise BadInput("URL", f"expected addresses such as https://example.org/, got {address!r}")
    return found


async def _retrieve(
    pipeline: Pipeline, wanted: tuple[list[str], tuple[Selected, ...]], browser: bool, refresh: bool
) -> tuple[ContentId, ...]:
    urls, selected = wanted
    if not browser:
        return await Batch(pipeline.parts).read(urls, selected=selected, refresh=refresh)
    async with rendering(pipeline.parts) as parts:
        return await Batch(parts).read(urls, selected=selected, refresh=refresh)

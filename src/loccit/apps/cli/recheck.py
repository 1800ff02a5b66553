"""``loccit recheck``: cited pages read again."""

import re
from datetime import UTC, datetime, timedelta
from typing import Annotated

import anyio
import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, write, write_json
from loccit.apps.present import Json, located_passage
from loccit.errors import BadInput
from loccit.pipeline import Pipeline, open_pipeline
from loccit.pipeline.rechecking import Rechecked, Rechecker, counts
from loccit.policy import Policy
from loccit.records import Claim
from loccit.records.record import write_time

app = command_app()

_DAYS = re.compile(r"[0-9]{1,5}")


@app.command()
@takes_session
def recheck(
    session: Session,
    *,
    since: Annotated[
        str | None,
        typer.Option(
            metavar="DATE|DAYS", help="Only what was handed over or cited since this date, or in the last days."
        ),
    ] = None,
) -> None:
    """Read cited pages again and say what became of each passage.

    intact: it stands where it stood; moved: it stands elsewhere on the page; changed: other words stand in its place,
    and they are shown; gone: nothing on the page is like it; page_unavailable: the page could not be read. All of
    them are results: the exit code is 0. A run that was interrupted goes on where it was.
    """
    with (
        shown(session) as observer,
        open_pipeline(session.workspace, policy=Policy(), observer=observer, create=False) as pipeline,
    ):
        start = None if since is None else start_of(since, now=pipeline.parts.clock.now())
        results = anyio.run(_recheck, pipeline, start)
        objects = [rechecked_object(one, pipeline) for one in results]
    if session.json:
        write_json({"passages": objects, "summary": dict(counts(results))})
        return
    for one in results:
        write(printable(_line(one)))
    pages = len({one.cited.url for one in results})
    summary = ", ".join(f"{number} {state}" for state, number in counts(results).items())
    write(f"{len(results)} cited passages on {pages} pages: {summary}" if results else "No passage is cited.")


def start_of(since: str, *, now: datetime) -> datetime:
    """Return the time that a date (UTC), a time with its zone, or a number of days names.

    Raises:
        BadInput: if it names none.
    """
    try:
        if _DAYS.fullmatch(since):
            return now - timedelta(days=int(since))
        stated = datetime.fromisoformat(since)
        return stated.replace(tzinfo=UTC) if stated.tzinfo is None else stated.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        raise BadInput("--since", f"expected a date like 2026-11-30 or a number of days, got {since!r}") from error


def rechecked_object(one: Rechecked, pipeline: Pipeline) -> Json:
    """Return a cited passage with what became of it; ``now`` is the text that stands there, null where none does."""
    result, passage = one.recheck, one.passage
    store = pipeline.store
    now: Json | None = None
    if result.exact is not None:
        now = {"exact": result.exact, "start": result.start, "end": result.end, "document": result.document}
    located = located_passage(passage, one.retrieval)
    return {
        "state": result.state,
        "detail": result.detail,
        "url": one.cited.url,
        "now": now,
        "passage": {name: located[name] for name in _OF_PASSAGE},
        "claims": [store.get(claim, Claim).wording for claim in one.cited.claims],
        "cited_by": list(one.cited.cited_by),
        "recheck": result.id,
        "retrieval": one.retrieval.id,
        "retrieved_at": write_time(one.retrieval.retrieved_at),
        "outcome": one.retrieval.outcome,
    }


_OF_PASSAGE = ("id", "exact", "start", "end", "prefix", "suffix", "heading_path", "section_id", "kind", "document")


def _line(one: Rechecked) -> str:
    result = one.recheck
    lines = [f"{result.state} {one.cited.url} “{one.passage.exact}”"]
    if result.state != "intact":
        lines.append(f"  {result.detail}")
    if result.state == "changed":
        lines.append(f"  now: “{result.exact}”")
    return "\n".join(lines)


async def _recheck(pipeline: Pipeline, since: datetime | None) -> tuple[Rechecked, ...]:
    return await Rechecker(pipeline.parts).recheck(since=since)

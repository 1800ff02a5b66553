"""Results for people: tables on standard output, without a frame where the terminal can't draw one.

Text of pages goes through ``printable`` and never through Rich's markup.
"""

import os
import sys
from collections.abc import Iterator, Mapping
from typing import cast

from rich import box
from rich.console import Console, ConsoleDimensions, Group, RenderableType
from rich.table import Table
from rich.text import Text

from loccit.apps.cli.session import Session
from loccit.apps.cli.streams import printable, writing
from loccit.apps.present import decisive
from loccit.cite.attribution import render
from loccit.pipeline import AskResult, Judged
from loccit.records import Gap, Handoff, State

PLAIN_WIDTH, PLAIN_HEIGHT = 100, 25
_STYLES: dict[State | None, str] = {
    "supported": "green",
    "partly_supported": "yellow",
    "contradicted": "red",
    "unsupported": "yellow",
    "unavailable": "magenta",
    None: "cyan",
}


class _Console(Console):
    """Leaves a reader that went away to ``writing``; Rich itself would end the process with 1."""

    def on_broken_pipe(self) -> None:
        """Hand the error on."""
        raise BrokenPipeError


def show(session: Session, renderable: RenderableType) -> None:
    """Write a table or text to standard output; away from a terminal the width is fixed."""
    console = _Console(file=sys.stdout, no_color=not session.color or None, highlight=False, emoji=False)
    if not console.is_terminal:
        columns = os.environ.get("COLUMNS", "")
        console.size = ConsoleDimensions(int(columns) if columns.isdecimal() else PLAIN_WIDTH, PLAIN_HEIGHT)
    with writing():
        console.print(renderable)


def evidence(result: AskResult) -> Table:
    """Return claim by claim the state, and the passage it rests on or why it is open."""
    table = Table(box=box.SIMPLE_HEAD, show_lines=False, pad_edge=False)
    table.add_column("Claim", ratio=4, overflow="fold")
    table.add_column("State", min_width=16)
    table.add_column("Passage, or why it is open", ratio=6, overflow="fold")
    gaps = {gap.claim: gap for gap in result.handoff.gaps}
    for number, judged in enumerate(result.judged, 1):
        claim = plain(f"C{number} {judged.claim.wording}")
        table.add_row(claim, _state(judged), _ground(judged, gaps.get(judged.claim.id)))
    return table


def review_items(result: AskResult) -> Table:
    """Return the passages that may bear on a question without claims: items for review, no evidence."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Passage (for review, no evidence)", ratio=7, overflow="fold")
    table.add_column("Page", ratio=4, overflow="fold")
    for item in result.review_items:
        retrieval = item.reading.retrieval
        table.add_row(plain(item.passage.exact), plain(retrieval.final_url or retrieval.requested_url))
    return table


def handoff(record: Handoff) -> Table:
    """Return a handoff in short: what is admitted, what is open."""
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("Claim", ratio=4, overflow="fold")
    table.add_column("State", min_width=16)
    table.add_column("Passage, or why it is open", ratio=6, overflow="fold")
    for admitted in record.admitted:
        table.add_row(plain(admitted.wording), plain(admitted.state), plain(admitted.passages[0].exact))
    for gap in record.gaps:
        table.add_row(plain(gap.wording), plain(gap.state or "undecided"), plain(gap.why_open))
    for question in record.open_questions:
        table.add_row(plain(question.wording), plain("open"), plain(question.reason))
    return table


def verdict(judged: Mapping[str, object]) -> RenderableType:
    """Return what one page says on one claim (the object of ``judge --json``)."""
    state = cast("State | None", judged["state"])
    lines = [Text(state or "undecided", style=_STYLES[state])]
    lines.append(plain(", ".join(cast("list[str]", judged["reasons"]))))
    for passage in cast("list[dict[str, object]]", judged["passages"]):
        where = " › ".join(cast("list[str]", passage["heading_path"]))
        lines.append(plain(f"“{passage['exact']}” [{passage['start']}-{passage['end']}] {where}".rstrip()))
    for facet in cast("list[dict[str, object]]", judged["facets"]):
        found = "" if facet["evidence_text"] is None else f", the page: {facet['evidence_text']}"
        lines.append(plain(f"{facet['facet']} {facet['result']}: the claim: {facet['claim_text']}{found}"))
    return Group(*[line for line in lines if line.plain])


def labelled(state: State | None, label: str) -> Text:
    """Return what a state is called, in the state's colour."""
    return Text(label, style=_STYLES[state])


def plain(text: str) -> Text:
    """Return text that is shown as it is: no markup, no control characters."""
    return Text(printable(text))


def _state(judged: Judged) -> Text:
    state = judged.finding.state
    text = Text(state or "undecided", style=_STYLES[state])
    reasons = [reason for reason in judged.finding.reasons if reason != (state or "undecided")]
    if state != "supported" and reasons:
        text.append("\n" + printable(", ".join(reasons)), style="dim")
    return text


def _ground(judged: Judged, gap: Gap | None) -> Text:
    cited = [passage for record in decisive(judged) for passage in judged.passages if passage.id in record.passages]
    if gap is not None and not cited:
        return plain(gap.why_open)
    if not cited:
        return plain(judged.finding.settle or "")
    urls = {reading.document.record.id: reading.retrieval for reading in judged.readings if reading.document}
    first = cited[0]
    retrieval = urls[first.document]
    text = Text(f"“{printable(first.exact)}”\n")
    text.append(printable(" › ".join(first.heading_path)) + "\n", style="dim")
    text.append(f"{printable(retrieval.final_url or retrieval.requested_url)} [{first.start}-{first.end}]", style="dim")
    return text


def _copies(judged: Judged) -> Iterator[str]:
    """Yield a line for each text that several of a claim's decisive pages carry."""
    rests_on = {record.id: record for record in decisive(judged)}
    for group in judged.finding.copies:
        urls = sorted(rests_on[one].source_url for one in group if one in rests_on)
        if len(urls) > 1:
            yield f"One text, counted once: {judged.claim.wording} ({', '.join(urls)})"


def summary(result: AskResult) -> str:
    """Return what was admitted and what stays open, and the answer with its sources if it was released."""
    handed = result.handoff
    lines = [
        f"Admitted: {len(handed.admitted)}   Gaps: {len(handed.gaps)}   Open questions: {len(handed.open_questions)}",
        *(f"Gap: {gap.wording} ({gap.state or 'undecided'}: {gap.why_open})" for gap in handed.gaps),
        *(f"Open: {question.wording} ({question.reason})" for question in handed.open_questions),
        *(line for judged in result.judged for line in _copies(judged)),
    ]
    if result.answer is not None and result.release is not None and result.release.released:
        lines += ["", "Answer", render(result.answer, "plain")]
    elif result.release is not None:
        lines += ["", f"No answer was released: {', '.join(result.release.reasons) or 'no reason given'}"]
    return printable("\n".join(lines))

"""The handoff for a reader: a table of claims, the passages behind them, what is missing, and how far it all goes.

Text from pages is escaped: it shows, and does nothing.
"""

from collections.abc import Iterable

from loccit.records import AdmittedEvidence, AdmittedPassage, Gap, Handoff, OpenQuestion
from loccit.records.record import write_time
from loccit.text.markdown import escape, link


def write(handoff: Handoff) -> str:
    """Return the handoff as Markdown."""
    parts = [f"# {escape(handoff.question_text)}", f"Made {write_time(handoff.made_at)}.", *_table(handoff)]
    parts += ["## Admitted evidence"]
    parts += [part for entry in handoff.admitted for part in _admitted(entry)] or ["None."]
    parts += ["## Gaps"]
    parts += [part for gap in handoff.gaps for part in _gap(gap)] or ["None."]
    parts += ["## Open questions"]
    parts += [part for one in handoff.open_questions for part in _open_question(one)] or ["None."]
    parts += ["## How far this goes", handoff.boundary]
    if handoff.attribution:
        parts += ["## Attribution", "\n".join(f"* {escape(duty)}" for duty in handoff.attribution)]
    return "\n\n".join(parts) + "\n"


def _table(handoff: Handoff) -> Iterable[str]:
    rows: list[tuple[str, str, str]] = [(entry.wording, entry.state, "admitted") for entry in handoff.admitted]
    rows += [(gap.wording, gap.state or "open", "gap") for gap in handoff.gaps]
    rows += [(one.wording, "open", "open question") for one in handoff.open_questions]
    if rows:
        lines = [f"| {escape(wording)} | {escape(state)} | {delivered} |" for wording, state, delivered in rows]
        yield "\n".join(["| Claim | State | Delivered as |", "|---|---|---|", *lines])


def _admitted(entry: AdmittedEvidence) -> Iterable[str]:
    yield f"### {escape(entry.wording)}"
    scope = f" Scope: {escape(entry.scope)}." if entry.scope else ""
    yield f"State: {escape(entry.state)}.{scope}"
    for place in entry.passages:
        yield _passage(place)


def _gap(gap: Gap) -> Iterable[str]:
    yield f"### {escape(gap.wording)}"
    reasons = f" ({escape(', '.join(gap.reasons))})" if gap.reasons else ""
    yield f"State: {escape(gap.state or 'open')}{reasons}. {escape(gap.why_open)}"
    if gap.settle:
        yield f"What would settle it: {escape(gap.settle)}"
    if gap.tried:
        yield "\n".join(["Tried:", "", *(f"* {escape(line)}" for line in gap.tried)])
    if gap.opposing:
        yield "Opposing passages:"
        yield from map(_passage, gap.opposing)


def _open_question(one: OpenQuestion) -> Iterable[str]:
    yield f"### {escape(one.wording)}"
    yield f"Reason: {escape(one.reason)}. {escape(one.settle or '')}".rstrip()
    for position in one.positions:
        about = "; ".join(
            f"{name} {value}"
            for name, value in (("version", position.page_version), ("dated", position.page_date))
            if value
        )
        yield f"{escape(position.url)}{f' ({escape(about)})' if about else ''}: {escape(position.state)}"
        yield from map(_passage, position.passages)


def _passage(place: AdmittedPassage) -> str:
    where = " / ".join(place.heading_path)
    lines = [
        f"> {escape(place.exact)}",
        ">",
        f"> {link(place.title or place.url, place.deep_link)}"
        + (f", {escape(where)}" if where else "")
        + f", read {write_time(place.retrieved_at)}"
        + ("" if place.witnessed else " (from a copy, not from the server)"),
    ]
    return "\n".join(lines)

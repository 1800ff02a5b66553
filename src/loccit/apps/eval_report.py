"""The report of ``loccit eval`` as one HTML page that needs nothing else: no script, no font, no image, no request.

First the figures, then the curve of coverage and precision, then the cases: those that were called ``supported`` or
``contradicted`` and are not, worst first, and what was called so rightly. Each shows the claim and the evidence with
the passage, and the places of both that each facet compared. Text of claims and evidence is escaped.
"""

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple, cast

from loccit.apps.present import Json
from loccit.judge.figures import JudgedCase, Share

MOST_CASES = 200
"""Cases of one list that are shown; how many are not is said."""

SHOWN_AROUND = 300
"""Code points of a long evidence before and behind what matters."""

_WIDTH, _HEIGHT, _MARGIN = 420, 220, 36
_STYLE = """
main { max-width: 60rem; } table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: left; padding: .2rem 1rem .2rem 0; border-bottom: 1px solid var(--line); }
td { font-variant-numeric: tabular-nums; } svg { max-width: 100%; height: auto; }
.facet { text-decoration: underline; text-decoration-thickness: 3px; text-underline-offset: 3px; }
.conflict { text-decoration-color: var(--contradicted); } .ok { text-decoration-color: var(--supported); }
.absent, .not_checked { text-decoration-color: var(--dim); } .case p { margin: .25rem 0; } summary { cursor: pointer; }
"""


class EvaluatedCase(NamedTuple):
    """A labelled case with what it was made from and the whole of what was said of it."""

    judged: JudgedCase
    place: str
    claim: str
    evidence: str
    verdict: Mapping[str, Json]


class Row(NamedTuple):
    """A line of a table of figures."""

    name: str
    cells: tuple[str, ...]


class Figures(NamedTuple):
    """A table of figures."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]


def write(tables: Sequence[Figures], curve: Sequence[tuple[float, float]], cases: Sequence[EvaluatedCase]) -> str:
    """Return the report as a page of HTML.

    Args:
        curve: share of the cases, most confident first, and how many of these are labelled ``supported``.
    """
    style = (files("loccit.cite.exports") / "report.css").read_text(encoding="utf-8")
    called = [case for case in cases if case.judged.given in {"supported", "contradicted"}]
    wrong = [case for case in called if case.judged.given != case.judged.expected]
    right = [case for case in called if case.judged.given == case.judged.expected]
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>Verdicts on {len(cases)} labelled claims</title>",
        f"<style>{style}{_STYLE}</style></head><body><main>",
        f"<header><h1>Verdicts on {len(cases)} labelled claims</h1></header>",
        *(part for table in tables for part in _table(table)),
        *_curve(curve),
        *_cases("Wrongly called supported or contradicted", sorted(wrong, key=_badness), folded=False),
        *_cases("Rightly called supported or contradicted", right, folded=True),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _badness(case: EvaluatedCase) -> tuple[bool, int]:
    """Order wrong calls: of ``supported`` before ``contradicted``, the surer the earlier."""
    supported = case.judged.given == "supported"
    return not supported, -case.judged.confidence if supported else case.judged.confidence


def _table(table: Figures) -> Iterator[str]:
    head = "".join(f"<th>{escape(column)}</th>" for column in (table.title, *table.columns))
    yield f"<table><thead><tr>{head}</tr></thead><tbody>"
    for row in table.rows:
        yield f"<tr><td>{escape(row.name)}</td>{''.join(f'<td>{escape(cell)}</td>' for cell in row.cells)}</tr>"
    yield "</tbody></table>"


def _curve(points: Sequence[tuple[float, float]]) -> Iterator[str]:
    """Yield the curve: coverage to the right, precision upwards, both from 0 to 1."""
    if not points:
        return
    inner_width, inner_height = _WIDTH - 2 * _MARGIN, _HEIGHT - 2 * _MARGIN
    places = [(_MARGIN + share * inner_width, _HEIGHT - _MARGIN - value * inner_height) for share, value in points]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in places)
    left, low, right, high = _MARGIN, _HEIGHT - _MARGIN, _WIDTH - _MARGIN, _MARGIN
    yield "<h2>Precision of <code>supported</code> by confidence</h2>"
    yield f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" role="img" aria-label="Precision by coverage">'
    yield f'<path d="M{left} {high}V{low}H{right}" fill="none" stroke="currentColor"/>'
    yield f'<polyline points="{line}" fill="none" stroke="currentColor" stroke-width="2"/>'
    for (share, value), (x, y) in zip(points, places, strict=True):
        told = f"of the surest {share:.0%}, {value:.1%} are supported"
        yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" fill="currentColor"><title>{told}</title></circle>'
    for x, y, text in ((left - 24, high + 4, "1"), (left - 24, low + 4, "0"), (right - 12, low + 20, "100 %")):
        yield f'<text x="{x}" y="{y}" font-size="12" fill="currentColor">{text}</text>'
    yield "</svg>"


def _cases(title: str, cases: Sequence[EvaluatedCase], *, folded: bool) -> Iterator[str]:
    yield f"<h2>{escape(title)}: {len(cases)}</h2>"
    if not cases:
        return
    yield "<details><summary>Show them</summary>" if folded else "<div>"
    for case in cases[:MOST_CASES]:
        yield from _case(case)
    if len(cases) > MOST_CASES:
        yield f"<p>{len(cases) - MOST_CASES} more are not shown.</p>"
    yield "</details>" if folded else "</div>"


def _case(case: EvaluatedCase) -> Iterator[str]:
    given, expected = case.judged.given or "undecided", case.judged.expected or "undecided"
    facets = cast("list[dict[str, Json]]", case.verdict["facets"])
    reasons = ", ".join(cast("list[str]", case.verdict["reasons"]))
    passages = cast("list[dict[str, int]]", case.verdict["passages"])
    spans = [(passage["start"], passage["end"]) for passage in passages]
    yield f'<div class="sentence case {escape(given)}">'
    yield f'<p><span class="state">{escape(given)}</span> people say {escape(expected)}; {escape(reasons)}'
    yield f'; confidence {case.judged.confidence / 1_000_000:.3f} <span class="read">{escape(case.place)}</span></p>'
    yield f'<p class="wording" dir="auto">{_marked(case.claim, _places(facets, "claim_span"), [])}</p>'
    yield f'<blockquote dir="auto">{_marked(case.evidence, _places(facets, "evidence_span"), spans)}</blockquote>'
    if facets:
        yield "<ul>"
        for facet in facets:
            page = facet["evidence_text"]
            met = "nothing on the page" if page is None else f"“{page}”"
            told = f"{facet['facet']}: {facet['result']}: “{facet['claim_text']}” beside {met}"
            yield f"<li>{escape(told)}</li>"
        yield "</ul>"
    yield "</div>"


def _places(facets: Sequence[Mapping[str, Json]], name: str) -> list[tuple[int, int, str]]:
    found = []
    for facet in facets:
        span = cast("list[int] | None", facet[name])
        if span is not None:
            found.append((span[0], span[1], str(facet["result"])))
    return found


def _marked(text: str, places: Sequence[tuple[int, int, str]], spans: Sequence[tuple[int, int]]) -> str:
    """Return a text as HTML, its passages and the places of facets marked; of a long one what lies around them."""
    ranges = [*spans, *((start, end) for start, end, _ in places)]
    edges = {edge for span in ranges for edge in span if 0 <= edge <= len(text)}
    first = max(0, min(edges, default=0) - SHOWN_AROUND)
    last = min(len(text), max(edges, default=2 * SHOWN_AROUND) + SHOWN_AROUND)
    cuts = sorted({first, last, *edges})
    pieces = ["… " if first else ""]
    for start, end in pairwise(cuts):
        piece = escape(text[start:end])
        results = [result for low, high, result in places if low <= start and end <= high]
        if results:
            worst = "conflict" if "conflict" in results else results[0]
            piece = f'<span class="facet {escape(worst)}">{piece}</span>'
        if any(low <= start and end <= high for low, high in spans):
            piece = f"<mark>{piece}</mark>"
        pieces.append(piece)
    return "".join(pieces) + (" …" if last < len(text) else "")


def share_of(share: Share) -> str:
    """Return a share as text: so many of so many, and what that comes to."""
    return f"{share.right} of {share.called} ({'-' if share.value is None else f'{share.value:.3f}'})"

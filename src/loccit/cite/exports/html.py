"""The report as one HTML page that needs nothing else: no script, no font, no image, no request.

The answer is shown as it stands, its sentences coloured by state; below, each sentence with what it cites and the
passages in their context. Text of answers and pages is escaped, and only web addresses become links.
"""

from collections.abc import Iterator, Sequence
from html import escape
from importlib.resources import files

from loccit.cite.audit import Audit, AuditedSentence, CheckedPair
from loccit.cite.exports.wording import figures, headline
from loccit.cite.problems import Gate, Problem, problems_of
from loccit.cite.quotations import PlacedQuotation
from loccit.cite.report import deep_link
from loccit.records import Passage
from loccit.records.record import write_time

_LEGEND = {
    "supported": "the page's text supports the statement within the stated scope",
    "partly_supported": "it supports a part of it",
    "contradicted": "it opposes it",
    "unsupported": "the page that was read lacks the support needed; this does not refute the statement",
    "unavailable": "the page could not be read",
    "undecided": "nobody entitled has decided",
    "uncited": "nothing is cited",
}

_LONGEST_WORD_CUT = 15
"""What is longer is no piece of a word: scripts without spaces are cut anywhere."""


def write(audits: Sequence[Audit], decided: Gate) -> str:
    """Return the report as a page of HTML."""
    style = (files("loccit.cite.exports") / "report.css").read_text(encoding="utf-8")
    verdict = "passed" if decided.passed else "failed"
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>Citations checked: {verdict}</title>",
        f"<style>{style}</style></head><body><main>",
        f'<header><h1>Citations checked</h1><p class="gate {verdict}">{escape(headline(decided))}</p></header>',
        *(part for number, audit in enumerate(audits) for part in _audit(audit, f"a{number}")),
        _legend(),
        "</main></body></html>",
    ]
    return "\n".join(parts) + "\n"


def _audit(audit: Audit, key: str) -> Iterator[str]:
    yield f'<section class="answer"><h2>{escape(audit.name)}</h2>'
    yield f'<p class="figures">{escape(figures(audit.summary))}</p>'
    yield f'<div class="text" dir="auto">{"".join(_text(audit, key))}</div>'
    yield '<ol class="sentences">'
    for number, one in enumerate(audit.sentences):
        yield from _sentence(audit, one, f"{key}s{number}")
    yield "</ol>"
    problems = list(problems_of(audit))
    if problems:
        yield '<h3>Problems</h3><ul class="problems">'
        yield from map(_problem, problems)
        yield "</ul>"
    if audit.duties:
        yield "<h3>Attribution</h3><ul>"
        yield from (f"<li>{escape(duty.result.replace('_', ' '))}: {escape(duty.detail)}</li>" for duty in audit.duties)
        yield "</ul>"
    yield "</section>"


def _text(audit: Audit, key: str) -> Iterator[str]:
    """Yield the answer's text with a link over each sentence to what came of it."""
    text, position = audit.answer.text, 0
    for number, one in enumerate(audit.sentences):
        start, end = max(position, one.sentence.span.start), one.sentence.span.end
        if start < end:
            yield escape(text[position:start])
            yield f'<a class="{one.label}" href="#{key}s{number}" title="{one.label}">{escape(text[start:end])}</a>'
            position = end
    yield escape(text[position:])


def _sentence(audit: Audit, one: AuditedSentence, key: str) -> Iterator[str]:
    reasons = [reason for reason in one.reasons if reason != one.label]
    why = f' <span class="why">{escape(", ".join(reasons).replace("_", " "))}</span>' if reasons else ""
    yield f'<li id="{key}" class="sentence {one.label}">'
    yield f'<p class="wording" dir="auto">{escape(one.sentence.wording)}</p>'
    yield f'<p><span class="state {one.label}">{one.label.replace("_", " ")}</span>{why}</p>'
    for quoted in one.quotations:
        yield from _quoted(audit, quoted)
    for position in one.carried_by:
        source = audit.answer.sources[position]
        link = _link(source.title or source.url, source.url)
        yield f'<p class="note">Supported by a source it does not cite: {link}</p>'
    for pair in one.pairs:
        yield from _pair(pair)
    yield "</li>"


def _quoted(audit: Audit, quoted: PlacedQuotation) -> Iterator[str]:
    if quoted.status == "ok":
        return
    words = f"<q>{escape(quoted.quotation.text)}</q>"
    if quoted.status == "misattributed":
        source = audit.answer.sources[quoted.found_in[0]]
        told = f"not in the source cited; these words stand in {_link(source.title or source.url, source.url)}"
    elif quoted.status == "not_found":
        told = "in none of the sources that were read"
    else:
        told = "not checked: the source cited could not be read"
    yield f'<p class="note">Quoted: {words} — {told}.</p>'


def _pair(pair: CheckedPair) -> Iterator[str]:
    source, citation, retrieval = pair.source, pair.citation, pair.source.retrieval
    state = citation.state or "undecided"
    yield '<div class="citation"><p>'
    yield f'{_link(source.source.title or source.source.url, source.source.url)} <span class="state {state}">'
    why = ", ".join(citation.reasons).replace("_", " ")
    yield f'{state.replace("_", " ")}</span> <span class="why">{escape(why)}</span></p>'
    for passage in pair.passages:
        if retrieval is not None:
            yield _passage(passage, deep_link(passage, retrieval))
    if retrieval is not None:
        copy = "" if retrieval.witnessed else ", from a copy and not from the server"
        yield f'<p class="read">{escape(retrieval.detail)} Read {write_time(retrieval.retrieved_at)}{copy}.</p>'
    yield "</div>"


def _passage(passage: Passage, address: str) -> str:
    where = " › ".join(passage.heading_path)
    return (
        f'<blockquote dir="auto"><span class="context">{escape(_tail(passage))}</span>'
        f"<mark>{escape(passage.exact)}</mark>"
        f'<span class="context">{escape(_head(passage.suffix))}</span>'
        f"<footer>{escape(where)} {_link('show on the page', address)}</footer></blockquote>"
    )


def _tail(passage: Passage) -> str:
    """Return what stands before a passage, from a whole word on."""
    if passage.start <= len(passage.prefix):
        return passage.prefix
    cut, space, rest = passage.prefix.partition(" ")
    return f"… {rest}" if space and len(cut) <= _LONGEST_WORD_CUT else f"…{passage.prefix}"


def _head(suffix: str) -> str:
    """Return what stands behind a passage, up to a whole word."""
    before, space, cut = suffix.rpartition(" ")
    whole = space and before.strip() and len(cut) <= _LONGEST_WORD_CUT
    return f"{before} …" if whole else f"{suffix}…" if suffix else ""


def _problem(one: Problem) -> str:
    words = f' <q dir="auto">{escape(one.text)}</q>' if one.text else ""
    return f'<li class="{one.severity}"><code>{one.code}</code> {escape(one.detail)}{words}</li>'


def _legend() -> str:
    rows = "".join(
        f'<dt><span class="state {state}">{state.replace("_", " ")}</span></dt><dd>{escape(meaning)}</dd>'
        for state, meaning in _LEGEND.items()
    )
    return f'<section class="legend"><h2>States</h2><dl>{rows}</dl></section>'


def _link(label: str, address: str) -> str:
    shown = escape(label)
    if not address.lower().startswith(("http://", "https://")):
        return shown
    return f'<a href="{escape(address)}" rel="noopener noreferrer nofollow">{shown}</a>'

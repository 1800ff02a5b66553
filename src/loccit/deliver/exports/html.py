"""The handoff as one HTML page that needs nothing else: no script, no font, no image, no request.

Text from pages is escaped, and only web addresses become links.
"""

from collections.abc import Iterator
from html import escape

from loccit.records import AdmittedPassage, Gap, Handoff, OpenQuestion
from loccit.records.record import write_time

_STYLE = """
:root { color-scheme: light dark; }
body { max-width: 46rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.2rem; margin-top: 2rem; } h3 { font-size: 1rem; margin-bottom: .25rem; }
blockquote { margin: .5rem 0; padding: .25rem .75rem; border-left: 3px solid #1a7f37; overflow-wrap: anywhere; }
.gap blockquote { border-color: #cf222e; } footer, .note { font-size: .85rem; opacity: .75; }
p, li, h3 { overflow-wrap: anywhere; }
"""


def write(handoff: Handoff) -> str:
    """Return the handoff as a page of HTML."""
    parts = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8">',
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">",
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="referrer" content="no-referrer">',
        f"<title>{escape(handoff.question_text)}</title><style>{_STYLE}</style></head><body>",
        f'<h1 dir="auto">{escape(handoff.question_text)}</h1>',
        f'<p class="note">Made {write_time(handoff.made_at)}, before any answer was drafted.</p>',
        f"<h2>Admitted evidence ({len(handoff.admitted)})</h2>",
    ]
    for entry in handoff.admitted:
        scope = f" Scope: {escape(entry.scope)}." if entry.scope else ""
        parts += [f'<h3 dir="auto">{escape(entry.wording)}</h3><p>{escape(entry.state)}.{scope}</p>']
        parts += map(_passage, entry.passages)
    parts.append(f"<h2>Gaps ({len(handoff.gaps)})</h2>")
    parts += [part for gap in handoff.gaps for part in _gap(gap)]
    parts.append(f"<h2>Open questions ({len(handoff.open_questions)})</h2>")
    parts += [part for one in handoff.open_questions for part in _open_question(one)]
    parts += ["<h2>How far this goes</h2>", f"<p>{escape(handoff.boundary)}</p>"]
    if handoff.attribution:
        duties = "".join(f"<li>{escape(duty)}</li>" for duty in handoff.attribution)
        parts.append(f"<h2>Attribution</h2><ul>{duties}</ul>")
    return "\n".join([*parts, "</body></html>"]) + "\n"


def _gap(gap: Gap) -> Iterator[str]:
    reasons = f" ({escape(', '.join(gap.reasons))})" if gap.reasons else ""
    yield f'<div class="gap"><h3 dir="auto">{escape(gap.wording)}</h3>'
    yield f"<p>{escape(gap.state or 'undecided')}{reasons}. {escape(gap.why_open)} {escape(gap.settle or '')}</p>"
    if gap.tried:
        yield "<ul>" + "".join(f"<li>{escape(line)}</li>" for line in gap.tried) + "</ul>"
    yield from map(_passage, gap.opposing)
    yield "</div>"


def _open_question(one: OpenQuestion) -> Iterator[str]:
    yield f'<h3 dir="auto">{escape(one.wording)}</h3><p>{escape(one.reason)}. {escape(one.settle or "")}</p>'
    for position in one.positions:
        yield f"<p>{_link(position.url, position.url)}: {escape(position.state)}</p>"
        yield from map(_passage, position.passages)


def _passage(place: AdmittedPassage) -> str:
    where = " › ".join(place.heading_path)
    copy = "" if place.witnessed else ", from a copy and not from the server"
    return (
        f'<blockquote dir="auto">{escape(place.exact)}<footer>{_link(place.title or place.url, place.deep_link)} '
        f"{escape(where)}, read {write_time(place.retrieved_at)}{copy}</footer></blockquote>"
    )


def _link(label: str, address: str) -> str:
    shown = escape(label)
    if not address.lower().startswith(("http://", "https://")):
        return shown
    return f'<a href="{escape(address)}" rel="noopener noreferrer nofollow">{shown}</a>'

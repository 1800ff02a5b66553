"""``loccit locate``: where a quotation stands on a page."""

from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.pages import Page, origin, page_of
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, write, write_json
from loccit.apps.present import Json, located_passage
from loccit.errors import BadInput
from loccit.extract.fragments import find_fragment
from loccit.policy import ExtractPolicy
from loccit.text.fragment import parse_directives
from loccit.text.offsets import Span
from loccit.text.quote import Resolution, resolve

app = command_app()


@app.command()
@takes_session
def locate(
    session: Session,
    quote: Annotated[str, typer.Argument(metavar="QUOTE", help="The quotation, or a link's #:~:text=...")],
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A file, an address or the id of a record.")],
    *,
    prefix: Annotated[str, typer.Option(metavar="TEXT", help="Text that stands before it.")] = "",
    suffix: Annotated[str, typer.Option(metavar="TEXT", help="Text that stands after it.")] = "",
    position: Annotated[int | None, typer.Option(metavar="N", min=0, help="Where it stood, in code points.")] = None,
) -> None:
    """Find a quotation on a page.

    The status is exact, normalised (after folding of white space, quotes, dashes and the like), moved, ambiguous or
    lost. A similar place may be suggested; it is not the quotation.
    """
    found = page_of(session, page)
    if ":~:" in quote:
        resolution = resolve_fragment(found, quote)
    else:
        resolution = resolve(quote, found.read().text, prefix=prefix, suffix=suffix, position=position)
    located = located_object(found, resolution)
    if session.json:
        write_json(located)
        return
    write(resolution.status)
    span = resolution.span or resolution.suggestion
    if span is not None:
        block = found.read().block_at(span.start)
        where = " > ".join(block.heading_path) if block else ""
        note = "" if resolution.span else " (a similar place, not the quotation)"
        write(printable(f"{span.start}-{span.end}{note} {where}".rstrip()))
        write(printable(found.read().text[span.start : span.end]))


def resolve_fragment(page: Page, fragment: str) -> Resolution:
    """Return where a link with a text directive leads.

    Raises:
        BadInput: if it has no valid text directive.
    """
    document = page.read()
    directives = parse_directives(fragment)
    if not directives:
        raise BadInput(
            "QUOTE", "expected a valid text directive after :~:, such as #:~:text=first%20words,last%20words"
        )
    span = find_fragment(document.text, document.layout.blocks, fragment)[0]
    if span is None:
        return Resolution("lost")
    same = document.text[slice(*span)] == directives[0].start
    return Resolution("exact" if same else "normalised", span)


def located_object(page: Page, resolution: Resolution) -> Json:
    """Return the status and, where the quotation stands, the passage."""
    document = page.read()
    passage: Json | None = None
    if resolution.span is not None:
        cut = document.cut(resolution.span, origin=origin("locate"), context_length=ExtractPolicy().context_length)
        passage = located_passage(cut, page.retrieval)
    return {
        "status": resolution.status,
        "passage": passage,
        "suggestion": _suggested(document.text, resolution.suggestion),
    }


def _suggested(text: str, span: Span | None) -> Json | None:
    if span is None:
        return None
    return {"start": span.start, "end": span.end, "text": text[span.start : span.end]}

"""``loccit extract``: what a person sees on a page, and where."""

from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.pages import page_of
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, write, write_json
from loccit.apps.present import document_object

app = command_app()


@app.command()
@takes_session
def extract(
    session: Session,
    page: Annotated[str, typer.Argument(metavar="PAGE", help="A file, an address or the id of a record.")],
) -> None:
    """Show what a person sees on a page, and where.

    A file is read and not stored; an address is read into the archive. Offsets count code points of the text.
    """
    found = page_of(session, page)
    document = found.read()
    if session.json:
        write_json(document_object(document, url=found.url))
    else:
        write(printable(document.text))

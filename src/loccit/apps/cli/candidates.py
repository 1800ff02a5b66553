"""``loccit candidates``: a saved capture of a search, turned into the candidate queue."""

from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import read_json, write_json
from loccit.discover.capture import candidates as candidates_of

app = command_app()


@app.command()
@takes_session
def candidates(
    session: Session,
    capture: Annotated[str, typer.Argument(metavar="CAPTURE", help="A JSON file; - reads standard input.")],
) -> None:
    """Turn a saved capture into the candidate queue.

    The capture is an object with request, http_status, response, run_id and received_at; it is not changed. The
    output is always JSON: state and candidates, excluded ones among them.
    """
    del session
    write_json(candidates_of(read_json(capture)))

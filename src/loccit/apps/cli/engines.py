"""``loccit engines``: the search engines that can be named in a task."""

from loccit import plugins
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import write, write_json

app = command_app()


@app.command()
@takes_session
def engines(session: Session) -> None:
    """List the search engines that --engine accepts."""
    names = plugins.names("loccit.engines")
    if session.json:
        write_json({"engines": list(names)})
        return
    for name in names:
        write(name)

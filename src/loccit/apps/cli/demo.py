"""``loccit demo``: the whole path on the packaged site of a fictional appliance maker."""

from importlib.resources import files
from pathlib import Path

import anyio

from loccit.apps.cli.ask import show_result
from loccit.apps.cli.commands import command_app
from loccit.apps.cli.progress import shown
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import tell, write
from loccit.pipeline import AskRequest, AskResult, Pipeline, open_pipeline
from loccit.policy import Policy

BASE_URL = "https://www.quorvane.example/"
QUESTION = "What should an owner know before using a Quorvane dishwasher?"
CLAIMS = (
    "The tray must be level.",
    "The Tidewater 40 has a water-saving indicator.",
    "The Harbour 60 holds 14 place settings.",
    "The Cove 20 is quieter than 44 dB.",
)

app = command_app()


@app.command()
@takes_session
def demo(session: Session) -> None:
    """Run the whole path on the packaged sample site.

    The maker and its site are fictional. One claim is admitted on an exact passage; three stay gaps: one that the
    pages read do not mention, one whose page could not be read, one whose page has too little text.
    """
    if not session.json:
        write(f"Site: {BASE_URL} (fictional, packaged)\nQuestion: {QUESTION}")
    with shown(session) as observer, open_pipeline(session.workspace, policy=Policy(), observer=observer) as pipeline:
        result = anyio.run(_run, pipeline)
    show_result(session, result)
    if not session.json and not session.quiet:
        tell(f"Records are kept in {session.workspace}; next: loccit store verify")


def site_folder() -> Path:
    """Return the folder with the pages of the sample site."""
    return Path(str(files("loccit"))) / "demo_site"


async def _run(pipeline: Pipeline) -> AskResult:
    await pipeline.index_folder(site_folder(), BASE_URL)
    return await pipeline.ask(AskRequest(question=QUESTION, claims=CLAIMS))

"""The whole path for scripts and notebooks, without an event loop of one's own.

Each function runs the async pipeline in a thread of its own, so it also works where an event loop is running.
"""

from collections.abc import Iterable
from functools import partial
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from loccit.pipeline import AskRequest, AskResult, IndexReport, open_pipeline
from loccit.policy import Policy
from loccit.records import Requirements

DEFAULT_WORKSPACE = Path(".loccit")


def ask(
    question: str,
    *,
    claims: Iterable[str] = (),
    queries: Iterable[str] = (),
    requirements: Requirements | None = None,
    workspace: Path | str = DEFAULT_WORKSPACE,
    policy: Policy | None = None,
) -> AskResult:
    """Ask a question and have its claims checked against real pages.

    Args:
        question: what is to be answered; it is not sent anywhere.
        claims: statements that need evidence, in the order they are answered.
        queries: what to send; none: derived from question and claims.
        requirements: what sources must be about, or be.
        workspace: the folder that keeps records and bytes; made if it is not there.
        policy: settings; the defaults if null.

    Raises:
        BadInput: naming what can't be used.
    """
    request = AskRequest(
        question=question,
        claims=tuple(claims),
        queries=tuple(queries),
        requirements=requirements or Requirements(),
    )
    with (
        open_pipeline(Path(workspace), policy=policy or Policy()) as pipeline,
        start_blocking_portal() as portal,
    ):
        return portal.call(pipeline.ask, request)


def index(folder: Path | str, base_url: str, *, workspace: Path | str = DEFAULT_WORKSPACE) -> IndexReport:
    """Make a folder of pages searchable and read it in place of the site below ``base_url``.

    Raises:
        BadInput: naming the folder or the base URL.
    """
    with open_pipeline(Path(workspace), policy=Policy()) as pipeline, start_blocking_portal() as portal:
        return portal.call(partial(pipeline.index_folder, Path(folder), base_url))

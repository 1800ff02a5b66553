"""The whole path for scripts and notebooks, without an event loop of one's own.

Each function runs the async pipeline in a thread of its own, so it also works where an event loop is running.
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from anyio.from_thread import start_blocking_portal

from loccit.cite.audit import Audit
from loccit.errors import BadInput
from loccit.ids import JsonValue
from loccit.pipeline import AskRequest, AskResult, IndexReport, open_pipeline
from loccit.pipeline.auditing import Auditor
from loccit.pipeline.parts import PROGRAM
from loccit.pipeline.receiving import receive
from loccit.policy import Policy
from loccit.records import Origin, Requirements
from loccit.transport.given import GivenFile, GivenPages
from loccit.version import __version__

DEFAULT_WORKSPACE = Path(".loccit")


def ask(
    question: str | AskRequest,
    *,
    claims: Iterable[str] = (),
    queries: Iterable[str] = (),
    requirements: Requirements | None = None,
    workspace: Path | str | None = None,
    policy: Policy | None = None,
) -> AskResult:
    """Ask a question and have its claims checked against real pages.

    Search engines are set up by the same environment variables as on the command line.

    Args:
        question: what is to be answered; it is not sent anywhere. Or a whole request, with engines and limits; claims,
            queries and requirements are then its own.
        claims: statements that need evidence, in the order they are answered.
        queries: what to send; none: derived from question and claims.
        requirements: what sources must be about, or be.
        workspace: the folder that keeps records and bytes; made if it is not there. Null: as the command line has it,
            the one the variable ``LOCCIT_WORKSPACE`` names, else ``.loccit``.
        policy: settings; the defaults if null.

    Raises:
        BadInput: naming what can't be used.
    """
    if isinstance(question, AskRequest):
        request = question
    else:
        request = AskRequest(question, tuple(claims), tuple(queries), requirements or Requirements())
    with (
        open_pipeline(_folder(workspace), policy=policy or Policy(), settings=os.environ) as pipeline,
        start_blocking_portal() as portal,
    ):
        return portal.call(pipeline.ask, request)


def check(
    answer: str | Mapping[str, JsonValue] | Sequence[JsonValue],
    *,
    format_name: str | None = None,
    sources: Mapping[str, str | bytes | Path] | None = None,
    workspace: Path | str | None = None,
    policy: Policy | None = None,
) -> Audit:
    """Check each sentence of a finished answer against the pages it cites.

    Args:
        answer: a text (Markdown, HTML, JSON) or a payload as a service or library gives it.
        format_name: the name of its format; null: it is told by its structure.
        sources: pages in place of addresses: a path, bytes of HTML, or a text. The rest comes from the store, a mounted
            site or the network.
        workspace: the folder that keeps records and bytes; made if it is not there. Null: as the command line has it,
            the one the variable ``LOCCIT_WORKSPACE`` names, else ``.loccit``.
        policy: settings; the defaults if null.

    Raises:
        BadInput: naming what can't be used.
    """
    origin = Origin(activity="read", version=__version__, agent=PROGRAM)
    received = receive(answer, name="answer", origin=origin, format_name=format_name)
    given = GivenPages({name: _given(content) for name, content in sources.items()}) if sources else None
    with open_pipeline(_folder(workspace), policy=policy or Policy()) as pipeline, start_blocking_portal() as portal:
        return portal.call(Auditor(pipeline.parts, given=given).check, received)


def _given(content: str | bytes | Path) -> GivenFile:
    if isinstance(content, Path):
        return GivenFile(content.name, content)
    return GivenFile("given.txt", content.encode()) if isinstance(content, str) else GivenFile("given.html", content)


def _folder(workspace: Path | str | None) -> Path:
    return Path(workspace or os.environ.get("LOCCIT_WORKSPACE") or DEFAULT_WORKSPACE)


def index(
    source: Path | str | None = None,
    base_url: str | None = None,
    *,
    sitemap: str | None = None,
    workspace: Path | str | None = None,
) -> IndexReport:
    """Make pages searchable and, where they lie here, read them in place of their sites.

    The workspace is the same as for ``ask``.

    Args:
        source: a folder, or a WARC or WACZ file.
        base_url: the address a folder stands for; null for an archive, which names the addresses itself.
        sitemap: in place of a source, the file or the address of a sitemap.

    Raises:
        BadInput: naming the folder, the file or the base URL.
    """
    if (source is None) == (sitemap is None):
        raise BadInput("source", "expected either a folder or file, or a sitemap")
    with open_pipeline(_folder(workspace), policy=Policy()) as pipeline, start_blocking_portal() as portal:
        if sitemap is not None:
            return portal.call(pipeline.index_sitemap, sitemap, base_url)
        path = Path(source or "")
        if base_url is None:
            return portal.call(pipeline.index_archive, path)
        return portal.call(pipeline.index_folder, path, base_url)

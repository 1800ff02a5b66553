"""``loccit export``: what was delivered, in a form that others read, or as a bundle that proves itself."""

from contextlib import closing
from pathlib import Path
from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import read_bytes, tell, write
from loccit.clock import SystemClock
from loccit.deliver.bundle import SIGNATURE_SUFFIX, write_bundle
from loccit.deliver.exports import EXPORTS
from loccit.errors import BadInput, NotStored
from loccit.ids import ContentId
from loccit.pipeline.bundling import gather
from loccit.records import Answer, Handoff, Record
from loccit.retrieve.warc import WarcArchive
from loccit.store.workspace import Workspace

BUNDLE = "bundle"

app = command_app()


@app.command()
@takes_session
def export(
    session: Session,
    record: Annotated[
        str | None, typer.Argument(metavar="ID", help="A handoff or a checked answer [default: the newest].")
    ] = None,
    *,
    form: Annotated[str, typer.Option("--format", metavar="F", help=f"{BUNDLE}, {', '.join(EXPORTS)}.")] = "json",
    output: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Where it goes [default: standard output].")
    ] = None,
    sign: Annotated[
        Path | None,
        typer.Option("--sign", metavar="KEY", help="Sign the bundle with an Ed25519 key (PEM), in a file beside it."),
    ] = None,
) -> None:
    """Export a delivery.

    A bundle is one file with the records, texts and archived exchanges the delivery rests on; loccit verify checks it
    offline. The other forms show a handoff.
    """
    if form not in {BUNDLE, *EXPORTS}:
        raise BadInput("--format", f"expected one of {', '.join((BUNDLE, *EXPORTS))}, got {form!r}")
    if form == BUNDLE and output is None:
        raise BadInput("--output", "expected a file for the bundle, got none")
    if sign is not None and form != BUNDLE:
        raise BadInput("--sign", f"expected the form {BUNDLE}, got {form!r}")
    key = None if sign is None else read_bytes(str(sign))
    with Workspace.open(session.workspace, create=False) as workspace:
        chosen = _chosen(workspace, ContentId(record) if record else None, session)
        if form == BUNDLE and output is not None:
            clock = SystemClock()
            with closing(WarcArchive(workspace.archive_folder, clock)) as archive:
                contents = gather(workspace.store, archive, [chosen.id])
            data = write_bundle(contents, made_at=clock.now())
            envelope = None if key is None else _signed(data, key)
            output.write_bytes(data)
            if envelope is not None:
                output.with_name(output.name + SIGNATURE_SUFFIX).write_bytes(envelope)
            if not session.quiet:
                tell(f"{output}: {len(contents.records)} records; check it with loccit verify {output}")
            return
    if not isinstance(chosen, Handoff):
        raise BadInput("ID", f"expected the id of a handoff for the form {form}, got a record of kind {chosen.KIND}")
    text = EXPORTS[form](chosen)
    if output is None:
        write(text.rstrip("\n"))
    else:
        output.write_text(text, encoding="utf-8", newline="\n")


def _signed(data: bytes, key: bytes) -> bytes:
    from loccit.deliver.signature import sign  # noqa: PLC0415 - an optional extra

    return sign(data, key)


def _chosen(workspace: Workspace, wanted: ContentId | None, session: Session) -> Record:
    """Return the record that is asked for, or the newest handoff; without one, the newest answer that was checked."""
    store = workspace.store
    if wanted is not None:
        try:
            return store.get(wanted, Record)
        except NotStored as error:
            raise BadInput("ID", f"expected the id of a record in {session.workspace}, got {wanted}") from error
    known: list[Record] = list(store.records(Handoff))
    known = known or [one for one in store.records(Answer) if one.origin.activity == "audit"]
    if not known:
        expected = "expected a workspace with a handoff or a checked answer, found neither in"
        raise BadInput("--workspace", f"{expected} {session.workspace}")
    return known[-1]

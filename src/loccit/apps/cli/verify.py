"""``loccit verify``: does a bundle hold together, by its bytes alone?"""

from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, read_bytes, write, write_json
from loccit.deliver.bundle import SIGNATURE_SUFFIX
from loccit.deliver.verify_bundle import verify_bundle
from loccit.errors import BadInput, VerificationFailed
from loccit.pipeline.bundling import read_archived

app = command_app()


@app.command()
@takes_session
def verify(
    session: Session,
    bundle: Annotated[str, typer.Argument(metavar="BUNDLE", help="A file that loccit export wrote.")],
    *,
    key: Annotated[
        str | None, typer.Option(metavar="FILE", help="Check that it was signed with this Ed25519 key (public, PEM).")
    ] = None,
    signature: Annotated[
        str | None, typer.Option(metavar="FILE", help=f"The signature [default: BUNDLE{SIGNATURE_SUFFIX}].")
    ] = None,
) -> None:
    """Verify a bundle offline, without the store it came from.

    Each numbered check is passed, failed or not checked; the exit code is 4 unless all passed. A bundle proves that
    nothing in it was changed; who made it, only a signature tells, checked with --key.
    """
    if signature is not None and key is None:
        raise BadInput("--key", "expected the public key to check the signature with, got none")
    data = read_bytes(bundle)
    report = verify_bundle(data, read_archived=read_archived)
    if key is not None:
        from loccit.deliver.signature import check_signature  # noqa: PLC0415 - an optional extra

        outcome = check_signature(data, read_bytes(signature or bundle + SIGNATURE_SUFFIX), read_bytes(key))
        report = report.with_check("signature", outcome)
    proves = "integrity only" if key is None else "integrity and signature"
    if session.json:
        write_json(
            {
                "verified": report.verified,
                "proves": proves,
                "manifest": report.manifest_id,
                "roots": list(report.roots),
                "records": dict(report.counts),
                "checks": [check.model_dump(mode="json") for check in report.checks],
            }
        )
    else:
        for check in report.checks:
            write(printable(f"{check.number:2} {check.name:<10} {check.result.replace('_', ' '):<11} {check.detail}"))
        if report.verified:
            write("verified: integrity only; nothing says who made it" if key is None else f"verified: {proves}")
    if not report.verified:
        broken = next(check for check in report.checks if check.result != "passed")
        raise VerificationFailed(f"{bundle}: check {broken.number}, {broken.name}: {broken.detail}")

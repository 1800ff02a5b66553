"""``loccit verify``: does a bundle hold together, by its bytes alone?"""

from typing import Annotated

import typer

from loccit.apps.cli.commands import command_app
from loccit.apps.cli.session import Session, takes_session
from loccit.apps.cli.streams import printable, read_bytes, write, write_json
from loccit.deliver.verify_bundle import verify_bundle
from loccit.errors import VerificationFailed
from loccit.pipeline.bundling import read_archived

app = command_app()


@app.command()
@takes_session
def verify(
    session: Session,
    bundle: Annotated[str, typer.Argument(metavar="BUNDLE", help="A file that loccit export wrote.")],
) -> None:
    """Verify a bundle offline, without the store it came from.

    Each numbered check is passed, failed or not checked; the exit code is 4 unless all passed. A bundle proves that
    nothing in it was changed, not who made it.
    """
    report = verify_bundle(read_bytes(bundle), read_archived=read_archived)
    if session.json:
        write_json(
            {
                "verified": report.verified,
                "proves": "integrity only",
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
            write("verified: integrity only; nothing says who made it")
    if not report.verified:
        broken = next(check for check in report.checks if check.result != "passed")
        raise VerificationFailed(f"{bundle}: check {broken.number}, {broken.name}: {broken.detail}")

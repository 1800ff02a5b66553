"""The report as JSON."""

import json
from collections.abc import Sequence

from loccit.cite.audit import Audit
from loccit.cite.problems import Gate
from loccit.cite.report import report_object


def write(audits: Sequence[Audit], decided: Gate) -> str:
    """Return the object of ``loccit check --json`` as text."""
    return json.dumps(report_object(audits, decided), ensure_ascii=False, indent=2) + "\n"

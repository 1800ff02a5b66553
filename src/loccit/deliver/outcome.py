"""What one check of the admission procedure comes to."""

from typing import NamedTuple

from loccit.records.deliver import CheckResult


class Outcome(NamedTuple):
    """The result of one check and a plain sentence that says it."""

    result: CheckResult
    detail: str

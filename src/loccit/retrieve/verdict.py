"""What a response amounts to."""

from dataclasses import dataclass

from loccit.records.retrieve import Outcome


@dataclass(frozen=True, slots=True)
class Verdict:
    """One outcome code and one plain sentence."""

    outcome: Outcome
    detail: str

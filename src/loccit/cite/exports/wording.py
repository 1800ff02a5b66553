"""The sentences reports share."""

from loccit.cite.audit import Summary
from loccit.cite.problems import Gate


def headline(decided: Gate) -> str:
    """Return whether the answers may pass, and what was found."""
    counts = [
        (len(decided.failing), "failing"),
        (len(decided.known), "known from the baseline"),
        (len(decided.allowed), "allowed"),
        (len(decided.warnings), "warnings"),
    ]
    listed = ", ".join(f"{count} {name}" for count, name in counts if count) or "nothing found"
    return f"{'Passed' if decided.passed else 'Failed'}: {listed}."


def figures(summary: Summary) -> str:
    """Return the figures of an audit in one line."""
    states = ", ".join(f"{count} {label.replace('_', ' ')}" for label, count in summary.counts.items() if count)
    return (
        f"{summary.sentences} sentences ({states or 'none'}), {summary.citations} citations; "
        f"recall {_share(summary.citation_recall)}, precision {_share(summary.citation_precision)}."
    )


def _share(share: float | None) -> str:
    return "not defined" if share is None else f"{share:.2f}"

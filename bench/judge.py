"""Pairs a second through the rules, and their verdicts on labelled pairs where these are at hand.

Prints one line a set: pairs, pairs a second, right and all calls of ``supported`` and ``contradicted`` with the lower
end of the Wilson interval, and the share of pairs that were decided. Reads JSON Lines with ``claim``, ``evidence``
(text or list of sentences) and, optionally, ``state``; without a file it runs over its own pairs.

    python bench/judge.py [FILE ...]
"""

import json
import math
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from loccit.judge.pairs import judge_pair, rule_pair

OWN = (
    ("The tank holds 20 gallons.", "Empty it first. The tank holds 20 litres. It is made of steel.", "contradicted"),
    ("The tray must be level.", "Place it on a table. The tray must be level before use.", "supported"),
    ("訪客可以進入實驗室。", "請出示證件。訪客不得進入實驗室。", "contradicted"),
    (
        "Bendungan itu dibangun pada tahun 1987.",
        "Bendungan itu dibangun pada tahun 1987 oleh dua perusahaan.",
        "supported",
    ),
)
ROUNDS = 250
WILSON_Z = 1.96


class Pair(NamedTuple):
    """A claim, its evidence, and the expected state if there is one."""

    claim: str
    evidence: str | Sequence[str]
    state: str | None


def pairs_of(path: Path) -> Iterator[Pair]:
    """Yield the pairs of a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            yield Pair(row["claim"], row["evidence"], row.get("state"))


def wilson(right: int, called: int) -> float:
    """Return the lower end of the 95 % Wilson interval of a proportion."""
    if not called:
        return 0.0
    share, z = right / called, WILSON_Z
    centre = share + z * z / (2 * called)
    margin = z * math.sqrt(share * (1 - share) / called + z * z / (4 * called * called))
    return (centre - margin) / (1 + z * z / called)


def report(name: str, pairs: Sequence[Pair]) -> None:
    """Judge the pairs twice (bare, and with records) and print what came of it."""
    started = time.process_time()
    rulings = [rule_pair(pair.claim, pair.evidence) for pair in pairs]
    bare = time.process_time() - started
    started = time.process_time()
    for pair in pairs[:ROUNDS]:
        judge_pair(pair.claim, pair.evidence)
    recorded = (time.process_time() - started) / max(1, len(pairs[:ROUNDS]))
    print(f"{name}: {len(pairs)} pairs, {len(pairs) / bare:.0f} pairs/s bare, {1 / recorded:.0f} pairs/s with records")
    for state in ("supported", "contradicted"):
        called = [pair.state for pair, ruling in zip(pairs, rulings, strict=True) if ruling.state == state]
        right = sum(expected == state for expected in called)
        print(f"  {state}: {right} of {len(called)} right, at least {wilson(right, len(called)):.2f}")
    decided = sum(ruling.state is not None for ruling in rulings)
    print(f"  decided: {decided / len(pairs):.2f}")


def main(arguments: Sequence[str]) -> None:
    """Run over the files named, or over the pairs of this module."""
    for argument in arguments:
        report(Path(argument).name, list(pairs_of(Path(argument))))
    if not arguments:
        report("own pairs", [Pair(*row) for row in OWN] * ROUNDS)


if __name__ == "__main__":
    main(sys.argv[1:])

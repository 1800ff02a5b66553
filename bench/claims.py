"""The rules on labelled claims: precision of verdicts with Wilson bounds, coverage, ``confidence`` as a ranking.

Reads the development sets from the folder ``claims`` of the measuring data (``LOCCIT_DATA``, or beside the repository).
Balanced accuracy tells supported pairs from the rest by one threshold for all sets; beside it stands the figure with
the threshold that is best on all *other* sets, and the area under the curve. Nothing is fitted here; ``ranking.py``
prints folds that were not fitted on, and weights fitted with one set left out.

    python bench/claims.py [--errors STATE] [SET ...]
"""

import argparse
import csv
import json
import os
import time
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from judge import wilson  # the script beside this one
from loccit.judge.pairs import rule_pair
from loccit.judge.rules import Ruling

DATA = Path(os.environ.get("LOCCIT_DATA", Path(__file__).parent.parent.parent / "shared" / "data"))
THRESHOLD = 500_000
ENOUGH = 50
"""Calls of a state below which a precision says too little."""

PEERS = {
    "wice": 69.5,
    "fever-symmetric": 67.8,
    "healthver": 53.4,
    "fm2": 58.2,
    "begin-wow": 82.5,
    "indonli": 61.6,
    "ocnli": 51.0,
}
"""Best balanced accuracy of six offline checkers on the matching test sets, percent."""


class Pair(NamedTuple):
    """A claim beside its evidence, and the state people gave it."""

    claim: str
    evidence: str | Sequence[str]
    state: str


def _lines(name: str) -> Iterator[dict[str, object]]:
    with (DATA / "claims" / name).open(encoding="utf-8") as lines:
        for line in lines:
            yield json.loads(line)


def _rows(name: str, delimiter: str) -> Iterator[dict[str, str]]:
    with (DATA / "claims" / name).open(encoding="utf-8", newline="") as lines:
        yield from csv.DictReader(lines, delimiter=delimiter, quoting=csv.QUOTE_MINIMAL)


_FEVER = {"SUPPORTS": "supported", "REFUTES": "contradicted", "NOT_ENOUGH_INFO": "unsupported"}
_NLI = {"e": "supported", "n": "unsupported", "c": "contradicted"}


def wice() -> Iterator[Pair]:
    """Yield WiCE claims beside the sentences that annotators chose."""
    states = {"supported": "supported", "partially_supported": "partly_supported", "not_supported": "unsupported"}
    for row in _lines("wice/oracle_chunks_claim_dev.jsonl"):
        yield Pair(row["claim"], row["evidence"], states[row["label"]])


def fm2() -> Iterator[Pair]:
    """Yield FM2 claims beside their gold evidence."""
    for row in _lines("fm2/dev.jsonl"):
        yield Pair(row["text"], [piece["text"] for piece in row["gold_evidence"]], _FEVER[row["label"]])


def fever_symmetric() -> Iterator[Pair]:
    """Yield FEVER-Symmetric pairs."""
    for row in _lines("fever-symmetric/symmetric_v0.2_fever_symmetric_dev.jsonl"):
        yield Pair(row["claim"], row["evidence"], _FEVER[row["label"]])


def fever() -> Iterator[Pair]:
    """Yield FEVER pairs with evidence."""
    folder = DATA / "claims" / "fever-rte"
    columns = [
        (folder / name).read_text(encoding="utf-8").split("\n")
        for name in ("dev.raw.input0", "dev.raw.input1", "dev.label")
    ]
    for evidence, claim, label in zip(*columns, strict=True):
        if claim:
            yield Pair(claim, evidence, "supported" if label == "entailment" else "contradicted")


def begin(part: str) -> Callable[[], Iterator[Pair]]:
    """Return a reader of one part of BEGIN; generic replies state nothing and are left out."""

    def read() -> Iterator[Pair]:
        for row in _rows(f"begin/begin_dev_{part}.tsv", "\t"):
            if row["begin_label"] != "Generic":
                right = row["begin_label"] == "Fully attributable"
                yield Pair(row["response"], row["knowledge"], "supported" if right else "unsupported")

    return read


def healthver() -> Iterator[Pair]:
    """Yield HealthVer pairs."""
    states = {"Supports": "supported", "Refutes": "contradicted", "Neutral": "unsupported"}
    for row in _rows("healthver/healthver_dev.csv", ","):
        yield Pair(row["claim"], row["evidence"], states[row["label"]])


def climate_fever() -> Iterator[Pair]:
    """Yield Climate-FEVER pairs."""
    for row in _lines("climate-fever/climate-fever.jsonl"):
        for piece in row["evidences"]:
            yield Pair(row["claim"], piece["evidence"], _FEVER[piece["evidence_label"]])


def indonli() -> Iterator[Pair]:
    """Yield the validation split of IndoNLI."""
    for row in _lines("indonli/val.jsonl"):
        yield Pair(row["hypothesis"], row["premise"], _NLI[row["label"]])


def ocnli() -> Iterator[Pair]:
    """Yield OCNLI."""
    for row in _lines("ocnli/train.3k.json"):
        if row["label"][0] in _NLI:
            yield Pair(row["sentence2"], row["sentence1"], _NLI[row["label"][0]])


SETS: dict[str, Callable[[], Iterator[Pair]]] = {
    "wice": wice,
    "fever-symmetric": fever_symmetric,
    "fm2": fm2,
    "healthver": healthver,
    "begin-wow": begin("wow"),
    "begin-cmu": begin("cmu"),
    "begin-tc": begin("tc"),
    "climate-fever": climate_fever,
    "fever": fever,
    "indonli": indonli,
    "ocnli": ocnli,
}


class Judged(NamedTuple):
    """A set with what the rules said of it."""

    name: str
    pairs: list[Pair]
    rulings: list[Ruling]
    seconds: float

    @property
    def scored(self) -> list[tuple[int, bool]]:
        """Confidence, and whether people called the pair supported."""
        return [
            (ruling.confidence, pair.state == "supported")
            for pair, ruling in zip(self.pairs, self.rulings, strict=True)
        ]


def judged(name: str) -> Judged:
    """Return a set judged."""
    pairs = list(SETS[name]())
    started = time.process_time()
    rulings = [rule_pair(pair.claim, pair.evidence) for pair in pairs]
    return Judged(name, pairs, rulings, time.process_time() - started)


def balanced_accuracy(scored: Sequence[tuple[int, bool]], threshold: int) -> float:
    """Return the mean of both recalls, in percent."""
    recalls = []
    for wanted in (True, False):
        hits = [(score >= threshold) is wanted for score, right in scored if right is wanted]
        recalls.append(sum(hits) / max(1, len(hits)))
    return 50 * sum(recalls)


def area(scored: Sequence[tuple[int, bool]]) -> float:
    """Return the area under the curve, in percent: how often a supported pair ranks above another."""
    others = sorted(score for score, right in scored if not right)
    wins = sum((bisect_left(others, s) + bisect_right(others, s)) / 2 for s, right in scored if right)
    return 100 * wins / max(1, len(others) * sum(right for _, right in scored))


def best_threshold(sets: Sequence[Judged]) -> int:
    """Return the threshold with the best mean balanced accuracy."""
    return max(range(300_000, 901_000, 10_000), key=lambda t: sum(balanced_accuracy(one.scored, t) for one in sets))


def report(one: Judged, others: Sequence[Judged]) -> None:
    """Print a set's figures."""
    print(f"{one.name}: {len(one.pairs)} pairs, {len(one.pairs) / one.seconds:.0f} pairs/s")
    for state in ("supported", "contradicted", "partly_supported", "unsupported"):
        called = [pair.state for pair, ruling in zip(one.pairs, one.rulings, strict=True) if ruling.state == state]
        right = sum(expected == state for expected in called)
        bound = f"precision {right / len(called):.3f}, at least {wilson(right, len(called)):.2f}" if called else "-"
        few = " (too few)" if len(called) < ENOUGH else ""
        wrong = Counter(expected for expected in called if expected != state)
        print(f"  {state:16} {right:5} of {len(called):5}: {bound}{few} {dict(wrong) or ''}")
    decided = sum(ruling.state is not None for ruling in one.rulings)
    print(f"  coverage         {decided / len(one.pairs):.3f}")
    out = best_threshold(others) if others else THRESHOLD
    print(
        f"  confidence       balanced accuracy {balanced_accuracy(one.scored, THRESHOLD):.1f} at {THRESHOLD}, "
        f"{balanced_accuracy(one.scored, out):.1f} at {out} (left out), area {area(one.scored):.1f}, "
        f"best peer {PEERS.get(one.name, '-')}"
    )


def errors(one: Judged, state: str) -> None:
    """Print the pairs that were wrongly given a state."""
    for pair, ruling in zip(one.pairs, one.rulings, strict=True):
        if ruling.state == state != pair.state:
            print(f"  [{pair.state}] {ruling.reasons}\n    claim    {pair.claim}\n    evidence {pair.evidence}")


def main() -> None:
    """Judge the sets named, or all, and print."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--errors", metavar="STATE")
    parser.add_argument("sets", nargs="*", metavar="SET")
    chosen = parser.parse_args()
    if not (DATA / "claims").is_dir():
        raise SystemExit(f"measuring data not found at {DATA} (set LOCCIT_DATA)")
    done = [judged(name) for name in chosen.sets or SETS]
    for one in done:
        report(one, [other for other in done if other is not one])
        if chosen.errors:
            errors(one, chosen.errors)
    for state in ("supported", "contradicted"):
        called = [
            pair.state == state
            for one in done
            for pair, ruling in zip(one.pairs, one.rulings, strict=True)
            if ruling.state == state
        ]
        print(f"all sets, {state}: {sum(called)} of {len(called)}, at least {wilson(sum(called), len(called)):.3f}")


if __name__ == "__main__":
    main()

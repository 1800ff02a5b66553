"""Pairs a second through the rules on one core, beside six offline checkers on the same pairs in the same run.

Runs over the development sets of ``claims.py`` where the measuring data are at hand (``LOCCIT_DATA``, or beside the
repository), else over its own pairs; or over files of JSON Lines with ``claim``, ``evidence`` (text or list of
sentences) and, optionally, ``state``. Nothing is kept from one pair to the next but stems of words: every evidence is
read anew. Beside each rate stands the balanced accuracy of telling supported pairs from the rest, ours by
``confidence`` at one threshold with the weights that are shipped (``ranking.py`` has figures that were not fitted on).

    python bench/judge.py [--model FOLDER] [FILE ...]

With ``--model`` the judge ``model`` runs too, with the ``settings.json`` that ``recipes/train_judge.py`` wrote there.
"""

import json
import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from loccit.judge.pairs import judge_pair, plain_document, rule_pair
from loccit.policy import ModelPolicy
from loccit.records import Agent, Claim, Origin
from peers import Checker, checkers

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
THRESHOLD = 500_000
ANSWER_PAIRS = 60
MODEL_PAIRS = 100
MOST = 1_500
"""Of a large set, about so many pairs are taken, evenly."""


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


def compare(sets: Sequence[tuple[str, Sequence[Pair]]]) -> None:
    """Print rates and balanced accuracies, ours and the peers', and the rates over all sets together."""
    peers: list[tuple[str, Checker]] = []
    for name, checker in checkers():
        if checker is None:
            print(f"{name}: not installed")
        else:
            peers.append((name, checker))
    spent: Counter[str] = Counter()
    total = 0
    for title, pairs in sets:
        total += len(pairs)
        length = sum(len(text_of(pair)) for pair in pairs) // len(pairs)
        print(f"{title}: {len(pairs)} pairs, {length} characters of evidence each")
        spent["loccit, rules"] += measured("loccit, rules", _ours, pairs)
        for name, checker in peers:
            spent[name] += measured(name, lambda pair, checker=checker: checker(pair.claim, text_of(pair)), pairs)
    print(f"all sets: {total} pairs")
    for name, seconds in spent.items():
        print(f"  {name:26} {total / seconds:8.0f} pairs/s")


def measured(name: str, check: Callable[[Pair], bool], pairs: Sequence[Pair]) -> float:
    """Print a checker's rate and balanced accuracy on a set; return the seconds of processor time it took."""
    started = time.process_time()
    passed = [check(pair) for pair in pairs]
    seconds = time.process_time() - started
    recalls = []
    for wanted in (True, False):
        hits = [one is wanted for one, pair in zip(passed, pairs, strict=True) if (pair.state == "supported") is wanted]
        recalls.append(sum(hits) / max(1, len(hits)))
    print(f"  {name:26} {len(pairs) / seconds:8.0f} pairs/s   balanced accuracy {50 * sum(recalls):.1f}", flush=True)
    return seconds


def _ours(pair: Pair) -> bool:
    return rule_pair(pair.claim, pair.evidence).confidence >= THRESHOLD


def text_of(pair: Pair) -> str:
    """Return the evidence as one text."""
    return pair.evidence if isinstance(pair.evidence, str) else " ".join(pair.evidence)


def model_rates(folder: Path, sets: Sequence[tuple[str, Sequence[Pair]]]) -> None:
    """Print what the judge ``model`` does in a second of processor time, records made, and how well it ranks."""
    from loccit.judge.model import ModelJudge  # noqa: PLC0415 - an optional extra

    settings = json.loads((folder / "settings.json").read_text(encoding="utf-8"))["model"]
    judge = ModelJudge(ModelPolicy.model_validate(settings))
    origin = Origin(activity="bench", version="1", agent=Agent(kind="program", name="bench"))

    def passes(pair: Pair) -> bool:
        claim = Claim(origin=origin, wording=pair.claim)
        return (judge.judge(claim, plain_document(pair.evidence)).opinion.confidence or 0) >= THRESHOLD

    for title, pairs in sets:
        print(f"{title}: {len(pairs)} pairs, {sum(len(text_of(pair)) for pair in pairs) // len(pairs)} characters each")
        measured("loccit, model", passes, pairs)


def answer(pairs: Sequence[Pair]) -> None:
    """Print how long an answer of twenty sentences with three citations each takes, records made."""
    started = time.process_time()
    for pair in pairs:
        judge_pair(pair.claim, pair.evidence)
    print(
        f"an answer of 20 sentences, {len(pairs)} pairs: {time.process_time() - started:.2f} s on one core (bound 0.5)"
    )


def main(arguments: Sequence[str]) -> None:
    """Run over the files named, over the development sets, or over the pairs of this module."""
    folder = Path(arguments[1]) if arguments[:1] == ["--model"] else None
    arguments = arguments[2:] if folder is not None else arguments
    for argument in arguments:
        report(Path(argument).name, list(pairs_of(Path(argument))))
    if arguments:
        return
    report("own pairs", [Pair(*row) for row in OWN] * ROUNDS)
    from claims import DATA, SETS  # noqa: PLC0415 - it imports this script

    if not (DATA / "claims").is_dir():
        print(f"measuring data not found at {DATA} (set LOCCIT_DATA)")
        return
    sets = [(name, [Pair(*row) for row in read()]) for name, read in SETS.items()]
    answer(sets[0][1][:ANSWER_PAIRS])
    if folder is not None:
        model_rates(folder, [(name, pairs[:MODEL_PAIRS]) for name, pairs in sets])
    compare([(name, pairs[:: max(1, len(pairs) // MOST)]) for name, pairs in sets])


if __name__ == "__main__":
    main(sys.argv[1:])

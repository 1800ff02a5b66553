"""Fit the weights of the ranking score, print them, and say how far they carry.

Fitted on the development sets of WiCE, FM2, FEVER-Symmetric and BEGIN (read from the measuring data as in
``claims.py``). What is raised is the balanced accuracy at one threshold for all sets, most where a set is nearest to
its goal: a smoothed minimum over the sets. Printed, for each set: the rules' ``confidence`` as shipped; the figure from
five folds that were not fitted on, pairs that share a claim or an evidence kept in one fold; the figure of weights that
were fitted on the other sets alone (all parts of BEGIN left out together); for the sets that have no part in the
fitting, that of the weights fitted on all.

    python bench/ranking.py [--part-of N]

Needs numpy.
"""

import argparse
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from claims import PEERS, SETS, THRESHOLD, Pair, balanced_accuracy  # the script beside this one
from loccit.judge.pairs import rule_pair
from loccit.judge.score import MILLION, Signals

FITTED = ("wice", "fever-symmetric", "fm2", "begin-wow", "begin-cmu", "begin-tc")
GOALS = {"wice": 0.70, "fever-symmetric": 0.72, "fm2": 0.63, "begin-wow": 0.845, "begin-cmu": 0.83, "begin-tc": 0.80}
FOLDS = 5
STEPS = 600
STEP = 0.05
SHARPNESS = 6.0
"""How steep the smoothed threshold is."""

SOFTNESS = 0.025
"""How far above the worst set another still counts, in balanced accuracy."""

SHRINKAGE = 0.0106
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Labelled(NamedTuple):
    """A set: signals, labels, confidence as shipped, the score a state fixes (-1 where none does), fold of each pair."""

    seen: Floats
    right: Bools
    shipped: Sequence[int]
    fixed: Sequence[int]
    fold: NDArray[np.int64]

    def free(self) -> Bools:
        """Tell which pairs are ranked by signals."""
        return np.array([score < 0 for score in self.fixed])


class Weights(NamedTuple):
    """Weights of the signals, in their own unit, and what is added."""

    each: Floats
    base: float

    def logits(self, seen: Floats) -> Floats:
        """Return the logit of each pair."""
        return seen @ self.each + self.base


def folds(pairs: Sequence[Pair]) -> NDArray[np.int64]:
    """Return a fold for each pair; pairs that share a claim or an evidence are in one."""
    parent: dict[str, str] = {}

    def root(key: str) -> str:
        while parent.setdefault(key, key) != key:
            key = parent[key]
        return key

    for pair in pairs:
        parent[root(f"c{pair.claim}")] = root(f"e{pair.evidence}")
    order: dict[str, int] = {}
    return np.array([order.setdefault(root(f"c{pair.claim}"), len(order)) % FOLDS for pair in pairs])


def labelled(name: str, part_of: int) -> Labelled:
    """Read a set and judge it; of big sets that are only measured, one pair in ``part_of``."""
    pairs = list(SETS[name]())
    pairs = pairs if name in FITTED else pairs[::part_of]
    seen, fixed, shipped = [], [], []
    for pair in pairs:
        ruling = rule_pair(pair.claim, pair.evidence)
        decided = ruling.signals is None or ruling.state in {"supported", "contradicted"}
        seen.append([signal / MILLION for signal in ruling.signals or (0,) * len(Signals._fields)])
        fixed.append(ruling.confidence if decided else -1)
        shipped.append(ruling.confidence)
    right = np.array([pair.state == "supported" for pair in pairs])
    return Labelled(np.array(seen), right, shipped, fixed, folds(pairs))


def fitted(sets: Mapping[str, Labelled], without: tuple[str, int] | None = None) -> Weights:
    """Return weights for sets, one fold of one set left out if asked; the same input gives the same weights."""
    parts = []
    for name, one in sets.items():
        kept = one.free() if without is None or without[0] != name else one.free() & (one.fold != without[1])
        parts.append((one.seen[kept], one.right[kept], GOALS[name]))
    every = np.vstack([seen for seen, _, _ in parts])
    mean, spread = every.mean(axis=0), every.std(axis=0) + 1e-9
    parts = [((seen - mean) / spread, right, goal) for seen, right, goal in parts]
    found = np.zeros(every.shape[1] + 1)
    momentum, square = np.zeros_like(found), np.zeros_like(found)
    for step in range(1, STEPS + 1):
        uphill = _uphill(parts, found) - SHRINKAGE * np.append(found[:-1], 0)
        momentum, square = 0.9 * momentum + 0.1 * uphill, 0.99 * square + 0.01 * uphill**2
        rate = STEP * (1 - step / (STEPS + 1))
        found = found + rate * momentum / (1 - 0.9**step) / (np.sqrt(square / (1 - 0.99**step)) + 1e-8)
    each = found[:-1] / spread
    return Weights(each, float(found[-1] - each @ mean))


def _uphill(parts: Sequence[tuple[Floats, Bools, float]], found: Floats) -> Floats:
    above, slopes = [], []
    for seen, right, goal in parts:
        share = 1 / (1 + np.exp(-np.clip(SHARPNESS * (seen @ found[:-1] + found[-1]), -30, 30)))
        sign = np.where(right, 0.5 / right.sum(), -0.5 / (~right).sum())
        slope = sign * SHARPNESS * share * (1 - share)
        above.append(0.5 + (sign * share).sum() - goal)
        slopes.append(np.append(slope @ seen, slope.sum()))
    worst = np.exp(-(np.array(above) - min(above)) / SOFTNESS)
    total: Floats = (worst / worst.sum()) @ np.array(slopes)
    return total


def figure(one: Labelled, logits: Floats) -> float:
    """Return the balanced accuracy, states that fix the score counted as they stand."""
    scores = [
        (fixed if fixed >= 0 else THRESHOLD + (1 if logit >= 0 else -1), bool(right))
        for fixed, logit, right in zip(one.fixed, logits, one.right, strict=True)
    ]
    return balanced_accuracy(scores, THRESHOLD)


def folded(sets: Mapping[str, Labelled], name: str) -> float:
    """Return the figure of a set from folds that were not fitted on."""
    one = sets[name]
    logits = np.zeros(len(one.right))
    for fold in range(FOLDS):
        chosen = one.fold == fold
        logits[chosen] = fitted(sets, (name, fold)).logits(one.seen[chosen])
    return figure(one, logits)


def left_out(sets: Mapping[str, Labelled], name: str) -> float:
    """Return the figure of a set from weights fitted on the others."""
    family = name.split("-", maxsplit=1)[0]
    others = {other: one for other, one in sets.items() if other != name and (family != "begin" or family not in other)}
    return figure(sets[name], fitted(others).logits(sets[name].seen))


def main() -> None:
    """Fit, print the weights, then the figures."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--part-of", type=int, default=1, metavar="N")
    part_of = parser.parse_args().part_of
    sets = {name: labelled(name, part_of) for name in FITTED}
    weights = fitted(sets)
    print(f"BASE = {round(weights.base * MILLION):_}")
    for name, weight in zip(Signals._fields, weights.each, strict=True):
        print(f"    {name}={round(weight * MILLION):_},")
    for name in SETS:
        one = sets.get(name) or labelled(name, part_of)
        shipped = balanced_accuracy([(c, bool(r)) for c, r in zip(one.shipped, one.right, strict=True)], THRESHOLD)
        told = (
            f"folds {folded(sets, name):.1f}, left out {left_out(sets, name):.1f}"
            if name in sets
            else f"no part in the fitting {figure(one, weights.logits(one.seen)):.1f}"
        )
        print(f"{name}: shipped {shipped:.1f}, {told}, best peer {PEERS.get(name, '-')}", flush=True)


if __name__ == "__main__":
    main()

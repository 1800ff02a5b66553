"""A judge that scores a claim beside a page with a local cross-encoder (extra ``model``).

It ranks and never decides: its state is always null, its ``confidence`` the probability of ``supported`` in the window
of the page that carries the claim best, and its passage the best sentence of that window. Long pages are read in
windows, and every window is read.
"""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from loccit.errors import BadInput, MissingComponent
from loccit.ids import digest
from loccit.judge.languages import language_of
from loccit.judge.page import Page, Sentence
from loccit.policy import ExtractPolicy, ModelPolicy
from loccit.protocols import Judgement
from loccit.records import Agent, Claim, Opinion, Origin, Passage, ReadDocument
from loccit.text.offsets import Span

if TYPE_CHECKING:
    from collections.abc import Callable

try:
    import numpy as np
    import onnxruntime
    from tokenizers import Tokenizer
except ImportError as error:
    raise MissingComponent("The judge 'model' needs the extra: pip install 'loccit[model]'.") from error

NAME = "model"
VERSION = "1"
SUPPORTED = "supported"


class ModelJudge:
    """Runs one ONNX file over windows of a page.

    Raises:
        BadInput: at construction, if the files or the labels can't be used.
    """

    def __init__(self, policy: ModelPolicy, *, extract_policy: ExtractPolicy | None = None) -> None:
        if SUPPORTED not in policy.labels or len(policy.labels) < 2:
            raise BadInput("judge.model.labels", f"expected two or more labels, one of them {SUPPORTED!r}")
        self._policy = policy
        self._extract = extract_policy or ExtractPolicy()
        content = _bytes_of("judge.model.path", policy.path)
        self._digest = digest(content)
        self._tokenizer = _tokenizer(policy)
        self._session = _session(content, policy)
        self._inputs = {given.name for given in self._session.get_inputs()}

    @property
    def name(self) -> str:
        """The name recorded in opinions."""
        return NAME

    @property
    def version(self) -> str:
        """The version recorded in opinions: ours and a digest of the model file."""
        return f"{VERSION}/{self._digest[7:19]}"

    async def opine(self, claim: Claim, document: ReadDocument, passages: Sequence[Passage]) -> Judgement:
        """Return a score and the passage it rests on, and no verdict; ``passages`` are not needed: all is read."""
        del passages
        return self.judge(claim, document)

    def judge(self, claim: Claim, document: ReadDocument) -> Judgement:
        """Return the same outside an event loop."""
        language = language_of(claim.wording, "", "en")
        allow = self._extract.allow_unknown_visibility
        page = Page(document, allow_unknown_visibility=allow, fallback_language=language)
        windows = list(self._windows(claim.wording, page.sentences))
        scores = self.scores(claim.wording, [_text(window) for window in windows])
        if not scores:
            return self._judgement(claim, page, None, None)
        best = max(range(len(scores)), key=lambda at: (scores[at], -at))
        lines = windows[best]
        if len(lines) > 1:
            single = self.scores(claim.wording, [_text([line]) for line in lines])
            lines = [lines[max(range(len(single)), key=lambda at: (single[at], -at))]]
        return self._judgement(claim, page, lines[0], scores[best])

    def scores(self, wording: str, texts: Sequence[str]) -> list[int]:
        """Return the probability of ``supported`` of each text beside a claim, in millionths."""
        found: list[int] = []
        place = self._policy.labels.index(SUPPORTED)
        for start in range(0, len(texts), self._policy.batch_size):
            batch = self._tokenizer.encode_batch(
                [(text, wording) for text in texts[start : start + self._policy.batch_size]]
            )
            (logits, *_) = self._session.run(None, self._feed(batch))
            if logits.ndim != 2 or logits.shape[1] != len(self._policy.labels):
                raise BadInput("judge.model.labels", f"expected as many as the model has outputs, {logits.shape[-1]}")
            odds = np.exp(logits - logits.max(axis=1, keepdims=True))
            found += [round(1_000_000 * float(row[place] / row.sum())) for row in odds]
        return found

    def _feed(self, batch: Sequence[Any]) -> Mapping[str, Any]:
        columns = {"input_ids": "ids", "attention_mask": "attention_mask", "token_type_ids": "type_ids"}
        return {
            name: np.array([getattr(row, field) for row in batch], dtype=np.int64)
            for name, field in columns.items()
            if name in self._inputs
        }

    def _windows(self, wording: str, sentences: Sequence[Sentence]) -> Iterator[list[Sentence]]:
        """Yield runs of whole sentences that fit beside the claim; the tokenizer cuts one that is too long alone."""
        room = self._policy.max_tokens - len(self._tokenizer.encode(wording).ids) - 3
        window: list[Sentence] = []
        used = 0
        for sentence in sentences:
            length = len(self._tokenizer.encode(_text([sentence]), add_special_tokens=False).ids)
            if window and used + length > room:
                yield window
                window, used = [], 0
            window.append(sentence)
            used += length
        if window:
            yield window

    def _judgement(self, claim: Claim, page: Page, sentence: Sentence | None, score: int | None) -> Judgement:
        document = page.document
        agent = Agent(kind="model", name=NAME, version=self.version)
        origin = Origin(activity="judge", version=VERSION, agent=agent, used=(claim.id, document.record.id))
        spans = [Span(*sentence.span)] if sentence is not None else []
        cut = tuple(document.cut(span, origin=origin, context_length=self._extract.context_length) for span in spans)
        opinion = Opinion(
            origin=origin,
            claim=claim.id,
            document=document.record.id,
            judge=agent,
            state=None,
            reasons=("undecided", "scored" if score is not None else "nothing_to_read"),
            passages=tuple(passage.id for passage in cut),
            facets=(),
            confidence=score,
            blocks_read=page.blocks_read,
            blocks_total=len(document.layout.blocks),
        )
        return Judgement(opinion, cut)


def _text(sentences: Sequence[Sentence]) -> str:
    return " ".join(sentence.text[sentence.span.start : sentence.span.end] for sentence in sentences)


def _bytes_of(field: str, path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadInput(field, f"expected a file that can be read, got {path!r}") from error


def _tokenizer(policy: ModelPolicy) -> "Tokenizer":
    content = _bytes_of("judge.model.tokenizer", policy.tokenizer)
    try:
        tokenizer = Tokenizer.from_buffer(content)
    except Exception as error:  # the library raises plain Exception
        raise BadInput("judge.model.tokenizer", f"expected a tokenizer.json, got {policy.tokenizer!r}") from error
    tokenizer.enable_truncation(policy.max_tokens, strategy="longest_first")
    tokenizer.enable_padding()
    return tokenizer


def _session(content: bytes, policy: ModelPolicy) -> "onnxruntime.InferenceSession":
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = policy.threads
    make: Callable[..., onnxruntime.InferenceSession] = onnxruntime.InferenceSession
    try:
        return make(content, options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library's errors share no public root
        raise BadInput("judge.model.path", f"expected an ONNX model, got {policy.path!r}") from error

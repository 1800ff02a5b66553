"""Judge a claim beside a piece of plain text: for benches and ``loccit judge --jsonl``, without a page."""

from collections.abc import Sequence

from loccit.ids import digest
from loccit.judge.page import Page
from loccit.judge.rules import NAME, VERSION, RulesJudge, Ruling, rule
from loccit.protocols import Judgement
from loccit.records import Agent, Block, Claim, Document, Layout, Origin, ReadDocument
from loccit.text.offsets import Span
from loccit.text.sentences import sentence_spans

EXTRACTOR = "plain_pair"
_NO_BYTES = digest(b"")
_ORIGIN = Origin(activity="judge", version=VERSION, agent=Agent(kind="rule", name=NAME, version=VERSION))


def judge_pair(wording: str, evidence: str | Sequence[str], *, language: str = "") -> Judgement:
    """Return the rules' opinion on a claim beside a text.

    Args:
        wording: the claim.
        evidence: a text (paragraphs separated by blank lines), or a list of sentences.
        language: BCP 47 tag of the evidence, empty where unknown.
    """
    claim = Claim(origin=_ORIGIN, wording=wording)
    return RulesJudge().judge(claim, plain_document(evidence, language=language))


def rule_pair(wording: str, evidence: str | Sequence[str], *, language: str = "") -> Ruling:
    """Return the bare ruling on a claim beside a text; no records are made."""
    document = plain_document(evidence, language=language)
    return rule(wording, Page(document, allow_unknown_visibility=False, fallback_language=language or "en"))


def plain_document(evidence: str | Sequence[str], *, language: str = "") -> ReadDocument:
    """Return a document over a plain text, one block a paragraph, or one block over a list of sentences."""
    if isinstance(evidence, str):
        text = evidence
        paragraphs = _paragraphs(text)
        sentences = [span for start, end in paragraphs for span in sentence_spans(text, start, end, language)]
    else:
        text, sentences = _joined(evidence)
        paragraphs = [Span(0, len(text))] if text else []
    blocks = tuple(
        Block(
            start=start,
            end=end,
            kind="paragraph",
            landmark="none",
            body=True,
            body_score=1_000_000,
            heading_path=(),
            section_id=None,
            language=language,
            source=None,
        )
        for start, end in paragraphs
    )
    record = Document(
        origin=_ORIGIN,
        body=digest(text.encode("utf-8", "replace")),
        extractor=EXTRACTOR,
        extractor_version=VERSION,
        options={},
        text=digest(text.encode("utf-8", "replace")),
        layout=_NO_BYTES,
        length=len(text),
        body_length=len(text),
        title_displayed=None,
        title_declared=None,
        languages=(language,) if language else (),
        dates=(),
        versions=(),
        visibility_basis="full",
    )
    return ReadDocument(record=record, text=text, layout=Layout(blocks, tuple(sentences), ()))


def _paragraphs(text: str) -> list[Span]:
    spans, start = [], 0
    for piece in text.split("\n\n"):
        if piece.strip():
            spans.append(Span(start, start + len(piece)))
        start += len(piece) + 2
    return spans


def _joined(sentences: Sequence[str]) -> tuple[str, list[Span]]:
    spans: list[Span] = []
    parts: list[str] = []
    length = 0
    for sentence in sentences:
        if not sentence.strip():
            continue
        spans.append(Span(length, length + len(sentence)))
        parts.append(sentence)
        length += len(sentence) + 1
    return " ".join(parts), spans

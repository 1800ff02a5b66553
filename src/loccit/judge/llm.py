"""A judge that asks a language model behind any OpenAI-compatible endpoint.

The model must quote; the quotation is found again in the text that was sent, or the opinion is dropped. The facets may
refuse a ``supported``. Whatever is malformed, late or beyond the budget is an abstention with its reason, never a
guess: ``no_reply``, ``http_error``, ``malformed_reply``, ``quote_not_found``, ``vetoed``,
``not_read_whole``, ``budget_spent``.
"""

import json
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loccit.errors import BadInput
from loccit.ids import Digest, digest
from loccit.judge.find import best_spans
from loccit.judge.languages import language_of
from loccit.judge.page import Page, Sentence
from loccit.judge.prompt import INSTRUCTIONS, Reply, Shown, messages, read_reply, tokens_used
from loccit.judge.veto import vetoes
from loccit.policy import ExtractPolicy, LlmPolicy
from loccit.protocols import HttpRequest, HttpResponse, Judgement, Transport
from loccit.records import Agent, Claim, Opinion, Origin, Passage, ReadDocument
from loccit.records.judge import State
from loccit.text.offsets import Span
from loccit.text.quote import find_all, resolve

NAME = "llm"
VERSION = "1"
BEARER_HEADER = "Authorization"


@dataclass(slots=True)
class Usage:
    """What a judge has spent; tokens as the endpoint counts them."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0


@dataclass(frozen=True, slots=True)
class _Verdict:
    state: State | None
    reasons: tuple[str, ...]
    sentences: tuple[Sentence, ...] = ()


class LlmJudge:
    """Asks a model once for each claim and document, at temperature 0.

    Args:
        policy: endpoint, model and bounds.
        transport: a client for the endpoint's origin; it puts the credential in where ``authorized``.
        mark: draws the random mark of a data block.

    Raises:
        BadInput: at construction, if endpoint or model are not set.
    """

    def __init__(
        self,
        policy: LlmPolicy,
        transport: Transport,
        *,
        authorized: bool = False,
        extract_policy: ExtractPolicy | None = None,
        mark: Callable[[], str] = lambda: secrets.token_hex(16),
    ) -> None:
        if not policy.endpoint or not policy.model:
            raise BadInput("judge.llm", "expected an endpoint such as https://api.example.com/v1 and a model")
        self._policy = policy
        self._transport = transport
        self._authorized = authorized
        self._extract = extract_policy or ExtractPolicy()
        self._mark = mark
        self._replies: dict[Digest, Reply | str] = {}
        self.usage = Usage()

    @property
    def name(self) -> str:
        """The name recorded in opinions."""
        return NAME

    @property
    def version(self) -> str:
        """The version recorded in opinions: ours, the model's name and a digest of the instructions."""
        return f"{VERSION}/{self._policy.model}/{digest(INSTRUCTIONS.encode())[7:19]}"

    async def opine(self, claim: Claim, document: ReadDocument, passages: Sequence[Passage]) -> Judgement:
        """Return the model's opinion on the page's admissible text, or an abstention that says why."""
        page = Page(
            document,
            allow_unknown_visibility=self._extract.allow_unknown_visibility,
            fallback_language=language_of(claim.wording, "", "en"),
        )
        sent = self._chosen(claim.wording, page, [passage.start for passage in passages if document.holds(passage)])
        if not sent:
            return self._judgement(claim, page, sent, _Verdict(None, ("undecided", "nothing_to_read")))
        reply = await self._ask(claim.wording, sent)
        if isinstance(reply, str):
            return self._judgement(claim, page, sent, _Verdict(None, ("undecided", reply)))
        return self._judgement(claim, page, sent, _checked(claim.wording, page, sent, reply))

    def _chosen(self, wording: str, page: Page, first: Sequence[int]) -> list[Sentence]:
        """Return the sentences to show, in reading order: all if they fit, else those that bear most on the claim."""
        room = self._policy.max_prompt_length
        if sum(len(_text(sentence)) for sentence in page.sentences) <= room:
            return list(page.sentences)
        by_start = {sentence.span.start: at for at, sentence in enumerate(page.sentences)}
        wanted = [at for start in first if (at := by_start.get(start)) is not None]
        limit = self._policy.max_passages
        for span, _ in best_spans(wording, page.document, limit=limit):
            at = by_start[span.start]
            wanted += [at, at - 1, at + 1]  # what stands around may qualify it
        chosen: set[int] = set()
        for at in wanted:
            if 0 <= at < len(page.sentences) and at not in chosen:
                room -= len(_text(page.sentences[at]))
                if room < 0:
                    break
                chosen.add(at)
        return [page.sentences[at] for at in sorted(chosen)]

    async def _ask(self, wording: str, sent: Sequence[Sentence]) -> Reply | str:
        """Return the reply, or the reason why there is none; a reply is kept for the same question."""
        shown = [Shown(sentence.block.heading_path, _text(sentence)) for sentence in sent]
        key = digest(json.dumps([self.version, wording, shown]).encode())
        if key in self._replies:
            return self._replies[key]
        if self.usage.calls >= self._policy.max_calls:
            return "budget_spent"
        self.usage.calls += 1
        response = await self._transport.send(self._request(messages(wording, shown, mark=self._fresh(wording, shown))))
        if not isinstance(response, HttpResponse):
            return "no_reply"
        if response.status != 200:
            return "http_error"
        prompt, completion = tokens_used(response.body)
        self.usage.prompt_tokens += prompt
        self.usage.completion_tokens += completion
        reply = read_reply(response.body) or "malformed_reply"
        self._replies[key] = reply
        return reply

    def _fresh(self, wording: str, shown: Sequence[Shown]) -> str:
        """Return a mark that stands nowhere in what is shown."""
        everything = "\n".join([wording, *(piece.text for piece in shown), *("\n".join(p.headings) for p in shown)])
        mark = self._mark()
        while mark in everything:
            mark = self._mark()
        return mark

    def _request(self, conversation: list[dict[str, str]]) -> HttpRequest:
        body = {
            "model": self._policy.model,
            "temperature": 0,
            "max_tokens": self._policy.max_reply_tokens,
            "response_format": {"type": "json_object"},
            "messages": conversation,
        }
        return HttpRequest(
            url=f"{self._policy.endpoint.rstrip('/')}/chat/completions",
            method="POST",
            headers=(
                ("Content-Type", "application/json"),
                ("Accept", "application/json"),
                ("Accept-Encoding", "identity"),
            ),
            body=json.dumps(body).encode(),
            secrets=frozenset({BEARER_HEADER} if self._authorized else ()),
        )

    def _judgement(self, claim: Claim, page: Page, sent: Sequence[Sentence], verdict: _Verdict) -> Judgement:
        document = page.document
        agent = Agent(kind="model", name=NAME, version=self.version)
        origin = Origin(activity="judge", version=VERSION, agent=agent, used=(claim.id, document.record.id))
        spans = [Span(verdict.sentences[0].span.start, verdict.sentences[-1].span.end)] if verdict.sentences else []
        cut = tuple(document.cut(span, origin=origin, context_length=self._extract.context_length) for span in spans)
        opinion = Opinion(
            origin=origin,
            claim=claim.id,
            document=document.record.id,
            judge=agent,
            state=verdict.state,
            reasons=verdict.reasons,
            passages=tuple(passage.id for passage in cut),
            facets=(),
            blocks_read=len({sentence.block.start for sentence in sent}),
            blocks_total=len(document.layout.blocks),
        )
        return Judgement(opinion, cut)


def _text(sentence: Sentence) -> str:
    return sentence.text[sentence.span.start : sentence.span.end]


def _checked(wording: str, page: Page, sent: Sequence[Sentence], reply: Reply) -> _Verdict:
    """Hold a reply against the text: the quotation must stand there, and no facet may refuse it."""
    if reply.state is None:
        return _Verdict(None, ("undecided", "model_undecided"))
    if reply.state == "unsupported":
        whole = len(sent) == len(page.sentences)
        return (
            _Verdict("unsupported", ("model_finds_nothing",))
            if whole
            else _Verdict(None, ("undecided", "not_read_whole"))
        )
    quoted = _quoted(reply.quote, page, sent)
    if not quoted:
        return _Verdict(None, ("undecided", "quote_not_found"))
    against = vetoes(wording, page, quoted) if reply.state == "supported" else ()
    if against:
        return _Verdict(None, ("undecided", "vetoed", *against), quoted)
    return _Verdict(reply.state, ("model_quotes",), quoted)


def _quoted(quotation: str, page: Page, sent: Sequence[Sentence]) -> tuple[Sentence, ...]:
    """Return the sentences of one block, all of them sent, that a quotation stands in; none if it stands nowhere."""
    text = page.document.text
    quotation = quotation.strip()
    spans = find_all(quotation, text)
    normalised = resolve(quotation, text).span if not spans else None
    for span in spans or ([normalised] if normalised else []):
        touched = tuple(one for one in sent if one.span.start < span.end and span.start < one.span.end)
        if not touched or len({one.block.start for one in touched}) > 1:
            continue
        whole = Span(touched[0].span.start, touched[-1].span.end)
        # A word or two could be pinned on any sentence: most of what is named must have been quoted.
        if whole.start <= span.start and span.end <= whole.end and 2 * len(quotation) >= whole.end - whole.start:
            return touched
    return ()

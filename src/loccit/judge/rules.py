"""The judge that needs no model.

It names a sentence of the page and says, facet by facet, why that sentence carries the claim or opposes it; where it
can't tell, it abstains. A wrong ``supported`` is the worst error, so, first rule that applies:

1. A claim in a language without a table, or a question, is judged only if it stands on the page word for word.
2. A claim that something was added, deprecated or removed in a version is held against the version statements under
   the heading of that thing (``supported``, ``contradicted``).
3. A claim that stands on the page word for word, as whole sentences or as a clause that nothing outside it qualifies,
   is ``supported``, in any language, unless prose of the same section denies it (open: ``page_contradicts_itself``).
4. A claim that one sentence states and another opposes is left open (``page_contradicts_itself``).
5. A claim that opposes a sentence which otherwise states it (polarity, opposite, number, unit, date, version,
   quantifier, comparison) is ``contradicted``. This is tested before support.
6. A claim whose content words all stand in one sentence, in order, with the subject in that sentence or in the
   heading it refers to, and with every facet met, is ``supported``.
7. Such a claim that drops a condition, strengthens a modality or a quantifier, or adds a conjunct the sentence lacks,
   is ``partly_supported``.
8. A claim in another language than the page is left open (``language_differs``); so is one in the other script of
   Chinese with words that the page lacks (``script_differs``): they may be other words for the same things.
9. A claim with a typed value, a name, its whole subject, or every content word besides its subject standing in no
   admissible block is ``unsupported``; so is one whose only near sentence holds under another condition.
10. Everything else is left open (``undecided``).
"""

from collections.abc import Sequence
from typing import NamedTuple

from loccit.judge.absence import absent_terms, silence
from loccit.judge.compare import Match, Verdict, compare, may_decide, reach
from loccit.judge.facets.conditions import asks
from loccit.judge.facets.objection import Grade, Objection
from loccit.judge.languages import TABLES, Kind, LanguageTable, language_of
from loccit.judge.page import Page, Sentence
from loccit.judge.releases import released
from loccit.judge.score import VERBATIM, Signals, signals, support_score
from loccit.judge.script import chinese_script
from loccit.judge.statement import Statement, read_statement
from loccit.judge.verbatim import Quotation, quotations
from loccit.policy import ExtractPolicy, JudgePolicy
from loccit.protocols import Judgement
from loccit.records import Agent, Claim, FacetCheck, Opinion, Origin, Passage, ReadDocument
from loccit.records.judge import FacetResult, State
from loccit.text.offsets import Span

NAME = "rules"
VERSION = "5"
MAX_CANDIDATES = 24
"""Sentences of a page that are compared term by term; chosen by the content words they share with the claim."""

MIN_CONTENT_WORDS = 2
"""With fewer, a claim is no statement: it is supported only word for word, as a whole sentence."""

_RESULTS: dict[Grade, FacetResult] = {Grade.OK: "ok", Grade.CONFLICT: "conflict"}


class Ruling(NamedTuple):
    """What the rules say of one claim on one page, before it becomes a record.

    Attributes:
        spans: code points of the document's text on which it rests.
        confidence: ranking score, in millionths.
        signals: what the score was made of, null where the rules needed none.
    """

    state: State | None
    reasons: tuple[str, ...]
    spans: tuple[Span, ...] = ()
    facets: tuple[FacetCheck, ...] = ()
    unsupported_words: tuple[str, ...] = ()
    confidence: int = 0
    signals: Signals | None = None


class RulesJudge:
    """Judges by deterministic rules; the same input gives the same opinion.

    The last document read is kept, because claims come one after the other for one page.
    """

    def __init__(self, policy: JudgePolicy | None = None, extract_policy: ExtractPolicy | None = None) -> None:
        self._policy = policy or JudgePolicy()
        self._extract = extract_policy or ExtractPolicy()
        self._page: Page | None = None

    @property
    def name(self) -> str:
        """The name recorded in opinions."""
        return NAME

    @property
    def version(self) -> str:
        """The version recorded in opinions."""
        return VERSION

    async def opine(self, claim: Claim, document: ReadDocument, passages: Sequence[Passage]) -> Judgement:
        """Return the rules' opinion; the whole document is read, and the passages pointed at in any case."""
        return self.judge(claim, document, passages)

    def judge(self, claim: Claim, document: ReadDocument, passages: Sequence[Passage] = ()) -> Judgement:
        """Return the rules' opinion; pure, for callers outside an event loop."""
        page = self._read(document, language_of(claim.wording, "", "en"))
        ruling = rule(claim.wording, page, first=[passage.start for passage in passages if document.holds(passage)])
        agent = Agent(kind="rule", name=NAME, version=VERSION)
        origin = Origin(activity="judge", version=VERSION, agent=agent, used=(claim.id, document.record.id))
        cut = tuple(
            document.cut(span, origin=origin, context_length=self._extract.context_length) for span in ruling.spans
        )
        opinion = Opinion(
            origin=origin,
            claim=claim.id,
            document=document.record.id,
            judge=agent,
            state=ruling.state,
            reasons=ruling.reasons,
            passages=tuple(passage.id for passage in cut),
            facets=ruling.facets,
            unsupported_words=ruling.unsupported_words,
            confidence=ruling.confidence,
            blocks_read=page.blocks_read,
            blocks_total=len(document.layout.blocks),
        )
        return Judgement(opinion, cut)

    def _read(self, document: ReadDocument, fallback_language: str) -> Page:
        if self._page is None or self._page.document is not document:
            allow = self._extract.allow_unknown_visibility
            self._page = Page(document, allow_unknown_visibility=allow, fallback_language=fallback_language)
        return self._page


def rule(wording: str, page: Page, *, first: Sequence[int] = ()) -> Ruling:
    """Judge a claim on a page by the numbered rules above.

    Args:
        first: code points of the document's text whose sentences are compared whatever they share with the claim.
    """
    language = language_of(wording, "", _main_language(page))
    table = TABLES.get(language)
    quoted = _quoted(wording, page)
    if table is None:
        return _verbatim(quoted) if quoted else Ruling(None, ("undecided", "language_not_handled"))
    claim = read_statement(wording, table)
    if not claim.content or asks(claim):
        return _verbatim(quoted) if quoted else Ruling(None, ("undecided", "nothing_stated"))
    stated = released(claim, page)
    if stated is not None:
        return Ruling(stated.state, stated.reasons, (stated.span,), stated.facets, confidence=stated.confidence)
    matches = _matches(claim, page, first)
    against = next((found for found in matches if found[1].verdict == "contradicted"), None)
    if quoted:
        if against is not None and "polarity_differs" in against[1].reasons and _same_section(against[0], quoted):
            return Ruling(None, ("undecided", "page_contradicts_itself"), (quoted.span, against[0].span))
        return _verbatim(quoted, claim)
    wanted: tuple[Verdict, ...] = ("supported", "contradicted", "partly_supported")
    best = {verdict: next((m for m in matches if m[1].verdict == verdict), None) for verdict in wanted}
    supported, contradicted, partly = (best[verdict] for verdict in wanted)
    if supported and contradicted:
        spans = (supported[0].span, contradicted[0].span)
        return Ruling(None, ("undecided", "page_contradicts_itself"), spans, confidence=500_000)
    chosen = contradicted or supported or partly
    if chosen is not None:
        return _decided(claim, chosen, page)
    return _open(claim, matches, page, table)


def _main_language(page: Page) -> str:
    """Return the language most of the page is written in, a handled one if there is any."""
    ranked = [language for language, _ in page.languages.most_common()]
    return next((language for language in ranked if language in TABLES), ranked[0] if ranked else "")


def _quoted(wording: str, page: Page) -> Quotation | None:
    standing = [found for found in quotations(wording, page) if found.clear]
    standing = [found for found in standing if not page.takes_back(found.sentences[-1])]
    return next((found for found in standing if found.whole), next(iter(standing), None))


def _same_section(sentence: Sentence, quoted: Quotation) -> bool:
    """Tell whether a sentence speaks in the same run of text; list items and cells are meant to differ by a word."""
    ours = quoted.sentences[0].block
    prose = sentence.block is ours or sentence.block.kind == ours.kind == "paragraph"
    return prose and sentence.block.heading_path == ours.heading_path and sentence not in quoted.sentences


def _verbatim(quotation: Quotation, claim: Statement | None = None) -> Ruling:
    facets: tuple[FacetCheck, ...] = ()
    if claim is not None:
        table = claim.table
        for sentence in quotation.sentences:
            match = compare(claim, sentence.statement(table), ())
            if match is not None:
                facets += _facets(claim, match.frame.page, [o for o in match.objections if o.grade is Grade.OK])
    return Ruling("supported", ("verbatim",), (quotation.span,), facets, confidence=VERBATIM)


def _matches(claim: Statement, page: Page, first: Sequence[int]) -> list[tuple[Sentence, Match]]:
    """Return the comparisons with the page's nearest sentences, best covered first.

    A sentence that can neither decide nor come nearer than one before it is not laid beside the claim.
    """
    found: list[tuple[Sentence, Match]] = []
    table = claim.table
    most_met = 0
    for sentence in page.candidates(claim, limit=MAX_CANDIDATES, first=first):
        if sentence.language != table.code:
            continue
        heading = page.heading(sentence, table)
        if not heading and _is_idle(claim, page.reach(claim, sentence), most_met):
            continue
        statement = sentence.statement(table)
        if not heading and _is_idle(claim, reach(claim, statement), most_met):
            continue
        match = compare(claim, statement, heading)
        if match is not None:
            most_met = max(most_met, len(claim.content) - len(match.missing))
            if match.verdict == "supported" and not _states(claim):
                match = match.hold_back("fragment")
            if match.verdict == "supported" and page.takes_back(sentence):
                match = match.hold_back("denied_in_context")
            found.append((sentence, match))
    found.sort(key=lambda item: -item[1].coverage)
    return found


def _is_idle(claim: Statement, reached: Sequence[int], most_met: int) -> bool:
    return len(reached) <= most_met and not may_decide(claim, reached)


def _states(claim: Statement) -> bool:
    """Tell whether a claim says something of something; "Used." or "Or, with the following." does not.

    Fewer than two content words state nothing by themselves, nor do words that only a conjunction or a preposition
    leads in and no verb, modal or negation follows.
    """
    if len(claim.content) < MIN_CONTENT_WORDS:
        return False
    first = claim.terms[0].kind
    leads_in = first in {Kind.AND, Kind.OR, Kind.BUT, Kind.CONDITION, Kind.EXCEPTION, Kind.RELATIVE}
    return not leads_in or len(claim.content) > MIN_CONTENT_WORDS


def _decided(claim: Statement, chosen: tuple[Sentence, Match], page: Page) -> Ruling:
    sentence, match = chosen
    missing = tuple(claim.slice(claim.terms[place]) for place in match.missing)
    disputed = tuple(
        claim.slice(objection.claim)
        for objection in match.objections
        if objection.grade is Grade.CONFLICT and objection.claim is not None
    )
    words = missing or (disputed if match.verdict == "partly_supported" else ())
    seen = signals(claim, match, absent_terms(claim, page), page)
    return Ruling(
        match.verdict,
        match.reasons,
        (sentence.span,),
        _facets(claim, match.frame.page, match.objections),
        words,
        support_score(seen, match),
        seen,
    )


def _open(claim: Statement, matches: list[tuple[Sentence, Match]], page: Page, table: LanguageTable) -> Ruling:
    nearest = matches[0] if matches else None
    absent = absent_terms(claim, page)
    match = nearest[1] if nearest else None
    seen = signals(claim, match, absent, page)
    score = support_score(seen, match)
    words = tuple(claim.slice(claim.terms[place]) for place in absent)
    compared = match is not None and not match.missing
    if table.unspaced and not compared and {chinese_script(claim.text), page.chinese_script} == {"Hans", "Hant"}:
        return Ruling(None, ("undecided", "script_differs"), (), (), (), score, seen)
    elsewhere = absent and not page.is_mostly(table.code) and not _typed(claim, absent)
    if page.languages.get(table.code, 0) == 0 or elsewhere:
        return Ruling(None, ("undecided", "language_differs"), (), (), words, score, seen)
    silent = silence(claim, page, absent) or _other_condition(nearest, absent)
    facets = _facets(claim, nearest[1].frame.page, nearest[1].objections) if nearest else ()
    if silent:
        return Ruling("unsupported", silent, (), facets, words, score, seen)
    reasons = ("undecided", *(nearest[1].reasons if nearest else ()))
    spans = (nearest[0].span,) if nearest and nearest[1].coverage >= 500_000 else ()
    return Ruling(None, reasons, spans, facets, words, score, seen)


def _typed(claim: Statement, places: Sequence[int]) -> bool:
    """Tell whether a typed value or a name is among the terms: these are the same in any language of one script."""
    return any(claim.terms[place].value is not None or claim.terms[place].name for place in places)


def _other_condition(nearest: tuple[Sentence, Match] | None, absent: Sequence[int]) -> tuple[str, ...]:
    """Say so where the one sentence that comes near holds under a condition and the claim names another."""
    if nearest is None:
        return ()
    match = nearest[1]
    elsewhere = "condition_dropped" in match.reasons and match.coverage >= 600_000 and bool(match.missing)
    return ("condition_differs",) if elsewhere and set(match.missing) <= set(absent) else ()


def _facets(claim: Statement, statement: Statement, objections: Sequence[Objection]) -> tuple[FacetCheck, ...]:
    found: dict[tuple[object, ...], FacetCheck] = {}
    for objection in objections:
        result = _RESULTS.get(objection.grade, "absent" if objection.page is None else "not_checked")
        term, page = objection.claim, objection.page
        check = FacetCheck(
            facet=objection.facet,
            result=result,
            claim_text=claim.slice(term) if term else "",
            claim_span=(term.start, term.end) if term else None,
            evidence_text=statement.slice(page) if page else None,
            evidence_span=(page.start, page.end) if page else None,
        )
        found.setdefault((check.facet, check.claim_span, check.evidence_span), check)
    return tuple(found.values())

"""What was done about every URL, and why: which setting excluded it, had it read, or let it be."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from loccit.domains import DomainRules
from loccit.grounding.config import GroundingConfig
from loccit.ids import ContentId
from loccit.pipeline import AskResult, Reading
from loccit.records import Candidate, Selection
from loccit.review.domains import DOMAINS
from loccit.urls import host_of, page_key

Role = Literal["context", "runtime_context", "result", "preferred_domain"]
Action = Literal["excluded", "read", "failed", "not_read"]


@dataclass(frozen=True, slots=True)
class TraceEntry:
    """One URL, or one domain of the settings.

    Attributes:
        subject: the URL, or the domain as the settings give it.
        role: ``context``: the settings name it; ``runtime_context``: an instruction or the caller does; ``result``: the
            search found it; ``preferred_domain``: a domain of that list.
        action: ``excluded``: by a rule on domains; ``read``; ``failed``: it could not be read; ``not_read``: nobody
            wanted it.
        rule: the setting or rule that decided.
        reason: in a sentence.
        preferred: the entry of the preferred domains that covers it, null if none does.
        final_url: where the page was read from, null where nothing was.
        refused_url: where it led that was not followed.
        cited: whether the answer rests on it.
    """

    subject: str
    role: Role
    action: Action
    rule: str
    reason: str
    preferred: str | None = None
    final_url: str | None = None
    refused_url: str | None = None
    retrieval: ContentId | None = None
    cited: bool = False


@dataclass(frozen=True, slots=True)
class ContextUrl:
    """A URL for context and where it was named: ``context_urls``, ``runtime_urls`` or the words of an instruction."""

    url: str
    role: Literal["context", "runtime_context"]
    named_by: str


def trace(result: AskResult, config: GroundingConfig, context: Sequence[ContextUrl]) -> tuple[TraceEntry, ...]:
    """Return an entry for every preferred domain that is excluded, every URL for context, and every result.

    A URL that was found several times has one entry as a result.
    """
    rules = DomainRules(config.domains)
    cited = _cited(result)
    named = {reading.retrieval.requested_url: reading for reading in result.readings if reading.candidate is None}
    chosen = {reading.candidate.id: reading for reading in result.readings if reading.candidate is not None}
    decided = {selection.candidate: selection for selection in result.selections}
    astray = {failure.origin.used[0]: failure.sentence for failure in result.strayed}
    entries = [*_excluded_preferences(config, rules)]
    entries += [_context_entry(one, named[one.url], rules, cited) for one in context]
    keys = frozenset(page_key(one.url) for one in context)
    for candidate in result.discovered.candidates:
        if candidate.exclusion_reason == "duplicate_exact_url":
            continue
        reading = chosen.get(candidate.id)
        if reading is None:
            entries.append(_unread_entry(candidate, decided.get(candidate.id), rules, keys))
            continue
        why = astray.get(reading.retrieval.id)
        entries.append(_result_entry(candidate, reading, astray=why, rules=rules, cited=cited))
    return tuple(entries)


def _excluded_preferences(config: GroundingConfig, rules: DomainRules) -> Iterator[TraceEntry]:
    for domain in config.preferred_domains:
        excluded = rules.excluded_by(domain if "://" in domain else f"https://{domain.strip().removeprefix('*.')}")
        if excluded is not None:
            reason = f"Pages of {domain} are excluded by {excluded.text!r}, which goes before preferred domains."
            yield TraceEntry(domain, "preferred_domain", "excluded", "exclude_domains", reason)


def _context_entry(one: ContextUrl, reading: Reading, rules: DomainRules, cited: Collection[ContentId]) -> TraceEntry:
    retrieval, excluded = reading.retrieval, rules.excluded_by(one.url)
    action, reason = _came_to(reading)
    if excluded is not None:
        reason = f"{host_of(one.url)} is excluded by {excluded.text!r}, which goes first; nothing was contacted."
    return TraceEntry(
        one.url,
        one.role,
        action,
        "exclude_domains" if action == "excluded" else one.role,
        f"Named by {one.named_by}. {reason}",
        preferred=_preferred(one.url, rules),
        final_url=retrieval.final_url,
        refused_url=retrieval.refused_url,
        retrieval=retrieval.id,
        cited=retrieval.id in cited,
    )


def _result_entry(
    candidate: Candidate, reading: Reading, *, astray: str | None, rules: DomainRules, cited: Collection[ContentId]
) -> TraceEntry:
    """Return what came of a result that was selected; ``astray`` says how it led out of the preferred domains."""
    retrieval, url = reading.retrieval, candidate.url or ""
    action, reason = _came_to(reading) if astray is None else ("excluded", astray)
    rule = _rule_of(reading.authority) if isinstance(reading.authority, Selection) else ""
    if action == "excluded":
        rule = "exclude_domains" if astray is None else "preferred_domains"
    return TraceEntry(
        url,
        "result",
        action,
        rule,
        reason,
        preferred=_preferred(url, rules),
        final_url=retrieval.final_url,
        refused_url=retrieval.refused_url,
        retrieval=retrieval.id,
        cited=retrieval.id in cited,
    )


def _unread_entry(
    candidate: Candidate, selection: Selection | None, rules: DomainRules, context: Collection[str]
) -> TraceEntry:
    """Return why a result was not read: by the rule on domains, by whoever selects, or because it is no page."""
    url = candidate.url or candidate.title or ""
    preferred = _preferred(url, rules)
    if selection is None:
        reason = candidate.exclusion_reason or "Nobody has decided on it."
        return TraceEntry(url, "result", "not_read", "candidates", reason, preferred=preferred)
    if selection.reviewer != DOMAINS:
        return TraceEntry(url, "result", "not_read", _rule_of(selection), selection.reason, preferred=preferred)
    if rules.excluded_by(url) is not None:
        return TraceEntry(url, "result", "excluded", "exclude_domains", selection.reason)
    if page_key(url) in context:
        return TraceEntry(url, "result", "not_read", "context_urls", selection.reason, preferred=preferred)
    return TraceEntry(url, "result", "excluded", "preferred_domains", selection.reason)


def _came_to(reading: Reading) -> tuple[Action, str]:
    retrieval = reading.retrieval
    if retrieval.outcome == "excluded_domain":
        return "excluded", retrieval.detail
    if reading.document is None:
        return "failed", reading.failure.sentence if reading.failure else retrieval.detail
    return "read", retrieval.detail


def _rule_of(selection: Selection) -> str:
    return selection.reviewer.name


def _preferred(url: str, rules: DomainRules) -> str | None:
    domain = rules.preferred_by(url)
    return None if domain is None else domain.text


def _cited(result: AskResult) -> frozenset[ContentId]:
    """Return the retrievals that the released answer rests on."""
    if result.answer is None or result.release is None or not result.release.released:
        return frozenset()
    return frozenset(source.retrieval for source in result.answer.sources if source.retrieval is not None)

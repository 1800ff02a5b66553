"""Does the source meet what the claim requires of it: date, version, product, market, kind of source?

A source about one version, product, market or period is not generalised to others. What the page does not show
can't be checked, and what was not checked does not admit.
"""

import re
from collections.abc import Sequence
from datetime import date

from loccit.deliver.chain import Chain, standing
from loccit.records import Claim, DateCandidate, EvidenceRecord, Passage, ReadDocument
from loccit.records.deliver import CheckOutcome, CheckResult

_VERSION = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)+)(?![\w]|\.\d)", re.IGNORECASE)
_ISO_DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)


def is_date(text: str) -> bool:
    """Tell whether a text is a year, month or day as ISO 8601 writes it (``2026``, ``2026-11``, ``2026-11-30``)."""
    if not _ISO_DATE.fullmatch(text):
        return False
    try:
        date.fromisoformat(text + "-01-01"[: 10 - len(text)] if len(text) < 10 else text)
    except ValueError:
        return False
    return True


def meets(evidence: EvidenceRecord, claim: Claim, chain: Chain) -> CheckOutcome:
    """Compare a source with every requirement of a claim; the worst result decides, failed before not checked."""
    wanted = claim.requirements
    if not any(wanted.model_dump().values()):
        return CheckOutcome("passed", "The claim requires nothing particular of its source.")
    if chain.document is None:
        return CheckOutcome("not_checked", "No page was read, so its date, version and subject are not known.")
    outcomes = []
    if wanted.date:
        outcomes.append(_date(wanted.date, chain.document, chain.passages))
    if wanted.version:
        outcomes.append(_version(wanted.version, evidence, chain, chain.document))
    for field, name in (("product", wanted.product), ("market", wanted.market)):
        if name:
            outcomes.append(_named(field, name, chain.document, chain.passages))
    if wanted.source_kind:
        outcomes.append(_source_kind(wanted.source_kind, chain))
    results = {outcome.result for outcome in outcomes}
    worst: CheckResult = next(result for result in ("failed", "not_checked", "passed") if result in results)
    return CheckOutcome(worst, " ".join(outcome.detail for outcome in outcomes))


def _date(wanted: str, document: ReadDocument, passages: Sequence[Passage]) -> CheckOutcome:
    """A date in the passage itself counts first, then the page's last change, then its publication."""
    if not is_date(wanted):
        return CheckOutcome("not_checked", f"The required date {wanted!r} is no year, month or day in ISO 8601.")
    shown = [date for date in document.record.dates if date.displayed and date.value]
    if any(_agrees(wanted, date) for date in shown if _inside(date, passages)):
        return CheckOutcome("passed", f"The passage itself is dated {wanted}.")
    for meaning in ("modified", "published"):
        dates = [date for date in shown if date.meaning == meaning]
        if dates:
            return _compare_dates(wanted, meaning, dates)
    return CheckOutcome("not_checked", f"The page shows no date to compare with the required {wanted}.")


def _compare_dates(wanted: str, meaning: str, dates: Sequence[DateCandidate]) -> CheckOutcome:
    shown = f"The page shows {', '.join(sorted({date.value or '' for date in dates}))} as {meaning}"
    agreeing = [_agrees(wanted, date) for date in dates]
    if all(agreeing):
        return CheckOutcome("passed", f"{shown}, within the required {wanted}.")
    if any(agreeing):
        return CheckOutcome("not_checked", f"{shown}; which one holds is not known.")
    if any(wanted.startswith(f"{date.value}-") for date in dates):
        return CheckOutcome("not_checked", f"{shown}, too coarse for the required {wanted}.")
    return CheckOutcome("failed", f"{shown}, not the required {wanted}.")


def _agrees(wanted: str, date: DateCandidate) -> bool:
    return date.value is not None and (date.value == wanted or date.value.startswith(f"{wanted}-"))


def _inside(date: DateCandidate, passages: Sequence[Passage]) -> bool:
    return date.start is not None and any(passage.start <= date.start < passage.end for passage in passages)


def _version(wanted: str, evidence: EvidenceRecord, chain: Chain, document: ReadDocument) -> CheckOutcome:
    """The page's version as the evidence records it, else as stated for the passage's section, else in the title."""
    stated = (
        {evidence.page_version} if evidence.page_version else _applying(document, chain.passages) or _titled(document)
    )
    if not stated:
        return CheckOutcome("not_checked", f"The page does not say which version it is about; {wanted} is required.")
    listed = ", ".join(sorted(stated))
    wanted_key = _version_key(wanted)
    keys = [_version_key(version) for version in stated]
    if any(key[: len(wanted_key)] == wanted_key for key in keys):
        return CheckOutcome("passed", f"The page is about version {listed}, which is the required {wanted}.")
    if any(wanted_key[: len(key)] == key for key in keys):
        return CheckOutcome("not_checked", f"The page is about version {listed}, too coarse for the required {wanted}.")
    return CheckOutcome("failed", f"The page is about version {listed}, not the required {wanted}.")


def _applying(document: ReadDocument, passages: Sequence[Passage]) -> set[str]:
    paths = [passage.heading_path for passage in passages]
    return {
        statement.version
        for statement in document.record.versions
        if statement.relation == "applies_to"
        and any(path[: len(statement.heading_path)] == statement.heading_path for path in paths)
    }


def _titled(document: ReadDocument) -> set[str]:
    titles = (document.record.title_displayed, document.record.title_declared)
    return {version for title in titles for version in _VERSION.findall(title or "")}


def _version_key(version: str) -> tuple[str, ...]:
    return tuple(re.split(r"[.\s]+", version.strip().casefold().removeprefix("v")))


def _named(field: str, name: str, document: ReadDocument, passages: Sequence[Passage]) -> CheckOutcome:
    """A page is about what its title, the headings above the passage or the passage name; all else is a guess."""
    places = [document.record.title_displayed or ""]
    for passage in passages:
        places += [passage.exact, *passage.heading_path]
    if any(_mentions(place, name) for place in places):
        return CheckOutcome("passed", f"Title, headings or passage name the required {field} {name!r}.")
    return CheckOutcome("not_checked", f"Neither title nor headings nor passage name the required {field} {name!r}.")


def _mentions(text: str, name: str) -> bool:
    """Short all-capital names (US, UK) are compared with case: in running text they are other words."""
    words = r"\s+".join(re.escape(word) for word in name.split())
    exact_case = name.isupper() and len(name) <= 3
    pattern = rf"(?<![^\W_]){words}(?![^\W_])" if name.isascii() else words
    return bool(words) and re.search(pattern, text, 0 if exact_case else re.IGNORECASE) is not None


def _source_kind(wanted: str, chain: Chain) -> CheckOutcome:
    kinds = {decision.source_kind for decision in standing(chain.assessments) if decision.source_kind}
    if not kinds:
        return CheckOutcome("not_checked", f"No reviewer has said what kind of source this is; {wanted!r} is required.")
    if kinds == {wanted}:
        return CheckOutcome("passed", f"The reviewer found this to be a source of the required kind {wanted!r}.")
    return CheckOutcome("failed", f"Reviewers found this to be of kind {', '.join(sorted(kinds))}, not {wanted!r}.")

"""What a verdict stands on, checked without asking what it says: ids, bytes, text, and place on the page."""

from bisect import bisect_right

from loccit.deliver.chain import Chain, Verdict
from loccit.errors import BrokenPromise
from loccit.ids import digest
from loccit.policy import Policy
from loccit.records import Block, EvidenceRecord, Passage, ReadDocument
from loccit.records.deliver import CheckOutcome

INADMISSIBLE_LANDMARKS = frozenset({"navigation", "footer", "consent", "advert"})


def ids(evidence: EvidenceRecord, verdict: Verdict, chain: Chain) -> CheckOutcome:
    """Check 1: every id and digest on the way from evidence to body derives again from what it names."""
    document, body = chain.document, chain.retrieval.body
    links: list[tuple[str, object, object]] = [
        ("claim", evidence.claim, verdict.claim.id),
        ("finding", verdict.finding.claim, verdict.claim.id),
        ("retrieval", evidence.retrieval, chain.retrieval.id),
        ("document", evidence.document, document and document.record.id),
        ("passages", evidence.passages, tuple(passage.id for passage in chain.passages)),
    ]
    if document is not None:
        links += [
            ("body", document.record.body, body and body.digest),
            ("text", document.record.text, digest(document.text.encode())),
        ]
    broken = [name for name, named, derived in links if named != derived]
    if broken:
        return CheckOutcome("failed", f"What stands here is not what is named: {', '.join(broken)}.")
    return CheckOutcome("passed", f"All {len(links)} ids and digests derive again.")


def archived_bytes(chain: Chain) -> CheckOutcome:
    """Check 2: the retrieval is ``ok``, and its body is in the archive under the right digest."""
    retrieval = chain.retrieval
    if retrieval.outcome != "ok":
        return CheckOutcome("failed", f"The page was not read: {retrieval.outcome}. {retrieval.detail}".strip())
    if retrieval.body is None:
        return CheckOutcome("failed", "The retrieval names no archived body.")
    try:
        archived = chain.blob(retrieval.body.digest)
    except BrokenPromise as error:
        return CheckOutcome("failed", f"The archived body can't be read: {error}")
    if digest(archived) != retrieval.body.digest:
        return CheckOutcome("failed", "The archived body differs from its digest.")
    return CheckOutcome("passed", f"The archived body of {len(archived)} bytes has the digest that is named.")


def locator(document: ReadDocument | None, passages: tuple[Passage, ...]) -> CheckOutcome:
    """Check 3: each passage and its context are found, code point for code point, at their offsets."""
    if document is None:
        return CheckOutcome("not_checked", "No page was read, so there is no text to look in.")
    if not passages:
        return CheckOutcome("failed", "The evidence names no passage.")
    for passage in passages:
        start, end = passage.start, passage.end
        before = document.text[max(0, start - len(passage.prefix)) : start]
        after = document.text[end : end + len(passage.suffix)]
        if not document.holds(passage) or (before, after) != (passage.prefix, passage.suffix):
            return CheckOutcome("failed", f"The text at {start}-{end} is not the passage.")
    return CheckOutcome("passed", f"Found at its offsets: {len(passages)} of {len(passages)}.")


def block(document: ReadDocument | None, passages: tuple[Passage, ...], policy: Policy) -> CheckOutcome:
    """Check 4: each passage is short and stands in displayed body text, from its first to its last code point."""
    if document is None:
        return CheckOutcome("not_checked", "No page was read, so there is no block to look at.")
    if not passages:
        return CheckOutcome("failed", "The evidence names no passage.")
    unknown = False
    for passage in passages:
        place = f"The passage at {passage.start}-{passage.end}"
        blocks = _blocks_under(document, passage)
        fault = _fault(passage, blocks, policy)
        if fault is not None:
            return CheckOutcome("failed", f"{place} {fault}.")
        unknown = unknown or any(one.visibility != "shown" for one in blocks)
    if unknown and not policy.extract.allow_unknown_visibility:
        return CheckOutcome("not_checked", "It is not known whether a person could see the passage.")
    return CheckOutcome("passed", "Short, displayed, and in the body of the page.")


def _fault(passage: Passage, blocks: tuple[Block, ...], policy: Policy) -> str | None:
    limit = policy.deliver.max_passage_length
    if passage.end - passage.start > limit:
        return f"is longer than {limit} code points"
    if not blocks:
        return "stands in no displayed block"
    outside = next((one for one in blocks if not one.body or one.landmark in INADMISSIBLE_LANDMARKS), None)
    return None if outside is None else f"is not body text of the page (region: {outside.landmark})"


def _blocks_under(document: ReadDocument, passage: Passage) -> tuple[Block, ...]:
    blocks = document.layout.blocks
    first = max(0, bisect_right(blocks, passage.start, key=lambda block: block.start) - 1)
    last = bisect_right(blocks, passage.end - 1, key=lambda block: block.start)
    return tuple(block for block in blocks[first:last] if block.end > passage.start)

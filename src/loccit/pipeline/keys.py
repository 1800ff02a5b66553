"""Work keys of the pipeline's steps: which inputs, versions and settings decide a step's result."""

from collections.abc import Sequence

from loccit.extract.document import EXTRACTOR, EXTRACTOR_VERSION
from loccit.ids import ContentId, JsonValue, WorkKey, work_key
from loccit.policy import Policy
from loccit.protocols import Judge
from loccit.records import Body, Charset, Claim, MediaType, Query, Question, SearchTask, Value
from loccit.review.rules import RULES_VERSION
from loccit.version import __version__


def discover(
    task: SearchTask, queries: Sequence[Query], *, engines: Sequence[str], policy: Policy, generation: int
) -> WorkKey:
    """One search task; ``engines`` name engine, version and, for an index, its revision."""
    inputs: list[JsonValue] = [_dump(task), *(query.id for query in queries), *engines, generation]
    return work_key(activity="discover", version=__version__, inputs=inputs, policy=_dump(policy.discover))


def select(
    question: Question,
    claims: Sequence[Claim],
    candidates: Sequence[ContentId],
    *,
    context_urls: Sequence[str],
    policy: Policy,
) -> WorkKey:
    """The rules' selection among the candidates of one run, beside pages that are read as context."""
    inputs: list[JsonValue] = [question.id, [claim.id for claim in claims], list(candidates), list(context_urls)]
    settings: JsonValue = {"select_rule": policy.review.select_rule, "domains": _dump(policy.domains)}
    return work_key(activity="select", version=f"{__version__} {RULES_VERSION}", inputs=inputs, policy=settings)


def request(question: Question, url: str, *, generation: int) -> WorkKey:
    """The request to read one page as context for one question."""
    return work_key(
        activity="request", version=__version__, inputs=[question.id, url, "context", generation], policy=None
    )


def retrieve(authority: ContentId, *, policy: Policy) -> WorkKey:
    """One reading that one decision allowed."""
    settings: JsonValue = {"fetch": _dump(policy.fetch), "excluded": list(policy.domains.excluded)}
    return work_key(activity="retrieve", version=__version__, inputs=[authority], policy=settings)


def batch(activity: str, items: Sequence[str], *, generation: int) -> WorkKey:
    """All readings of one batch; ``generation`` counts how often the same items were read."""
    return work_key(activity=activity, version=__version__, inputs=[*items, generation], policy=None)


def request_in(batch: WorkKey, url: str) -> WorkKey:
    """The request to read one page as part of one batch."""
    return work_key(activity="request", version=__version__, inputs=[batch, url], policy=None)


def extract(body: Body, media_type: MediaType, charset: Charset | None, url: str, *, policy: Policy) -> WorkKey:
    """One body, read as one type in one encoding; the address names the kind of file where the bytes do not."""
    inputs: list[JsonValue] = [body.digest, media_type.sniffed, charset.name if charset else None, url]
    version = f"{__version__} {EXTRACTOR} {EXTRACTOR_VERSION}"
    return work_key(activity="extract", version=version, inputs=inputs, policy=_dump(policy.extract))


def failed_extract(extract: WorkKey, retrieval: ContentId) -> WorkKey:
    """A failed extraction: it stays failed for its retrieval; when the page is read again, it is tried again."""
    return work_key(activity="failed-extract", version=__version__, inputs=[extract, retrieval], policy=None)


def assess(retrieval: ContentId, document: ContentId | None, question: Question, claims: Sequence[Claim]) -> WorkKey:
    """The rule's assessment of one page, read for one question."""
    inputs: list[JsonValue] = [retrieval, document, question.id, [claim.id for claim in claims]]
    return work_key(activity="assess", version=f"{__version__} {RULES_VERSION}", inputs=inputs, policy=None)


def judge(claim: ContentId, document: ContentId, judge: Judge, *, policy: Policy) -> WorkKey:
    """One judge's opinion of one claim on one document."""
    settings: JsonValue = {"extract": _dump(policy.extract), "judge": _dump(policy.judge)}
    return work_key(activity=f"judge:{judge.name}", version=judge.version, inputs=[claim, document], policy=settings)


def deliver(
    question: ContentId, findings: Sequence[ContentId], admissions: Sequence[ContentId], *, policy: Policy
) -> WorkKey:
    """The handoff over these findings."""
    inputs: list[JsonValue] = [question, list(findings), list(admissions)]
    return work_key(activity="deliver", version=__version__, inputs=inputs, policy=_dump(policy.deliver))


def release(answer: ContentId, judge: Judge, *, policy: Policy) -> WorkKey:
    """The check of one draft, with a judge's help."""
    inputs: list[JsonValue] = [answer, judge.name, judge.version]
    settings: JsonValue = {"deliver": _dump(policy.deliver), "judge": _dump(policy.judge)}
    return work_key(activity="release", version=__version__, inputs=inputs, policy=settings)


def _dump(value: Value) -> JsonValue:
    return value.model_dump(mode="json")

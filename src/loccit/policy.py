"""Frozen settings objects: the only home of defaults and limits.

A policy is part of the work key of every step it governs, so changing one never re-uses work done under
another.
"""

from typing import Literal

from loccit.records.record import Text, Value


class GuardPolicy(Value):
    """What may be contacted.

    Attributes:
        ports: allowed destination ports.
        unsafe_allow: ``host`` or ``host:port`` entries that skip the address table and the port list. Dangerous: for
            tests on loopback and for internal hosts an operator vouches for. Recorded wherever it was used.
    """

    ports: tuple[int, ...] = (80, 443)
    unsafe_allow: tuple[Text, ...] = ()


class FetchPolicy(Value):
    """Limits of one retrieval, and manners towards servers. Times are seconds where no name says other, sizes bytes.

    Attributes:
        max_retries: how often a request that failed for a passing reason is sent again.
        retry_delay_ms: the pause before the first retry; it doubles with each, and is shortened at random.
        per_host_concurrency: requests one host is asked at once.
        per_host_delay_ms: time between the starts of two requests to one host; ``Crawl-delay`` may ask for more.
        max_wait_s: the longest time a server may ask to wait (``Retry-After``, ``Crawl-delay``) and be waited for.
    """

    guard: GuardPolicy = GuardPolicy()
    user_agent: Text = "loccit/0.1 (+https://github.com/loccit/loccit; web evidence checker)"
    connect_timeout_s: int = 10
    read_timeout_s: int = 15
    total_timeout_s: int = 60
    max_redirects: int = 10
    max_header_bytes: int = 64 * 1024
    max_wire_bytes: int = 20 * 1024 * 1024
    max_decoded_bytes: int = 50 * 1024 * 1024
    obey_robots: bool = True
    max_retries: int = 2
    retry_delay_ms: int = 500
    per_host_concurrency: int = 2
    per_host_delay_ms: int = 250
    max_wait_s: int = 30


class ExtractPolicy(Value):
    """Limits of one extraction and of the passages cut from it. Lengths are code points, times seconds."""

    timeout_s: int = 30
    max_memory_bytes: int = 1024 * 1024 * 1024
    max_depth: int = 5_000
    context_length: int = 32
    max_passage_length: int = 1_000
    allow_unknown_visibility: bool = False


class DiscoverPolicy(Value):
    """Bounds of one discovery run.

    Attributes:
        pause_s: seconds between two requests to one public search site.
        poll_interval_s, max_polls: how long to wait, and how often, for a result a service has not finished; asked for
            only where an operator has said how.
    """

    max_pages_per_execution: int = 10
    max_pages_total: int = 100
    rows_per_page: int = 10
    pause_s: int = 2
    poll_interval_s: int = 5
    max_polls: int = 12


class IndexPolicy(Value):
    """Bounds of indexing what a sitemap lists.

    Attributes:
        max_sitemaps: sitemaps read of one site, those an index lists.
        max_sitemap_pages: pages read of one site.
    """

    max_sitemaps: int = 1_000
    max_sitemap_pages: int = 200_000


class ReviewPolicy(Value):
    """Which rule selects sources before reading, where no person does."""

    select_rule: Text = "match:5"
    lease_s: int = 900


class LlmPolicy(Value):
    """Which language model the judge ``llm`` asks, and how much it may spend. Lengths are code points.

    Attributes:
        endpoint: base URL of an OpenAI-compatible service, up to and without ``/chat/completions``.
        key_variable: environment variable that holds the bearer token; empty: none is sent.
        max_prompt_length: page text sent for one claim; a page that fits is sent whole.
        max_passages: places of a longer page that are sent, each with its neighbours.
        max_calls: calls of one run; what comes after is left open (``budget_spent``).
    """

    endpoint: Text = ""
    model: Text = ""
    key_variable: Text = "LOCCIT_LLM_KEY"
    max_prompt_length: int = 12_000
    max_passages: int = 12
    max_reply_tokens: int = 800
    max_calls: int = 500
    timeout_s: int = 60


class ModelPolicy(Value):
    """Which local cross-encoder the judge ``model`` runs: files an operator trusts.

    Attributes:
        path: an ONNX file; inputs ``input_ids``, ``attention_mask`` and, if it has it, ``token_type_ids``.
        tokenizer: a ``tokenizer.json`` of the library tokenizers.
        labels: what its outputs mean, in order; one of them is ``supported``.
        max_tokens: length of one window of claim and evidence.
        batch_size: windows run at once.
        threads: threads of one run.
    """

    path: Text = ""
    tokenizer: Text = ""
    labels: tuple[Text, ...] = ("supported", "unsupported", "contradicted")
    max_tokens: int = 256
    batch_size: int = 16
    threads: int = 1


class JudgePolicy(Value):
    """How careful a verdict is.

    Attributes:
        judges: who judges, by name; each gives an opinion on every page.
        min_body_length: code points of body text below which a page is too thin to be judged.
    """

    profile: Text = "careful"
    judges: tuple[Text, ...] = ("rules",)
    min_body_length: int = 80
    llm: LlmPolicy = LlmPolicy()
    model: ModelPolicy = ModelPolicy()


class DeliverPolicy(Value):
    """What may be handed over.

    Attributes:
        max_passage_length: code points of one passage.
        max_quotation_length: code points an answer may take over from a passage in one piece.
        requires_attribution: whether pages must be named and linked; no page says that it need not be.
    """

    admissible_states: tuple[Text, ...] = ("supported",)
    max_passage_length: int = 1_000
    max_quotation_length: int = 300
    requires_attribution: bool = True


class DomainPolicy(Value):
    """Which domains pages may come from; how entries are written and matched: see ``domains``.

    Attributes:
        excluded: never contacted and never read, whatever led there: a result, a redirect, a list of URLs, a person.
        preferred: domains that results are restricted to, or that go first.
        preference: ``restrict``: results from elsewhere are left out; ``prefer``: results from there go first.
    """

    excluded: tuple[Text, ...] = ()
    preferred: tuple[Text, ...] = ()
    preference: Literal["restrict", "prefer"] = "restrict"


class Policy(Value):
    """All settings of one run."""

    fetch: FetchPolicy = FetchPolicy()
    extract: ExtractPolicy = ExtractPolicy()
    discover: DiscoverPolicy = DiscoverPolicy()
    index: IndexPolicy = IndexPolicy()
    review: ReviewPolicy = ReviewPolicy()
    judge: JudgePolicy = JudgePolicy()
    deliver: DeliverPolicy = DeliverPolicy()
    domains: DomainPolicy = DomainPolicy()

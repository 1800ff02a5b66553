"""What the pages of a run count as.

* A page is attempted once a reply, or the lack of one, is known; it is parsed if its layout was read, whatever it
  said (see ``PARSED_STATES``).
* An engine is successful if one of its pages answered the query, an empty answer or a pending one included (see
  ``ANSWERED_STATES``); an engine that was asked and never did is failed; one that was never asked is neither.
* ``engineStatusCounts`` gives, for every engine asked, how many of its pages got which state.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from loccit.discover.task import Plan
from loccit.records import Output, PageReport, ResultRow, RowFacts
from loccit.records.discover import PageState, StopReason

PARSED_STATES: frozenset[PageState] = frozenset({"ok", "no_results", "relaxed_query", "wrong_page", "off_topic"})
ANSWERED_STATES: frozenset[PageState] = frozenset({"ok", "no_results", "pending", "relaxed_query"})
BLOCKED_STATES: frozenset[PageState] = frozenset({"blocked", "consent", "script_shell"})
YIELDING_STATES: frozenset[PageState] = frozenset({"ok", "relaxed_query"})

ExecutionEnd = Literal[
    "result_caps_reached", "results_exhausted", "repeated_page", "blocked", "page_budget_reached", "failed"
]
"""Why no further page of one query is asked of one engine."""

# Where executions ended differently, the run says why it may hold less than was asked for.
_RUN_ENDS: tuple[StopReason, ...] = (
    "page_budget_reached",
    "blocked",
    "repeated_page",
    "results_exhausted",
    "result_caps_reached",
)


def run_end(ends: Sequence[ExecutionEnd], pages: Sequence[PageReport]) -> StopReason:
    """Return why a run that was not cancelled ended."""
    if not any(page.state in ANSWERED_STATES for page in pages):
        return "blocked" if ends and all(end == "blocked" for end in ends) else "every_engine_failed"
    return next((reason for reason in _RUN_ENDS if reason in ends), "results_exhausted")


def output_of(
    plan: Plan,
    pages: Sequence[PageReport],
    *,
    rows: Sequence[ResultRow],
    facts: Sequence[RowFacts],
    stop_reason: StopReason,
) -> Output:
    """Return the counters of a run; ``facts`` stand beside the rows, in the same order."""
    asked = dict.fromkeys(page.engine for page in pages)
    successful = {page.engine for page in pages if page.state in ANSWERED_STATES}
    saved_by_engine = Counter(row.engine for row in rows)
    saved_by_query = Counter(fact.requested_query for fact in facts)
    return Output(
        queriesRequested=plan.queries_requested,
        searchesCompiled=len(plan.queries),
        executionsPlanned=len(plan.executions),
        enginesSuccessful=len(successful),
        enginesFailed=len(asked) - len(successful),
        pagesAttempted=len(pages),
        pagesParsed=sum(page.state in PARSED_STATES for page in pages),
        resultsSaved=len(rows),
        engineStatusCounts={
            engine: dict(Counter(page.state for page in pages if page.engine == engine)) for engine in asked
        },
        engineResultCounts={engine: saved_by_engine[engine] for engine in plan.engines},
        queryResultCounts={query: saved_by_query[query] for query in plan.queries},
        stopReason=stop_reason,
    )

"""The imperative shell: it alone knows the order of the stages and where their results are kept.

Every step has a work key; a step whose key the store knows is not done again, so a run that was stopped, or
killed, goes on where it was.
"""

from loccit.pipeline.build import open_pipeline
from loccit.pipeline.results import (
    AskRequest,
    AskResult,
    Discovered,
    IndexReport,
    Judged,
    Reading,
    ReviewItem,
    Wording,
)
from loccit.pipeline.run import Pipeline

__all__ = [
    "AskRequest",
    "AskResult",
    "Discovered",
    "IndexReport",
    "Judged",
    "Pipeline",
    "Reading",
    "ReviewItem",
    "Wording",
    "open_pipeline",
]

"""The pipeline over result pages that somebody saved."""

from dataclasses import replace

from loccit.discover.saved import SavedEngine, SavedPages
from loccit.pipeline.parts import Service
from loccit.pipeline.run import Pipeline
from loccit.protocols import Engine


def over_saved_pages(pipeline: Pipeline, engine: Engine, saved: SavedPages) -> Pipeline:
    """Return the same pipeline with saved pages in the place of one engine's service, and no other engine."""
    parts = pipeline.parts
    discover = parts.policy.discover.model_copy(update={"max_pages_per_execution": saved.most})
    service = Service(SavedEngine(engine, saved.stated), saved, saved.revision)
    policy = parts.policy.model_copy(update={"discover": discover})
    return Pipeline(replace(parts, services={engine.name: service}, policy=policy))

"""The handoff record itself as JSON, with its kind and id, indented for reading."""

import json

from loccit.records import Handoff


def write(handoff: Handoff) -> str:
    """Return the record as JSON text; taking away kind, id and white space gives the content its id hashes."""
    return (
        json.dumps({"kind": handoff.KIND, "id": handoff.id, **handoff.content()}, ensure_ascii=False, indent=2) + "\n"
    )

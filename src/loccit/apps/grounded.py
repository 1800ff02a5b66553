"""What the grounding tool came to, as one JSON object."""

from dataclasses import asdict
from typing import cast

from loccit.apps.present import Json, claim_object, record_object
from loccit.grounding import ContextRule, Grounded, Instructions
from loccit.ids import JsonValue


def grounded_object(grounded: Grounded, instructions: Instructions) -> Json:
    """Return what ``loccit ground --json`` writes.

    ``text`` is empty unless the answer was released; ``release`` says why. ``outputs`` are the outputs of one turn of a
    session (camel case), ``citations`` the same citations in snake case; their offsets count bytes of ``text``.
    ``beside`` lists the sources to be shown beside speech. ``trace`` has an entry for every URL.

    Raises:
        VerificationFailed: if an answer to be spoken can't be shown with the sources that must be attributed.
    """
    result = grounded.result
    handoff = record_object(result.handoff)
    return {
        "tool": {"name": grounded.config.name, "description": grounded.config.description},
        "query": grounded.query,
        "modality": grounded.modality,
        "text": grounded.text,
        "released": grounded.answer is not None,
        "citations": grounded.citations,
        "outputs": grounded.outputs,
        "beside": [_plain(asdict(link)) for link in grounded.beside] if grounded.modality == "voice" else [],
        "claims": [claim_object(judged, result) for judged in result.judged],
        "gaps": handoff["gaps"],
        "open_questions": handoff["open_questions"],
        "dropped": list(grounded.dropped),
        "trace": [_plain(asdict(entry)) for entry in grounded.trace],
        "instructions": {
            "rules": [_rule_object(rule, grounded) for rule in instructions.rules],
            "unused": [_plain(asdict(one)) for one in instructions.unused],
        },
        "queries": [query.text for query in result.discovered.queries],
        "release": None if result.release is None else record_object(result.release),
        "handoff": handoff,
    }


def _rule_object(rule: ContextRule, grounded: Grounded) -> Json:
    return {
        "text": rule.text,
        "topic": None if rule.topic is None else rule.topic.text,
        "urls": list(rule.urls),
        "applied": rule in grounded.applied,
    }


def _plain(fields: dict[str, object]) -> JsonValue:
    return cast("JsonValue", fields)

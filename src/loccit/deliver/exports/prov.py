"""Where the evidence comes from, as PROV-JSON (W3C member submission of 24 April 2013).

Pages, passages, evidence records, claims and the handoff are entities; reading, judging and delivering are activities;
the program is the agent.
"""

import json
from collections import defaultdict

from loccit.deliver.exports.places import statements
from loccit.records import AdmittedPassage, Handoff
from loccit.records.record import write_time

_PREFIXES = {"loccit": "urn:loccit:", "prov": "http://www.w3.org/ns/prov#"}


def write(handoff: Handoff) -> str:
    """Return the provenance of a handoff."""
    document: dict[str, dict[str, object]] = defaultdict(dict)
    document["prefix"] = dict(_PREFIXES)
    agent, delivering = "loccit:program", "loccit:deliver"
    document["agent"][agent] = {"prov:type": {"$": "prov:SoftwareAgent", "type": "prov:QUALIFIED_NAME"}}
    document["activity"][delivering] = {"prov:endTime": write_time(handoff.made_at)}
    document["entity"][_name(handoff.id)] = {"prov:label": handoff.question_text}
    _relate(document, "wasGeneratedBy", entity=_name(handoff.id), activity=delivering)
    _relate(document, "wasAssociatedWith", activity=delivering, agent=agent)
    for entry, place in statements(handoff):
        document["entity"][_name(entry.claim)] = {"prov:label": entry.wording}
        _page(document, place)
        for evidence in entry.evidence:
            document["entity"][_name(evidence)] = {"loccit:state": entry.state}
            _derive(document, _name(evidence), _name(place.passage))
            _derive(document, _name(evidence), _name(entry.claim))
            _derive(document, _name(handoff.id), _name(evidence))
    return json.dumps(document, ensure_ascii=False, indent=2) + "\n"


def _page(document: dict[str, dict[str, object]], place: AdmittedPassage) -> None:
    passage, retrieval, reading = _name(place.passage), _name(place.retrieval), f"{_name(place.retrieval)}-reading"
    document["entity"][passage] = {"prov:value": place.exact, "loccit:start": place.start, "loccit:end": place.end}
    document["entity"][retrieval] = {"prov:label": place.title or place.url, "prov:location": place.url}
    document["activity"][reading] = {"prov:endTime": write_time(place.retrieved_at)}
    _derive(document, passage, retrieval)
    _relate(document, "wasGeneratedBy", entity=retrieval, activity=reading)
    _relate(document, "wasAssociatedWith", activity=reading, agent="loccit:program")


def _derive(document: dict[str, dict[str, object]], made: str, used: str) -> None:
    _relate(document, "wasDerivedFrom", generatedEntity=made, usedEntity=used)


def _relate(document: dict[str, dict[str, object]], relation: str, **ends: str) -> None:
    """Add a relation once."""
    content = {f"prov:{role}": name for role, name in ends.items()}
    if content not in document[relation].values():
        document[relation][f"_:{relation}{len(document[relation]) + 1}"] = content


def _name(record_id: str) -> str:
    """Return the qualified name of a record: the digest alone, because a colon would begin another prefix."""
    return f"loccit:{record_id.removeprefix('sha256:')}"

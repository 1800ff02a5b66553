"""The evidence as W3C Web Annotations (JSON-LD): the claim is the body, the passage on its page the target.

Source of the rule: Web Annotation Data Model, W3C Recommendation of 23 February 2017. Positions count code points of
the page's canonical text, as section 4.2.5 demands; the fragment is a text directive.
"""

import json

from loccit.deliver.exports.places import statements
from loccit.records import AdmittedEvidence, AdmittedPassage, Handoff
from loccit.records.record import write_time
from loccit.version import __version__

_CONTEXT = "http://www.w3.org/ns/anno.jsonld"
_TEXT_FRAGMENT = "https://wicg.github.io/scroll-to-text-fragment/"


def write(handoff: Handoff) -> str:
    """Return a collection with one page of annotations."""
    items = [_annotation(handoff, entry, place) for entry, place in statements(handoff)]
    name = f"urn:loccit:{handoff.id}"
    collection = {
        "@context": _CONTEXT,
        "id": name,
        "type": "AnnotationCollection",
        "label": handoff.question_text,
        "total": len(items),
        "first": {"id": f"{name}:1", "type": "AnnotationPage", "startIndex": 0, "items": items},
    }
    return json.dumps(collection, ensure_ascii=False, indent=2) + "\n"


def _annotation(handoff: Handoff, entry: AdmittedEvidence, place: AdmittedPassage) -> dict[str, object]:
    return {
        "id": f"urn:loccit:{entry.claim}:{place.passage}",
        "type": "Annotation",
        "motivation": "assessing",
        "created": write_time(handoff.made_at),
        "generator": {"type": "Software", "name": f"loccit {__version__}"},
        "body": {"type": "TextualBody", "value": entry.wording, "format": "text/plain", "purpose": "assessing"},
        "target": {
            "source": place.url,
            "state": {"type": "TimeState", "sourceDate": write_time(place.retrieved_at)},
            "selector": [
                {"type": "TextQuoteSelector", "exact": place.exact},
                {"type": "TextPositionSelector", "start": place.start, "end": place.end},
                {
                    "type": "FragmentSelector",
                    "value": place.deep_link.partition("#")[2],
                    "conformsTo": _TEXT_FRAGMENT,
                },
            ],
        },
    }

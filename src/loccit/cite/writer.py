"""The writer that needs no model: it states the admitted claims and nothing else."""

from loccit.cite.answer import anchor
from loccit.cite.language import NOTHING_SUPPORTED, full_stop, question_language, separator
from loccit.ids import ContentId
from loccit.records import AdmittedEvidence, AdmittedPassage, Agent, Anchor, Answer, AnswerSource, Handoff, Origin
from loccit.text.offsets import Span


class ExtractiveWriter:
    """Drafts an answer of the supported claims, each in its own wording, anchored to its passages.

    A claim that is supported may be stated as it stands; passages are linked, not quoted. Claims that the policy
    admits in another state are left out: their wording says more than their passages carry.
    """

    name = "extractive"
    version = "1"

    async def write(self, handoff: Handoff) -> Answer:
        """Return the draft; without a supported claim it says, in the question's language, that there is none."""
        stated: dict[ContentId, AdmittedEvidence] = {
            entry.claim: entry for entry in handoff.admitted if entry.state == "supported" and entry.wording.strip()
        }
        passages = list({place.passage: place for entry in stated.values() for place in entry.passages}.values())
        positions = {place.passage: position for position, place in enumerate(passages)}
        text = ""
        spans: list[tuple[Span, AdmittedEvidence]] = []
        for entry in stated.values():
            sentence = entry.wording.strip()
            text += separator(text)
            spans.append((Span(len(text), len(text) + len(sentence)), entry))
            text += sentence + full_stop(sentence)
        anchors: tuple[Anchor, ...] = tuple(
            anchor(text, span, sources=[positions[place.passage] for place in entry.passages], claim=entry.claim)
            for span, entry in spans
        )
        return Answer(
            origin=Origin(
                activity="draft",
                version=self.version,
                agent=Agent(kind="rule", name=self.name, version=self.version),
                used=(handoff.id,),
            ),
            text=text or NOTHING_SUPPORTED[question_language(handoff.question_text)],
            anchors=anchors,
            sources=tuple(source_of(place) for place in passages),
            handoff=handoff.id,
        )


def source_of(place: AdmittedPassage) -> AnswerSource:
    """Return an admitted passage as a source an answer names; its attribution duty goes with it."""
    return AnswerSource(
        url=place.url,
        title=place.title,
        text=place.exact,
        requires_attribution=place.requires_attribution,
        passage=place.passage,
        retrieval=place.retrieval,
        candidate=place.candidate,
        deep_link=place.deep_link,
    )

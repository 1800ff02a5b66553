"""The writer that needs no model: it states the admitted claims and nothing else."""

from collections.abc import Iterable

from loccit.cite.answer import anchor
from loccit.cite.attribution import has_raw_address
from loccit.cite.language import NOTHING_SUPPORTED, SHOWN_BESIDE, full_stop, question_language, separator
from loccit.ids import ContentId
from loccit.protocols import Modality
from loccit.records import AdmittedEvidence, AdmittedPassage, Agent, Anchor, Answer, AnswerSource, Handoff, Origin
from loccit.text.offsets import Span

MAX_SPOKEN_STATEMENTS = 3
MAX_SPOKEN_LENGTH = 300
"""Code points of the statements of one spoken answer; the first is spoken whatever its length."""


class ExtractiveWriter:
    """Drafts an answer of the supported claims, each in its own wording, anchored to its passages.

    A claim that is supported may be stated as it stands; passages are linked, not quoted. Claims that the policy
    admits in another state are left out: their wording says more than their passages carry. It words nothing itself,
    so a prompt changes nothing.

    To be spoken, an answer is short: the first claims only, and none that has a web address in it, because nobody
    wants to hear one. The handoff still has the others.
    """

    name = "extractive"
    version = "2"

    async def write(self, handoff: Handoff, *, modality: Modality = "text", prompt: str | None = None) -> Answer:
        """Return the draft; without a supported claim it says, in the question's language, that there is none."""
        del prompt
        supported: dict[ContentId, AdmittedEvidence] = {
            entry.claim: entry for entry in handoff.admitted if entry.state == "supported" and entry.wording.strip()
        }
        stated = list(supported.values()) if modality == "text" else _speakable(supported.values())
        passages = list(
            {place.passage: place for entry in stated or supported.values() for place in entry.passages}.values()
        )
        positions = {place.passage: position for position, place in enumerate(passages)}
        text = ""
        spans: list[tuple[Span, AdmittedEvidence]] = []
        for entry in stated:
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
            text=text or (SHOWN_BESIDE if supported else NOTHING_SUPPORTED)[question_language(handoff.question_text)],
            anchors=anchors,
            sources=tuple(source_of(place) for place in passages),
            handoff=handoff.id,
            modality=modality,
        )


def _speakable(supported: Iterable[AdmittedEvidence]) -> list[AdmittedEvidence]:
    """Return the first claims that can be spoken, as many as a listener can follow."""
    spoken: list[AdmittedEvidence] = []
    length = 0
    for entry in supported:
        if has_raw_address(entry.wording):
            continue
        length += len(entry.wording.strip())
        if spoken and (length > MAX_SPOKEN_LENGTH or len(spoken) == MAX_SPOKEN_STATEMENTS):
            break
        spoken.append(entry)
    return spoken


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

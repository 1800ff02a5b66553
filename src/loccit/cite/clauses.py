"""What a sentence says by itself: its separate assertions, and its subject where that stands in the sentence before.

``The tower is 330 m tall and was built in 1889.`` says ``The tower is 330 m tall.`` and ``The tower was built in
1889.``; each may rest on a source of its own.
"""

import re

_VERBS = (
    r"(?:is|are|was|were|has|have|had|can|cannot|could|may|might|must|will|would|shall|should|does|do|did"
    r"|adalah|dapat|bisa|harus|tidak|telah|sudah|akan|boleh)"
)
_JOINT = re.compile(
    r"\s*[;；]\s*|,?\s+(?:and|but|while|whereas|dan|tetapi|sedangkan)\s+|[，]\s*(?:而且|並且|并且|而|且)?"
)
_OPENS_WITH_VERB = re.compile(rf"(?:(?:also|then|later|juga|kemudian)\s+)?{_VERBS}\b", re.IGNORECASE)
_OPENS_WITH_PRONOUN = re.compile(r"(?:it|they|he|she|ia|dia)\s+", re.IGNORECASE)
_HAS_VERB = re.compile(rf"\b{_VERBS}\b", re.IGNORECASE)
_UNSPACED = re.compile("[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]")
_STOPS = " .!。！;；,，"
_UNSURE = re.compile(
    r"[,;:]|\((?!\))|\b(?:it|they|he|she|this|that|these|which|who|and|or|if|when|in|on|at|ia|dia|dan|yang)\b",
    re.IGNORECASE,
)
_MAX_SUBJECT_WORDS = 5
_MIN_WORDS, _MIN_UNSPACED_LETTERS, _MAX_PARTS = 3, 4, 4


def parts_of(wording: str) -> tuple[str, ...]:
    """Return the assertions of a sentence; none where it is not certain that it makes several."""
    pieces = [piece for one in _JOINT.split(wording.rstrip(_STOPS)) if (piece := one.strip(_STOPS))]
    if not 1 < len(pieces) <= _MAX_PARTS:
        return ()
    verb = _HAS_VERB.search(pieces[0])
    subject = pieces[0][: verb.start()].strip() if verb else ""
    parts = [_whole(piece, subject if number else "") for number, piece in enumerate(pieces)]
    return () if any(part is None for part in parts) else tuple(part for part in parts if part is not None)


def with_subject(wording: str, before: str) -> str:
    """Return a sentence that opens with a pronoun with the subject of the sentence before in its place.

    ``It was built in 1889.`` after ``The tower is in Paris.`` says ``The tower was built in 1889.`` Where the subject
    can't be told for certain, the sentence stays as it is.

    Args:
        wording: the sentence.
        before: the sentence before it in the same paragraph, empty where there is none.
    """
    pronoun = _OPENS_WITH_PRONOUN.match(wording)
    verb = _HAS_VERB.search(before)
    subject = before[: verb.start()].strip() if verb else ""
    if pronoun is None or not 0 < len(subject.split()) <= _MAX_SUBJECT_WORDS or _UNSURE.search(subject):
        return wording
    return f"{subject} {wording[pronoun.end() :]}"


def _whole(piece: str, subject: str) -> str | None:
    """Return a clause with its subject, null if it may be no clause."""
    if _UNSPACED.search(piece):
        return piece + "。" if sum(map(str.isalpha, piece)) >= _MIN_UNSPACED_LETTERS else None
    pronoun = _OPENS_WITH_PRONOUN.match(piece)
    if pronoun and subject:
        piece = f"{subject} {piece[pronoun.end() :]}"
    elif _OPENS_WITH_VERB.match(piece) and subject:
        piece = f"{subject} {piece}"
    if not _HAS_VERB.search(piece) or _OPENS_WITH_VERB.match(piece) or len(piece.split()) < _MIN_WORDS:
        return None
    return piece[:1].upper() + piece[1:] + "."

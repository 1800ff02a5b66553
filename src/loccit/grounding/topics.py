"""Is a query about a topic? Told by words, in any language, leaning towards yes: a page read in vain does no harm."""

from dataclasses import dataclass

from loccit.grounding import phrases
from loccit.judge.languages.stems import STEMMERS
from loccit.text.tokens import content_tokens, tokens


@dataclass(frozen=True, slots=True)
class Topic:
    """What a rule is about.

    Attributes:
        text: as the rule gives it.
        alternatives: the topics any of which will do.
        negated: the rule is for queries about anything else.
    """

    text: str
    alternatives: tuple[str, ...]
    negated: bool = False

    @classmethod
    def of(cls, text: str, *, negated: bool = False) -> "Topic":
        """Return the topic that a rule's words name."""
        trimmed = _trimmed(text)
        parts = (_trimmed(part) for part in phrases.ALTERNATIVES.split(trimmed))
        return cls(trimmed, tuple(part for part in parts if part), negated)

    def is_topic_of(self, query: str) -> bool:
        """Tell whether a query has most words of one of the topics, every number among them."""
        forms = {form for token in tokens(query) for form in _forms(token)}
        return any(_is_about(one, forms) for one in self.alternatives) != self.negated


def _is_about(topic: str, forms: set[str]) -> bool:
    if topic.casefold() in phrases.ANYTHING:
        return True
    words = set(content_tokens(topic)) or set(tokens(topic))
    shared = {word for word in words if not forms.isdisjoint(_forms(word))}
    numbers = {word for word in words if any(character.isdigit() for character in word)}
    return bool(words) and numbers <= shared and 2 * len(shared) > len(words)


def _forms(word: str) -> tuple[str, ...]:
    return (word, *(stem(word) for stem in STEMMERS.values()))


def _trimmed(text: str) -> str:
    before = ""
    while before != text:
        before, text = text, phrases.TRIMMED.sub("", text).strip(" \t\n\"'“”‘’„「」『』«»‹›《》`.,;:。，、")
    return text

"""Runtime URLs for context: rules that an operator words in an agent's instructions.

Such as: "If the user query is about returns, look into these urls https://shop.example/returns, shop.example/faq using
the 'search_web' tool." A rule counts where it names this tool; it applies where its topic is that of the query.

Instructions are the operator's words and come in by that door alone. Neither a query nor the text of a page is ever
read here, so nothing on a page can make the tool fetch anything.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from loccit.errors import BadInput
from loccit.grounding import phrases
from loccit.grounding.context_urls import MAX_CONTEXT_URLS, read_context_urls
from loccit.grounding.topics import Topic
from loccit.text.offsets import Span
from loccit.text.sentences import sentence_spans

_PARAGRAPH = re.compile(r"\n[^\S\n]*\n")
_LINE = re.compile(r"\n[^\S\n]*(?P<item>[-*•‣◦–]|\(?\d{1,3}[.)])?[^\S\n]*")
_NEW_SENTENCE = re.compile(r"(?!(?:Using|With|And|Or|Https?|Www)\b)[A-Z][a-z]")
_STOPS = "\\s<>\"“”„«»‘’'`「」『』《》（）【】、，。；！？|{}\ue000"
_WITH_SCHEME = re.compile(rf"https?://(?:(?!,?https?://)[^{_STOPS}])+", re.IGNORECASE)
_LETTER = "a-z0-9\u00df-\u024f"  # Han beside a host without a scheme is a word of the sentence
_WITHOUT_SCHEME = re.compile(
    rf"(?<![{_LETTER}_@/.-])(?:[{_LETTER}](?:[{_LETTER}-]*[{_LETTER}])?\.)+[a-z][a-z-]{{1,23}}(?::[0-9]{{1,5}})?"
    rf"(?:/(?:(?!,?https?://)[^{_STOPS},])*)?(?![{_LETTER}_@])",
    re.IGNORECASE,
)
_MASK = "\ue000"
"""Stands for each code point of an address, so that nothing in it is read as words."""

_TRAILING = ".,;:!?*_和與与及或跟"


@dataclass(frozen=True, slots=True)
class ContextRule:
    """One rule: about these topics, read these pages.

    Attributes:
        text: the sentence it was read from.
        topic: what the query must be about; null: it applies to every query.
        urls: the addresses to request.
    """

    text: str
    topic: Topic | None
    urls: tuple[str, ...]

    def applies_to(self, query: str) -> bool:
        """Tell whether a query is about the topic."""
        return self.topic is None or self.topic.is_topic_of(query)


@dataclass(frozen=True, slots=True)
class Unused:
    """A sentence that names pages and makes no rule, and why not."""

    text: str
    reason: str


@dataclass(frozen=True, slots=True)
class Instructions:
    """The rules of an agent's instructions for one tool, and what was left aside."""

    rules: tuple[ContextRule, ...] = ()
    unused: tuple[Unused, ...] = ()

    def applying_to(self, query: str) -> tuple[ContextRule, ...]:
        """Return the rules that apply to a query."""
        return tuple(rule for rule in self.rules if rule.applies_to(query))


def read_instructions(text: str, *, tool: str) -> Instructions:
    """Return the rules in which instructions tell a tool to read pages.

    Args:
        text: the operator's instructions, whole; what is no such rule is passed over.
        tool: the name of the tool, as the rules give it in quotes or beside the word for "tool".

    Raises:
        BadInput: if a rule names more than 20 pages, or something that is no web address.
    """
    rules: list[ContextRule] = []
    unused: list[Unused] = []
    for sentence in _sentences(text):
        read = _read(sentence, tool)
        if isinstance(read, ContextRule):
            rules.append(read)
        elif read is not None:
            unused.append(read)
    return Instructions(tuple(rules), tuple(unused))


def _sentences(text: str) -> Iterator[str]:
    """Yield sentences; a list of addresses belongs to the sentence it stands in, a new condition on a line does not."""
    for paragraph in _paragraphs(text):
        joined = _LINE.sub(" ", paragraph)
        for span in sentence_spans(joined, 0, len(joined)):
            yield joined[span.start : span.end].strip()


def _paragraphs(text: str) -> Iterator[str]:
    start = 0
    for line in _LINE.finditer(text):
        opens = phrases.CONDITION.match(text, line.end()) or (
            line["item"] is None and _NEW_SENTENCE.match(text, line.end())
        )
        if opens or _PARAGRAPH.match(text, line.start()):
            yield text[start : line.start()]
            start = line.end()
    yield text[start:]


def _read(sentence: str, tool: str) -> ContextRule | Unused | None:
    with_scheme = [_trimmed(sentence, match) for match in _WITH_SCHEME.finditer(sentence)]
    masked = _masked(sentence, with_scheme)
    topic_span, topic = _topic(masked, tool)
    bare = _masked(masked, [topic_span] if topic_span is not None else [])
    without_scheme = [_trimmed(bare, match) for match in _WITHOUT_SCHEME.finditer(bare)]
    places = sorted((*with_scheme, *(one for one in without_scheme if not _is_name(sentence, one, tool))))
    given = [sentence[place.start : place.end] for place in places]
    if not given:
        return Unused(sentence, "It names no web address.") if _names(masked, tool) and topic is not None else None
    if not _names(_masked(masked, without_scheme), tool):
        return Unused(sentence, f"It does not name the tool {tool!r}.")
    if phrases.FORBIDS.search(_masked(bare, without_scheme)):
        return Unused(sentence, "It says what not to do.")
    urls = read_context_urls(given, field="instructions")
    if len(urls) > MAX_CONTEXT_URLS:
        raise BadInput("instructions", f"expected at most {MAX_CONTEXT_URLS} URLs in a rule, got {len(urls)}")
    if topic is None and phrases.CONDITION.match(sentence):
        return Unused(sentence, "It has a condition that is not understood.")
    return ContextRule(sentence, topic, urls)


def _topic(sentence: str, tool: str) -> tuple[Span | None, Topic | None]:
    """Return where a condition's topic stands and what it is, null and null where there is none."""
    first = phrases.CONDITION.search(sentence)
    around = phrases.AROUND.search(sentence)
    if around is not None:
        return Span(*around.span("topic")), Topic.of(around["topic"], negated=bool(around["not"]))
    lead = phrases.LEAD.search(sentence, first.start() if first else 0)
    if lead is None:
        behind = phrases.BEHIND.search(sentence)
        return (None, None) if behind is None else (Span(*behind.span("topic")), Topic.of(behind["topic"]))
    end = _topic_end(sentence, lead.end(), tool)
    unless = phrases.UNLESS.search(sentence, 0, lead.start()) is not None
    negated = bool(lead["not"]) != unless
    span = Span(lead.end(), end)
    return span, Topic.of(sentence[span.start : span.end], negated=negated)


def _topic_end(sentence: str, start: int, tool: str) -> int:
    """Return where a topic ends: before the order that follows it, else before the first address, else at the end."""
    address = sentence.find(_MASK, start)
    limit = address if address >= 0 else len(sentence.rstrip(" .。!！"))
    breaks = list(phrases.BREAK.finditer(sentence, start, limit))
    for found in breaks:
        if phrases.ORDER.match(sentence, found.end()):
            return found.start()
    named = sentence.find(tool, start, limit)
    if address < 0 and named < 0:
        return limit
    return breaks[0].start() if breaks else limit


def _names(sentence: str, tool: str) -> bool:
    """Tell whether a sentence names the tool: in quotes, or beside the word for it, or by a name no word is like."""
    wanted = _plain(tool)
    quoted = [_plain(next(filter(None, match.groups()))) for match in phrases.QUOTED.finditer(sentence)]
    if wanted in quoted:
        return True
    rest = _plain(phrases.QUOTED.sub(" ", sentence))
    name = rf"(?<![\w.-]){re.escape(wanted)}(?![\w-])"
    if not wanted.isalpha() and " " not in wanted:
        return re.search(name, rest, re.ASCII) is not None
    words = "|".join(phrases.TOOL_WORDS)
    return re.search(rf"{name}\s*(?:{words})|(?:{words})\s*[:：]?\s*{name}", rest, re.ASCII) is not None


def _masked(sentence: str, places: Iterable[Span]) -> str:
    for place in places:
        sentence = sentence[: place.start] + _MASK * (place.end - place.start) + sentence[place.end :]
    return sentence


def _trimmed(sentence: str, match: re.Match[str]) -> Span:
    """Return the place of an address without the punctuation behind it."""
    start, end = match.span()
    while end > start:
        last = sentence[end - 1]
        piece = sentence[start:end]
        unopened = (last == ")" and piece.count(")") > piece.count("(")) or (
            last == "]" and piece.count("]") > piece.count("[")
        )
        if last not in _TRAILING and not unopened:
            break
        end -= 1
    return Span(start, end)


def _is_name(sentence: str, place: Span, tool: str) -> bool:
    return _plain(sentence[place.start : place.end]) == _plain(tool)


def _plain(text: str) -> str:
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())

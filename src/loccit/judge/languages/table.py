"""What a language's table holds and how it is looked up.

To add a language, write a file ``<code>.toml`` beside ``en.toml`` with the fields of ``LanguageTable`` (all but
``stem``), list the code in ``languages/__init__.py`` and, if its words inflect, add a stemmer to ``stems.py``. Every
entry is a word or a phrase of the language, separated by ``|``; a language written without spaces sets ``unspaced``.
A kind that the language expresses otherwise is left out.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

from loccit.judge.languages.stems import never, same


class Kind(StrEnum):
    """What a word does in a statement."""

    CONTENT = "content"
    FUNCTION = "function"
    PREPOSITION = "preposition"
    AUXILIARY = "auxiliary"
    ANAPHOR = "anaphor"
    AND = "and"
    OR = "or"
    BUT = "but"
    MARK = "mark"
    NEGATION = "negation"
    CONDITION = "condition"
    EXCEPTION = "exception"
    POSSIBLE = "possible"
    PERMITTED = "permitted"
    REQUIRED = "required"
    ADVISED = "advised"
    ALL = "all"
    SOME = "some"
    MOST = "most"
    FEW = "few"
    ONLY = "only"
    HEDGE = "hedge"
    SAYS = "says"
    RELATIVE = "relative"


JOINING = frozenset({Kind.AND, Kind.OR})
"""What joins the members of a list."""


class Entry(NamedTuple):
    """What a table says about a word or phrase.

    Attributes:
        key: the form it is compared by, empty for its stem.
        side: +1 or -1 for the two ends of a pair of opposites, 0 otherwise.
        complementary: whether denying one end of the pair states the other (enabled, disabled; not rise, fall).
    """

    kind: Kind
    key: str = ""
    side: int = 0
    complementary: bool = False


Phrases = Mapping[str, Sequence[tuple[tuple[str, ...], str]]]
"""First word to the rest of each phrase and what the phrase stands for, longest first."""


@dataclass(frozen=True, eq=False)
class LanguageTable:
    """One language's words, by what they do.

    Attributes:
        code: BCP 47 primary subtag.
        kinds: words and phrases of each kind.
        complements: pairs ``enabled > disabled``: denying one end states the other.
        opposites: pairs ``rise > fall``: one end excludes the other, denying one states nothing of the other.
        synonyms: groups ``start = begin``: compared as equal.
        stem: reduces an inflected word to the form it is compared by.
        is_participle: tells the form in which a verb is passive.
        negating_prefixes: productive prefixes that turn a word into its denial.
        negating_suffixes: the same at the end of a word (``tax-free``).
        numerals: number words to values; ``scales`` multiply what stands before them.
        bounds: phrases to one of ``>= > <= < ~`` that stand before a number; ``bounds_after`` stand behind it.
        fractions: words for parts of one (``a quarter``) to the fraction.
        months: month names to 1-12.
        day_parts: words beside an hour to the half of the day: ``am``, ``pm``, ``noon`` (late morning to early
            afternoon) or ``night`` (evening to the small hours).
        moments: times of day that have a name, to minutes since midnight.
        hours_before: words before an hour ("pukul"); ``hours_after`` stand behind it ("o'clock").
        minutes_before: words before an hour that shift it by minutes ("half past"); ``minutes_after`` stand behind it.
        eras: names of eras to ``after`` or ``before`` the beginning of ours.
        ordinals: ordinal words to values.
        version_bounds: like ``bounds``, for versions only (``before 1.10``).
        version_words: words that make a following number a version.
        version_relations: relation (added, changed, deprecated, removed) to the words that state it.
        predicates: prepositions that name a state where no object follows (``is off``) to the word for it.
        firm_conditions: conditions and exceptions that no other word stands for ("only if", "until").
        denials: words that, in a heading or an adjoining sentence, take back what is said.
        ceasing: negating verbs that deny nothing where nothing follows them: "it runs and then stops".
        future: words that put what is said into the time to come; ``past``: words that put it into the past.
        near_misses: hedges that say it is not so, only close to it (``almost``, ``fake``).
        speakers: words for who speaks and who is spoken to (``I``, ``your``).
        questions: particles that make a sentence a question where it ends in one.
        decimal_mark: the mark before decimals.
    """

    code: str
    kinds: Mapping[str, str]
    complements: str = ""
    opposites: str = ""
    synonyms: str = ""
    stem: Callable[[str], str] = same
    is_participle: Callable[[str], bool] = never
    unspaced: bool = False
    negating_prefixes: Sequence[str] = ()
    negating_suffixes: Sequence[str] = ()
    not_negated: str = ""
    numerals: Mapping[str, int] = field(default_factory=dict)
    scales: Mapping[str, int] = field(default_factory=dict)
    bounds: Mapping[str, str] = field(default_factory=dict)
    bounds_after: Mapping[str, str] = field(default_factory=dict)
    months: Mapping[str, int] = field(default_factory=dict)
    day_parts: Mapping[str, str] = field(default_factory=dict)
    moments: Mapping[str, int] = field(default_factory=dict)
    hours_before: Sequence[str] = ()
    hours_after: Sequence[str] = ()
    minutes_before: Mapping[str, int] = field(default_factory=dict)
    minutes_after: Mapping[str, int] = field(default_factory=dict)
    eras: Mapping[str, str] = field(default_factory=dict)
    ordinals: Mapping[str, int] = field(default_factory=dict)
    version_words: str = ""
    version_bounds: Mapping[str, str] = field(default_factory=dict)
    version_relations: Mapping[str, str] = field(default_factory=dict)
    predicates: Mapping[str, str] = field(default_factory=dict)
    fractions: Mapping[str, str] = field(default_factory=dict)
    firm_conditions: str = ""
    denials: str = ""
    ceasing: str = ""
    future: str = ""
    past: str = ""
    near_misses: str = ""
    speakers: str = ""
    questions: str = ""
    decimal_mark: str = "."

    def __post_init__(self) -> None:
        lookup: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
        for name, phrases in self.kinds.items():
            kind = Kind(name)
            for phrase in split(phrases):
                self._enter(lookup, phrase, Entry(kind, self.stem(phrase) if kind is Kind.CONTENT else phrase))
        for pairs, complementary in ((self.complements, True), (self.opposites, False)):
            for pair in split(pairs):
                ends = [end.split("=") for end in pair.split(">")]
                for side, words in zip((1, -1), ends, strict=True):
                    for word in words:
                        entry = Entry(Kind.CONTENT, f"±{ends[0][0].strip()}", side, complementary)
                        self._enter(lookup, word.strip(), entry)
        for group in split(self.synonyms):
            members = [member.strip() for member in group.split("=")]
            for member in members:
                self._enter(lookup, member, Entry(Kind.CONTENT, f"={members[0]}"))
        for entries in lookup.values():
            entries.sort(key=lambda item: -len(item[0]))
        object.__setattr__(self, "lookup", lookup)
        object.__setattr__(self, "bound_phrases", self._phrases(self.bounds))
        object.__setattr__(self, "fraction_phrases", self._phrases(self.fractions))
        object.__setattr__(self, "bound_after_phrases", self._phrases(self.bounds_after))
        object.__setattr__(self, "version_bound_phrases", self._phrases(self.version_bounds))
        object.__setattr__(self, "day_part_phrases", self._phrases(self.day_parts))
        object.__setattr__(self, "moment_phrases", self._phrases(self.moments))
        object.__setattr__(self, "hour_after_phrases", self._phrases(dict.fromkeys(self.hours_after, "hour")))
        object.__setattr__(self, "minute_before_phrases", self._phrases(self.minutes_before))
        object.__setattr__(self, "minute_after_phrases", self._phrases(self.minutes_after))
        object.__setattr__(self, "era_phrases", self._phrases(self.eras))
        starts = {
            *(self.day_part_phrases if self.unspaced else ()),
            *self.moment_phrases,
            *self.hours_before,
            *self.minute_before_phrases,
            *self.era_phrases,
            *self.fraction_phrases,
            *self.bound_phrases,
            *self.version_bound_phrases,
            *self.numerals,
            *self.scales,
            *self.ordinals,
        }
        object.__setattr__(self, "value_starts", frozenset(starts | {*self.months, *split(self.version_words)}))
        states = {found[0][1].key for word in self.predicates.values() if (found := lookup.get(self.stem(word)))}
        object.__setattr__(self, "predicate_keys", frozenset(states))
        object.__setattr__(self, "kept", frozenset(split(self.not_negated)))
        object.__setattr__(self, "version_cues", frozenset(split(self.version_words)))
        object.__setattr__(self, "firm", frozenset(split(self.firm_conditions)))
        object.__setattr__(self, "question_words", frozenset(split(self.questions)))
        object.__setattr__(self, "speaker_words", frozenset(split(self.speakers)))
        object.__setattr__(self, "ceasing_words", frozenset(split(self.ceasing)))
        object.__setattr__(self, "future_words", frozenset(split(self.future)))
        object.__setattr__(self, "past_words", frozenset(split(self.past)))
        object.__setattr__(self, "near_miss_words", frozenset(split(self.near_misses)))
        object.__setattr__(self, "denial_words", frozenset(split(self.denials)))

    lookup: Mapping[str, Sequence[tuple[tuple[str, ...], Entry]]] = field(init=False, default_factory=dict)
    bound_phrases: Phrases = field(init=False, default_factory=dict)
    bound_after_phrases: Phrases = field(init=False, default_factory=dict)
    fraction_phrases: Phrases = field(init=False, default_factory=dict)
    version_bound_phrases: Phrases = field(init=False, default_factory=dict)
    day_part_phrases: Phrases = field(init=False, default_factory=dict)
    moment_phrases: Phrases = field(init=False, default_factory=dict)
    hour_after_phrases: Phrases = field(init=False, default_factory=dict)
    minute_before_phrases: Phrases = field(init=False, default_factory=dict)
    minute_after_phrases: Phrases = field(init=False, default_factory=dict)
    era_phrases: Phrases = field(init=False, default_factory=dict)
    value_starts: frozenset[str] = field(init=False, default=frozenset())
    kept: frozenset[str] = field(init=False, default=frozenset())
    predicate_keys: frozenset[str] = field(init=False, default=frozenset())
    version_cues: frozenset[str] = field(init=False, default=frozenset())
    firm: frozenset[str] = field(init=False, default=frozenset())
    question_words: frozenset[str] = field(init=False, default=frozenset())
    speaker_words: frozenset[str] = field(init=False, default=frozenset())
    ceasing_words: frozenset[str] = field(init=False, default=frozenset())
    future_words: frozenset[str] = field(init=False, default=frozenset())
    past_words: frozenset[str] = field(init=False, default=frozenset())
    near_miss_words: frozenset[str] = field(init=False, default=frozenset())
    denial_words: frozenset[str] = field(init=False, default=frozenset())

    def _phrases(self, table: Mapping[str, str | int]) -> Phrases:
        found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for phrase, meaning in table.items():
            parts = self._parts(phrase)
            found.setdefault(parts[0], []).append((parts[1:], str(meaning)))
        for entries in found.values():
            entries.sort(key=lambda item: -len(item[0]))
        return found

    def _parts(self, phrase: str) -> tuple[str, ...]:
        return tuple(phrase) if self.unspaced and not phrase.isascii() else tuple(phrase.split())

    def _enter(self, lookup: dict[str, list[tuple[tuple[str, ...], Entry]]], phrase: str, entry: Entry) -> None:
        parts = self._parts(phrase)
        first, rest = parts[0], parts[1:]
        if not self.unspaced and not rest and entry.kind is Kind.CONTENT:
            first = self.stem(first)
        entries = lookup.setdefault(first, [])
        if all(known != rest for known, _ in entries):
            entries.append((rest, entry))


def split(text: str) -> list[str]:
    """Return the entries of a table's text, which are separated by ``|``."""
    return [part.strip() for part in text.replace("\n", " ").split("|") if part.strip()]

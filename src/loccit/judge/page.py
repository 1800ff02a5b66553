"""A document read for judging: its admissible sentences, cut into words once, and an index over them."""

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache

from loccit.judge.facets.values import Value
from loccit.judge.languages import TABLES, Kind, LanguageTable, language_of, value_table
from loccit.judge.script import chinese_script
from loccit.judge.statement import Statement, Term, read_statement
from loccit.judge.words import Word, cut_words
from loccit.records.extract import Block, ReadDocument
from loccit.text.offsets import Span

FEW_SENTENCES = 64
"""Up to so many are looked through for a word; of more, an index is made."""

MAX_DENIAL_WORDS = 8
"""A sentence of up to so many words and marks may take back the one before it."""


class Sentence:
    """One admissible sentence.

    Attributes:
        span: code points of the document's text.
        words: its words and marks.
        language: primary subtag, ``und`` or empty where unknown.
    """

    __slots__ = ("_statement", "block", "language", "span", "text", "words")

    def __init__(self, text: str, span: Span, block: Block, language: str) -> None:
        self.text = text
        self.span = span
        self.block = block
        self.language = language
        self.words: list[Word] = cut_words(text, span.start, span.end)
        self._statement: Statement | None = None

    def statement(self, table: LanguageTable) -> Statement:
        """Return the sentence read in its language; read once."""
        if self._statement is None or self._statement.table is not table:
            self._statement = Statement(self.text, self.words, table)
        return self._statement


class Page:
    """The admissible part of a document.

    Attributes:
        document: what was read.
        sentences: in reading order.
        blocks_read: number of admissible blocks: displayed, labelled body text.
    """

    def __init__(self, document: ReadDocument, *, allow_unknown_visibility: bool, fallback_language: str) -> None:
        self.document = document
        self.sentences: list[Sentence] = []
        self.blocks_read = 0
        self._headings: dict[tuple[str, ...], list[Statement]] = {}
        self._values: dict[int, list[tuple[Value, str]]] = {}
        blocks = document.layout.blocks
        admitted = [b.body and (b.visibility == "shown" or allow_unknown_visibility) for b in blocks]
        self.blocks_read = sum(admitted)
        starts = [block.start for block in blocks]
        languages: dict[int, str] = {}
        for span in document.layout.sentences:
            index = bisect_right(starts, span.start) - 1
            if index < 0 or not admitted[index] or span.start >= blocks[index].end:
                continue
            block = blocks[index]
            if index not in languages:
                languages[index] = language_of(
                    document.text[block.start : block.end], block.language, fallback_language
                )
            language = language_of(document.text[span.start : span.end], "", languages[index])
            sentence = Sentence(document.text, Span(*span), block, language)
            if sentence.words:
                self.sentences.append(sentence)

    def heading(self, sentence: Sentence, table: LanguageTable) -> list[Statement]:
        """Return the headings above a sentence, outermost first."""
        path = sentence.block.heading_path
        if path not in self._headings:
            self._headings[path] = [read_statement(text, table) for text in path]
        return self._headings[path]

    def where(self, key: str) -> Sequence[int]:
        """Return the sentences a key of a word stands in, headings included."""
        if len(self.sentences) > FEW_SENTENCES:
            return self.postings.get(key, ())
        return [index for index, keys in enumerate(self._keys_by_sentence) if key in keys]

    @cached_property
    def postings(self) -> dict[str, list[int]]:
        """Keys of words to the sentences they stand in, headings included."""
        found: dict[str, list[int]] = {}
        for index, keys in enumerate(self._keys_by_sentence):
            for key in keys:
                found.setdefault(key, []).append(index)
        return found

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """Folded words and marks to their places in the sequence of all words."""
        found: dict[str, list[int]] = {}
        for place, surface in enumerate(self.surfaces):
            found.setdefault(surface, []).append(place)
        return found

    @cached_property
    def surfaces(self) -> list[str]:
        """All words and marks in reading order, folded."""
        return [word.surface for sentence in self.sentences for word in sentence.words]

    @cached_property
    def folded_text(self) -> str:
        """The admissible sentences in lower case, with single spaces."""
        text = self.document.text
        return " ".join(
            " ".join(text[sentence.span.start : sentence.span.end].lower().split()) for sentence in self.sentences
        )

    @cached_property
    def starts(self) -> list[int]:
        """Place of each sentence's first word in ``surfaces``."""
        starts, place = [], 0
        for sentence in self.sentences:
            starts.append(place)
            place += len(sentence.words)
        return starts

    def values(self, like: str) -> Iterator[tuple[Value, str]]:
        """Yield every typed value of the page, with the word that gives it its role.

        Args:
            like: a value as written; sentences that share a word with it come first, for whoever looks for one like it.
        """
        words = {word.surface for word in cut_words(like, 0, len(like))}
        for index in sorted(self._valued, key=lambda index: words.isdisjoint(self._keys_by_sentence[index])):
            if index not in self._values:
                self._values[index] = self._values_of(self.sentences[index])
            yield from self._values[index]

    def _values_of(self, sentence: Sentence) -> list[tuple[Value, str]]:
        statement = sentence.statement(value_table(sentence.language))
        return [
            (term.value, statement.role(place)) for place, term in enumerate(statement.terms) if term.value is not None
        ]

    @cached_property
    def chinese_script(self) -> str:
        """``Hant`` or ``Hans``, by its first two hundred Chinese sentences; empty where unknown."""
        chinese = [sentence for sentence in self.sentences if sentence.language == "zh"][:200]
        return chinese_script("".join(self.document.text[s.span.start : s.span.end] for s in chinese))

    @cached_property
    def languages(self) -> Counter[str]:
        """Words by language."""
        counts: Counter[str] = Counter()
        for sentence in self.sentences:
            counts[sentence.language] += len(sentence.words)
        return counts

    def is_mostly(self, language: str) -> bool:
        """Tell whether at least half of the words read are of a language."""
        return 2 * self.languages.get(language, 0) >= sum(self.languages.values())

    def takes_back(self, sentence: Sentence) -> bool:
        """Tell whether the heading above or a short sentence behind denies a sentence ("Myth", "This is wrong.")."""
        table = TABLES.get(sentence.language)
        if table is None:
            return False
        heading = sentence.block.heading_path[-1] if sentence.block.heading_path else ""
        words = cut_words(heading, 0, len(heading))
        # A signature such as "f(x, strict=False)" takes nothing back.
        if len(words) <= MAX_DENIAL_WORDS and "(" not in heading and "=" not in heading and _denies(words, table):
            return True
        behind = self._order[sentence.span] + 1
        if behind >= len(self.sentences) or self.sentences[behind].block is not sentence.block:
            return False
        following = self.sentences[behind].words
        # "False." says that it is not so; "False disables the check." speaks of a value.
        alone = len(following) == 1 or following[1].is_mark
        pointing = following[0].surface in _POINTING or (alone and following[0].surface in table.denial_words)
        return pointing and len(following) <= MAX_DENIAL_WORDS and _denies(following, table)

    @cached_property
    def _order(self) -> dict[Span, int]:
        return {sentence.span: index for index, sentence in enumerate(self.sentences)}

    def candidates(self, claim: Statement, *, limit: int, first: Sequence[int] = ()) -> Iterator[Sentence]:
        """Yield the sentences that share most of the claim's content words, best first, then in reading order.

        Args:
            limit: how many of them; more come only where they hold a place of ``first``.
            first: code points of the document's text.
        """
        counts: Counter[int] = Counter()
        for key in claim.keys:
            counts.update(self.where(key))
        values = [claim.terms[place] for place in claim.content if claim.terms[place].value is not None]
        for term in values:
            counts.update(self.where(term.key))
        ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        for index, _ in ranked[:limit]:
            yield self.sentences[index]
        chosen = {index for index, _ in ranked[:limit]}
        for place in first:
            index = bisect_right(self.sentences, place, key=lambda sentence: sentence.span.start) - 1
            if index >= 0 and index not in chosen:
                chosen.add(index)
                yield self.sentences[index]

    def reach(self, claim: Statement, sentence: Sentence) -> list[int]:
        """Return the places of a claim's content terms that may meet something in a sentence, by the index alone."""
        index = self._order[sentence.span]
        return [place for place in claim.content if self._may_meet(claim, claim.terms[place], index)]

    def _may_meet(self, claim: Statement, term: Term, index: int) -> bool:
        if term.value is not None:
            return index in self._valued
        keys = self._keys_by_sentence[index]
        return (
            term.key in keys
            or (bool(term.stripped) and term.stripped in keys)
            or term.key in claim.table.predicate_keys
        )

    @cached_property
    def _valued(self) -> set[int]:
        """Sentences that may hold a typed value."""
        return {
            index
            for index, sentence in enumerate(self.sentences)
            if _may_hold_value(sentence, value_table(sentence.language))
        }

    @cached_property
    def _keys_by_sentence(self) -> list[set[str]]:
        return [self._keys(sentence, inner=True) for sentence in self.sentences]

    @cached_property
    def bare(self) -> set[str]:
        """Keys of words as they stand, headings and titles included.

        Unlike ``postings``, these leave out the words inside negated words.
        """
        found: set[str] = set()
        surfaces: dict[str, set[str]] = {}
        for sentence in self.sentences:
            table = TABLES.get(sentence.language)
            if table is not None and table.unspaced:
                found |= self._keys(sentence, inner=False)  # phrases go beyond single words
                continue
            seen = surfaces.setdefault("" if table is None else table.code, set())
            for words in self._words_above(sentence):
                seen.update([word.surface for word in words])
        for code, seen in surfaces.items():
            found.update(*[_keys_of(surface, code, False) for surface in seen])
        for title in (self.document.record.title_displayed, self.document.record.title_declared):
            for word in cut_words(title or "", 0, len(title or "")):
                for table in TABLES.values():
                    _add_keys(word.surface, table, found, inner=False)
        return found

    def _words_above(self, sentence: Sentence) -> Iterator[Sequence[Word]]:
        """Yield the words of a sentence, then those of each heading above it."""
        yield sentence.words
        for text in sentence.block.heading_path:
            yield cut_words(text, 0, len(text))

    def _keys(self, sentence: Sentence, *, inner: bool) -> set[str]:
        table = TABLES.get(sentence.language)
        keys: set[str] = set()
        for words in self._words_above(sentence):
            code = "" if table is None else table.code
            keys.update(*[_keys_of(word.surface, code, inner) for word in words])
            if table is not None and table.unspaced:
                _add_phrases(words, table, keys)
        return keys


_POINTING = frozenset({"this", "that", "these", "those", "ini", "itu", "这", "這", "此", "那"})


def _denies(words: Sequence[Word], table: LanguageTable) -> bool:
    return any(word.surface in table.denial_words for word in words) or any(
        "".join(word.surface for word in words[at : at + 2]) in table.denial_words for at in range(len(words) - 1)
    )


def _add_keys(surface: str, table: LanguageTable | None, keys: set[str], *, inner: bool) -> None:
    keys |= _keys_of(surface, "" if table is None else table.code, inner)


@lru_cache(maxsize=65_536)
def _keys_of(surface: str, code: str, inner: bool) -> frozenset[str]:
    """Return the keys a word is found by; pages repeat their words."""
    keys = {surface}
    table = TABLES.get(code)
    if table is None:
        return frozenset(keys)
    stem = table.stem(surface)
    keys.add(stem)
    for rest, entry in (*table.lookup.get(surface, ()), *table.lookup.get(stem, ())):
        if entry.kind is Kind.CONTENT and entry.key:
            keys.add(entry.key if not rest or not table.unspaced else surface)
    if inner:
        for prefix in table.negating_prefixes:
            if surface.startswith(prefix):
                keys.add(table.stem(surface[len(prefix) :]))
    return frozenset(keys)


def _add_phrases(words: Sequence[Word], table: LanguageTable, keys: set[str]) -> None:
    """Add the keys of phrases of several characters, which no single word shows."""
    surfaces = [word.surface for word in words]
    for at, surface in enumerate(surfaces):
        for rest, entry in table.lookup.get(surface, ()):
            if rest and entry.kind is Kind.CONTENT and tuple(surfaces[at + 1 : at + 1 + len(rest)]) == rest:
                keys.add(entry.key)
                break


def _may_hold_value(sentence: Sentence, table: LanguageTable) -> bool:
    return any(
        word.surface[0].isdecimal() or word.surface in table.value_starts or word.surface.startswith("ke-")
        for word in sentence.words
    )

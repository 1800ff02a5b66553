"""Numbers that name a thing rather than count it: the Tidewater 40, Windows 11, chapter 4, the 2019 edition.

What a source says of one product, version, chapter or edition opposes nothing that is said of another.
"""

import re
from collections.abc import Sequence

from loccit.judge.facets.objection import Frame, Grade, Objection
from loccit.judge.languages import Kind
from loccit.judge.statement import Statement, Term

_DESIGNATING_NOUNS = """
    act annex appendix article axis book chapter class edition episode equation exhibit figure floor form gate grade
    level line mark model no number page paragraph part phase platform question rule scene season section series stage
    step table tier track type unit verse version volume zone
    babak bab bagian ayat bentuk edisi fase gambar golongan halaman jilid kelas langkah lampiran model nomor pasal
    persamaan seri tabel tahap tingkat tipe versi
"""
"""Nouns whose number says which one is meant; English and Indonesian."""

_DESIGNATING = frozenset(_DESIGNATING_NOUNS.split())
_WORD_BEFORE = re.compile(r"([^\W\d_][\w'’.-]*)[ \u00a0-]?$")
_LATIN_BEFORE = re.compile(r"([A-Za-z][A-Za-z.-]*)[ -]?$")
"""In a script without spaces only a Latin word ends where the number begins: "Windows 11", not "MTU是1460"."""

_YEARS = range(1000, 2200)


def names_another(frame: Frame, objections: Sequence[Objection]) -> bool:
    """Tell whether the page speaks of another thing of the same kind, so that its values oppose nothing.

    A number that names is enough by itself; a year or an ordinal only beside a second value that differs, for alone it
    may be what the claim is about ("in 1998", "came third").
    """
    conflicts = [one for one in objections if one.grade is Grade.CONFLICT and one.claim is not None]
    numbers = [one for one in conflicts if one.facet in {"number", "unit", "money", "date", "version"}]
    if _requires(frame.claim, numbers):
        return False
    if any(_names(frame.claim, one.claim) or _names(frame.page, one.page) for one in numbers):
        return True
    return len(numbers) > 1 and any(_places_in_order(one.claim) for one in numbers)


def _requires(claim: Statement, numbers: Sequence[Objection]) -> bool:
    """Tell whether the one value that differs is the version that the claim's subject requires."""
    term = numbers[0].claim if len(numbers) == 1 else None
    return term is not None and "." in claim.slice(term) and is_required(claim, term)


def is_required(statement: Statement, term: Term) -> bool:
    """Tell whether a value is what the subject requires: "the package requires Python 3.8"."""
    before = [other for other in statement.terms if other.start < term.start]
    near = before[-4:] if statement.table.unspaced else before[-3:-1]
    asked = any(other.key in _REQUIRING for other in near)
    return len(before) > 2 and (asked or (statement.table.unspaced and any(o.kind is Kind.REQUIRED for o in near)))


_REQUIRING = frozenset({"±required", "requir", "need", "membutuhkan", "memerlukan", "mensyaratkan", "butuh", "要求"})


def _names(statement: Statement, term: Term | None) -> bool:
    """Tell whether a bare number stands right behind a name or a noun such as "chapter"."""
    if term is None or term.value is None or term.value.measure not in {"count", "version"} or term.value.bound:
        return False
    pattern = _LATIN_BEFORE if statement.table.unspaced else _WORD_BEFORE
    before = pattern.search(statement.text[: term.value.start])
    if before is None:
        return False
    word = before.group(1)
    return any(map(str.isupper, word)) or word.lower().rstrip(".") in _DESIGNATING


def _places_in_order(term: Term | None) -> bool:
    if term is None or term.value is None:
        return False
    value = term.value
    year = value.measure == "count" and value.low == value.high and value.low in _YEARS and value.end - value.start == 4
    return value.measure == "ordinal" or year

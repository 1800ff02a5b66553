"""The typed value and its comparison: what numbers, units, money, dates and versions have in common."""

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from loccit.records.judge import FacetName

APPROXIMATE_WITHIN = Fraction(1, 20)
"""An approximate number ("about 50") is met by values this close, relative to it."""


class Relation(StrEnum):
    """How a value of the page stands to a value of the claim."""

    MEETS = "meets"
    DIFFERS = "differs"
    WEAKER = "weaker"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Value:
    """A typed value in a text.

    Attributes:
        facet: the facet that checks it.
        measure: what it counts: ``count``, ``ordinal``, ``ratio``, ``points``, a dimension such as ``length``,
            ``money:USD``, ``date``, ``version``, ``clock``.
        low, high: the value in the base unit of its measure; equal unless it is a range. Of a time of day, the minutes
            in the plain reading and in the other half of the day; equal where only one is meant.
        bound: ``>=``, ``>``, ``<=``, ``<`` or ``~`` (approximately), empty for an exact value.
        parts: year (before our era: less than 0), month, day of a date (as precise as written) or the parts of a
            version.
        dotted: a bare number that could also be a version (``1.10``), as its parts.
        half: whether a time of day says which half of the day it is in.
        first, last: words of the statement it spans, last exclusive.
        start, end: code points of the text.
    """

    facet: FacetName
    measure: str
    low: Fraction
    high: Fraction
    first: int
    last: int
    start: int
    end: int
    bound: str = ""
    parts: tuple[int, ...] = ()
    dotted: tuple[int, ...] = ()
    half: bool = False

    @property
    def label(self) -> str:
        """What reasons call it: its facet, but ``time`` for a time of day."""
        return "time" if self.measure == "clock" else self.facet


def relation(claim: Value, page: Value) -> Relation:
    """Return how the page's value stands to the claim's."""
    if claim.measure == "version" or page.measure == "version":
        return _versions(claim, page)
    if claim.measure == "date" or page.measure == "date":
        return _dates(claim, page)
    if claim.measure == "clock" or page.measure == "clock":
        return _clocks(claim, page)
    if claim.measure != page.measure:
        return _other_measure(claim, page)
    return _numbers(claim, page)


def _numbers(claim: Value, page: Value) -> Relation:
    if claim.bound == page.bound and (claim.low, claim.high) == (page.low, page.high):
        both_dotted = len(claim.dotted) > 1 and len(page.dotted) > 1
        # Equal as decimals, 3.1 and 3.10 are two versions: where nothing says which is meant, it stays open.
        return Relation.WEAKER if both_dotted and claim.dotted != page.dotted else Relation.MEETS
    if claim.low != claim.high and page.low != page.high:
        apart = page.low > claim.high or page.high < claim.low
        return Relation.DIFFERS if apart else Relation.WEAKER
    claimed, shown = _interval(claim), _interval(page)
    if _within(shown, claimed):
        # "Children under 6 pay nothing" says nothing of children under 8.
        return Relation.WEAKER if page.bound else Relation.MEETS
    if claim.bound == "~" or page.bound == "~":
        distance = abs(claim.low - page.low)
        size = max(abs(claim.low), abs(page.low))
        return Relation.WEAKER if distance * 4 < size else Relation.DIFFERS
    apart = shown[0] > claimed[1] or shown[1] < claimed[0]
    # "More than 37" beside "37" is another way of counting, "fewer than 37" is not.
    touching = (claim.low, claim.high) == (page.low, page.high) and not (claim.bound and page.bound)
    return Relation.DIFFERS if apart and not touching else Relation.WEAKER


_FAR = Fraction(10**30)


def _interval(value: Value) -> tuple[Fraction, Fraction]:
    epsilon = Fraction(1, 10**12)
    match value.bound:
        case ">=":
            return value.low, _FAR
        case ">":
            return value.low + epsilon, _FAR
        case "<=":
            return -_FAR, value.high
        case "<":
            return -_FAR, value.high - epsilon
        case "~":
            margin = abs(value.low) * APPROXIMATE_WITHIN
            return value.low - margin, value.high + margin
        case _:
            return value.low, value.high


def _within(inner: tuple[Fraction, Fraction], outer: tuple[Fraction, Fraction]) -> bool:
    return outer[0] <= inner[0] and inner[1] <= outer[1]


def _versions(claim: Value, page: Value) -> Relation:
    claimed = claim.parts if claim.measure == "version" else claim.dotted
    shown = page.parts if page.measure == "version" else page.dotted
    if not claimed or not shown or {claim.measure, page.measure} - {"version", "count"}:
        return Relation.UNRELATED
    length = max(len(claimed), len(shown))
    left, right = _padded(claimed, length), _padded(shown, length)
    if claim.bound == page.bound:
        if claimed == shown:
            return Relation.MEETS
        if claim.bound:
            return Relation.WEAKER
        # 3.11 says nothing of 3.11.2, and "3.11.2" is one release of 3.11.
        return (
            Relation.WEAKER if claimed == shown[: len(claimed)] or shown == claimed[: len(shown)] else Relation.DIFFERS
        )
    if claim.bound and page.bound:
        return Relation.WEAKER
    if page.bound:
        if _holds(left, page.bound, right):
            return Relation.MEETS
        # "before 1.10" leaves out 1.10 itself; what lies beyond, it says nothing of.
        return Relation.DIFFERS if left == right else Relation.WEAKER
    return Relation.MEETS if _holds(right, claim.bound, left) else Relation.DIFFERS


def _padded(parts: tuple[int, ...], length: int) -> tuple[int, ...]:
    return parts + (0,) * (length - len(parts))


def _holds(left: tuple[int, ...], bound: str, right: tuple[int, ...]) -> bool:
    match bound:
        case ">=":
            return left >= right
        case ">":
            return left > right
        case "<=":
            return left <= right
        case "<":
            return left < right
        case _:
            return left == right


def _dates(claim: Value, page: Value) -> Relation:
    if claim.measure != page.measure:
        year, other = (claim, page) if claim.measure == "date" else (page, claim)
        if (
            len(year.parts) == 1
            and other.measure == "count"
            and year.bound == other.bound
            and abs(year.parts[0]) == other.low
        ):
            return Relation.MEETS if year.parts[0] > 0 else Relation.WEAKER  # 44 may be 44 BC
        return Relation.UNRELATED
    if claim.bound != page.bound:
        return Relation.WEAKER
    # A part that was not written is 0: "5 June" has no year.
    known = [(a, b) for a, b in zip(_padded(claim.parts, 3), _padded(page.parts, 3), strict=True) if a and b]
    if any(a != b for a, b in known):
        return Relation.DIFFERS
    if claim.high != claim.low or page.high != page.low:
        return Relation.MEETS if (claim.low, claim.high) == (page.low, page.high) else Relation.DIFFERS
    missing = any(a and not b for a, b in zip(_padded(claim.parts, 3), _padded(page.parts, 3), strict=True))
    return Relation.WEAKER if missing or not known else Relation.MEETS


def _clocks(claim: Value, page: Value) -> Relation:
    if claim.measure != page.measure:
        number, clock = (claim, page) if page.measure == "clock" else (page, claim)
        hour = number.measure == "count" and number.low * 60 in {clock.low, clock.high, clock.low % _HALF_DAY}
        return Relation.WEAKER if hour else Relation.UNRELATED  # "at 9"
    if claim.bound != page.bound:
        return Relation.WEAKER
    if {claim.low, claim.high}.isdisjoint({page.low, page.high}):
        return Relation.DIFFERS
    if claim.low != page.low:
        return Relation.WEAKER
    # "9:30" on the page does not say that the evening is not meant.
    return Relation.WEAKER if claim.half and page.low != page.high else Relation.MEETS


_HALF_DAY = 12 * 60


def _other_measure(claim: Value, page: Value) -> Relation:
    pair = {claim.measure, page.measure}
    if "fraction" in pair:
        same_share = claim.low == page.low and pair <= {"fraction", "ratio", "count"}
        return Relation.MEETS if same_share else Relation.WEAKER
    if pair == {"count", "ratio"} and claim.low == page.low and claim.high == page.high:
        return Relation.MEETS  # a fraction of one and its percentage
    if pair <= {"ratio", "points", "count"} or (claim.low == page.low and "ordinal" not in pair):
        return Relation.DIFFERS
    return Relation.UNRELATED

"""Scope: whether the statement speaks of the claim's subject, no more and no less.

A word beside what met that belongs to the same noun phrase makes it another thing ("unpaid trainees" are not
"trainees"); a word between may; a whole clause or a parenthesis between does not.
"""

from collections import Counter
from collections.abc import Iterator

from loccit.judge.align import Pair
from loccit.judge.facets.comparison import THAN, reversed_comparison
from loccit.judge.facets.objection import WHOLE, Frame, Grade, Objection
from loccit.judge.languages import JOINING, Kind
from loccit.judge.statement import Statement, Term

_RESTRICTING = frozenset(
    (
        *(
            "for",
            "among",
            "amongst",
            "within",
            "under",
            "during",
            "per",
            "like",
            "than",
            "against",
            "between",
            "despite",
        ),
        *("untuk", "bagi", "selama", "dalam"),
    )
)


def check(frame: Frame) -> Iterator[Objection]:
    """Object to what stands around and between the words that met and changes what they are about."""
    yield from _order(frame)
    yield from _prepositions(frame)
    yield from _pronouns(frame)
    yield from _neighbours(frame)
    yield from _between(frame)
    yield from _predicate(frame)
    yield from _conjunctions(frame)
    yield from _tense(frame)
    yield from _voice(frame)
    yield from _bare(frame)
    yield from _imperative(frame)
    yield from _beyond(frame)


def _order(frame: Frame) -> Iterator[Objection]:
    if reversed_comparison(frame):
        return
    for pair in frame.alignment.pairs.values():
        if not pair.moved or pair.page is None or _is_occasion(frame, pair):
            continue  # "in 2026 ten joined" is "ten joined in 2026"
        if not _in_met_condition(frame, pair.page):
            claim = frame.claim.terms[pair.claim]
            yield Objection("name", Grade.OPEN, "order_differs", claim, frame.page.terms[pair.page])
            return


MAX_CONDITION_WORDS = 3
"""A condition of so few words may come back as an attribute: "if the form is not signed", "unsigned forms"."""


def _is_occasion(frame: Frame, pair: Pair) -> bool:
    value = frame.claim.terms[pair.claim].value
    return value is not None and value.measure in {"date", "clock"} and bool(frame.claim.role(pair.claim))


def _in_met_condition(frame: Frame, at: int) -> bool:
    terms = frame.page.terms
    clause = terms[at].clause
    opener = next((term for term in terms if term.clause == clause), None)
    if opener is None or opener.kind is not Kind.CONDITION or frame.claimed(Kind.CONDITION):
        return False
    words = [term for term in terms if term.clause == clause and term.kind is Kind.CONTENT]
    return len(words) <= MAX_CONDITION_WORDS


def _prepositions(frame: Frame) -> Iterator[Objection]:
    if frame.alignment.rotated:
        return
    turned = reversed_comparison(frame)
    for place in frame.claim.of_kind(Kind.PREPOSITION):
        if place in frame.alignment.pairs or place in frame.headed:
            continue
        term = frame.claim.terms[place]
        if turned and term.key in THAN:
            continue  # a matter of comparison
        if term.key in _WITH and any(said.key in _WITHOUT for said in frame.said(Kind.NEGATION)):
            continue  # a matter of polarity
        if term.key not in _LOOSE_PREPOSITIONS:
            yield Objection("scope", Grade.OPEN, "relation_differs", term, None)
    if not frame.page.table.unspaced:
        yield from _dropped_preposition(frame)


def _dropped_preposition(frame: Frame) -> Iterator[Objection]:
    """Object where the statement relates two words that met by a preposition, and the claim by nothing."""
    claim, page = frame.claim.terms, frame.page.terms
    for pair in frame.alignment.pairs.values():
        at = pair.page
        if at is None or at - 1 <= frame.first or claim[pair.claim].value is not None or pair.moved:
            continue
        before = page[at - 1] if page[at - 1].kind is not Kind.FUNCTION else page[at - 2]
        if before.kind is not Kind.PREPOSITION or before.key in _LOOSE_PREPOSITIONS:
            continue
        if at >= 2 and page[at - 2].kind in _VERB_SIGNS:
            continue  # "plans to close": a matter of modality
        ours = [term.kind for term in claim[max(0, pair.claim - 2) : pair.claim]]
        if ours and Kind.PREPOSITION not in ours and Kind.NEGATION not in ours:
            yield Objection("scope", Grade.OPEN, "relation_differs", claim[pair.claim], before)
            return


_LOOSE_PREPOSITIONS = frozenset({"in", "on", "at", "di", "pada", "dalam", "在", "于", "於", "中", "time", "時", "时"})


_WITH = frozenset({"with", "dengan", "有"})
_WITHOUT = frozenset({"without", "tanpa", "没", "沒", "没有", "沒有", "无", "無"})


def _pronouns(frame: Frame) -> Iterator[Objection]:
    """Object where claim and statement speak of somebody by different pronouns."""
    said = [term for term in frame.said(Kind.ANAPHOR) if term.key not in _POSSESSIVES]
    claimed = [term for term in frame.claimed(Kind.ANAPHOR) if term.key not in _POSSESSIVES]
    if said and claimed and not {term.key for term in claimed} <= {term.key for term in said}:
        yield Objection("name", Grade.OPEN, "pronoun_differs", claimed[0], said[0])
        return
    leading = {term.key for term in frame.page.terms[: frame.first] if term.kind is Kind.ANAPHOR}
    subject = next((term for term in frame.claim.terms if term.kind in _SUBJECTS), None)
    if subject is not None and subject.kind is Kind.ANAPHOR and subject.key not in leading | _POSSESSIVES:
        yield Objection("name", Grade.OPEN, "pronoun_unresolved", subject, None)


_SUBJECTS = frozenset({Kind.ANAPHOR, Kind.CONTENT})


_POSSESSIVES = frozenset({"its", "their", "his", "her", "our", "your", "my"})


def _neighbours(frame: Frame) -> Iterator[Objection]:
    terms = frame.page.terms
    first, last = frame.first, frame.last
    if frame.page.table.unspaced:
        for at in (first - 1, last + 1):
            free = 0 <= at < len(terms) and at not in frame.alignment.pages
            if free and terms[at].kind in _BINDING:
                yield Objection("scope", Grade.OPEN, "words_beside", None, terms[at])
        return
    agent = frame.alignment.rotated  # an active statement names who does it before the verb
    if terms[first].joined and not agent and first - 1 not in frame.met and first - 1 >= frame.anaphor_end:
        yield Objection("scope", Grade.OPEN, "subject_restricted", None, terms[first - 1])
    if last + 1 < len(terms) and terms[last + 1].joined and terms[last].value is None:
        yield Objection("scope", Grade.OPEN, "words_beside", None, terms[last + 1])


_BINDING = frozenset({Kind.CONTENT, Kind.PREPOSITION})


def _between(frame: Frame) -> Iterator[Objection]:
    terms = frame.page.terms
    for at in range(max(frame.first, frame.anaphor_end), frame.last):
        term = terms[at]
        if at in frame.met or term.kind is not Kind.CONTENT or term.clause not in frame.clauses:
            continue
        if not (_is_manner(term.key) or _says_how_much(frame, at) or _other_conjunct(frame, at)):
            yield Objection("scope", Grade.OPEN, "words_between", None, term)
            return


def _predicate(frame: Frame) -> Iterator[Objection]:
    """Object where the statement's own predicate did not meet: "a level tray must stand here" says not "is level"."""
    terms = frame.page.terms
    for at in frame.segment:
        term = terms[at]
        if term.kind not in _VERB_SIGNS or term.clause not in frame.clauses:
            continue
        follower = next(
            (place for place in range(at + 1, frame.segment.stop) if terms[place].kind is Kind.CONTENT), None
        )
        if follower is None or follower in frame.met or terms[follower].clause != term.clause:
            continue
        if not (_is_manner(terms[follower].key) or _says_how_much(frame, follower) or _other_conjunct(frame, follower)):
            yield Objection("scope", Grade.OPEN, "predicate_differs", None, terms[follower])
            return


_VERB_SIGNS = frozenset({Kind.AUXILIARY, Kind.PERMITTED, Kind.POSSIBLE, Kind.REQUIRED, Kind.ADVISED})


def _conjunctions(frame: Frame) -> Iterator[Objection]:
    """Object where the claim joins by "or" what the statement joins by "and", or the other way round."""
    leading = frame.claim.terms[0]
    if leading.kind in JOINING:
        before = frame.page.terms[frame.first - 1] if frame.first else None
        if before is None or before.kind is not leading.kind:
            yield Objection("scope", Grade.OPEN, "conjunction_differs", leading, before)
            return
    between = [term for term in frame.page.terms[frame.first : frame.last] if term.kind in JOINING]
    between = between or frame.said(*JOINING)
    if not between and frame.claimed(Kind.OR):
        yield Objection("scope", Grade.OPEN, "conjunction_differs", frame.claimed(Kind.OR)[0], None)
        return
    for term in frame.claimed(*JOINING):
        if between and term.kind not in {other.kind for other in between}:
            yield Objection("scope", Grade.OPEN, "conjunction_differs", term, between[0])
            return
    said = Counter(term.kind for term in between)
    claimed = Counter(term.kind for term in frame.claimed(*JOINING))
    extra = next((kind for kind in claimed if claimed[kind] > said[kind]), None)
    if between and extra is not None:
        yield Objection("scope", Grade.OPEN, "conjunction_differs", frame.claimed(extra)[0], between[0])


def _tense(frame: Frame) -> Iterator[Objection]:
    """Object where one speaks of the past and the other of the present: what was is not what is."""
    claimed = [term for term in frame.claimed(*_VERB_SIGNS) if _tense_of(term)]
    said = [term for term in frame.said(*_VERB_SIGNS) if _tense_of(term)]
    tenses = {_tense_of(term) for term in said}
    differing = next((term for term in claimed if _tense_of(term) not in tenses), None)
    if said and differing is not None:
        yield Objection("scope", Grade.OPEN, "tense_differs", differing, said[0])
        return
    claim_verbs, page_verbs = _verbs(frame.claim), _verbs(frame.page)
    for place, auxiliary in claim_verbs.items():
        pair = frame.alignment.pairs.get(place)
        other = None if pair is None or pair.page is None else page_verbs.get(pair.page)
        if other is not None and _TENSES[other.key] != _TENSES[auxiliary.key]:
            yield Objection("scope", Grade.OPEN, "tense_differs", auxiliary, other)
            return


def _voice(frame: Frame) -> Iterator[Objection]:
    """Object where one says that its subject does something and the other that it is done to it."""
    if frame.alignment.rotated or frame.page.table.unspaced:
        return
    for pair in frame.alignment.pairs.values():
        if pair.page is None or pair.moved or frame.claim.terms[pair.claim].value is not None:
            continue
        claimed, said = _is_passive(frame.claim, pair.claim), _is_passive(frame.page, pair.page)
        claim, page = frame.claim.terms[pair.claim], frame.page.terms[pair.page]
        if {claimed, said} == {True, False} and not page.inward:
            yield Objection("name", Grade.OPEN, "voice_differs", claim, page)
            return


def _imperative(frame: Frame) -> Iterator[Objection]:
    """Object to an instruction taken for a report: "Open the file" does not say that the file was opened."""
    first = next((at for at in frame.segment if frame.page.terms[at].kind in _DOERS), None)
    if frame.alignment.rotated and first == frame.first and not frame.page.table.unspaced:
        verb = next((pair.claim for pair in frame.alignment.pairs.values() if pair.page == first), None)
        if verb is not None and _is_passive(frame.claim, verb):
            yield Objection("modality", Grade.OPEN, "instruction", frame.claim.terms[verb], frame.page.terms[first])


def _is_passive(statement: Statement, place: int) -> bool | None:
    """Tell a passive verb from an active one; null for any other word and where the form does not say."""
    written = statement.slice(statement.terms[place]).casefold()
    before = next(
        (term for term in reversed(statement.terms[:place]) if term.kind not in {Kind.NEGATION, Kind.FUNCTION}), None
    )
    if before is not None and before.kind is Kind.AUXILIARY and before.key in _BE:
        return True if statement.table.is_participle(written) else None
    subject = before is not None and before.kind in _DOERS
    return False if subject and not statement.table.is_participle(written) and not written.endswith("ing") else None


_BE = frozenset({"is", "are", "was", "were", "be", "am", "has been", "have been", "had been"})
_DOERS = frozenset({Kind.CONTENT, Kind.ANAPHOR})


def _tense_of(term: Term) -> str:
    """Return the tense a verb sign carries, itself or in its first word ("are required to"), empty if none."""
    return _TENSES.get(term.key) or _TENSES.get(term.key.split(" ", 1)[0], "")


def _verbs(statement: Statement) -> dict[int, Term]:
    """Return the content place behind each auxiliary, with the auxiliary; those without predicate are left out."""
    found: dict[int, Term] = {}
    for at in statement.of_kind(Kind.AUXILIARY):
        follower = next((place for place in statement.content if place > at), None)
        if follower is not None and statement.terms[at].key in _TENSES:
            found.setdefault(follower, statement.terms[at])
    return found


_TENSES = {"is": "present", "are": "present", "has": "present", "have": "present", "am": "present"} | {
    "was": "past",
    "were": "past",
    "had": "past",
    "has been": "past",
    "have been": "past",
    "had been": "past",
}
"""The perfect goes with the past: what has been done was done."""


def _says_how_much(frame: Frame, at: int) -> bool:
    """Tell whether a word between belongs to another check: a value after a preposition, a condition, "complete"."""
    term = frame.page.terms[at]
    if term.key == WHOLE or term.clause in frame.foreign_conditions:
        return True
    return term.value is not None and at > 0 and frame.page.terms[at - 1].kind is Kind.PREPOSITION


def _other_conjunct(frame: Frame, at: int) -> bool:
    """Tell whether a word between belongs to a conjunct that ends in "and" right before words that met.

    "The fault affects all releases and was fixed" states that the fault was fixed; "the course has 40 adults and 12
    children" that it has 12 children.
    """
    terms = frame.page.terms
    after = min((place for place in frame.met if place > at), default=None)
    if after is None:
        return False
    joints = JOINING | {Kind.BUT}
    joint = next((place for place in range(after - 1, at, -1) if terms[place].kind in joints), None)
    return joint is not None and all(terms[place].kind is not Kind.CONTENT for place in range(joint, after))


def _is_manner(key: str) -> bool:
    return key.endswith("ly") and len(key) > 4


def _names_market(frame: Frame, at: int) -> bool:
    """Tell whether what holds now is said of a named place or product only: "is valid in Germany"."""
    term, follower = frame.page.terms[at], frame.page.terms[at + 1 : at + 2]
    now = any(_TENSES.get(said.key) == "present" for said in frame.said(Kind.AUXILIARY))
    return now and term.key in {"in", "on"} and bool(follower) and follower[0].name and follower[0].value is None


def _leads_to_date(frame: Frame, at: int) -> bool:
    follower = frame.page.terms[at + 1] if at + 1 < len(frame.page.terms) else None
    return follower is not None and follower.value is not None and follower.value.measure in {"date", "clock"}


_LIGHT = frozenset({Kind.MARK, Kind.ANAPHOR, Kind.FUNCTION})
_UNTIL = frozenset({"until", "till", "sampai", "hingga", "直到"})

MAX_BARE_WORDS = 2
"""A claim of so few content words says little more than a predicate: whatever follows on the page restricts it."""


def _bare(frame: Frame) -> Iterator[Objection]:
    """Object to what a statement says around the few words of a bare claim ("TypeError is raised")."""
    valued = any(frame.claim.terms[place].value is not None for place in frame.claim.content)
    if len(frame.claim.content) > MAX_BARE_WORDS or frame.headed or valued:
        return
    terms = frame.page.terms
    clause = terms[frame.first].clause
    before = [at for at in range(frame.segment.start, frame.first) if terms[at].kind is Kind.CONTENT]
    unmet = next((at for at in before if at >= frame.anaphor_end and terms[at].clause == clause), None)
    if frame.said_anywhere(Kind.SAYS):
        unmet = None  # a matter of attribution
    if unmet is not None:
        yield Objection("scope", Grade.OPEN, "subject_differs", None, terms[unmet])
    following = terms[frame.last + 1] if frame.last + 1 < len(terms) else None
    if following is not None and following.kind is Kind.RELATIVE:
        yield Objection("scope", Grade.PART, "scope_dropped", None, following)


def _beyond(frame: Frame) -> Iterator[Objection]:
    """Object where a restriction follows that the claim drops: "free for students" is not "free"."""
    terms = frame.page.terms
    leading = frame.segment.start
    unmet = leading < frame.first and leading not in frame.alignment.pages
    if unmet and terms[leading].kind is Kind.PREPOSITION and not _leads_to_date(frame, leading):
        yield Objection("scope", Grade.PART, "scope_dropped", None, terms[leading])
    following = frame.last + 1
    beyond = next((at for at in range(following, len(terms)) if terms[at].kind not in _LIGHT), None)
    if beyond is not None and terms[beyond].key in _UNTIL and beyond not in frame.alignment.pages:
        yield Objection("scope", Grade.PART, "scope_dropped", None, terms[beyond])
    if following < len(terms) and terms[following].kind is Kind.PREPOSITION:
        term = terms[following]
        bare = len(frame.claim.content) <= MAX_BARE_WORDS and not _leads_to_date(frame, following)
        compares = any(terms[at].key in THAN for at in range(following, frame.segment.stop))
        restricts = bare or compares or term.key in _RESTRICTING or _names_market(frame, following)
        if restricts and following not in frame.alignment.pages:
            yield Objection("scope", Grade.PART, "scope_dropped", None, term)

"""Which blocks belong to the body of a page: a label with a score, never a deletion.

The body is what stands in the container of the page's prose. Prose votes for the elements around it (the nearer, the
stronger), so that an article wins over the teasers, comments and menus beside it, whatever the template calls
them; a ``main`` element that holds most of the prose is believed. Within the container, what consists of links, and
what its class or id says is something else, is left out.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from turbohtml import Element, Node

from loccit.extract.drafts import Draft
from loccit.records.extract import BlockKind, Landmark

NEVER_BODY: frozenset[Landmark] = frozenset({"navigation", "header", "footer", "aside", "dialog", "consent", "advert"})
"""Regions whose text never supports a claim, whatever its score."""

LINK_SHARE = 0.5
"""A block of which more than this share is links is a menu or a teaser."""

_PROSE_LENGTH = 40
_SENTENCE_FRAME = 16
_WIDE_WORTH = 4
_SENTENCE_LINK_SHARE = 0.7
"""A sentence has more than this many code points around the links in it."""
_WIDE_PROSE_LENGTH = 15
"""The same for scripts without spaces, where a character says more."""
_PROSE_KINDS: frozenset[BlockKind] = frozenset(
    {"paragraph", "definition", "quote", "list_item", "other", "code", "table_cell"}
)
_COMMA = re.compile(r"[,;:，、；：]")
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_SENTENCE_END = re.compile(r"[.!?。！？…][\"'”’»)\]]*\Z")
_LEVELS = 5
_ENOUGH_OF_MAIN = 0.5
_ENOUGH_OF_PARENT = 0.65
_ENOUGH_OF_ANCESTOR = 0.55
_ELSEWHERE_FACTOR = 0.3
_REFERENCE_KINDS: frozenset[BlockKind] = frozenset({"code", "term", "definition", "table_cell"})
_REFERENCE_BLOCKS = 3
_WHOLE = frozenset({"html", "body"})
_TOO_MUCH_TO_LEAVE_OUT = 0.5
"""An element with this share of the page's prose is the page's, whatever its class says."""
_LINKS_ALLOWED: frozenset[BlockKind] = frozenset({"heading", "term", "definition", "table_cell", "code"})

_ELSEWHERE = re.compile(
    r"(?:^|\s)(?:[\w-]+[_-])?(?:comments?|commentlist|disqus|respond|responses|related|recommend(?:ed|ations?)?|share(?:bar|r|s)?"
    r"|sharing|newsletter|subscribe|promos?|outbrain|taboola|sponsor(?:ed)?|breadcrumbs?|pagination|pager|sidebar|teasers?"
    r"|footer|nav|menu|toolbar|authorbio|bio|byline|copyright|disclaimer|popular|trending|most-?(?:read|viewed))"
    r"(?:[_-](?!content|body|article|main|embed)[\w-]+)?(?=\s|$)"
    r"|(?:^|\s)(?:social|follow|tags|tag-?list|carousel|gallery|slideshow|rating|poll|survey|login|register|meta|rail"
    r"|credit|caption|timestamp|dateline|date|kicker|editsection|reflist|references|navbox|print-?only|masthead"
    r"|read-?more|more-?(?:stories|news|on|from)|latest(?:-news)?|prev-?next|about-?author|post-?(?:meta|date|tags|nav)"
    r"|author-?(?:bio|box|info|card)|image-?credit|media-?caption|social-?(?:links|icons|bar|buttons))(?=\s|$)",
    re.IGNORECASE,
)
_BODY_NAMES = re.compile(
    r"article-?body|story-?body|post-?(?:body|content)|entry-?content|main-?content", re.IGNORECASE
)


class BodyScore(NamedTuple):
    """The label and the score behind it, in millionths."""

    body: bool
    millionths: int


def scores(drafts: Sequence[Draft]) -> list[BodyScore]:
    """Return the label of each block."""
    prose = _Prose(drafts)
    results: list[BodyScore] = []
    for draft in drafts:
        if draft.scope.landmark in NEVER_BODY or not prose.holds(draft.scope.element):
            results.append(BodyScore(body=False, millionths=0))
            continue
        share = draft.link_length / len(draft.text)
        left_out = (
            draft.kind in ("form", "caption")
            or (share > LINK_SHARE and not prose.is_reference and _is_menu_like(draft))
            or prose.is_preamble(draft)
        )
        results.append(BodyScore(not left_out, round(1_000_000 * (1.0 - share))))
    _leave_out_lone_headings(drafts, results)
    return results


def _leave_out_lone_headings(drafts: Sequence[Draft], results: list[BodyScore]) -> None:
    """Take the label from headings over something that is no body ("Related stories"), but for the page's first."""
    headings = [at for at, draft in enumerate(drafts) if draft.kind == "heading" and results[at].body]
    heads_body = False
    for at in range(len(drafts) - 1, -1, -1):
        if drafts[at].kind != "heading":
            heads_body = results[at].body
        elif results[at].body and not heads_body and at != headings[0]:
            results[at] = results[at]._replace(body=False)


def _is_menu_like(draft: Draft) -> bool:
    if draft.kind in _LINKS_ALLOWED:
        return False
    unlinked = len(draft.text) - draft.link_length
    if _WIDE.search(draft.text):
        unlinked *= _WIDE_WORTH
    linked_sentence = unlinked > _SENTENCE_FRAME and draft.link_length <= _SENTENCE_LINK_SHARE * len(draft.text)
    return not (linked_sentence and _SENTENCE_END.search(draft.text))


class _Prose:
    """Where the prose of a page stands.

    Attributes:
        is_reference: the page says itself what its main content is, and that is no article but reference material,
            where lists of links are content too.
    """

    def __init__(self, drafts: Sequence[Draft]) -> None:
        self._totals: dict[Node, float] = {}
        self._votes: dict[Element, float] = {}
        self._known: dict[Node, bool] = {}
        self._standings: dict[Node, float] = {}
        self._preambles: dict[Node, bool] = {}
        self._factors: dict[Node, float] = {}
        self._whole = 0.0
        self.is_reference = False
        by_place: dict[Element, float] = {}
        for draft in drafts:
            weight = _prose_weight(draft)
            if weight:
                place = draft.scope.element
                parent = place.parent if draft.kind != "other" else place
                node = parent if isinstance(parent, Element) else place
                by_place[node] = by_place.get(node, 0.0) + weight
        for node, weight in by_place.items():
            self._vote(node, weight)
        self._container = self._find_container(drafts)

    def holds(self, element: Element) -> bool:
        """Tell whether an element stands in the container, with nothing between that says it is something else."""
        knowns, container = self._known, self._container
        chain: list[Element] = []
        node: object = element
        result = container is None
        while type(node) is Element:
            known = knowns.get(node)
            if known is not None:
                result = known
                break
            if node is container:
                result = True
                break
            chain.append(node)
            node = node.parent
        for inner in reversed(chain):
            result = result and not self._is_elsewhere(inner)
            knowns[inner] = result
        return result

    def is_preamble(self, draft: Draft) -> bool:
        """Tell whether a block is a line in the header of an article other than its headings."""
        if draft.kind == "heading":
            return False
        element = draft.scope.element
        parent = element.parent
        if element.tag == "header" or not isinstance(parent, Element):
            return element.tag == "header"
        known = self._preambles.get(parent)
        if known is None:
            node: object = parent
            while isinstance(node, Element) and node is not self._container and node.tag not in (*_WHOLE, "header"):
                node = node.parent
            known = isinstance(node, Element) and node is not self._container and node.tag == "header"
            self._preambles[parent] = known
        return known

    def _vote(self, place: Element, weight: float) -> None:
        weight *= self._standing(place)
        self._whole += weight
        totals, votes = self._totals, self._votes
        share, level = weight, 0
        node: object = place
        while type(node) is Element:
            totals[node] = totals.get(node, 0.0) + weight
            if level < _LEVELS:
                votes[node] = votes.get(node, 0.0) + share * self._factor(node)
            share *= 0.5
            level += 1
            node = node.parent

    def _standing(self, element: Element) -> float:
        """Return how much prose here counts: less below an element that says it is something else."""
        chain: list[Element] = []
        node: object = element
        standing = 1.0
        while type(node) is Element:
            known = self._standings.get(node)
            if known is not None:
                standing = known
                break
            chain.append(node)
            node = node.parent
        for inner in reversed(chain):
            if inner.tag not in _WHOLE and self._factor(inner) < 1.0:
                standing = _ELSEWHERE_FACTOR
            self._standings[inner] = standing
        return standing

    def _factor(self, element: Element) -> float:
        factor = self._factors.get(element)
        if factor is None:
            factor = self._factors[element] = _name_factor(element)
        return factor

    def _find_container(self, drafts: Sequence[Draft]) -> Element | None:
        """Return the element that holds the body, null where the page has no prose to tell it by."""
        if not self._votes:
            self.is_reference = any(draft.scope.landmark == "main" for draft in drafts)
            return None
        totals = self._totals
        believed = [node for node in totals if isinstance(node, Element) and _is_main(node)]
        believed = [node for node in believed if totals[node] >= _ENOUGH_OF_MAIN * self._whole]
        if believed:
            container = min(believed, key=lambda node: totals[node])
            article = self._article_in(container)
            self.is_reference = article is None and _looks_like_reference(drafts)
            return article or container
        best = max(self._votes, key=lambda node: self._votes[node])
        parent = best.parent
        while isinstance(parent, Element) and parent.tag not in _WHOLE:
            enough = _ENOUGH_OF_PARENT if parent is best.parent else _ENOUGH_OF_ANCESTOR
            if totals[best] < enough * totals.get(parent, 0.0):
                best = parent
            parent = parent.parent
        return best

    def _article_in(self, container: Element) -> Element | None:
        """Return the one article that holds nearly all prose of the container."""
        enough = _ENOUGH_OF_PARENT * self._totals[container]
        articles = [node for node in container.select("article") if self._totals.get(node, 0.0) >= enough]
        return articles[-1] if articles else None

    def _is_elsewhere(self, element: Element) -> bool:
        if element.tag in _WHOLE or self._totals.get(element, 0.0) >= _TOO_MUCH_TO_LEAVE_OUT * self._whole:
            return False
        classes, name = element.attr("class"), element.attr("id")
        return bool(classes or name) and _named_elsewhere(f"{classes or ''} {name or ''}")


def _prose_weight(draft: Draft) -> float:
    """Return how much a block votes for the elements around it; 0 for what is no prose."""
    text = draft.text
    length = len(text)
    if draft.kind not in _PROSE_KINDS or draft.scope.landmark in NEVER_BODY or draft.link_length * 2 > length:
        return 0.0
    if length < _PROSE_LENGTH and (length < _WIDE_PROSE_LENGTH or not _WIDE.search(text)):
        return 0.0
    ends = 1.0 if _SENTENCE_END.search(text) else 0.4
    if draft.kind == "list_item":
        ends *= 0.5
    return (
        ends
        * (1.0 - draft.link_length / length)
        * (1.0 + min(len(_COMMA.findall(text)), 6) * 0.5 + min(length / 100, 5.0))
    )


def _looks_like_reference(drafts: Sequence[Draft]) -> bool:
    return (
        sum(draft.kind in _REFERENCE_KINDS and draft.scope.landmark == "main" for draft in drafts) >= _REFERENCE_BLOCKS
    )


def _is_main(element: Element) -> bool:
    return element.tag == "main" or element.attr("role") == "main" or element.attr("itemprop") == "articleBody"


def _name_factor(element: Element) -> float:
    classes, name = element.attr("class"), element.attr("id")
    return _factor(f"{classes or ''} {name or ''}") if classes or name else 1.0


@lru_cache(maxsize=8192)
def _named_elsewhere(names: str) -> bool:
    return _ELSEWHERE.search(names) is not None and not _BODY_NAMES.search(names)


@lru_cache(maxsize=8192)
def _factor(names: str) -> float:
    if _BODY_NAMES.search(names):
        return 1.5
    return _ELSEWHERE_FACTOR if _ELSEWHERE.search(names) else 1.0

"""How the result pages of an engine are laid out: data, dated, one module an engine in ``selectors``."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Block:
    """Where result rows of one era stand. All selectors are CSS.

    Attributes:
        since, until: months in which pages of this kind were first and last seen (YYYY-MM); until null: still served.
        titles: the title of a row; a row without one is no result.
        row: the element around the title that is the row; of several titles in one row the first counts.
        snippet: within the row, or within the rows after it up to the next title; the first of several that is there.
        displayed: within the row, the address or domain it shows.
        excluded: what is around a title but makes it no result (answers, carousels, adverts).
        domains: within the row, an attribute that names the advertiser's domain or landing hosts.
    """

    since: str
    until: str | None
    titles: str
    row: str
    snippet: tuple[str, ...]
    displayed: str = "cite"
    excluded: str | None = None
    domains: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Layout:
    """What an engine's pages look like.

    Attributes:
        base: address that relative links of a saved page are resolved against.
        organic: eras, newest first; the first whose titles are found is the page's.
        adverts: eras; all are looked for.
        challenge, consent, no_results, script_shell: selectors of structural nodes, each with what it is, in words.
            Looked at only where no organic row is found.
        relaxed: the same for nodes that say that rows answer other words than were asked for.
        executed: the element with those other words.
        search_box: the field that repeats the query.
        container: what stands on every result page, and on no start page.
        start_title: how the title of the start page begins.
        title_suffix: what follows the query in the page's title, for engines that leave the field empty.
        current_page: the element that holds the page's number.
        pager, next_page: the list of further pages, and in it the link to the one that follows.
        next_form: the form that asks for the page that follows, where no plain link does.
        challenge_titles: whole page titles of challenges.
        consent_hosts: hosts that serve nothing but the question for consent.
        refusing_statuses: HTTP statuses by which this engine refuses a robot.
    """

    engine: str
    base: str
    organic: tuple[Block, ...]
    adverts: tuple[Block, ...]
    challenge: Mapping[str, str]
    consent: Mapping[str, str]
    no_results: Mapping[str, str]
    script_shell: Mapping[str, str]
    relaxed: Mapping[str, str]
    executed: str | None
    search_box: str
    container: str
    start_title: str
    title_suffix: str | None = None
    current_page: str | None = None
    pager: str | None = None
    next_page: str | None = None
    next_form: str | None = None
    challenge_titles: frozenset[str] = frozenset()
    consent_hosts: frozenset[str] = frozenset()
    refusing_statuses: frozenset[int] = frozenset({403, 429})

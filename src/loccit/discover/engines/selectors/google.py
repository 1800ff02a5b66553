"""Result pages of Google, by era.

Class names change about every two years; the newest here fit every saved page of 2023 to 2026. Since summer 2026
organic links may be opaque (``/goto?url=...``). Links to one video in the list of results count as organic, carousels
and questions do not; neither do product tiles, which are adverts without a text of their own.
"""

from types import MappingProxyType

from loccit.discover.engines.layout import Block, Layout

_NO_RESULT = (
    ".related-question-pair, #tads, #tadsb, #bottomads, #tvcap, #rhs, #brs, .pla-unit, [data-text-ad], li.ads-ad,"
    " .kno-result, g-section-with-header, g-scrolling-carousel"
)

LAYOUT = Layout(
    engine="google",
    base="https://www.google.com/",
    organic=(
        Block(
            since="2021-06",
            until=None,
            titles="h3.LC20lb",
            row=".Ww4FFb, .vt6azd",
            snippet=(
                ".VwiC3b",
                ".ITZIwc",
                ".fzUZNc",
                ".Uroaid",
                "[data-sncf='1']",
            ),
            displayed="cite",
            excluded=_NO_RESULT,
        ),
        Block(
            since="2018-09",
            until="2022-12",
            titles="h3.LC20lb",
            row="div.g",
            snippet=(
                ".st",
                ".VwiC3b",
                ".aCOpRe",
                ".IsZvec",
            ),
            displayed="cite",
            excluded=_NO_RESULT,
        ),
        Block(
            since="2018-06",
            until="2021-12",
            titles="#rso .mnr-c.xpd a.C8nzq [role=heading]",
            row=".mnr-c",
            snippet=(
                "[jsname=ao5mud] .MUxGbd",
                ".BmP5tf > .MUxGbd",
            ),
            displayed=".qzEoUe, .zbELhe",
            excluded=_NO_RESULT,
        ),
        Block(
            since="2012-01",
            until="2018-10",
            titles=".g h3.r",
            row=".g",
            snippet=(
                ".st",
                ".s",
            ),
            displayed="cite",
            excluded=_NO_RESULT,
        ),
        # Served to clients without scripts.
        Block(
            since="2019-09",
            until="2025-01",
            titles="#main .kCrYT > a h3, .Gx5Zad .egMi0 h3, .ezO2md a .CVA68e",
            row=".Gx5Zad, .ZINbbc, .ezO2md",
            snippet=(
                ".BNeawe.s3v9rd",
                ".FrIlee",
                ".s3v9rd",
            ),
            displayed=".UPmit, .BNeawe.UPmit, .fYyStc, cite",
            excluded=_NO_RESULT,
        ),
    ),
    adverts=(
        Block(
            since="2020-06",
            until=None,
            titles="[data-text-ad] [role=heading], [data-text-ad] h3",
            row="[data-text-ad]",
            snippet=(
                ".Va3FIb .MUxGbd",
                ".p4wth",
                ".yDYNvb",
                ".lyLwlc",
            ),
            displayed=".x2VHCd, [role=text], cite",
            domains=("data-dtld", "data-pcu"),
        ),
        Block(
            since="2018-06",
            until="2020-12",
            titles="li.ads-fr [role=heading]",
            row="li.ads-fr",
            snippet=("[jsname=ao5mud] .MUxGbd", ".BmP5tf > .MUxGbd:not([role=heading])"),
            displayed=".qzEoUe, cite",
            domains=("data-dtld", "data-pcu"),
        ),
        Block(
            since="2012-01",
            until="2019-12",
            titles="li.ads-ad h3",
            row="li.ads-ad",
            snippet=(
                ".ads-creative",
                ".ac",
            ),
            displayed=".ads-visurl cite, cite",
        ),
    ),
    challenge=MappingProxyType(
        {
            "form#captcha-form, #captcha-form, form[action='index'] [name=continue]": "Google's challenge form",
            ".g-recaptcha, #recaptcha": "a challenge to be solved",
        }
    ),
    consent=MappingProxyType(
        {
            "form[action*='consent.google.'], form[action*='consent.youtube.']": "Google's consent form",
        }
    ),
    no_results=MappingProxyType(
        {
            "#botstuff .mnr-c p[role=heading] em, .mnr-c p[role=heading] em": "Google's notice that nothing was found",
            "#topstuff .mnr-c p em, #topstuff .med > p > em": "Google's notice that nothing was found",
            "#topstuff .card-section p[role=heading]": "Google's notice that nothing was found",
        }
    ),
    script_shell=MappingProxyType(
        {
            # The same link stands in half of all ordinary pages; those repeat the query.
            "html:not(:has([name=q])) noscript [content*='/retry/enablejs'],"
            " html:not(:has([name=q])) noscript [href*='/retry/enablejs']": "a page that only scripts would fill",
        }
    ),
    relaxed=MappingProxyType(
        {
            "#fprs a": "Google says that rows answer other words",
            "#taw a[href*='nfpr=1'], #topstuff a[href*='nfpr=1']": "Google offers to search for the words as given",
            "#topstuff .obp a[href*='/search?'], a.spell_orig[href]": "Google says that rows answer other words",
        }
    ),
    executed="#fprsl, #topstuff .obp a[href*='/search?'], a.spell[href]",
    start_title="Google",
    search_box="textarea[name=q], form[action*='/search'] input[name=q], input[name=q]",
    container="#rso, #search, #rcnt, #center_col, #ires, #main .Gx5Zad",
    current_page="td.YyVfkd, td.cur",
    pager="table.AaVjTc, #xjs table",
    next_page="#pnnext",
    consent_hosts=frozenset({"consent.google.com", "consent.youtube.com"}),
)

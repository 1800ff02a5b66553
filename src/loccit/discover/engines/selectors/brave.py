"""Result pages of Brave Search.

``data-pos`` counts videos and questions as well, so ranks are counted here. The search box is filled by a script; the
page's title repeats the query.
"""

from types import MappingProxyType

from loccit.discover.engines.layout import Block, Layout

LAYOUT = Layout(
    engine="brave",
    base="https://search.brave.com/",
    organic=(
        Block(
            since="2023-10",
            until=None,
            titles=".snippet[data-type=web] .title, .snippet[data-type=web] .search-snippet-title",
            row=".snippet[data-type]",
            snippet=(
                ".generic-snippet .content",
                ".snippet-description",
                ".description",
                ".snippet-content",
            ),
            displayed="cite, .snippet-url, .netloc",
            excluded=".standalone, .result-cluster",
        ),
        Block(
            since="2021-06",
            until="2023-12",
            titles=".snippet.fdb .snippet-title, .snippet.fdb .heading",
            row=".snippet",
            snippet=(".snippet-description",),
            displayed="cite, .netloc, .snippet-url",
            excluded=".standalone, .result-cluster, [data-type=ad]",
        ),
    ),
    adverts=(
        Block(
            since="2023-10",
            until=None,
            titles="[data-type=ad] .title, [data-type=ad] .search-snippet-title",
            row="[data-type=ad]",
            snippet=(
                ".generic-snippet .content",
                ".snippet-description",
                ".description",
            ),
            displayed="cite, .snippet-url, .netloc",
            domains=("data-landing-page",),
        ),
    ),
    challenge=MappingProxyType(
        {
            "#pow-captcha, .pow-captcha, form[action*='captcha']": "Brave's proof-of-work challenge",
        }
    ),
    consent=MappingProxyType({}),
    no_results=MappingProxyType(
        {
            "#results .no-results, #no-results, .no-results-found, #not-found": "Brave's notice that nothing was found",
        }
    ),
    script_shell=MappingProxyType({"#results:empty": "an empty list that a script would fill"}),
    relaxed=MappingProxyType(
        {
            "#altered-query a, .altered-query a, #search-altered a": "Brave says that rows answer other words",
        }
    ),
    executed="#altered-query b, .altered-query b",
    start_title="Brave Search",
    search_box="#searchbox, input[name=q]",
    container="#results, #search-main, #mixed-results",
    title_suffix=" - Brave Search",
    challenge_titles=frozenset({"PoW Captcha", "Captcha"}),
    pager="#pagination, #pagination-snippet",
    next_page="#pagination a[href*='offset='], #pagination-snippet a, a[aria-label*=Next]",
)

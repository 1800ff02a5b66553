"""Result pages of DuckDuckGo: the page for clients without scripts (html), the light one (lite), the scripted one."""

from types import MappingProxyType

from loccit.discover.engines.layout import Block, Layout

_ADVERT = ".result--ad, .sponsored, .result-sponsored, .badge--ad, [data-testid=ad], [data-nrn=ad]"

LAYOUT = Layout(
    engine="duckduckgo",
    base="https://duckduckgo.com/",
    organic=(
        Block(
            since="2022-01",
            until=None,
            titles="article[data-testid=result] [data-testid=result-title-a], article[data-testid=result] h2 a",
            row="article",
            snippet=(
                "[data-result=snippet]",
                "[data-testid=result-snippet]",
            ),
            displayed="[data-testid=result-extras-url-link]",
            excluded=_ADVERT,
        ),
        Block(
            since="2014-06",
            until=None,
            titles=".result__a, .result__title > a:not(.result__check)",
            row=".result",
            snippet=(".result__snippet",),
            displayed=".result__url",
            excluded=_ADVERT + ", .related-searches",
        ),
        Block(
            since="2016-01",
            until=None,
            titles="a.result-link",
            row="tr",
            snippet=(".result-snippet",),
            displayed=".link-text",
            excluded=_ADVERT,
        ),
        Block(
            since="2014-01",
            until="2016-12",
            titles=".web-result a.large",
            row=".web-result",
            snippet=(".snippet",),
            displayed=".url",
            excluded=_ADVERT,
        ),
    ),
    adverts=(
        Block(
            since="2014-01",
            until=None,
            titles=".result--ad .result__a, .result--ad .result__title a",
            row=".result--ad",
            snippet=(".result__snippet",),
            displayed=".result__url",
            domains=("data-domain",),
        ),
        Block(
            since="2016-01",
            until=None,
            titles=".result-sponsored a.result-link",
            row=".result-sponsored",
            snippet=(".result-snippet",),
            displayed=".link-text",
        ),
        Block(
            since="2022-01",
            until=None,
            titles="article[data-testid=ad] [data-testid=result-title-a], article[data-testid=ad] h2 a",
            row="article",
            snippet=(
                "[data-result=snippet]",
                "[data-testid=result-snippet]",
            ),
            displayed="[data-testid=result-extras-url-link]",
        ),
    ),
    challenge=MappingProxyType(
        {
            "form#challenge-form, .anomaly-modal__title, .anomaly-modal__modal": "DuckDuckGo's challenge",
            "form[action*='anomaly.js'], script[src*='anomaly.js']": "DuckDuckGo's challenge",
        }
    ),
    consent=MappingProxyType({}),
    no_results=MappingProxyType(
        {
            "#links .no-results, .result--no-result, span.no-results": "DuckDuckGo's notice that nothing was found",
            "[data-testid=no-results-message]": "DuckDuckGo's notice that nothing was found",
        }
    ),
    script_shell=MappingProxyType(
        {
            "#links:empty, #react-layout:empty": "an empty list that a script would fill",
        }
    ),
    relaxed=MappingProxyType(
        {
            ".msg--spelling, .js-spelling-recourse-link": "DuckDuckGo says that rows answer other words",
        }
    ),
    executed=".js-spelling-suggestion-link",
    start_title="DuckDuckGo",
    search_box="#search_form_input, input[name=q]",
    container="#links, .react-results--main, [data-testid=mainline], .results",
    next_form=".nav-link form:has(input[value='Next']), form.next_form, form:has(input.navbutton[value^='Next'])",
    refusing_statuses=frozenset({202, 403, 418, 429}),
)

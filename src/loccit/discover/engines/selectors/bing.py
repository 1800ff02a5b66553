"""Result pages of Bing. ``li.b_algo`` has been stable on every saved page from 2014 to 2026."""

from types import MappingProxyType

from loccit.discover.engines.layout import Block, Layout

LAYOUT = Layout(
    engine="bing",
    base="https://www.bing.com/",
    organic=(
        Block(
            since="2014-01",
            until=None,
            titles="li.b_algo h2",
            row="li.b_algo",
            snippet=(
                ".b_caption p",
                ".b_algoSlug",
                "p.b_lineclamp2",
                ".b_snippet",
                "p",
            ),
            displayed="cite",
            excluded=".b_ad, .b_adBottom, .b_ans",
        ),
    ),
    adverts=(
        # One block holds several adverts; the address shown is the advertiser's, the link often a tracker's.
        Block(
            since="2014-01",
            until=None,
            titles=".b_ad h2",
            row=".sb_add, .b_ad li, .b_ad",
            snippet=(
                ".b_caption p",
                ".b_algoSlug",
                "p",
            ),
            displayed=".b_adurl cite, cite, .b_adurl",
        ),
    ),
    challenge=MappingProxyType(
        {
            "#turnstile-widget, .cf-turnstile": "a Turnstile challenge",
            "div.captcha, .captcha_header, #b_captcha": "a challenge to be solved",
            ".g-recaptcha, .h-captcha": "a challenge to be solved",
        }
    ),
    consent=MappingProxyType({"form[action*='consent'] button": "a form that asks for consent"}),
    no_results=MappingProxyType({"#b_results > li.b_no, li.b_no": "Bing's notice that nothing was found"}),
    script_shell=MappingProxyType({"#b_results:empty": "an empty list that a script would fill"}),
    relaxed=MappingProxyType({"#sp_requery, #sp_recourse": "Bing says that rows answer other words"}),
    executed="#sp_requery a, #sp_recourse a",
    start_title="Bing",
    search_box="#sb_form_q, input[name=q], textarea[name=q]",
    container="#b_results, #b_content",
    current_page=".sb_pagS",
    pager=".b_pag",
    next_page="a.sb_pagN",
)

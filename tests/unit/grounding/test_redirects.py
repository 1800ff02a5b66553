"""No way around the domains: not by a redirect, a refresh or robots.txt."""

CARRIES = "The Fjord shelf carries 25 kg."
PAGE = f"<!doctype html><html lang=en><title>Shelf</title><h1>Shelf</h1><p>{CARRIES} {'It is made of oak. ' * 8}</p>"
EVIL = "https://evil.example/shelf"


def asked_hosts(ground):
    return {url.split("/")[2] for url in ground.web.asked}


def only(grounded, url):
    (entry,) = (one for one in grounded.trace if one.subject == url)
    return entry


def config(*context, **more):
    return {"exclude_domains": ["evil.example"], "context_urls": context, **more}


def test_a_redirect_to_an_excluded_domain_is_not_followed(ground):
    ground.web.redirect("https://good.example/shelf", EVIL)
    ground.web.page(EVIL, PAGE)
    grounded = ground("shelf", claims=[CARRIES], config=config("good.example/shelf"))
    assert asked_hosts(ground) == {"good.example"}
    entry = only(grounded, "https://good.example/shelf")
    assert (entry.action, entry.rule, entry.refused_url) == ("excluded", "exclude_domains", EVIL)
    assert grounded.result.handoff.admitted == ()


def test_a_refresh_to_an_excluded_domain_is_not_followed(ground):
    ground.web.page("https://good.example/shelf", f'<meta http-equiv=refresh content="0;url={EVIL}">{PAGE}')
    ground.web.page(EVIL, PAGE)
    grounded = ground("shelf", claims=[CARRIES], config=config("good.example/shelf"))
    assert asked_hosts(ground) == {"good.example"}
    assert only(grounded, "https://good.example/shelf").refused_url == EVIL


def test_robots_txt_is_not_fetched_from_or_by_way_of_an_excluded_domain(ground):
    ground.web.redirect("https://good.example/robots.txt", "https://evil.example/robots.txt")
    ground.web.page("https://good.example/shelf", PAGE)
    grounded = ground("shelf", claims=[CARRIES], config=config("good.example/shelf", "evil.example/shelf"))
    assert ground.web.asked == ["https://good.example/robots.txt"]
    assert only(grounded, "https://good.example/shelf").action == "excluded"


def test_a_host_that_only_ends_like_an_excluded_one_is_read(ground):
    ground.web.page("https://not-evil.example/shelf", PAGE)
    grounded = ground("shelf", claims=[CARRIES], config=config("not-evil.example/shelf"))
    assert grounded.text == CARRIES


def test_a_result_that_leads_out_of_the_preferred_domains_is_not_used(ground):
    ground.mount("https://good.example/", {"shelf.html": PAGE})
    ground.web.page("https://other.example/shelf", PAGE)
    (ground.home / "good.example" / "shelf.html.response.json").write_text(
        '{"status": 302, "headers": {"Location": "https://other.example/shelf"}}'
    )
    grounded = ground("shelf carries", claims=[CARRIES], config={"preferred_domains": ["good.example"]})
    entry = only(grounded, "https://good.example/shelf.html")
    assert (entry.action, entry.rule) == ("excluded", "preferred_domains")
    assert entry.reason == (
        "https://good.example/shelf.html leads to https://other.example/shelf, "
        "which is in none of the preferred domains."
    )
    assert grounded.result.handoff.admitted == ()
    free = ground("shelf carries", claims=[CARRIES], config={})
    assert free.text == CARRIES


def test_excluding_a_domain_later_does_not_use_what_was_read_before(ground):
    ground.web.page("https://good.example/shelf", PAGE)
    open_settings = {"context_urls": ["good.example/shelf"]}
    assert ground("shelf", claims=[CARRIES], config=open_settings).text == CARRIES
    before = list(ground.web.asked)
    again = ground("shelf", claims=[CARRIES], config={**open_settings, "exclude_domains": ["good.example"]})
    assert again.result.handoff.admitted == ()
    assert ground.web.asked == before

"""Which blocks count as the body of a page."""

from pathlib import Path

import pytest

from loccit.extract.html import read_html
from loccit.policy import ExtractPolicy

PROSE = "The oven heats the tray evenly, and the tray must be level before the lamp goes on, or the dough runs. "


def body(markup: str) -> list[str]:
    page = read_html(markup, ExtractPolicy())
    return [page.text[block.start : block.end] for block in page.layout.blocks if block.body]


def test_regions_beside_the_content_never_are_body() -> None:
    prose = f"<p>{PROSE * 3}</p>"
    regions = "".join(f"<{tag}>{prose}</{tag}>" for tag in ("nav", "header", "footer", "aside"))
    names = "".join(f'<div class="{name}">{prose}</div>' for name in ("cookie-banner", "ad-slot", "sidebar"))
    assert body(f"{regions}{names}<main><p>{PROSE}</p></main>") == [PROSE.strip()]


def test_prose_wins_over_comments_and_teasers_beside_it() -> None:
    comments = "".join(
        f"<div><p>I like it, {at}, but the lamp is dim, I think, in the evening.</p></div>" for at in range(9)
    )
    teasers = "".join(
        f'<div><a href="/{at}">Another story about an oven that is not this one, {at}</a></div>' for at in range(9)
    )
    markup = (
        f"<div class=page><div class=text><h1>Ovens</h1><p>{PROSE * 3}</p><p>{PROSE * 2}</p></div>"
        f'<div id="comments">{comments}</div><div class=more>{teasers}</div></div>'
    )
    assert body(markup) == ["Ovens", (PROSE * 3).strip(), (PROSE * 2).strip()]


def test_a_class_does_not_take_the_prose_of_the_page_away() -> None:
    assert body(f'<div class="social card"><p>{PROSE * 3}</p></div>') == [(PROSE * 3).strip()]


def test_menus_and_lone_headings_in_the_content_are_left_out() -> None:
    markup = (
        f'<article><h1>Ovens</h1><p>{PROSE * 3}</p><ul><li><a href="/a">First</a><li><a href="/b">Second</a></ul>'
        "<h3>Related</h3></article>"
    )
    assert body(markup) == ["Ovens", (PROSE * 3).strip()]


def test_all_of_a_reference_page_is_body() -> None:
    markup = (
        f"<nav>Menu</nav><main><h1>API</h1><dl><dt>run()<dd>{PROSE}<dt>stop()<dd>Stops.</dl><pre>run()</pre>"
        '<ul><li><a href="x">See also</a></ul></main>'
    )
    assert body(markup) == ["API", "run()", PROSE.strip(), "stop()", "Stops.", "run()", "See also"]


def test_a_page_without_prose_is_all_body_but_its_menus() -> None:
    assert body("<nav>Menu</nav><p>Open 8 to 17.</p>") == ["Open 8 to 17."]


def test_scripts_without_spaces_have_prose_too() -> None:
    prose = "托盤必須保持水平，否則麵糰會流向一側。烤箱需要十分鐘才能達到設定的溫度，期間請勿打開門。"
    assert body(f'<div><p>{prose}</p><p>{prose}</p></div><ul class="menu"><li><a href="/">首頁</a></ul>') == [
        prose,
        prose,
    ]


@pytest.mark.debian
def test_documentation_is_body_and_its_navigation_is_not(debian_docs: dict[str, Path]) -> None:
    shown = body((debian_docs["python"] / "library" / "asyncio-runner.html").read_text())
    assert shown[0] == "Runners"
    assert "This function cannot be called when another asyncio event loop is running in the same thread." in shown
    assert not any("Report a Bug" in text or "Table of Contents" in text for text in shown)

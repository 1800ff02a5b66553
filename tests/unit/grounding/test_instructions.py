"""Runtime URLs: rules in an operator's words, in several languages; what is no rule for this tool stays unused."""

import pytest

from loccit.errors import BadInput
from loccit.grounding import read_instructions

ONE_TWO = ("https://a.example/1", "https://a.example/2")


@pytest.mark.parametrize(
    ("text", "urls", "about", "not_about"),
    [
        (
            (
                "If the user query is about x, look into these urls https://a.example/1, https://a.example/2 "
                "using the 'search_web' tool."
            ),
            ONE_TWO,
            "Tell me about x",
            "Tell me about y",
        ),
        (
            "Use the 'search_web' tool to look into a.example/1,https://a.example/2 if the user asks about refunds.",
            ONE_TWO,
            "How do I get a refund?",
            "When do you open?",
        ),
        (
            (
                "Answer politely.\n\nIf the user query is about returns, look into these urls:\n- https://a.example/1\n"
                "- https://a.example/2\nusing the `search_web` tool."
            ),
            ONE_TWO,
            "Are returns free?",
            "Are lamps free?",
        ),
        (
            (
                "Jika kueri pengguna tentang pengembalian barang, periksa URL berikut https://a.example/1, a.example/2 "
                "menggunakan alat 'search_web'."
            ),
            ONE_TWO,
            "Bagaimana pengembalian barang?",
            "Jam berapa buka?",
        ),
        (
            "如果使用者的查詢與退貨政策有關，請使用「search_web」工具查看這些網址：https://a.example/1、https://a.example/2。",
            ONE_TWO,
            "退貨政策是什麼？",
            "今天天氣如何？",
        ),
        (
            "如果用户的查询是关于退货政策的，请使用“search_web”工具查看https://a.example/1，a.example/2。",
            ONE_TWO,
            "退货政策是什么？",
            "今天天气如何？",
        ),
        (
            (
                "Wenn die Anfrage über Rückgaben ist, sieh dir https://a.example/1 und a.example/2 mit dem Werkzeug "
                "„search_web“ an."
            ),
            ONE_TWO,
            "Rückgaben?",
            "Lampen?",
        ),
        (
            "Si la consulta trata de devoluciones, consulta https://a.example/1 y a.example/2 con «search_web».",
            ONE_TWO,
            "¿Hay devoluciones?",
            "¿Hay lámparas?",
        ),
        (
            "もし質問が返品に関するものなら、『search_web』ツールで https://a.example/1 と a.example/2 を確認。",
            ONE_TWO,
            "返品できますか",
            "営業時間は",
        ),
    ],
)
def test_a_rule_is_read_and_applies_to_its_topic_alone(text, urls, about, not_about):
    read = read_instructions(text, tool="search_web")
    assert [rule.urls for rule in read.rules] == [urls]
    assert read.applying_to(about) == read.rules
    assert read.applying_to(not_about) == ()


RULE = "If the query is about {}, look into https://a.example/1 using the 'search_web' tool."


@pytest.mark.parametrize(
    ("topic", "query", "applies"),
    [
        ("shipping costs, returns or refunds", "Do you refund?", True),
        ("shipping costs, returns or refunds", "What does shipping cost?", True),
        ("shipping costs, returns or refunds", "What does shipping insure?", False),
        ("the Tidewater 40", "How heavy is the Tidewater 40?", True),
        ("the Tidewater 40", "How heavy is the Harbour 40?", False),
        ("Node.js", "Which Node.js is current?", True),
        ("'returns'", "May I return it?", True),
        ("anything", "Why is the sky blue?", True),
    ],
)
def test_topics(topic, query, applies):
    (rule,) = read_instructions(RULE.format(topic), tool="search_web").rules
    assert rule.applies_to(query) is applies


@pytest.mark.parametrize(
    "text",
    [
        "If the query is not about returns, look into https://a.example/1 using the 'search_web' tool.",
        "Unless the query is about returns, look into https://a.example/1 using the 'search_web' tool.",
        "如果查詢與退貨無關，請用「search_web」工具查看https://a.example/1。",
    ],
)
def test_a_negated_condition_applies_to_everything_else(text):
    (rule,) = read_instructions(text, tool="search_web").rules
    assert rule.applies_to("lamps 燈")
    assert not rule.applies_to("returns 退貨")


def test_each_rule_stands_for_itself():
    text = (
        "- If the query is about returns, look into https://a.example/1 using the 'search_web' tool\n"
        "- If the query is about jobs, look into https://a.example/jobs using {@TOOL: search_web}\n"
        "- If the query is about jobs, look into https://b.example/jobs using the 'Product Information Search' tool\n"
        "Look into https://a.example/always using the search_web tool."
    )
    read = read_instructions(text, tool="search_web")
    assert [rule.urls for rule in read.applying_to("Any jobs?")] == [
        ("https://a.example/jobs",),
        ("https://a.example/always",),
    ]
    assert [one.reason for one in read.unused] == ["It does not name the tool 'search_web'."]


def test_a_name_with_spaces_is_known_by_its_quotes():
    text = "If the query is about x, look into https://a.example/1 using the 'Product Information Search' tool."
    assert len(read_instructions(text, tool="Product Information Search").rules) == 1
    assert read_instructions(text, tool="Search").rules == ()


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Do not look into https://a.example/1 using the 'search_web' tool.", "It says what not to do."),
        ("Jangan membuka https://a.example/1 dengan alat 'search_web'.", "It says what not to do."),
        ("請勿用「search_web」查看https://a.example/1。", "It says what not to do."),
        ("If it rains, look into a.example/1 with 'search_web'.", "It has a condition that is not understood."),
        ("Our shop is at https://a.example/ in town.", "It does not name the tool 'search_web'."),
        (
            "If the user query is about x, look into these urls url1, url2 using the 'search_web' tool.",
            "It names no web address.",
        ),
    ],
)
def test_what_makes_no_rule_says_why(text, reason):
    read = read_instructions(text, tool="search_web")
    assert read.rules == ()
    assert [one.reason for one in read.unused] == [reason]


def test_other_sentences_are_passed_over():
    read = read_instructions("You are a friendly agent. Use the 'search_web' tool often.", tool="search_web")
    assert (read.rules, read.unused) == ((), ())


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("https://en.a.example/wiki/HTTPS_(protocol)", "https://en.a.example/wiki/HTTPS_(protocol)"),
        ("(https://a.example/x)", "https://a.example/x"),
        ("[the page](https://a.example/x)", "https://a.example/x"),
        ("<https://a.example/x?q=1,2&b=c>", "https://a.example/x?q=1,2&b=c"),
        ("a.example:8443/x", "https://a.example:8443/x"),
        ("https://bücher.example/größe", "https://xn--bcher-kva.example/gr%C3%B6%C3%9Fe"),
    ],
)
def test_addresses_are_read_as_they_are_written(written, url):
    read = read_instructions(f"About x, look into {written} using the 'search_web' tool.", tool="search_web")
    assert [rule.urls for rule in read.rules] == [(url,)]


def test_more_than_twenty_pages_in_a_rule_are_an_error():
    urls = ", ".join(f"https://a.example/{number}" for number in range(21))
    with pytest.raises(BadInput) as wrong:
        read_instructions(f"If it is about x, look into {urls} using the 'search_web' tool.", tool="search_web")
    assert str(wrong.value) == "instructions: expected at most 20 URLs in a rule, got 21"

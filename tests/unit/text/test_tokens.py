import pytest

from loccit.text.tokens import Token, content_tokens, tokens, tokens_with_spans


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n", []),
        ("create_task", ["create_task", "create", "task"]),
        ("asyncio.run()", ["asyncio.run", "asyncio", "run"]),
        ("json_extract", ["json_extract", "json", "extract"]),
        ("__init__", ["__init__", "init"]),
        ("C++ and C#", ["c++", "c", "and", "c#", "c"]),
        ("COVID-19", ["covid-19", "covid", "19"]),
        ("COVID\u201119", ["covid-19", "covid", "19"]),
        ("v3.12", ["v3.12", "3.12"]),
        ("python3.11", ["python3.11", "python", "3.11"]),
        ("camelCase HTMLParser PDFs", ["camelcase", "camel", "case", "htmlparser", "html", "parser", "pdfs"]),
        ("std::vector", ["std::vector", "std", "vector"]),
        ("5kg", ["5kg", "5", "kg"]),
        ("1,234.5 and 12:30", ["1,234.5", "and", "12:30"]),
        ("2023-01-02", ["2023-01-02", "2023", "01", "02"]),
        ("Python\u2019s don't", ["python's", "python", "don't", "don"]),
        ("The end. Next", ["the", "end", "next"]),
        ("a3f9c2", ["a3f9c2"]),
    ],
)
def test_words_and_identifiers(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("套件管理", ["套件", "件管", "管理"]),
        ("水", ["水"]),
        ("Python教學", ["python", "教學"]),
        ("第3.12版", ["第", "3.12", "版"]),
        ("食べる", ["食べ", "べる"]),
        ("ｶﾞｷﾞ", ["ガギ"]),
        ("한국어", ["한국", "국어"]),
        ("你好，世界。", ["你好", "世界"]),
        ("สวัสดี", ["สวั", "วัส", "สดี"]),
        ("𠮷野家", ["𠮷野", "野家"]),
        ("マ゙ア", ["マ゙ア"]),
    ],
)
def test_scripts_without_spaces_give_pairs(text, expected):
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10⁶", ["10", "6"]),
        ("word¹ 5m²", ["word", "1", "5m", "5", "m", "2"]),
        ("1½", ["1", "1", "⁄", "2"]),
        ("CO₂", ["co2", "co", "2"]),
        ("Python™", ["python", "tm"]),
        ("docu\u00adment", ["document"]),
        ("e\u0301te\u0301", ["\u00e9t\u00e9"]),
        ("नमस्ते", ["नमस्ते"]),
        ("שָׁלוֹם", ["שָׁלוֹם"]),
        ("Straße STRASSE", ["strasse", "strasse"]),
        ("ＦＵＬＬ", ["full"]),
        ("👍🏽", ["👍"]),
        ("🇹🇼🇮🇩", ["🇹🇼", "🇮🇩"]),
        ("😀=€5", ["😀", "=", "€", "5"]),
        ("\ud800x", ["x"]),
    ],
)
def test_folding_and_symbols(text, expected):
    assert tokens(text) == expected


def test_spans_count_code_points_of_the_text_as_given():
    assert tokens_with_spans("5 ㎏ e\u0301t") == [
        Token("5", 0, 1),
        Token("kg", 2, 3),
        Token("\u00e9t", 4, 7),
    ]
    assert tokens_with_spans("😀 套件管理") == [
        Token("😀", 0, 1),
        Token("套件", 2, 4),
        Token("件管", 3, 5),
        Token("管理", 4, 6),
    ]
    assert tokens_with_spans("1½x") == [
        Token("1", 0, 1),
        Token("1", 1, 2),
        Token("⁄", 1, 2),
        Token("2x", 1, 3),
        Token("2", 1, 2),
        Token("x", 2, 3),
    ]


def test_an_overlong_identifier_is_split_but_not_kept_whole():
    name = "_".join(["part"] * 40)
    assert tokens(name) == ["part"] * 40


def test_content_tokens_leave_function_words_out_and_keep_negations():
    assert content_tokens("The tray must not be level.") == ["tray", "not", "level"]
    assert content_tokens("Baki tidak harus rata untuk itu", "id") == ["baki", "tidak", "rata"]
    assert content_tokens("什麼是系統的目的") == ["是系", "系統", "目的"]
    assert content_tokens("Der Hund", "de") == ["der", "hund"]


def test_an_ambiguous_word_counts_only_where_the_language_is_known():
    assert content_tokens("agar plate") == ["agar", "plate"]
    assert content_tokens("agar rata", "id") == ["rata"]

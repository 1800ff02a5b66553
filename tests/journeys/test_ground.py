"""``loccit ground`` as a person runs it, on the packaged site and settings in files."""

import json

import pytest

CLAIM = "The tray must be level."
MANUAL = "https://www.quorvane.example/tidewater-40/manual.html"
WARRANTY = "https://www.quorvane.example/support/warranty.html"


@pytest.fixture(scope="module")
def tool(loccit, home):
    """Run the tool with settings from a file; the sample site is there."""
    assert loccit("demo", "--quiet").code == 0

    def run(settings, *arguments, name="tool.json", **more):
        (home / name).write_text(settings if isinstance(settings, str) else json.dumps(settings), encoding="utf-8")
        return loccit("ground", "--quiet", "--config", name, *arguments, **more)

    return run


def test_text_and_citations_of_one_turn(tool):
    done = tool({"name": "search_web"}, "Must the tray be level?", "--claim", CLAIM, "--json").json
    assert done["text"] == CLAIM
    text, citations = done["outputs"]
    assert text == {"text": CLAIM, "turnIndex": 1}
    (chunk,) = citations["citations"]["citedChunks"]
    assert (chunk["uri"], chunk["text"], chunk["requiresAttribution"]) == (MANUAL, CLAIM, True)
    (inline,) = done["citations"]["inline_citations"]
    assert done["text"].encode()[inline["start_index"] : inline["end_index"]].decode() == CLAIM
    assert inline["cited_chunk_indices"] == [0]


def test_an_excluded_context_url_is_not_read_and_the_trace_says_why(tool):
    settings = {"name": "search_web", "excludeDomains": ["quorvane.example"], "contextUrls": [WARRANTY]}
    done = tool(settings, "Must the tray be level?", "--claim", CLAIM, "--json").json
    assert done["citations"] == {"cited_chunks": [], "inline_citations": []}
    assert [gap["wording"] for gap in done["gaps"]] == [CLAIM]
    entry = next(one for one in done["trace"] if one["role"] == "context")
    assert (entry["subject"], entry["action"], entry["rule"]) == (WARRANTY, "excluded", "exclude_domains")
    assert "www.quorvane.example is excluded by 'quorvane.example'" in entry["reason"]
    assert {one["action"] for one in done["trace"]} == {"excluded"}


def test_an_instruction_has_pages_read(tool):
    rule = f"If the user query is about warranty, look into these urls {WARRANTY} using the 'search_web' tool."
    settings = 'name = "search_web"\npreferred_domains = ["elsewhere.example"]\n'
    done = tool(settings, "Is there a warranty?", "--instruction", rule, "--json", name="tool.toml").json
    assert [(one["role"], one["action"], one["cited"]) for one in done["trace"] if one["subject"] == WARRANTY] == [
        ("runtime_context", "read", True),
        ("result", "not_read", False),
    ]
    assert [one["applied"] for one in done["instructions"]["rules"]] == [True]
    other = tool(settings, "Must the tray be level?", "--instruction", rule, "--json", name="tool.toml").json
    assert [one["applied"] for one in other["instructions"]["rules"]] == [False]
    assert "read" not in {one["action"] for one in other["trace"]}


def test_a_spoken_answer_shows_its_sources_beside(tool):
    done = tool({"name": "x"}, "Must the tray be level?", "--claim", CLAIM, "--modality", "voice")
    assert done.out.splitlines()[:4] == [
        CLAIM,
        "",
        "Shown beside:",
        f"- Tidewater 40 worktop dishwasher: manual {MANUAL}#tray:~:text=The%20tray%20must%20be%20level.",
    ]


def test_of_a_draft_what_is_not_carried_is_dropped(tool):
    done = tool({"name": "x"}, "Must the tray be level?", "--draft", "-", "--json", stdin=f"{CLAIM} The tray is blue.")
    assert done.json["text"] == CLAIM
    assert done.json["dropped"] == ["The tray is blue."]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            {"name": "x", "excludeDomains": [f"d{number}.example" for number in range(2001)]},
            "exclude_domains: expected at most 2000 domains, got 2001",
        ),
        (
            {"name": "x", "preferred_domains": [f"d{number}.example" for number in range(21)]},
            "preferred_domains: expected at most 20 domains, got 21",
        ),
        (
            {"name": "x", "contextUrls": [f"d.example/{number}" for number in range(21)]},
            "context_urls: expected at most 20 URLs, got 21",
        ),
        ({"description": "x"}, "name: expected a value, got none"),
        ("{", "tool.json: expected JSON or TOML"),
    ],
)
def test_settings_that_can_not_be_used_are_named(tool, settings, sentence):
    done = tool(settings, "Why?")
    assert done.code == 2
    assert sentence in done.err
    assert len(done.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ("null", "tool.json, config: expected an object of settings, got null"),
        ("[]", "tool.json, config: expected an object of settings, got a list"),
        ('{"googleSearchTool": "x"}', "tool.json, google_search_tool: expected an object of settings, got a string"),
        ('{"name": "x", "nmae": "y"}', "tool.json, nmae: expected one of name, description"),
    ],
)
def test_settings_that_can_not_be_used_are_named_with_their_file(tool, settings, sentence):
    refused = tool(settings, "Why?")
    assert refused.code == 2
    assert refused.err.startswith(f"loccit: {sentence}")
    assert refused.err.count("\n") == 1

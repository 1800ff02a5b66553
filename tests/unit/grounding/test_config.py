"""Settings: both spellings of names, and every limit a clear error."""

import pytest

from loccit.errors import BadInput
from loccit.grounding import GroundingConfig, read_config

SNAKE = {
    "name": "search_web",
    "description": "Finds things.",
    "exclude_domains": ["evil.example"],
    "preferred_domains": ["www.good.example"],
    "context_urls": ["good.example/page/path", "https://good.example/page/path#part", "http://other.example"],
    "prompt_config": {"text_prompt": "Be exact.", "voice_prompt": "Be brief."},
}
CAMEL = {
    "name": "search_web",
    "description": "Finds things.",
    "excludeDomains": ["evil.example"],
    "preferredDomains": ["www.good.example"],
    "contextUrls": ["good.example/page/path", "https://good.example/page/path#part", "http://other.example"],
    "promptConfig": {"textPrompt": "Be exact.", "voicePrompt": "Be brief."},
}


@pytest.mark.parametrize("given", [SNAKE, CAMEL, {"googleSearchTool": CAMEL}, {"google_search_tool": SNAKE}])
def test_both_spellings_state_the_same(given):
    config = read_config(given)
    assert config.domains.excluded == ("evil.example",)
    assert config.domains.preferred == ("www.good.example",)
    assert config.domains.preference == "restrict"
    assert config.context == ("https://good.example/page/path", "http://other.example/")
    assert config.prompt("text") == "Be exact."
    assert config.prompt("voice") == "Be brief."


def test_the_name_people_use_for_the_list_is_read_too():
    assert read_config({"name": "x", "excludedDomains": ["a.example"]}).exclude_domains == ("a.example",)


def test_only_a_name_is_needed():
    config = read_config({"name": "x", "promptConfig": None})
    assert (config.exclude_domains, config.context, config.prompt("text")) == ((), (), None)


def test_lists_may_be_as_long_as_their_limits():
    config = GroundingConfig(
        name="x",
        exclude_domains=tuple(f"d{number}.example" for number in range(2000)),
        preferred_domains=tuple(f"d{number}.example" for number in range(20)),
        context_urls=tuple(f"d.example/{number}" for number in range(20)),
    )
    assert len(config.context) == 20


@pytest.mark.parametrize(
    ("field", "count", "sentence"),
    [
        ("exclude_domains", 2001, "exclude_domains: expected at most 2000 domains, got 2001"),
        ("preferred_domains", 21, "preferred_domains: expected at most 20 domains, got 21"),
        ("context_urls", 21, "context_urls: expected at most 20 URLs, got 21"),
    ],
)
def test_one_more_is_an_error_that_names_setting_limit_and_count(field, count, sentence):
    entries = [f"d{number}.example" for number in range(count)]
    with pytest.raises(BadInput) as from_json:
        read_config({"name": "x", field: entries})
    assert str(from_json.value) == sentence
    with pytest.raises(BadInput) as from_python:
        GroundingConfig(name="x", **{field: tuple(entries)})
    assert str(from_python.value) == sentence


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({}, "name"),
        ({"name": " "}, "name"),
        ({"name": 5}, "name"),
        ({"name": "x", "exclude_domain": []}, "exclude_domain"),
        ({"name": "x", "exclude_domains": "a.example"}, "exclude_domains"),
        ({"name": "x", "exclude_domains": ["ok.example", 7]}, "exclude_domains[1]"),
        ({"name": "x", "exclude_domains": ["ok.example", "a.example/page"]}, "exclude_domains[1]"),
        ({"name": "x", "preferred_domains": [""]}, "preferred_domains[0]"),
        ({"name": "x", "context_urls": ["mailto:a@b.example"]}, "context_urls[0]"),
        ({"name": "x", "context_urls": ["ok.example", "ftp://a.example/"]}, "context_urls[1]"),
        ({"name": "x", "context_urls": ["https://user:secret@a.example/"]}, "context_urls[0]"),
        ({"name": "x", "prompt_config": {"speech_prompt": "x"}}, "prompt_config.speech_prompt"),
        ({"name": "x", "preferred_domains_mode": "only"}, "preferred_domains_mode"),
        ({"name": "x", "exclude_domains": [], "excludeDomains": []}, "exclude_domains"),
        ([], "config"),
        (None, "config"),
    ],
)
def test_what_is_wrong_is_named(given, field):
    with pytest.raises(BadInput) as wrong:
        read_config(given)
    assert wrong.value.field == field
    assert "expected" in wrong.value.expected

import hashlib
import json

import pytest

from loccit.ids import canonical_json, content_id, digest, json_kind, scalar_text, work_key


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ({"b": 1, "a": [True, None, "é\u2028"]}, '{"a":[true,null,"é\u2028"],"b":1}'),
        ('\x00\x1f\b\t\n\f\r"\\/\x7f', '"\\u0000\\u001f\\b\\t\\n\\f\\r\\"\\\\/\x7f"'),
        ({"a": {}, "": []}, '{"":[],"a":{}}'),
        (-(2**53) + 1, "-9007199254740991"),
        ((1, 2), "[1,2]"),
        # RFC 8785, 3.2.3: keys are sorted by UTF-16 unit, so the emoji comes before U+FB33.
        (
            {"\u20ac": 1, "\r": 2, "\ufb33": 3, "1": 4, "\U0001f600": 5, "\u0080": 6, "\u00f6": 7},
            '{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"\U0001f600":5,"\ufb33":3}',
        ),
        (
            [{"x": {"\ufb33": 1, "\U0001f600": (1, {"z": 1, "y": 2})}}],
            '[{"x":{"\U0001f600":[1,{"y":2,"z":1}],"\ufb33":1}}]',
        ),
    ],
)
def test_canonical_json_has_one_form(value, written: str) -> None:
    assert canonical_json(value) == written.encode()


@pytest.mark.parametrize(
    "value",
    [
        1.0,
        [0.5],
        {"a": {"b": float("nan")}},
        2**53,
        [1, 2, -(2**53)],
        ["a", 1, 2**60],
        {1: "a"},
        {"a": {None: 1}},
        b"bytes",
        [{1, 2}],
        "\ud800",
        {"\udfff": 1},
        [object()],
    ],
)
def test_what_has_no_canonical_form_is_refused(value) -> None:
    with pytest.raises(ValueError):
        canonical_json(value)


def test_an_id_covers_kind_and_content() -> None:
    expected = "sha256:" + hashlib.sha256(b'{"kind":"loccit/x@1","text":"a"}').hexdigest()
    assert content_id("loccit/x@1", {"text": "a"}) == expected
    assert content_id("loccit/x@2", {"text": "a"}) != expected
    assert content_id("loccit/x@1", {"text": "b"}) != expected


def test_a_digest_names_bytes() -> None:
    assert digest(b"") == "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"


def test_a_work_key_covers_activity_version_inputs_and_policy() -> None:
    keys = {
        work_key(activity="extract", version="1", inputs=["a", "b"], policy={"depth": 1}),
        work_key(activity="judge", version="1", inputs=["a", "b"], policy={"depth": 1}),
        work_key(activity="extract", version="2", inputs=["a", "b"], policy={"depth": 1}),
        work_key(activity="extract", version="1", inputs=["b", "a"], policy={"depth": 1}),
        work_key(activity="extract", version="1", inputs=["a", "b"], policy={"depth": 2}),
    }
    assert len(keys) == 5
    same = work_key(activity="extract", version="1", inputs=("a", "b"), policy={"depth": 1})
    assert same in keys
    assert same.startswith("work:")
    assert len(same) == 69


def test_lone_surrogates_become_replacement_characters() -> None:
    assert scalar_text("a\ud83d\ude00\udc00z") == "a\ufffd\ufffd\ufffdz"
    assert scalar_text("漏水 😀") == "漏水 😀"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("null", "null"),
        ("true", "true"),
        ("false", "false"),
        ("0", "a number"),
        ("1.5", "a number"),
        ('""', "a string"),
        ("[]", "a list"),
        ("{}", "an object"),
    ],
)
def test_what_was_given_is_said_in_the_words_of_json(text, kind):
    assert json_kind(json.loads(text)) == kind

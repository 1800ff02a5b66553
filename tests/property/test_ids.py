"""Canonical JSON against another implementation of RFC 8785."""

import json

import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from loccit.ids import MAX_SAFE_INTEGER, canonical_json, content_id, scalar_text

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=20)
scalars = st.none() | st.booleans() | st.integers(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER) | texts
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=5) | st.dictionaries(texts, inner, max_size=5), max_leaves=20
)


@given(values)
def test_canonical_json_equals_jcs(value) -> None:
    assert canonical_json(value) == rfc8785.dumps(value)


@given(values)
def test_canonical_json_keeps_the_value(value) -> None:
    assert json.loads(canonical_json(value)) == value


@given(st.dictionaries(texts, scalars, max_size=8), st.randoms())
def test_the_order_of_keys_does_not_matter(content, random) -> None:
    keys = list(content)
    random.shuffle(keys)
    assert content_id("loccit/x@1", {key: content[key] for key in keys}) == content_id("loccit/x@1", content)


@given(st.text(st.characters()))
def test_scalar_text_can_be_written_and_keeps_its_length(text: str) -> None:
    assert len(scalar_text(text)) == len(text)
    assert scalar_text(text).encode().decode() == scalar_text(text)

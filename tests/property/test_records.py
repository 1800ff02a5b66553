"""Any record of any kind, there and back."""

import importlib.util
import json
import re
import types
from datetime import UTC, datetime, timedelta, timezone
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import jsonschema
import pytest
from annotated_types import Ge, Le, MinLen
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from loccit.ids import MAX_SAFE_INTEGER, ContentId, Digest, content_id
from loccit.records import RECORD_TYPES, Block, HiddenText, Layout, Record
from loccit.records.codec import is_canonical, read_record
from loccit.records.extract import BlockKind, Landmark
from loccit.records.layout import decode_layout, encode_layout
from loccit.text.offsets import Span

_spec = importlib.util.spec_from_file_location("schemas", Path(__file__).parents[2] / "tools" / "schemas.py")
assert _spec is not None
assert _spec.loader is not None
schemas = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(schemas)

any_text = st.text(st.characters(), max_size=8)  # lone surrogates among them
ids = st.integers(0, 5).map(lambda number: f"sha256:{number:064x}")
zones = st.sampled_from([UTC, timezone(timedelta(hours=8)), timezone(-timedelta(hours=3, minutes=30))])
times = st.datetimes(min_value=datetime(1, 1, 2), max_value=datetime(9999, 12, 30), timezones=zones)
keys = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
PLAIN = {
    str: any_text,
    int: st.integers(-MAX_SAFE_INTEGER, MAX_SAFE_INTEGER),
    bool: st.booleans(),
    types.NoneType: st.none(),
    datetime: times,
    ContentId: ids,
    Digest: ids,
}


@cache
def values(annotation: Any) -> st.SearchStrategy[Any]:
    """Values of a type, as a caller would give them."""
    arguments, origin = get_args(annotation), get_origin(annotation)
    if origin is Annotated:
        return constrained(arguments[0], arguments[1:])
    if origin is Literal:
        return st.sampled_from(arguments)
    if origin in (Union, types.UnionType):
        return st.one_of([values(argument) for argument in arguments])
    if origin is tuple and arguments[-1] is Ellipsis:
        return st.lists(values(arguments[0]), max_size=2).map(tuple)
    if origin is tuple:
        return st.tuples(*map(values, arguments))
    if origin is dict:
        return st.dictionaries(keys, values(arguments[1]), max_size=2)
    if annotation not in PLAIN and issubclass(annotation, BaseModel):
        fields = annotation.model_fields.items()
        return st.fixed_dictionaries({name: constrained(one.annotation, one.metadata) for name, one in fields})
    return PLAIN[annotation]


def constrained(annotation: Any, metadata: Any) -> st.SearchStrategy[Any]:
    """Values of a type within the limits its metadata set."""
    parts = [inner for part in metadata for inner in (part.metadata if isinstance(part, FieldInfo) else [part])]
    limits = {type(part): part for part in parts if isinstance(part, Ge | Le | MinLen)}
    if MinLen in limits:
        return st.text(st.characters(), min_size=limits[MinLen].min_length, max_size=8)
    if Ge in limits:
        return st.integers(limits[Ge].ge, limits[Le].le if Le in limits else MAX_SAFE_INTEGER)
    return values(annotation)


def made(record_type: type[Record], content: dict[str, Any]) -> Record:
    try:
        return record_type.model_validate(content)
    except ValidationError:  # a rule over several fields, such as: admitted only if every check passed
        assume(False)
        raise


@pytest.mark.parametrize("kind", RECORD_TYPES)
@settings(max_examples=25)
@given(data=st.data())
def test_a_record_survives_storage(kind: str, data: st.DataObject) -> None:
    record = made(RECORD_TYPES[kind], data.draw(values(RECORD_TYPES[kind])))
    body = record.canonical()
    read = read_record(kind, body)
    assert read == record
    assert type(read) is type(record)
    assert is_canonical(body)
    assert read.id == record.id == content_id(kind, record.content())


@pytest.mark.parametrize("kind", RECORD_TYPES)
@settings(max_examples=15)
@given(data=st.data())
def test_a_record_fits_its_schema(kind: str, data: st.DataObject) -> None:
    record = made(RECORD_TYPES[kind], data.draw(values(RECORD_TYPES[kind])))
    jsonschema.validate(json.loads(record.canonical()), schema(kind), jsonschema.Draft202012Validator)


@pytest.mark.parametrize("kind", RECORD_TYPES)
@settings(max_examples=15)
@given(data=st.data())
def test_references_are_the_ids_and_digests_of_a_record(kind: str, data: st.DataObject) -> None:
    record = made(RECORD_TYPES[kind], data.draw(values(RECORD_TYPES[kind])))
    written = re.sub(rb'"(?:wire|file)_digest":"[^"]*"', b"", record.canonical())  # of bytes kept beside the store
    references = list(record.references())
    assert set(references) == {found.decode() for found in re.findall(rb'"(sha256:[0-9a-f]{64})"', written)}
    assert len(references) == len(set(references))


spans = st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)).map(lambda ends: Span(*ends))
scalar_texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
blocks = st.builds(
    Block,
    start=st.integers(0, 10**6),
    end=st.integers(0, 10**6),
    kind=st.sampled_from(get_args(BlockKind)),
    landmark=st.sampled_from(get_args(Landmark)),
    body=st.booleans(),
    body_score=st.integers(0, 1_000_000),
    heading_path=st.lists(scalar_texts, max_size=3).map(tuple),
    section_id=st.none() | scalar_texts,
    language=scalar_texts,
    source=st.none() | spans,
    visibility=st.sampled_from(["shown", "unknown"]),
    flags=st.lists(scalar_texts, max_size=2).map(tuple),
    page=st.none() | st.integers(1, 99),
)
hidden = st.builds(HiddenText, scalar_texts, scalar_texts, st.none() | spans, st.booleans())
layouts = st.builds(
    Layout,
    blocks=st.lists(blocks, max_size=6).map(tuple),
    sentences=st.lists(spans, max_size=6).map(tuple),
    hidden=st.lists(hidden, max_size=3).map(tuple),
)


@given(layouts)
def test_a_layout_survives_storage(layout: Layout) -> None:
    stored = encode_layout(layout)
    assert decode_layout(stored) == layout
    assert encode_layout(decode_layout(stored)) == stored


@cache
def schema(kind: str) -> dict[str, Any]:
    return json.loads(schemas.schemas()[f"{kind.rpartition('/')[2]}.json"])

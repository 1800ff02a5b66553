import pytest

from loccit.errors import BadInput
from loccit.records import Claim, Origin, Question
from loccit.records.codec import is_canonical, read_record


def test_the_stored_bytes_name_the_record(origin: Origin) -> None:
    question = Question(origin=origin, text="漏水？")
    read = read_record(Question.KIND, question.canonical())
    assert read == question
    assert read.id == question.id
    assert is_canonical(question.canonical())


def test_a_field_added_later_with_a_default_leaves_the_id_alone(origin: Origin) -> None:
    claim = Claim(origin=origin, wording="x")
    older = claim.canonical().replace(b',"parts":[]', b"")
    read = read_record(Claim.KIND, older)
    assert read == claim
    assert read.id != claim.id
    assert is_canonical(older)


@pytest.mark.parametrize(
    ("kind", "body", "message"),
    [
        ("loccit/wish@1", b"{}", "kind: expected a kind of record this version knows, got 'loccit/wish@1'"),
        ("loccit/question@1", b"{", "record: expected a JSON object in UTF-8"),
        ("loccit/question@1", b"\xff\xfe{\x00}\x00", "record: expected a JSON object in UTF-8"),
        ("loccit/question@1", b"[]", "record: expected a JSON object of kind loccit/question@1, got kind None"),
        ("loccit/question@1", b'{"kind":"loccit/claim@1"}', "got kind 'loccit/claim@1'"),
        ("loccit/question@1", b'{"kind":"loccit/question@1","text":"a"}', "record.origin: expected a field of"),
    ],
)
def test_what_is_no_record_is_refused(kind: str, body: bytes, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        read_record(kind, body)


@pytest.mark.parametrize("body", [b'{"a":1} ', b'{"b":1,"a":2}', b'{"a":1.5}', b'{"a":"\\u00e9"}', b"{", b"\xff"])
def test_other_forms_of_json_are_not_canonical(body: bytes) -> None:
    assert not is_canonical(body)

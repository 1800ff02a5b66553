"""Pages that carry one text are one witness."""

import random

from tests.unit.judge.test_combine import page

from loccit.judge.combine import finding
from loccit.judge.copies import copies_of
from loccit.judge.pairs import plain_document
from loccit.records import Claim, Origin

NOTICE = (
    "The ferry to the island leaves at seven and at noon on weekdays from the first of May. Bicycles travel free of "
    "charge, dogs need a ticket of their own, and nobody may board later than five minutes before the boat leaves."
)
CHINESE = "自五月一日起，平日上午七時與正午各有一班渡輪開往島上。自行車免費，狗須另購票，開船前五分鐘停止登船。"


def test_a_reprint_in_another_frame_is_a_copy() -> None:
    original = plain_document(NOTICE)
    reprint = plain_document(f"Harbour news.\n\n{NOTICE}\n\nMore news tomorrow.")
    own_words = plain_document(
        "From May on two boats a day, at seven and at noon, cross to the island on weekdays. Take your bicycle, it "
        "costs nothing; a dog needs its own ticket. The gate closes five minutes before departure."
    )
    found = copies_of([original, reprint, own_words])
    assert found == {
        original.record.id: original.record.id,
        reprint.record.id: original.record.id,
        own_words.record.id: own_words.record.id,
    }


def test_a_text_of_an_unspaced_script_and_small_changes() -> None:
    original, other = plain_document(CHINESE), plain_document(CHINESE + "以上為港務局公告。")
    assert copies_of([original, other])[other.record.id] == original.record.id


def test_pages_that_share_a_sentence_are_not_copies() -> None:
    chance = random.Random(4)
    words = NOTICE.split()
    one = plain_document(f"{NOTICE} {' '.join(chance.choices(words, k=120))}")
    other = plain_document(f"{NOTICE} {' '.join(chance.choices(words, k=120))}")
    assert len(set(copies_of([one, other]).values())) == 2


def test_empty_and_tiny_pages() -> None:
    empty, dot, tiny = plain_document(""), plain_document("..."), plain_document("Closed.")
    assert len(set(copies_of([empty, dot, tiny]).values())) == 3


def test_a_finding_names_what_is_one_witness(origin: Origin) -> None:
    claim = Claim(origin=origin, wording="Bicycles travel free of charge.")
    texts = {
        "a": NOTICE,
        "b": f"Harbour news.\n\n{NOTICE}",
        "c": "On board, bicycles travel free of charge, always so.",
    }
    records = {name: page(claim, origin, f"https://{name}.example/", text) for name, text in texts.items()}
    copies = copies_of([plain_document(text) for text in texts.values()])
    found = finding(claim, list(records.values()), copies=copies)
    assert found.state == "supported"
    (group,) = found.copies
    assert set(group) == {records["a"].id, records["b"].id}
    assert finding(claim, list(records.values())[::-1], copies=copies) == found

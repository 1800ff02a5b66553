"""The rules over documents: which blocks speak, what is named, what is left open."""

import anyio
import pytest

from loccit.judge.pairs import judge_pair, plain_document, rule_pair
from loccit.judge.rules import RulesJudge
from loccit.policy import ExtractPolicy
from loccit.records import Block, Claim, Layout, Origin, ReadDocument
from loccit.text.offsets import Span


def document(*blocks: tuple[str, dict[str, object]]) -> ReadDocument:
    """Return a document of one sentence a block; the second of each pair changes the block's fields."""
    text = "\n".join(sentence for sentence, _ in blocks)
    made, spans, start = [], [], 0
    for sentence, changes in blocks:
        fields: dict[str, object] = {
            "kind": "paragraph",
            "landmark": "main",
            "body": True,
            "body_score": 1_000_000,
            "heading_path": (),
            "section_id": None,
            "language": "",
            "source": None,
        }
        made.append(Block(start=start, end=start + len(sentence), **{**fields, **changes}))  # type: ignore[arg-type]
        spans.append(Span(start, start + len(sentence)))
        start += len(sentence) + 1
    return ReadDocument(plain_document(text).record, text, Layout(tuple(made), tuple(spans), ()))


def opinion(wording: str, page: ReadDocument, origin: Origin, **policy: bool):
    judge = RulesJudge(extract_policy=ExtractPolicy(**policy))  # type: ignore[arg-type]
    return judge.judge(Claim(origin=origin, wording=wording), page)


def test_the_passage_is_the_sentence() -> None:
    text = "Clean it monthly. The tray must be level. Keep it dry."
    given = judge_pair("The tray must be level", text)
    assert given.opinion.state == "supported"
    assert [(passage.exact, passage.start, passage.end) for passage in given.passages] == [
        ("The tray must be level.", 18, 41)
    ]
    assert given.opinion.passages == tuple(passage.id for passage in given.passages)


def test_both_spans_of_a_conflict_stand_in_their_texts() -> None:
    claim, text = "The tank holds 20 gallons.", "Empty it first. The tank holds 20 litres."
    given = judge_pair(claim, text)
    (check,) = [facet for facet in given.opinion.facets if facet.result == "conflict"]
    assert given.opinion.state == "contradicted"
    assert claim[slice(*check.claim_span)] == "20 gallons" == check.claim_text
    assert text[slice(*check.evidence_span)] == "20 litres" == check.evidence_text


@pytest.mark.parametrize(
    "changes",
    [{"body": False, "landmark": "navigation"}, {"body": False, "landmark": "consent"}, {"visibility": "unknown"}],
)
def test_only_displayed_body_text_speaks(changes: dict[str, object], origin: Origin) -> None:
    page = document(("The tray must be level.", changes), ("Keep the appliance dry in winter.", {}))
    given = opinion("The tray must be level.", page, origin)
    assert (given.opinion.state, given.passages) == ("unsupported", ())
    assert (given.opinion.blocks_read, given.opinion.blocks_total) == (1, 2)


def test_unknown_visibility_speaks_if_the_policy_allows_it(origin: Origin) -> None:
    page = document(("The tray must be level.", {"visibility": "unknown"}))
    assert opinion("The tray must be level.", page, origin, allow_unknown_visibility=True).opinion.state == "supported"


@pytest.mark.parametrize(
    ("heading", "sentence", "claim", "state"),
    [
        (
            "pump.start(mode)",
            "This method cannot be called twice.",
            "pump.start() cannot be called twice.",
            "supported",
        ),
        (
            "pump.start(mode)",
            "This method cannot be called twice.",
            "pump.stop() cannot be called twice.",
            "unsupported",
        ),
        (
            "pump.start(mode)",
            "This method cannot be called twice.",
            "pump.start() can be called twice.",
            "contradicted",
        ),
        ("pump.start(mode)", "New in version 3.7.", "pump.start() was added in version 3.7.", "supported"),
        ("pump.start(mode)", "New in version 3.7.", "pump.start() was added in version 3.5.", "contradicted"),
        ("pump.stop()", "New in version 3.7.", "pump.start() was added in version 3.5.", "unsupported"),
        (
            "pump.start(mode)",
            "New in version 3.7: The mode parameter.",
            "pump.start() was added in version 3.5.",
            "unsupported",
        ),
        (
            "Pompa air",
            "Alat ini tidak boleh dipakai saat hujan.",
            "Pompa air tidak boleh dipakai saat hujan.",
            "supported",
        ),
        ("pump.start(mode)", "此函式不能呼叫兩次。", "pump.start() 不能呼叫兩次。", "supported"),
    ],
)
def test_the_heading_carries_the_subject(
    heading: str, sentence: str, claim: str, state: str | None, origin: Origin
) -> None:
    page = document((sentence, {"heading_path": ("Reference", heading), "kind": "definition"}))
    given = opinion(claim, page, origin).opinion
    assert given.state == state if state != "unsupported" else given.state in {"unsupported", None}


def test_a_heading_of_another_page_section_carries_nothing(origin: Origin) -> None:
    page = document(
        ("Water pumps are sold in two sizes.", {"heading_path": ("Water pump",)}),
        ("It runs for thirty minutes.", {"heading_path": ("Fan heater",)}),
    )
    assert opinion("The water pump runs for thirty minutes.", page, origin).opinion.state is None


@pytest.mark.parametrize(
    "text",
    [
        "It is not true that the tray must be level.",
        "Nobody says: the tray must be level, unless it is full.",
        "Critics say the tray must be level.",
        "If the fan is on, the tray must be level.",
        "Must the tray be level?",
        "The tray must be level. This is wrong.",
    ],
)
def test_a_quotation_that_something_outside_it_qualifies(text: str) -> None:
    assert rule_pair("The tray must be level.", text).state != "supported"


def test_two_sentences_in_a_row_are_one_quotation() -> None:
    text = "Open the lid. The tray must be level. Keep it dry."
    given = judge_pair("The tray must be level. Keep it dry.", text)
    assert [passage.exact for passage in given.passages] == ["The tray must be level. Keep it dry."]


@pytest.mark.parametrize(
    ("text", "claim"),
    [
        ("この関数は呼び出せません。別の文です。", "この関数は呼び出せません。"),
        ("Функция не может быть вызвана дважды. Вторая строка.", "Функция не может быть вызвана дважды"),
        ("لا يمكن استدعاء الدالة مرتين. جملة أخرى.", "لا يمكن استدعاء الدالة مرتين."),
        ('Run `pip install "x[all]"` (3.11 only) 😀.', 'Run `pip install "x[all]"` (3.11 only) 😀'),
    ],
)
def test_a_quotation_in_any_language(text: str, claim: str) -> None:
    assert rule_pair(claim, text).state == "supported"


def test_a_language_without_a_table_is_said() -> None:
    ruling = rule_pair("Функция может быть вызвана трижды.", "Функция не может быть вызвана дважды.")
    assert (ruling.state, ruling.reasons) == (None, ("undecided", "language_not_handled"))


def test_a_page_in_another_language_is_left_open() -> None:
    ruling = rule_pair("The tray must be level.", "使用前托盤必須保持水平。")
    assert (ruling.state, ruling.reasons) == (None, ("undecided", "language_differs"))


def test_words_nothing_carries_are_named() -> None:
    ruling = rule_pair("The pump is made in Norway.", "The pump is sold with a hose and a filter.")
    assert (ruling.state, ruling.unsupported_words) == ("unsupported", ("made", "Norway"))


def test_the_same_input_gives_the_same_opinion() -> None:
    text = "The tank holds 20 litres. The tank is made of steel."
    assert judge_pair("The tank holds 25 litres.", text) == judge_pair("The tank holds 25 litres.", text)


def test_opine_is_the_same_as_judge(origin: Origin) -> None:
    page, claim = plain_document("The tank holds 20 litres."), Claim(origin=origin, wording="The tank holds 20 litres.")
    assert anyio.run(RulesJudge().opine, claim, page, ()) == RulesJudge().judge(claim, page)


def test_a_signature_with_false_in_it_takes_nothing_back(origin: Origin) -> None:
    page = document(("The encoder sorts its keys.", {"heading_path": ("json.dumps(obj, *, skipkeys=False)",)}))
    assert opinion("The encoder sorts its keys.", page, origin).opinion.state == "supported"


def test_a_heading_that_says_myth_does(origin: Origin) -> None:
    page = document(("Bats are blind.", {"heading_path": ("Myth 3",)}))
    assert opinion("Bats are blind.", page, origin).opinion.state is None


def test_a_value_named_false_behind_a_sentence_takes_nothing_back() -> None:
    assert rule_pair("The tray must be level.", "The tray must be level. The default is false.").state == "supported"


def test_table_cells_that_differ_by_a_word_do_not_contradict_each_other(origin: Origin) -> None:
    cells = (
        ("The name begins with a dot.", {"kind": "table_cell"}),
        (
            "The name does not begin with a dot.",
            {"kind": "table_cell"},
        ),
    )
    assert opinion("The name begins with a dot.", document(*cells), origin).opinion.state == "supported"


def test_prose_that_says_both_is_left_open() -> None:
    ruling = rule_pair("The lamp is sealed.", "The lamp is sealed. Later: the lamp is not sealed.")
    assert (ruling.state, ruling.reasons) == (None, ("undecided", "page_contradicts_itself"))


def test_other_words_in_the_other_script_of_chinese_are_left_open() -> None:
    ruling = rule_pair("滑鼠可以連接電腦。", "鼠标可以连接计算机。")
    assert (ruling.state, ruling.reasons) == (None, ("undecided", "script_differs"))


def test_figures_are_read_in_languages_without_a_table() -> None:
    ruling = rule_pair("The site has 1,234,567 users.", "Le site compte 1 234 567 utilisateurs, et dans la ville.")
    assert "number_absent" not in ruling.reasons


@pytest.mark.parametrize(
    ("wording", "state"),
    [
        ("The function level_tray() cannot be called twice.", "supported"),
        ("level_tray() cannot be called twice.", "supported"),
        ("The function level_tray() can be called twice.", "contradicted"),
        ("The function empty_tray() cannot be called twice.", "unsupported"),
    ],
)
def test_the_heading_names_what_this_function_is(wording: str, state: str, origin: Origin) -> None:
    page = document(
        ("level_tray()", {"kind": "heading"}),
        ("This function cannot be called twice.", {"heading_path": ("level_tray()",)}),
    )
    assert opinion(wording, page, origin).opinion.state == state

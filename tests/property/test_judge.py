"""Properties of the rules: nothing unrelated changes a verdict, and every passage stands where it says."""

from hypothesis import given
from hypothesis import strategies as st

from loccit.judge.pairs import judge_pair, rule_pair

SENTENCES = st.sampled_from(
    [
        "The tank holds 20 litres.",
        "The device does not store passwords.",
        "Support for zones was removed in version 2.10.",
        "Tiket dapat dikembalikan jika dibatalkan dua hari sebelumnya.",
        "Bendungan itu dibangun pada tahun 1987.",
        "訪客不得進入實驗室。",
        "营收增加了两成。",
        "Some of the samples were contaminated.",
        "Ada Brook, a chemist from Leeds, invented the lamp in 1871.",
    ]
)
CLAIMS = st.sampled_from(
    [
        "The tank holds 20 gallons.",
        "The tank holds 20 litres.",
        "The device stores passwords.",
        "Support for zones was removed in version 2.1.",
        "Tiket dapat dikembalikan.",
        "Bendungan itu dibangun pada tahun 1988.",
        "訪客可以進入實驗室。",
        "营收增加了20%。",
        "All of the samples were contaminated.",
        "Ada Brook invented the lamp in 1871.",
    ]
)
UNRELATED = st.lists(
    st.sampled_from(
        [
            "Coffee is served on weekdays.",
            "Bring an umbrella if it rains!",
            "Kopi disajikan setiap pagi.",
            "花園裡有三隻貓。",
            "Не забудьте зонтик.",
            "🙂 See you there.",
        ]
    ),
    max_size=4,
)


@given(SENTENCES, CLAIMS, UNRELATED, UNRELATED)
def test_unrelated_text_changes_no_decided_state(
    sentence: str, claim: str, before: list[str], after: list[str]
) -> None:
    alone = rule_pair(claim, [sentence])
    among = rule_pair(claim, [*before, sentence, *after])
    if alone.state in {"supported", "partly_supported", "contradicted"}:
        assert (among.state, among.reasons) == (alone.state, alone.reasons)
    else:
        assert among.state in {"unsupported", None}


@given(
    st.permutations(["The tank holds 20 litres.", "It is red.", "The lid is not sealed.", "Use it outdoors."]), CLAIMS
)
def test_the_order_of_sentences_changes_no_state(sentences: list[str], claim: str) -> None:
    assert rule_pair(claim, sentences).state == rule_pair(claim, sorted(sentences)).state


@given(st.text(max_size=60), st.lists(st.text(max_size=60), max_size=4))
def test_any_text_gets_an_opinion_whose_passages_stand(claim: str, evidence: list[str]) -> None:
    given_opinion = judge_pair(claim or "x", evidence)
    text = " ".join(sentence for sentence in evidence if sentence.strip())
    for passage in given_opinion.passages:
        assert text.encode("utf-8", "replace").decode()[passage.start : passage.end] == passage.exact
    if given_opinion.opinion.state in {"supported", "partly_supported", "contradicted"}:
        assert given_opinion.passages


@given(st.text(alphabet=st.characters(categories=("L", "N", "P", "Zs")), min_size=12, max_size=80))
def test_a_sentence_copied_from_the_page_is_supported(sentence: str) -> None:
    ruling = rule_pair(sentence, ["Coffee is served on weekdays.", sentence])
    words = [part for part in sentence.split() if any(character.isalnum() for character in part)]
    if words and not sentence.rstrip().endswith(("?", "？")):
        assert ruling.state in {"supported", None}
        assert (
            ruling.state == "supported"
            or "denied_in_context" in ruling.reasons
            or "language_differs" not in ruling.reasons
        )

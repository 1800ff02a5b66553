import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from loccit.text.tokens import content_tokens, tokens, tokens_with_spans

ODD = st.sampled_from(
    list("e\u0301\u0323ﾞｶ한\u1112\u1161\u11abㅏ½⁶²₂ﬁ㎏\u00ad\u200d\ufe0f👍🏽🇹🇼İßǅ_.-':+#a1套的ี\u00a0\ud800")
)
TEXT = st.text(st.one_of(st.characters(), ODD), max_size=60)


@given(TEXT)
def test_spans_are_inside_the_text_and_hold_the_token(text):
    found = tokens_with_spans(text)
    assert [token.text for token in found] == tokens(text)
    for token in found:
        assert 0 <= token.start < token.end <= len(text)
        assert token.text in tokens(text[token.start : token.end])


@given(TEXT)
def test_tokens_are_folded_and_hold_no_space(text):
    for token in tokens(text):
        assert token
        assert not any(character.isspace() for character in token)
        assert unicodedata.is_normalized("NFKC", token)


@given(TEXT)
def test_content_tokens_are_a_subsequence(text):
    remaining = iter(tokens(text))
    assert all(token in remaining for token in content_tokens(text))


@given(TEXT)
def test_canonically_equivalent_texts_give_equal_tokens(text):
    assert tokens(unicodedata.normalize("NFD", text)) == tokens(unicodedata.normalize("NFC", text))

import pytest

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import ReadDocument, Recheck, Retrieval
from loccit.retrieve.recheck import recheck
from loccit.text.offsets import Span

URL = "https://maker.example/manual"
FRAME = (
    "<title>Manual</title><main><h1>Tidewater 40</h1><h2>Installation</h2>%s"
    "<h2>Care</h2><p>Wipe the tray once a week.</p></main>"
)


@pytest.fixture
def read(origin):
    def run(body: str) -> ReadDocument:
        source = Source(digest=digest(body.encode()), media_type="text/html", content=body, charset="utf-8", url=URL)
        extracted = extract(source, policy=ExtractPolicy(), origin=origin)
        assert isinstance(extracted, Extracted)
        return extracted.document

    return run


@pytest.fixture
def compare(read, desk, origin):
    def run(before: str, quote: str, after: str | None, **retrieval: object) -> Recheck:
        old = read(FRAME % before)
        start = old.text.index(quote)
        passage = old.cut(Span(start, start + len(quote)), origin=origin, context_length=32)
        new = read(FRAME % after) if after is not None else None
        piece = desk.piece(desk.claim("x"), desk.document("x"), None)
        again: Retrieval = piece.chain.retrieval.model_copy(update=retrieval)
        found = recheck(passage, again, new, origin=origin)
        assert (found.passage, found.retrieval, found.origin) == (passage.id, again.id, origin)
        assert found.document == (new.record.id if new is not None else None)
        if found.start is not None and new is not None:
            assert new.text[found.start : found.end] == found.exact
        return found

    return run


BEFORE = "<p>Unpack the machine.</p><p>The tray must be level before the first use.</p><p>Then fill the tank.</p>"
QUOTE = "The tray must be level before the first use."


@pytest.mark.parametrize(
    ("after", "state", "exact"),
    [
        (BEFORE, "intact", QUOTE),
        (BEFORE + "<p>New: use soft water.</p>", "intact", QUOTE),
        ("<p>Note well.</p>" + BEFORE, "moved", QUOTE),
        (f"<p>Unpack the machine.</p><p>Then fill the tank.</p><p>{QUOTE}</p>", "moved", QUOTE),
        (BEFORE.replace("first use", "second use"), "changed", "The tray must be level before the second use."),
        (BEFORE.replace("must be", "must not be"), "changed", "The tray must not be level before the first use."),
        (BEFORE.replace(QUOTE, "Put it on any shelf you like."), "changed", "Put it on any shelf you like."),
        (
            BEFORE.replace("level before", "level\u00a0before"),
            "changed",
            "The tray must be level\u00a0before the first use.",
        ),
        (BEFORE.replace(f"<p>{QUOTE}</p>", ""), "gone", None),
        (BEFORE.replace("<p>The tray", "<p hidden>The tray"), "gone", None),
        ("<p>We have moved to a new site.</p>", "gone", None),
    ],
)
def test_what_became_of_a_passage(compare, after, state, exact):
    found = compare(BEFORE, QUOTE, after)
    assert (found.state, found.exact) == (state, exact)
    assert found.detail.endswith(".")


@pytest.mark.parametrize(
    ("before", "quote", "after", "exact"),
    [
        (
            "<p>托盤必須放平。</p><p>然後加水。</p>",
            "托盤必須放平。",
            "<p>托盤不必放平。</p><p>然後加水。</p>",
            "托盤不必放平。",
        ),
        ("<p>水温25度。</p><p>请勿加热。</p>", "水温25度。", "<p>水温30度。</p><p>请勿加热。</p>", "水温30度。"),
        (
            "<p>Baki harus rata sebelum dipakai.</p><p>Isi air.</p>",
            "Baki harus rata sebelum dipakai.",
            "<p>Baki tidak harus rata sebelum dipakai.</p><p>Isi air.</p>",
            "Baki tidak harus rata sebelum dipakai.",
        ),
    ],
)
def test_small_changes_in_other_scripts(compare, before, quote, after, exact):
    found = compare(before, quote, after)
    assert (found.state, found.exact) == ("changed", exact)


def test_where_it_moved_to(compare):
    found = compare(f"<p>{QUOTE}</p>", QUOTE, f"<p>Wait.</p><h2>Before use</h2><p>{QUOTE}</p>")
    assert (found.state, found.detail) == ("moved", "The text stands in another section: Tidewater 40 > Before use.")


def test_a_passage_of_two_sentences(compare):
    two = "The tray must be level. The lid stays closed."
    found = compare(f"<p>{two}</p>", two, "<p>The tray must be level. The lid stays open.</p>")
    assert (found.state, found.exact) == ("changed", "The tray must be level. The lid stays open.")


def test_hidden_text_is_gone_and_says_so(compare):
    found = compare(BEFORE, QUOTE, BEFORE.replace("<p>The tray", "<p hidden>The tray"))
    assert found.detail == "The page holds it still, but displays it no more."


def test_a_page_that_can_not_be_read(compare):
    found = compare(BEFORE, QUOTE, None, outcome="http_error", detail="The server answered 410.")
    assert (found.state, found.exact, found.detail) == ("page_unavailable", None, "The server answered 410.")
    found = compare(BEFORE, QUOTE, BEFORE, outcome="paywall", detail="Pay first.")
    assert (found.state, found.detail) == ("page_unavailable", "Pay first.")
    assert compare(BEFORE, QUOTE, None).detail == "It could not be extracted."

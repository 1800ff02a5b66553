"""Claims about real documentation, on the page that carries them and on pages about something else."""

import re
from functools import cache
from pathlib import Path

import pytest

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.judge.rules import RulesJudge
from loccit.policy import ExtractPolicy
from loccit.protocols import Judgement
from loccit.records import Agent, Claim, Origin, ReadDocument

ORIGIN = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
CANNOT = "asyncio.run() cannot be called when another asyncio event loop is running in the same thread."
CAN = "asyncio.run() can be called while another asyncio event loop is running in the same thread."
EARLIER = "asyncio.run() was added in Python 3.5."
RUST = "asyncio.run() is written in Rust."

pytestmark = pytest.mark.debian


@cache
def read(path: Path) -> ReadDocument:
    markup = path.read_text(encoding="utf-8")
    source = Source(digest(markup.encode()), "text/html", markup, "utf-8", path.as_uri())
    extracted = extract(source, policy=ExtractPolicy(), origin=ORIGIN)
    assert isinstance(extracted, Extracted)
    return extracted.document


def judge(wording: str, page: ReadDocument) -> Judgement:
    return RulesJudge().judge(Claim(origin=ORIGIN, wording=wording), page)


@pytest.mark.parametrize(
    ("wording", "state", "exact"),
    [
        (CANNOT, "supported", CANNOT.replace("asyncio.run()", "This function")),
        (CAN, "contradicted", CANNOT.replace("asyncio.run()", "This function")),
        (EARLIER, "contradicted", "New in version 3.7."),
        ("asyncio.run() was added in Python 3.7.", "supported", "New in version 3.7."),
        ("asyncio.Runner was added in version 3.11.", "supported", "New in version 3.11."),
        ("asyncio.Runner was added in version 3.7.", "contradicted", "New in version 3.11."),
        ("asyncio.run() always creates a new event loop.", "supported", None),
    ],
)
def test_on_the_page_about_runners(wording: str, state: str, exact: str | None, debian_docs: dict[str, Path]) -> None:
    page = read(debian_docs["python"] / "library/asyncio-runner.html")
    given = judge(wording, page)
    assert given.opinion.state == state
    assert all(page.holds(passage) for passage in given.passages)
    assert exact is None or [passage.exact for passage in given.passages] == [exact]


def test_what_the_page_says_nothing_of(debian_docs: dict[str, Path]) -> None:
    given = judge(RUST, read(debian_docs["python"] / "library/asyncio-runner.html"))
    assert (given.opinion.state, given.passages) == ("unsupported", ())
    assert "Rust" in given.opinion.unsupported_words


OTHER_PAGES = (
    "library/asyncio-task.html",
    "library/asyncio-eventloop.html",
    "library/asyncio-dev.html",
    "library/asyncio.html",
    "library/asyncio-policy.html",
    "library/asyncio-subprocess.html",
    "library/asyncio-sync.html",
    "library/asyncio-future.html",
    "library/asyncio-api-index.html",
    "library/threading.html",
    "library/functions.html",
    "library/json.html",
    "whatsnew/3.5.html",
    "whatsnew/3.7.html",
    "whatsnew/3.11.html",
    "tutorial/controlflow.html",
)


@pytest.mark.parametrize("name", OTHER_PAGES)
@pytest.mark.parametrize("wording", [CANNOT, CAN, EARLIER, RUST])
def test_a_page_about_something_else_says_neither(wording: str, name: str, debian_docs: dict[str, Path]) -> None:
    assert judge(wording, read(debian_docs["python"] / name)).opinion.state in {None, "unsupported"}


CHAPTERS = tuple(f"ch{number:02d}.{tag}.html" for tag in ("zh-tw", "zh-cn", "id") for number in (1, 5, 9))
_NUMBER = re.compile(r"(?<![\w.])\d+(?![\w.])")


def sentences(page: ReadDocument) -> list[str]:
    found = []
    for span in page.layout.sentences:
        block = page.block_at(span.start)
        text = page.text[span.start : span.end]
        if block and block.body and block.kind in {"paragraph", "list_item"} and 25 <= len(text) <= 300:
            found.append(text)
    return found[::7][:20]


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_copied_sentence_is_supported_by_itself(name: str, debian_docs: dict[str, Path]) -> None:
    page = read(debian_docs["debian-reference"] / name)
    judge_of_page = RulesJudge()
    copied = sentences(page)
    assert len(copied) >= 8
    for text in copied:
        given = judge_of_page.judge(Claim(origin=ORIGIN, wording=text), page)
        assert given.opinion.state == "supported", text
        assert given.passages[0].exact == text


@pytest.mark.parametrize("name", CHAPTERS)
def test_a_copied_sentence_with_another_number_is_not(name: str, debian_docs: dict[str, Path]) -> None:
    page = read(debian_docs["debian-reference"] / name)
    judge_of_page = RulesJudge()
    for text in sentences(page):
        changed = _NUMBER.sub(lambda match: str(int(match[0]) + 1), text, count=1)
        if changed != text:
            given = judge_of_page.judge(Claim(origin=ORIGIN, wording=changed), page)
            assert given.opinion.state != "supported", changed


@pytest.mark.parametrize(
    ("tag", "affirmed", "denied"),
    [("zh-tw", "可以", "不可以"), ("zh-cn", "可以", "不可以"), ("id", " dapat ", " tidak dapat ")],
)
def test_a_copied_sentence_with_its_polarity_turned_is_not(
    tag: str, affirmed: str, denied: str, debian_docs: dict[str, Path]
) -> None:
    turned = 0
    for number in (1, 2, 5, 9):
        page = read(debian_docs["debian-reference"] / f"ch{number:02d}.{tag}.html")
        judge_of_page = RulesJudge()
        for text in sentences(page):
            changed = text.replace(denied, affirmed) if denied in text else text.replace(affirmed, denied, 1)
            if changed != text:
                turned += 1
                given = judge_of_page.judge(Claim(origin=ORIGIN, wording=changed), page)
                assert given.opinion.state not in {"supported", "unavailable"}, changed
    assert turned >= 3

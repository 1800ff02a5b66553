"""The Debian Reference in Traditional Chinese and Indonesian: found by subject, quoted by sentence.

The sentences are taken from the raw pages by another parser than the one that is tested.
"""

import gzip
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
from selectolax.lexbor import LexborHTMLParser

from loccit.apps.present import ask_object
from loccit.pipeline import AskRequest, open_pipeline
from loccit.policy import Policy
from loccit.records import Document
from loccit.store.verify import verify

pytestmark = pytest.mark.debian

BASE = "https://www.debian.org/doc/manuals/debian-reference/"
QUESTIONS = {"zh-tw": "Debian 系統如何使用？", "id": "Bagaimana cara memakai sistem Debian?"}

ENDS = {"zh-tw": "。", "id": "."}
LENGTHS = {"zh-tw": range(18, 120), "id": range(60, 260)}


class Copied(NamedTuple):
    """Sentences by page, the result of asking for them, and the stored texts by document."""

    sentences: dict[str, str]
    result: Any
    texts: dict[str, bytes]


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("reference")


@pytest.fixture(scope="module")
def chapters(debian_docs, home) -> Path:
    """A workspace with all chapters in three languages."""
    return add_pages(home, debian_docs["debian-reference"].glob("[acp]*.html"))


@pytest.fixture(scope="module")
def copied(chapters, debian_docs) -> dict[str, Copied]:
    """By language: a sentence of each of ten chapters, and what asking for them came to."""
    return {language: ask_for_sentences(chapters, debian_docs["debian-reference"], language) for language in QUESTIONS}


@pytest.fixture(scope="module")
def chapters_and_books(copied, debian_docs, home) -> Path:
    """The same workspace with whole books beside the chapters, as compressed text and, one, as PDF."""
    folder = debian_docs["debian-reference"]
    return add_pages(home, [*folder.glob("*.zh-tw.txt.gz"), *folder.glob("*.id.txt.gz"), *folder.glob("*.zh-tw.pdf")])


def add_pages(home: Path, files: Iterable[Path]) -> Path:
    site = home / "site"
    site.mkdir(exist_ok=True)
    copies = [shutil.copy(path, site / path.name) for path in files]
    with open_pipeline(home / "workspace", policy=Policy()) as pipeline:
        report = anyio.run(pipeline.index_folder, site, BASE)
    assert not report.failures
    assert report.pages_indexed == len(copies) > 0
    return home / "workspace"


def ask_for_sentences(workspace: Path, folder: Path, language: str) -> Copied:
    pages = [f"ch{number:02}.{language}.html" for number in range(1, 11)]
    sentences = {page: sentence_of(folder / page, language) for page in pages}
    with open_pipeline(workspace, policy=Policy()) as pipeline:
        result = anyio.run(pipeline.ask, AskRequest(QUESTIONS[language], claims=tuple(sentences.values())))
        texts = {one.id: pipeline.store.blob(one.text) for one in pipeline.store.records(Document)}
        assert verify(pipeline.store).problems == ()
    return Copied(sentences, ask_object(result), texts)


def sentence_of(path: Path, language: str) -> str:
    """Return the middle one of a page's sentences that stand alone in plain paragraphs."""
    tree = LexborHTMLParser(path.read_bytes())
    found = []
    for paragraph in tree.css("p"):
        if paragraph.css_first("a, code, sup, em, strong, br, span, td") or paragraph.parent.tag == "td":
            continue
        text = " ".join(paragraph.text().split())
        if text.endswith(ENDS[language]) and len(text) in LENGTHS[language] and text.count(ENDS[language]) == 1:
            found.append(text)
    return found[len(found) // 2]


@pytest.mark.parametrize(
    ("query", "page"),
    [
        ("GNU/Linux 教學", "ch01.zh-tw.html"),
        ("軟體包管理", "ch02.zh-tw.html"),
        ("套件管理", "ch02.zh-tw.html"),
        ("APT 軟體包依賴", "ch02.zh-tw.html"),
        ("系統初始化", "ch03.zh-tw.html"),
        ("使用者認證", "ch04.zh-tw.html"),
        ("認證和訪問控制", "ch04.zh-tw.html"),
        ("網絡設置", "ch05.zh-tw.html"),
        ("網路介面", "ch05.zh-tw.html"),
        ("網路應用程式", "ch06.zh-tw.html"),
        ("郵件系統", "ch06.zh-tw.html"),
        ("圖形使用者介面系統", "ch07.zh-tw.html"),
        ("鍵盤輸入 本地化", "ch08.zh-tw.html"),
        ("Linux 核心 編譯", "ch09.zh-tw.html"),
        ("資料管理", "ch10.zh-tw.html"),
        ("備份", "ch10.zh-tw.html"),
        ("文字資料轉換工具", "ch11.zh-tw.html"),
        ("編譯 C 程式", "ch12.zh-tw.html"),
        ("tutorial GNU/Linux", "ch01.id.html"),
        ("sistem berkas Unix", "ch01.id.html"),
        ("manajemen paket", "ch02.id.html"),
        ("inisialisasi sistem", "ch03.id.html"),
        ("autentikasi dan kontrol akses", "ch04.id.html"),
        ("konfigurasi jaringan", "ch05.id.html"),
        ("aplikasi jaringan", "ch06.id.html"),
        ("sistem surat", "ch06.id.html"),
        ("sistem GUI", "ch07.id.html"),
        ("tips sistem", "ch09.id.html"),
        ("kernel", "ch09.id.html"),
        ("cadangan", "ch10.id.html"),
        ("konversi data", "ch11.id.html"),
        ("pemrograman", "ch12.id.html"),
    ],
)
def test_a_subject_finds_its_chapter_before_every_other_page_and_the_whole_book(chapters_and_books, query, page):
    with open_pipeline(chapters_and_books, policy=Policy()) as pipeline:
        hits = pipeline.parts.index.search(query, limit=1)
    assert [hit.url for hit in hits] == [BASE + page]


@pytest.mark.parametrize("language", QUESTIONS)
def test_each_copied_sentence_is_supported_on_its_page(copied, language):
    sentences, result, _ = copied[language]
    assert len(sentences) == 10
    states = {claim["wording"]: claim["state"] for claim in result["claims"]}
    assert states == dict.fromkeys(sentences.values(), "supported")
    for page, claim in zip(sentences, result["claims"], strict=True):
        places = {(passage["exact"], passage["final_url"]) for passage in claim["passages"]}
        assert (claim["wording"], BASE + page) in places


@pytest.mark.parametrize("language", QUESTIONS)
def test_each_passage_stands_at_its_code_points_and_bytes(copied, language):
    _, result, texts = copied[language]
    for claim in result["claims"]:
        for passage in claim["passages"]:
            stored = texts[passage["document"]]
            text = stored.decode()
            start, end = passage["start"], passage["end"]
            assert text[start:end] == passage["exact"]
            first, last = len(text[:start].encode()), len(text[:end].encode())
            assert stored[first:last].decode() == passage["exact"]
            assert text[:start].endswith(passage["prefix"])
            assert text[end:].startswith(passage["suffix"])


@pytest.mark.parametrize("language", QUESTIONS)
def test_byte_offsets_cut_the_cited_sentences_out_of_the_answer(copied, language):
    sentences, result, _ = copied[language]
    answer, citations = result["answer"]["text"].encode(), result["citations"]
    assert len(citations["inline_citations"]) == len(sentences)
    for inline, sentence in zip(citations["inline_citations"], sentences.values(), strict=True):
        assert answer[inline["start_index"] : inline["end_index"]].decode() == sentence
        chunks = [citations["cited_chunks"][place]["text"] for place in inline["cited_chunk_indices"]]
        assert sentence in chunks


@pytest.mark.parametrize("language", QUESTIONS)
def test_beside_the_whole_book_the_chapter_is_still_read_first(chapters_and_books, copied, language):
    page, sentence = list(copied[language].sentences.items())[2]
    with open_pipeline(chapters_and_books, policy=Policy()) as pipeline:
        (claim,) = ask_object(anyio.run(pipeline.ask, AskRequest(QUESTIONS[language], claims=(sentence,))))["claims"]
    assert claim["state"] == "supported"
    assert (claim["passages"][0]["exact"], claim["passages"][0]["final_url"]) == (sentence, BASE + page)


def test_the_whole_book_is_read_as_text(chapters_and_books, debian_docs):
    book = gzip.decompress((debian_docs["debian-reference"] / "debian-reference.id.txt.gz").read_bytes()).decode()
    with open_pipeline(chapters_and_books, policy=Policy()) as pipeline:
        retrieval, document = anyio.run(pipeline.retrieve, BASE + "debian-reference.id.txt.gz")
    assert retrieval.outcome == "ok"
    words = [word for word in book.split() if word.isalpha()]
    assert words[100:110] == [word for word in document.text.split() if word.isalpha()][100:110]

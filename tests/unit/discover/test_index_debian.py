"""The index on documentation that nobody wrote for it."""

from pathlib import Path

import pytest
import turbohtml

from loccit.discover.folder import page_urls
from loccit.discover.index import FtsIndex
from loccit.ids import digest
from loccit.protocols import IndexPage

pytestmark = pytest.mark.debian

PYTHON = "https://docs.python.org/3.11/"
REFERENCE = "https://www.debian.org/doc/manuals/debian-reference/"
INDEXED = (
    "library/asyncio",
    "library/json",
    "library/concurrent",
    "library/thread",
    "library/sqlite3",
    "about",
    "c-api/coro",
)


@pytest.fixture(scope="module")
def index(debian_docs, tmp_path_factory):
    python = [
        (path, url) for path, url in page_urls(debian_docs["python"], PYTHON) if url[len(PYTHON) :].startswith(INDEXED)
    ]
    reference = [(path, url) for path, url in page_urls(debian_docs["debian-reference"], REFERENCE) if "/ch" in url]
    with FtsIndex(tmp_path_factory.mktemp("index") / "index.sqlite") as made:
        made.add([page(path, url) for path, url in python + reference if path.suffix == ".html"])
        yield made


def page(path: Path, url: str) -> IndexPage:
    raw = path.read_bytes()
    tree = turbohtml.parse(raw.decode())
    headings = "\n".join(heading.text for heading in tree.select("h1, h2, h3, dt"))
    body = (tree.select_one("[role=main]") or tree.select_one("body")).to_text()
    return IndexPage(url, tree.find("title").text, headings, body, "", digest(raw))


def found(index, query, count=1):
    return [hit.url.removeprefix(PYTHON).removeprefix(REFERENCE) for hit in index.search(query, limit=count)]


def test_the_query_of_the_guide_finds_the_documentation_of_asyncio(index):
    hits = index.search("Python asyncio documentation", limit=2)
    assert all(hit.url.startswith("https://docs.python.org/3.11/library/asyncio") for hit in hits)
    assert hits[0].url == "https://docs.python.org/3.11/library/asyncio.html"


@pytest.mark.parametrize(
    ("query", "chapter"),
    [
        ("套件管理", "ch02.zh-tw.html"),
        ("軟體包管理", "ch02.zh-tw.html"),
        ("系統初始化", "ch03.zh-tw.html"),
        ("網路應用", "ch06.zh-tw.html"),
        ("認證和訪問控制", "ch04.zh-tw.html"),
        ("软件包管理", "ch02.zh-cn.html"),
        ("网络设置", "ch05.zh-cn.html"),
        ("manajemen paket", "ch02.id.html"),
        ("penyiapan jaringan", "ch05.id.html"),
        ("kontrol akses dan autentikasi", "ch04.id.html"),
        ("inisialisasi sistem", "ch03.id.html"),
    ],
)
def test_a_query_in_a_language_finds_the_chapter_in_that_language(index, query, chapter):
    assert found(index, query) == [chapter]


@pytest.mark.parametrize(("query", "language"), [("檔案系統", "zh-tw"), ("網路設定", "zh-tw"), ("sistem berkas", "id")])
def test_a_subject_of_many_chapters_stays_in_its_language(index, query, language):
    assert all(url.endswith(f".{language}.html") for url in found(index, query, count=5))


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        (
            "This function cannot be called when another asyncio event loop is running in the same thread.",
            "library/asyncio-runner.html",
        ),
        ("上述對 Debian 軟體包管理系統做的行為所導致的不相容影響可能會使你的系統無法使用。", "ch02.zh-tw.html"),
    ],
)
def test_a_sentence_finds_the_page_that_holds_it(index, sentence, expected):
    assert found(index, sentence) == [expected]
    assert sentence[:20] in index.search(sentence, limit=1)[0].snippet


def test_an_identifier_finds_the_pages_about_it(index):
    assert "library/asyncio-runner.html" in found(index, "asyncio.run", count=3)
    assert found(index, "json.dumps") == ["library/json.html"]
    assert "library/asyncio-task.html" in found(index, "create_task", count=2)


def test_equal_searches_give_equal_hits(index):
    assert index.search("event loop", limit=20) == index.search("event loop", limit=20)

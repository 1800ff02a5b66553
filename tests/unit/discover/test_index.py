import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from loccit.discover.index import FtsIndex
from loccit.errors import BadInput
from loccit.ids import Digest
from loccit.protocols import IndexPage

MARK = Digest("sha256:" + "0" * 64)

WRITER = """
import sys
from pathlib import Path
from loccit.discover.index import FtsIndex
from loccit.protocols import IndexPage
index = FtsIndex(Path(sys.argv[1]))
number = 0
while True:
    urls = [f"https://e/{number + step}" for step in range(5)]
    index.add([IndexPage(url, "Tray", "", "tray " * 500, "en", "sha256:" + "0" * 64) for url in urls])
    number += 5
    print(number, flush=True)
"""


def page(url, body, *, title="", headings=""):
    return IndexPage(url=url, title=title, headings=headings, body=body, language="", digest=MARK)


def urls_of(hits):
    return [hit.url for hit in hits]


def test_what_was_reported_as_added_survives_a_kill(tmp_path):
    path = tmp_path / "index.sqlite"
    process = subprocess.Popen([sys.executable, "-c", WRITER, str(path)], stdout=subprocess.PIPE, text=True)
    reported = 0
    with process.stdout:
        while reported < 50:
            reported = int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        rest = process.stdout.read().split()
    process.wait()
    reported = int(rest[-1]) if rest else reported
    with FtsIndex(path) as index:
        found = len(index.search("tray", limit=10_000))
        assert found >= reported
        assert found % 5 == 0
        index.add([page("https://e/after", "tray after")])
        assert urls_of(index.search("after", limit=1)) == ["https://e/after"]


def test_two_open_indexes_see_each_others_pages(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as one, FtsIndex(tmp_path / "i.sqlite") as other:
        one.add([page("https://e/a", "tray")])
        other.add([page("https://e/b", "tray")])
        assert urls_of(one.search("tray", limit=5)) == ["https://e/a", "https://e/b"]


def test_the_revision_changes_with_the_pages(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as index:
        before = index.revision()
        index.add([])
        assert index.revision() == before
        index.add([page("https://e/a", "tray")])
        after = index.revision()
        assert after != before
    with FtsIndex(tmp_path / "i.sqlite") as again:
        assert again.revision() == after


def test_an_index_made_anew_never_has_a_mark_of_the_one_before(tmp_path):
    path = tmp_path / "i.sqlite"
    marks = set()
    for _ in range(3):
        with FtsIndex(path) as index:
            for number in range(3):
                index.add([page(f"https://e/{number}", "tray")])
                marks.add(index.revision())
        for file in tmp_path.iterdir():
            file.unlink()
    assert len(marks) == 9


def test_an_index_made_with_other_tokens_is_made_anew(tmp_path):
    path = tmp_path / "i.sqlite"
    with FtsIndex(path) as index:
        index.add([page("https://e/a", "tray level")])
    connection = sqlite3.connect(path)
    connection.execute("INSERT INTO page_terms (page_terms) VALUES ('delete-all')")
    connection.execute("UPDATE setting SET value = '0' WHERE name = 'tokens'")
    connection.commit()
    connection.close()
    with FtsIndex(path) as index:
        assert urls_of(index.search("level", limit=5)) == ["https://e/a"]


def test_the_inverted_lists_agree_with_the_pages_after_replacements(tmp_path):
    path = tmp_path / "i.sqlite"
    with FtsIndex(path) as index:
        for words in ("tray 水平 C++", "rack asyncio.run", "level 😀"):
            index.add([page("https://e/a", words, title=words, headings=words)])
        assert urls_of(index.search("tray rack", limit=5)) == []
    connection = sqlite3.connect(path)
    terms = [row[0] for row in connection.execute("SELECT term FROM term_counts ORDER BY term")]
    connection.close()
    assert terms == ["a", "e", "level", "😀"]


@pytest.mark.parametrize("content", [b"no database at all, but long enough to be looked at " * 50, b"x" * 4096])
def test_a_file_that_is_no_index_is_named(tmp_path, content):
    path = tmp_path / "index.sqlite"
    path.write_bytes(content)
    with pytest.raises(BadInput, match=r"index\.sqlite: expected a search index"):
        FtsIndex(path)
    assert path.read_bytes() == content


def test_words_standing_together_come_before_words_strewn_about(tmp_path):
    strewn = "level. " + "filler words here. " * 60 + "tray. " + "filler words here. " * 60 + "machine. " * 5
    together = "filler words here. " * 120 + "Keep the tray of the machine level."
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add([page("https://e/strewn", strewn), page("https://e/together", together)])
        assert urls_of(index.search("tray of the machine level", limit=2)) == ["https://e/together", "https://e/strewn"]


def test_a_title_that_is_the_query_comes_first(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add(
            [
                page("https://e/mention", "descaling the machine, descaling " * 5, title="News"),
                page("https://e/page", "Use the powder once a month for descaling the machine.", title="Descaling"),
            ]
        )
        assert urls_of(index.search("descaling", limit=2))[0] == "https://e/page"


def test_function_words_of_a_long_query_do_not_decide(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add(
            [
                page("https://e/words", "what is the way that it is and how can it be of the and to " * 20),
                page("https://e/tray", "Level the tray."),
            ]
        )
        assert urls_of(index.search("what is the way to level the tray", limit=1)) == ["https://e/tray"]


def test_a_query_of_function_words_alone_is_still_searched(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add([page("https://e/who", "The Who played."), page("https://e/other", "Nothing.")])
        assert urls_of(index.search("the who", limit=1)) == ["https://e/who"]
        assert urls_of(index.search("to be or to have been the who", limit=1)) == ["https://e/who"]


def test_a_hostile_page_is_searched_in_no_time_out_of_proportion(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add([page("https://e/a", "a " * 200_000 + "_" * 100_000 + "." * 100_000 + "tray")])
        (hit,) = index.search("tray a", limit=1)
        assert "tray" in hit.snippet or "a" in hit.snippet


def test_text_that_is_no_unicode_is_stored_all_the_same(tmp_path):
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add([page("https://e/\ud800", "tray \udfff", title="\ud800")])
        assert [(hit.url, hit.title) for hit in index.search("tray", limit=1)] == [("https://e/\ufffd", "\ufffd")]
        assert index.digest_of("https://e/\ud800") == MARK


def test_a_table_of_contents_comes_after_the_chapter_it_names(tmp_path):
    contents = "\n".join(f"{number}. {name}" for number, name in enumerate(["Racks", "Binary data", "Noise"] * 20))
    chapter = "How the machine stores things is told here, in sentences that are long enough.\n" * 30 + (
        "Binary data\nBinary data is kept in the memory of the machine until the plug is pulled.\n"
    )
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add(
            [
                page("https://e/contents", contents, title="Manual", headings="Binary data"),
                page("https://e/ch09", chapter, title="Tips", headings="Binary data"),
            ]
        )
        assert urls_of(index.search("binary data", limit=2)) == ["https://e/ch09", "https://e/contents"]


def test_a_page_that_defines_the_name_comes_before_pages_that_use_it(tmp_path):
    use = "main() is started by tray.run() as in this example of its use. tray.run(main) starts it, tray.run(x) too.\n"
    with FtsIndex(tmp_path / "i.sqlite") as index:
        index.add(
            [
                page("https://e/dev", use * 3, title="Developing", headings="Debug mode"),
                page("https://e/runner", use + "More is said here.\n" * 9, title="Runners", headings="tray.run(main)"),
            ]
        )
        assert urls_of(index.search("tray.run", limit=2)) == ["https://e/runner", "https://e/dev"]


def test_an_index_of_another_format_is_refused_and_left_alone(tmp_path):
    path = tmp_path / "index.sqlite"
    FtsIndex(path).close()
    connection = sqlite3.connect(path)
    connection.execute("UPDATE setting SET value = '1' WHERE name = 'format'")
    connection.commit()
    connection.close()
    with pytest.raises(BadInput, match="made by another version of loccit; remove it and index again"):
        FtsIndex(path)

"""Files of every kind from the command line: what is read, where a quotation stands, and what is refused."""

import gzip
from pathlib import Path

import pytest

FEED = '<?xml version="1.0" encoding="iso-8859-1"?><rss><channel><title>Ch\xe2teau news</title></channel></rss>'


def pdf(text: str) -> bytes:
    """A PDF of one page and one line, as small as readers accept (its cross references are rebuilt)."""
    content = f"BT /F1 12 Tf 9 150 Td ({text}) Tj ET"
    return (
        "%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n"
        "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]"
        "/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj\n"
        f"4 0 obj<</Length {len(content)}>>stream\n{content}\nendstream endobj\n"
        "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n"
    ).encode("latin-1")


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("marked.txt", b"\xef\xbb\xbfKettles\r\n\r\nFill it. \xf0\x9f\xab\x96\r\n", "Kettles\n\nFill it. \U0001fad6"),
        ("marked.html", b"\xef\xbb\xbf<meta charset=koi8-r><p>\xc3\x96l", "Öl"),
        ("wide.txt", "Kessel füllen 水".encode("utf-16"), "Kessel füllen 水"),
        ("packed.txt.gz", gzip.compress("Isi ketel. 水".encode(), mtime=0), "Isi ketel. 水"),
        ("packed.pdf.gz", gzip.compress(pdf("Fill it."), mtime=0), "Fill it."),
        ("plain.pdf", pdf("Fill it."), "Fill it."),
        ("guide.md", b"# Guide\n\nFill *it*.\n", "# Guide\n\nFill *it*."),
        ("rows.csv", b"a,b\n1,2\n", "a,b\n1,2"),
        ("facts.json", b'{"a": [1, "two words"]}', '{"a": [1, "two words"]}'),
        ("feed.xml", FEED.encode("latin-1"), "Château news"),
        ("feed.rss", FEED.encode("latin-1"), "Château news"),
    ],
)
def test_a_file_is_read_as_what_it_is(loccit, tmp_path: Path, name: str, data: bytes, text: str) -> None:
    (tmp_path / name).write_bytes(data)
    done = loccit("extract", name, cwd=tmp_path)
    assert (done.code, done.out.strip(), done.err) == (0, text, "")


def test_a_quotation_in_markdown_knows_its_heading(loccit, tmp_path: Path) -> None:
    (tmp_path / "guide.md").write_text("# Guide\n\n## Use\n\nFill it to the mark.\n\nFill it twice.\n")
    located = loccit("locate", "Fill it to the mark.", "guide.md", "--json", cwd=tmp_path).json
    assert located["status"] == "exact"
    passage = located["passage"]
    assert (passage["start"], passage["end"], passage["heading_path"]) == (17, 37, ["Guide", "Use"])


def test_a_quotation_in_a_pdf_knows_its_page(loccit, tmp_path: Path) -> None:
    (tmp_path / "manual.pdf").write_bytes(pdf("Never fill it above the mark."))
    passage = loccit("locate", "above the mark", "manual.pdf", "--json", cwd=tmp_path).json["passage"]
    assert (passage["start"], passage["end"], passage["page"]) == (14, 28, 1)
    assert passage["deep_link"].endswith("/manual.pdf#page=1:~:text=above%20the%20mark")


def test_a_quotation_in_a_text_file_counts_from_after_the_byte_order_mark(loccit, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(b"\xef\xbb\xbfFill it.\r\nThen wait.\r\n")
    located = loccit("locate", "Then wait.", "a.txt", "--json", cwd=tmp_path).json
    assert (located["status"], located["passage"]["start"], located["passage"]["end"]) == ("exact", 9, 19)


@pytest.mark.parametrize(
    ("fragment", "shown"),
    [
        ("#:~:text=fill,mark", ["normalised", "0-19", "Fill it to the mark"]),
        ("#top:~:text=mark.-,Then,wait", ["normalised", "21-30", "Then wait"]),
        ("#:~:text=never", ["lost"]),
    ],
)
def test_a_text_fragment_leads_to_its_place(loccit, tmp_path: Path, fragment: str, shown: list[str]) -> None:
    (tmp_path / "a.html").write_text("<p>Fill it to the mark.<p>Then wait.")
    assert loccit("locate", fragment, "a.html", cwd=tmp_path).out.split("\n")[:-1] == shown


def test_a_text_fragment_without_a_directive_is_bad_input(loccit, tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>Fill it.")
    done = loccit("locate", "#:~:text=a,b,c,d", "a.html", cwd=tmp_path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    ("name", "data"),
    [("empty.html", b""), ("empty.pdf", b""), ("empty.txt", b" \n"), ("empty.md.gz", gzip.compress(b"", mtime=0))],
)
def test_an_empty_file_is_one_sentence(loccit, tmp_path: Path, name: str, data: bytes) -> None:
    (tmp_path / name).write_bytes(data)
    done = loccit("locate", "words", name, cwd=tmp_path)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert done.err.endswith("The file is empty.\n")

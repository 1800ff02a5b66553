"""PDF files, written here byte by byte, and what a person sees of them."""

from dataclasses import dataclass, field

import pytest

from loccit.extract.dates import Declared
from loccit.extract.document import Extracted, ExtractionFailed, Source, extract
from loccit.extract.pdf import PdfText, PdfUnreadable, extract_pdf
from loccit.extract.worker import WorkerPool
from loccit.ids import digest
from loccit.policy import ExtractPolicy
from loccit.records import Origin

TO_UNICODE = (
    "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /X def /CMapType 2 def "
    "1 begincodespacerange <00> <FF> endcodespacerange 1 beginbfrange <20> <7E> <0020> endbfrange "
    "3 beginbfchar <E9> <0000> <E8> <FB01> <E7> <6C34> endbfchar endcmap end end"
)


@dataclass
class Pdf:
    """A small PDF: one content stream a page, Helvetica as /F1 and /F2 (bold), a grey image as /I1."""

    contents: list[str]
    media_box: str = "0 0 400 300"
    trailer: str = ""
    extra: list[str] = field(default_factory=list)

    def data(self) -> bytes:
        first = 8
        kids = " ".join(f"{first + 2 * index} 0 R" for index in range(len(self.contents)))
        resources = "<< /Font << /F1 3 0 R /F2 4 0 R >> /XObject << /I1 6 0 R >> /ExtGState << /G0 << /ca 0 >> >> >>"
        objects = [
            "<< /Type /Catalog /Pages 2 0 R >>",
            f"<< /Type /Pages /Kids [{kids}] /Count {len(self.contents)} >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /ToUnicode 5 0 R >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
            _stream("", TO_UNICODE),
            _stream(
                "/Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8", "\x80"
            ),
            "<< /Title (Declared title) /ModDate (D:20230102103000Z) >>",
        ]
        for index, content in enumerate(self.contents):
            number = first + 2 * index + 1
            objects.append(
                f"<< /Type /Page /Parent 2 0 R /MediaBox [{self.media_box}] /Contents {number} 0 R"
                f" /Resources {resources} >>"
            )
            objects.append(_stream("", content))
        objects += self.extra
        body = b"%PDF-1.5\n"
        offsets = []
        for number, content in enumerate(objects, 1):
            offsets.append(len(body))
            body += f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1")
        table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
        trailer = f"trailer << /Size {len(objects) + 1} /Root 1 0 R /Info 7 0 R {self.trailer} >>"
        head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n"
        end = f"{head}{table}{trailer}\nstartxref\n{len(body)}\n%%EOF\n"
        return body + end.encode()


def _stream(dictionary: str, content: str) -> str:
    return f"<< {dictionary} /Length {len(content)} >>\nstream\n{content}\nendstream"


def text_at(x: float, y: float, text: str, *, font: str = "/F1", size: float = 10, before: str = "") -> str:
    return f"q BT {before} {font} {size} Tf 1 0 0 1 {x} {y} Tm ({text}) Tj ET Q\n"


def lines(x: float, y: float, *texts: str, step: float = 12) -> str:
    return "".join(text_at(x, y - step * number, text) for number, text in enumerate(texts))


def read(*contents: str, **options: str) -> PdfText:
    result = extract_pdf(Pdf(list(contents), **options).data())  # type: ignore[arg-type]
    assert isinstance(result, PdfText), result
    return result


def blocks(page: PdfText) -> list[tuple[str, str]]:
    return [(block.kind, page.text[block.start : block.end]) for block in page.blocks]


def test_paragraphs_headings_and_boxes() -> None:
    page = read(
        text_at(40, 260, "Cleaning", font="/F2", size=18)
        + lines(40, 230, "Rinse the tray with warm water and dry it with", "a soft cloth. Then put it back.")
        + lines(40, 190, "- Never use salt.", "- Never use oil.")
    )
    assert blocks(page) == [
        ("heading", "Cleaning"),
        ("paragraph", "Rinse the tray with warm water and dry it with\na soft cloth. Then put it back."),
        ("list_item", "- Never use salt."),
        ("list_item", "- Never use oil."),
    ]
    paragraph = page.blocks[1]
    assert paragraph.heading_path == ("Cleaning",)
    assert paragraph.page == 1
    first, second = paragraph.boxes
    assert (first.page, first.left, second.left) == (1, 40_000, 40_000)
    assert first.bottom > second.bottom
    assert page.title == "Declared title"
    assert page.declared == (Declared("meta:ModDate", "D:20230102103000Z"),)
    assert page.findings == ()


def test_touching_cells_are_kept_apart_by_a_rule() -> None:
    page = read(text_at(188.88, 130, "56") + text_at(200, 130, "2 Bolts") + "0.5 w 200 120 m 200 165 l S")
    assert blocks(page) == [("table_cell", "56"), ("table_cell", "2 Bolts")]
    assert page.text == "56\t2 Bolts"


def test_touching_cells_are_kept_apart_by_the_columns_they_stand_in() -> None:
    page = read(
        text_at(174.98, 150, "1,234")
        + text_at(200, 150, "Widgets 7")
        + text_at(188.88, 130, "56")
        + text_at(200, 130, "2 Bolts")
    )
    assert [text for _, text in blocks(page)] == ["1,234", "Widgets 7", "56", "2 Bolts"]


def test_touching_digits_that_nothing_tells_apart_are_flagged() -> None:
    page = read(text_at(188.88, 130, "56") + text_at(200, 130, "20 bolts"))
    assert blocks(page) == [("paragraph", "5620 bolts")]
    assert page.blocks[0].flags == ("layout_uncertain",)


def test_one_word_in_two_objects_stays_one_word() -> None:
    page = read("BT /F1 10 Tf 40 150 Td (wat) Tj (er) Tj [(le) 20 (vel)] TJ ( 12) Tj ET")
    assert blocks(page) == [("paragraph", "waterlevel 12")]


def test_a_table_is_read_row_by_row() -> None:
    rows = [("Model", "Litres", "Watts"), ("A", "1.5", "900"), ("B", "2.0", "1200"), ("C", "3.0", "1500")]
    page = read(
        "".join(
            text_at(40 + 100 * column, 250 - 14 * row, cell)
            for column in range(3)
            for row, cell in enumerate([r[column] for r in rows])
        )
    )
    assert page.text == "Model\tLitres\tWatts\n\nA\t1.5\t900\n\nB\t2.0\t1200\n\nC\t3.0\t1500"


LEFT = (
    "The kettle heats one litre of",
    "water in three minutes and",
    "then switches itself off. It",
    "must stand on a level base",
    "at all times.",
)
RIGHT = (
    "Descale the kettle once in a",
    "month with a mild acid. Never",
    "put the base into water. Dry",
    "it with a cloth and store it",
    "in its box.",
)


@pytest.mark.parametrize("interleaved", [False, True])
def test_columns_are_read_one_after_the_other(interleaved: bool) -> None:
    left = [text_at(40, 240 - 12 * number, line) for number, line in enumerate(LEFT)]
    right = [text_at(215, 240 - 12 * number, line) for number, line in enumerate(RIGHT)]
    title = text_at(40, 270, "A title that reaches over both of the columns of the page", size=12)
    body = [one for pair in zip(left, right, strict=True) for one in pair] if interleaved else [*left, *right]
    page = read(title + "".join(body))
    assert [text for _, text in blocks(page)][1:] == ["\n".join(LEFT), "\n".join(RIGHT)]


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (text_at(40, 150, "ghost", before="3 Tr"), "invisible_text"),
        (text_at(40, 150, "ghost", before="1 1 1 rg"), "same_colour"),
        ("0.2 0.2 0.2 rg 0 100 400 100 re f " + text_at(40, 150, "ghost", before="0.2 0.2 0.2 rg"), "same_colour"),
        (text_at(40, 150, "ghost") + "1 0 0 rg 0 100 400 100 re f", "covered"),
        (text_at(-200, 150, "ghost"), "off_page"),
        (text_at(40, 900, "ghost"), "off_page"),
        (text_at(40, 150, "ghost", size=0.8), "tiny"),
        ("/G0 gs " + text_at(40, 150, "ghost"), "transparent"),
    ],
)
def test_what_nobody_sees_is_kept_apart(content: str, reason: str) -> None:
    page = read(text_at(40, 250, "Seen by all.") + content)
    assert page.text == "Seen by all."
    assert [(part.text, part.reason) for part in page.hidden] == [("ghost", reason)]


@pytest.mark.parametrize(
    "content",
    [
        "0 0 0 rg 0 100 400 100 re f " + text_at(40, 150, "control", before="1 1 1 rg"),
        "q 400 0 0 300 0 0 cm /I1 Do Q " + text_at(40, 150, "control", before="1 1 1 rg"),
        text_at(40, 150, "control", before="0.9 0 0 rg"),
        text_at(40, 150, "control", before="1 Tr"),
        text_at(40, 150, "control", size=4),
    ],
)
def test_what_can_be_seen_is_text(content: str) -> None:
    page = read(content)
    assert page.text == "control"
    assert page.hidden == ()
    assert page.blocks[0].flags == ()


@pytest.mark.parametrize("image_last", [False, True])
def test_text_of_a_scanned_page_is_flagged(image_last: bool) -> None:
    image, text = "q 400 0 0 300 0 0 cm /I1 Do Q ", text_at(40, 150, "read by a machine", before="3 Tr")
    page = read(text + image if image_last else image + text)
    assert blocks(page) == [("paragraph", "read by a machine")]
    assert page.blocks[0].flags == ("ocr_layer",)
    assert page.findings == ("ocr_layer",)


def test_letters_that_only_the_marked_content_names() -> None:
    page = read(
        "BT /F1 12 Tf 40 150 Td (Turn it o) Tj /Span << /ActualText <FEFF00660066> >> BDC (\\351) Tj EMC ( now.) Tj ET"
    )
    assert page.text == "Turn it off now."


def test_glyphs_without_a_meaning_are_flagged_and_not_dropped() -> None:
    page = read(text_at(40, 150, "Turn it o\\351 now."))
    assert page.text == "Turn it o\ufffd now."
    assert page.blocks[0].flags == ("damaged",)


def test_ligatures_and_line_end_hyphens_stay() -> None:
    page = read(lines(40, 150, "a \\350ne exam-", "ple for all"))
    assert page.text in ("a \ufb01ne exam-\nple for all", "a fine exam-\nple for all")


def test_an_exponent_is_no_digit() -> None:
    page = read("BT /F1 12 Tf 40 150 Td (10) Tj /F1 7 Tf 5 Ts (6) Tj 0 Ts /F1 12 Tf ( spores) Tj ET")
    assert page.text == "10^6 spores"


def test_text_at_an_angle_stands_by_itself() -> None:
    turned = "BT /F1 10 Tf 0 1 -1 0 30 100 Tm (Printed in Oslo) Tj ET\n"
    page = read(text_at(40, 150, "The tray must be") + turned + text_at(40, 138, "level at all times."))
    assert blocks(page) == [("paragraph", "The tray must be\nlevel at all times."), ("paragraph", "Printed in Oslo")]
    assert page.blocks[1].flags == ("rotated",)


def test_lines_that_every_page_repeats_are_no_body() -> None:
    pages = [
        text_at(40, 280, "Kettle manual")
        + text_at(40, 200, f"Text of page {'abcd'[number]}.")
        + text_at(190, 20, f"{number + 1}")
        for number in range(4)
    ]
    page = read(*pages)
    assert [(block.landmark, block.body) for block in page.blocks[:3]] == [
        ("header", False),
        ("main", True),
        ("footer", False),
    ]
    assert [block.page for block in page.blocks] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


def test_pages_beyond_the_limit_are_named() -> None:
    data = Pdf([text_at(40, 200, "one"), text_at(40, 200, "two")]).data()
    page = extract_pdf(data, max_pages=1)
    assert isinstance(page, PdfText)
    assert (page.text, page.page_count, page.findings) == ("one", 2, ("pages_not_read",))


def test_bytes_before_the_header() -> None:
    page = extract_pdf(b"\n\n" + Pdf([text_at(40, 200, "one")]).data())
    assert isinstance(page, PdfText)
    assert page.text == "one"


UNREADABLE = [
    (b"", "damaged_pdf"),
    (b"<!doctype html><p>no</p>", "damaged_pdf"),
    (b"%PDF-1.5\n1 0 obj\n", "damaged_pdf"),
    (Pdf(["q 400 0 0 300 0 0 cm /I1 Do Q"]).data(), "no_text_layer"),
    (Pdf(["0 0 10 10 re f"]).data(), "empty_pdf"),
    (
        Pdf(
            [text_at(40, 200, "secret")],
            trailer="/Encrypt 10 0 R /ID [<00112233445566778899aabbccddeeff> <00112233445566778899aabbccddeeff>]",
            extra=[f"<< /Filter /Standard /V 1 /R 2 /Length 40 /P -4 /O <{'ab' * 32}> /U <{'cd' * 32}> >>"],
        ).data(),
        "encrypted",
    ),
]


@pytest.mark.parametrize(
    ("data", "code"), UNREADABLE, ids=["nothing", "html", "cut off", "scan", "drawing", "password"]
)
def test_what_gives_no_text_says_why(data: bytes, code: str) -> None:
    result = extract_pdf(data)
    assert isinstance(result, PdfUnreadable)
    assert result.code == code
    assert result.sentence.endswith(".")


def source(data: bytes) -> Source:
    return Source(digest(data), "application/pdf", data)


def test_a_pdf_as_a_document_has_pages_titles_and_dates(origin: Origin) -> None:
    data = Pdf([text_at(40, 260, "Cleaning", font="/F2", size=18) + text_at(40, 200, "Rinse the tray.")]).data()
    extracted = extract(source(data), policy=ExtractPolicy(), origin=origin)
    assert isinstance(extracted, Extracted)
    record = extracted.document.record
    assert (extracted.document.text, record.length) == ("Cleaning\n\nRinse the tray.", 25)
    assert (record.title_displayed, record.title_declared) == ("Cleaning", "Declared title")
    assert [(date.meaning, date.value, date.place) for date in record.dates] == [
        ("modified", "2023-01-02T10:30:00Z", "meta:ModDate")
    ]
    passage = extracted.document.cut(extracted.document.layout.sentences[1], origin=origin, context_length=32)
    assert (passage.exact, passage.page, passage.heading_path) == ("Rinse the tray.", 1, ("Cleaning",))
    assert passage.deep_link == "#page=1:~:text=Rinse%20the%20tray."


def test_pdfs_through_the_worker_pool_are_documents_or_outcomes_and_the_run_goes_on(origin: Origin) -> None:
    data = Pdf([lines(40, 200, "Never fill the tank", "above the mark.")]).data()
    with WorkerPool(ExtractPolicy(), size=1) as pool:
        for broken, code in UNREADABLE:
            failed = pool.extract_blocking(source(broken), origin)
            assert isinstance(failed, ExtractionFailed)
            assert failed.code == code
        there = pool.extract_blocking(source(data), origin)
    assert isinstance(there, Extracted)
    assert there == extract(source(data), policy=ExtractPolicy(), origin=origin)
    assert there.document.layout.blocks[0].boxes

"""The pages as references for people who write: CSL-JSON, BibTeX and RIS."""

import json
from collections.abc import Iterable, Iterator

from loccit.deliver.exports.places import CitedPage, pages
from loccit.records import Handoff

_BIBTEX_SPECIALS = str.maketrans(
    {
        "\\": r"\textbackslash{}",
        "{": r"\{",
        "}": r"\}",
        "$": r"\$",
        "&": r"\&",
        "%": r"\%",
        "#": r"\#",
        "_": r"\_",
        "~": r"\textasciitilde{}",
        "^": r"\textasciicircum{}",
        "\n": " ",
        "\r": " ",
    }
)
_URL_SPECIALS = str.maketrans({"\\": "%5C", "{": "%7B", "}": "%7D", "\n": "", "\r": ""})


def write_csl(handoff: Handoff) -> str:
    """Return the pages as CSL-JSON (citationstyles.org, schema 1.0.2)."""
    return json.dumps([_csl(page) for page in pages(handoff)], ensure_ascii=False, indent=2) + "\n"


def write_bibtex(handoff: Handoff) -> str:
    """Return the pages as BibTeX entries ``@online`` (biblatex); ``urldate`` is the day a page was read."""
    return "\n".join(_bibtex(page) for page in pages(handoff))


def write_ris(handoff: Handoff) -> str:
    """Return the pages as RIS records of type ``ELEC``, lines ended by CRLF as the format wants them."""
    return "".join(f"{line}\r\n" for page in pages(handoff) for line in _ris(page))


def _csl(page: CitedPage) -> dict[str, object]:
    accessed = page.accessed
    item: dict[str, object] = {
        "id": page.key,
        "type": "webpage",
        "title": page.title,
        "URL": page.url,
        "accessed": {"date-parts": [[accessed.year, accessed.month, accessed.day]]},
    }
    if page.issued:
        item["issued"] = {"date-parts": [list(page.issued)]}
    version = page.passages[0].page_version
    return {**item, **({"version": version} if version else {}), "note": " | ".join(_quotes(page))}


def _bibtex(page: CitedPage) -> str:
    fields = {
        "title": f"{{{page.title.translate(_BIBTEX_SPECIALS)}}}",
        "url": page.url.translate(_URL_SPECIALS),
        "urldate": page.accessed.isoformat(),
        "date": "-".join(f"{part:02}" for part in page.issued),
        "version": (page.passages[0].page_version or "").translate(_BIBTEX_SPECIALS),
        "note": " / ".join(_quotes(page)).translate(_BIBTEX_SPECIALS),
    }
    lines = [f"  {name} = {{{value}}}," for name, value in fields.items() if value]
    return "\n".join([f"@online{{{page.key},", *lines, "}\n"])


def _ris(page: CitedPage) -> Iterator[str]:
    yield "TY  - ELEC"
    yield f"ID  - {page.key}"
    yield f"TI  - {_one_line(page.title)}"
    yield f"UR  - {_one_line(page.url)}"
    if page.issued:
        year, month, day = (*[f"{part:02}" for part in page.issued], "", "")[:3]
        yield f"DA  - {year}/{month}/{day}/"
    yield f"Y2  - {page.accessed:%Y/%m/%d}/"
    for quote in _quotes(page):
        yield f"N1  - {quote}"
    yield "ER  - "
    yield ""


def _quotes(page: CitedPage) -> Iterable[str]:
    return [f"“{_one_line(passage.exact)}”" for passage in page.passages]


def _one_line(text: str) -> str:
    return " ".join(text.split())

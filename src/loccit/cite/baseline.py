"""The baseline of a gate: problems that are known, so that only new ones make it fail."""

import json
from collections.abc import Iterable

from loccit.cite.problems import Problem
from loccit.errors import BadInput

FORMAT = "loccit/check-baseline@1"


def write(problems: Iterable[Problem]) -> str:
    """Return the text of a baseline that knows these problems; the same problems give the same text."""
    known = {one.fingerprint: one for one in problems if one.severity == "error"}
    rows = [
        {"fingerprint": fingerprint, "file": one.file, "code": one.code, "text": one.text, "url": one.url}
        for fingerprint, one in sorted(known.items(), key=lambda item: (item[1].file, item[1].code, item[0]))
    ]
    return json.dumps({"format": FORMAT, "known": rows}, ensure_ascii=False, indent=2) + "\n"


def read(text: str, *, name: str) -> frozenset[str]:
    """Return the fingerprints a baseline knows.

    Args:
        name: what to call it in an error.

    Raises:
        BadInput: if it is no baseline.
    """
    try:
        value = json.loads(text)
        if value["format"] != FORMAT:
            raise BadInput(name, f"expected a baseline of format {FORMAT}, got {value['format']!r}")
        return frozenset(str(row["fingerprint"]) for row in value["known"])
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BadInput(name, f"expected a baseline of format {FORMAT}") from error

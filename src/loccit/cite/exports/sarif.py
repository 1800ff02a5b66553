"""The report as SARIF 2.1.0 (OASIS), for code scanning services; warnings and known problems are told as such.

Regions count from 1; columns count code points (``columnKind``), ends are exclusive. An answer whose text is not that
of its file has no region.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Sequence
from urllib.parse import quote

from loccit.cite.audit import Audit
from loccit.cite.problems import MEANINGS, WARNINGS, Gate, Problem
from loccit.text.offsets import Span
from loccit.version import __version__

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_HOME = "https://github.com/loccit/loccit"


def write(audits: Sequence[Audit], decided: Gate) -> str:
    """Return the report as SARIF."""
    lines = {audit.name: _LineStarts(audit.answer.text) for audit in audits if audit.lines}
    rules = list(MEANINGS)
    results = [
        *(_result(one, rules, lines, level="error") for one in decided.failing),
        *(_result(one, rules, lines, level="warning") for one in decided.warnings),
        *(_result(one, rules, lines, level="note", suppressed=True) for one in (*decided.known, *decided.allowed)),
    ]
    run = {
        "tool": {
            "driver": {
                "name": "loccit",
                "version": __version__,
                "informationUri": _HOME,
                "rules": [
                    {
                        "id": code,
                        "shortDescription": {"text": meaning},
                        "defaultConfiguration": {"level": "warning" if code in WARNINGS else "error"},
                    }
                    for code, meaning in MEANINGS.items()
                ],
            }
        },
        "columnKind": "unicodeCodePoints",
        "results": results,
    }
    return json.dumps({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2) + "\n"


class _LineStarts:
    """Finds line and column of an offset; a line ends after a line feed, as SARIF counts them (section 3.14.17)."""

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def region(self, span: Span) -> dict[str, int]:
        (first, column), (last, end) = self._place(span.start), self._place(max(span.start, span.end - 1))
        return {"startLine": first, "startColumn": column, "endLine": last, "endColumn": end + 1}

    def _place(self, offset: int) -> tuple[int, int]:
        line = bisect_right(self._starts, offset) - 1
        return line + 1, offset - self._starts[line] + 1


def _result(
    problem: Problem, rules: list[str], lines: dict[str, _LineStarts], *, level: str, suppressed: bool = False
) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": quote(problem.file)}}
    if problem.span is not None and problem.file in lines:
        place["region"] = lines[problem.file].region(problem.span)
    source = f" Source: {problem.url}" if problem.url else ""
    message = f"{problem.detail} {problem.text}{source}".strip()
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": rules.index(problem.code),
        "level": level,
        "message": {"text": message},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"loccit/v1": problem.fingerprint},
    }
    if suppressed:
        result["suppressions"] = [{"kind": "external"}]
    return result

"""Reports of checked answers: one module a form, each a pure function from audits and a gate to text."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from loccit.cite.audit import Audit
from loccit.cite.exports import html, json_text, junit, markdown, sarif
from loccit.cite.problems import Gate

REPORTS: Mapping[str, Callable[[Sequence[Audit], Gate], str]] = MappingProxyType(
    {
        "html": html.write,
        "json": json_text.write,
        "junit": junit.write,
        "md": markdown.write,
        "sarif": sarif.write,
    }
)
"""Name of the form -> the function that writes it."""

__all__ = ["REPORTS"]

"""Exports: a handoff written in a form that others read, one pure function a form."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from loccit.deliver.exports import annotations, html, ledger, markdown, prov, record, references, table
from loccit.records import Handoff

EXPORTS: Mapping[str, Callable[[Handoff], str]] = MappingProxyType(
    {
        "annotations": annotations.write,
        "bibtex": references.write_bibtex,
        "csl": references.write_csl,
        "csv": table.write,
        "html": html.write,
        "json": record.write,
        "jsonl": ledger.write,
        "markdown": markdown.write,
        "prov": prov.write,
        "ris": references.write_ris,
    }
)
"""Name of the form -> the function that writes it."""

__all__ = ["EXPORTS"]

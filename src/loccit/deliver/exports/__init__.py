"""Exports: a handoff written in a form that others read, one pure function a form."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from loccit.deliver.exports import markdown, record
from loccit.records import Handoff

EXPORTS: Mapping[str, Callable[[Handoff], str]] = MappingProxyType({"json": record.write, "markdown": markdown.write})
"""Name of the form -> the function that writes it."""

__all__ = ["EXPORTS"]

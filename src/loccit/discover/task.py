"""Read a search task strictly and compile it into executions."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from loccit.errors import BadInput
from loccit.protocols import Execution
from loccit.records import SearchTask

_COUNTRY = re.compile(r"[A-Za-z]{2}")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{1,8})*")


@dataclass(frozen=True, slots=True)
class Plan:
    """What a task comes to: each engine once with each distinct query, in the order given, engines outermost.

    Attributes:
        queries_requested: queries as given, repeats included.
        queries: distinct queries, outer white space trimmed.
        engines: distinct engines.
    """

    queries_requested: int
    queries: tuple[str, ...]
    engines: tuple[str, ...]
    executions: tuple[Execution, ...]


def read_task(given: Mapping[str, object], *, engines: Iterable[str]) -> SearchTask:
    """Return the task a mapping states, defaults filled in.

    Args:
        given: the task under its JSON names.
        engines: names of the engines that can be asked.

    Raises:
        BadInput: naming the field, for a field that is unknown, of the wrong type or out of range, an empty list, a
            blank query or an engine that is not installed.
    """
    known = tuple(engines)
    unknown = [name for name in given if name not in _READERS]
    if unknown:
        raise BadInput(str(unknown[0]), f"expected one of the fields {', '.join(_READERS)}")
    if "queries" not in given:
        raise BadInput("queries", "expected a list of at least one query")
    values = {name: _READERS[name](name, value) for name, value in given.items()}
    task = SearchTask.model_validate(values)
    missing = [name for name in task.engines if name not in known]
    if missing:
        raise BadInput("engines", f"expected names out of {', '.join(sorted(known)) or 'none'}, got {missing[0]!r}")
    return task


def compile_task(task: SearchTask, *, rows_per_page: int) -> Plan:
    """Return the executions of a task: engines and queries each once, in the order of first mention."""
    queries = tuple(dict.fromkeys(query.strip() for query in task.queries))
    engines = tuple(dict.fromkeys(task.engines))
    executions = tuple(
        Execution(
            engine=engine,
            query=query,
            country=task.country,
            language=task.language,
            safe_search=task.safeSearch,
            rows_per_page=rows_per_page,
        )
        for engine in engines
        for query in queries
    )
    return Plan(len(task.queries), queries, engines, executions)


def _texts(name: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, Sequence) or isinstance(value, str | bytes) or not value:
        raise BadInput(name, f"expected a list of at least one text, got {value!r}")
    return tuple(_text(f"{name}[{position}]", item) for position, item in enumerate(value))


def _text(name: str, value: object) -> str:
    if not isinstance(value, str) or not value.strip():
        raise BadInput(name, f"expected a text that is not blank, got {value!r}")
    return value


def _country(name: str, value: object) -> str:
    """Return a code of the form of ISO 3166-1 alpha-2; engines have some of their own, so none is looked up."""
    if not isinstance(value, str) or not _COUNTRY.fullmatch(value.strip()):
        raise BadInput(name, f"expected a country code of two letters (ISO 3166-1), got {value!r}")
    return value


def _language(name: str, value: object) -> str:
    """Return a well-formed language tag; an underscore is taken for a hyphen, as elsewhere."""
    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value.strip()):
        raise BadInput(name, f"expected a language tag such as en or zh-Hant (BCP 47), got {value!r}")
    return value


def _cap(name: str, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 1:
        raise BadInput(name, f"expected a whole number of at least 1, got {value!r}")
    return value


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadInput(name, f"expected true or false, got {value!r}")
    return value


_READERS: Mapping[str, Callable[[str, object], object]] = {
    "queries": _texts,
    "engines": _texts,
    "maxResultsPerExecutedQuery": _cap,
    "country": _country,
    "language": _language,
    "safeSearch": _flag,
    "includeSponsoredResults": _flag,
}

"""What the requests of all web engines share: the query string, headers, languages, and reading an address back."""

from collections.abc import Iterable, Mapping
from urllib.parse import parse_qsl, quote, urlencode

from loccit import urls
from loccit.discover.engines.body import ACCEPTED_CODINGS
from loccit.discover.page_state import Asked
from loccit.discover.saved import stated_query
from loccit.ids import scalar_text
from loccit.protocols import Execution, HttpRequest

_HAN = {"hant": "TW", "hans": "CN"}


def get(url: str, parameters: Mapping[str, str], execution: Execution) -> HttpRequest:
    """Return a request for a result page in the language of the execution."""
    headers = (("Accept-Language", accept_language(execution)), ("Accept-Encoding", ACCEPTED_CODINGS))
    return HttpRequest(url=f"{url}?{query_string(parameters)}", headers=headers)


def query_string(parameters: Mapping[str, str]) -> str:
    """Return parameters percent-encoded in UTF-8, a space as ``%20``."""
    given = {name: scalar_text(value) for name, value in parameters.items()}
    return urlencode(given, quote_via=quote, safe="")


def primary_language(execution: Execution) -> str:
    """Return the primary subtag of the language, lower case: ``zh`` of ``zh-Hant-TW`` (RFC 5646, section 2.2.1)."""
    return execution.language.replace("_", "-").partition("-")[0].lower()


def country(execution: Execution) -> str:
    """Return the country code, upper case."""
    return execution.country.strip().upper()


def market(execution: Execution) -> str:
    """Return language and country as engines name a market: ``zh-TW``, ``en-US``."""
    return f"{primary_language(execution)}-{country(execution)}"


def chinese_region(execution: Execution) -> str | None:
    """Return the region that engines use for the script of a Chinese language tag, null for other languages."""
    if primary_language(execution) != "zh":
        return None
    subtags = execution.language.replace("_", "-").split("-")[1:]
    by_script = next((_HAN[subtag.lower()] for subtag in subtags if subtag.lower() in _HAN), None)
    by_region = next((subtag.upper() for subtag in subtags if len(subtag) == 2), None)
    return by_region or by_script or ("TW" if country(execution) in {"TW", "HK", "MO"} else "CN")


def accept_language(execution: Execution) -> str:
    """Return an Accept-Language header: the market, then its language (RFC 9110, section 12.5.4)."""
    return f"{market(execution)},{primary_language(execution)};q=0.8"


def asked_of(url: str, *, query: str, start: str | None = None, hosts: Iterable[str]) -> Asked:
    """Return what a result page was asked for, as far as its address tells.

    Args:
        url: address of the page; one of another host tells nothing, that of a saved page at most the query.
        query: parameter with the query.
        start: parameter with the number of rows before the page.
        hosts: host names of the engine; a country's domain or a subdomain counts as well.
    """
    if (stated := stated_query(url)) is not None:
        return Asked(stated)
    href = urls.serialise(url, base="about:blank") or ""
    parts = urls.parts_of(href)
    if not any(f".{host}." in f".{parts.hostname}." for host in hosts):
        return Asked()
    parameters = dict(parse_qsl(parts.query, keep_blank_values=True))
    words = parameters.get(query, "").strip() or None
    if words is None or start is None:
        return Asked(words)
    rows = parameters.get(start, "0")
    return Asked(words, int(rows) // 10 + 1 if rows.isascii() and rows.isdigit() else None)

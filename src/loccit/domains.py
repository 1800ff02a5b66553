"""Domains as an operator lists them, and which URLs they cover.

A domain is compared label by label and never as a piece of text: ``example.com`` covers ``example.com`` and every
host below it, and neither ``evil-example.com`` nor ``example.com.evil.test``. How an entry may be written:

| entry                | covers                                                                              |
|----------------------|-------------------------------------------------------------------------------------|
| ``example.com``      | the host and every host below it                                                    |
| ``www.example.com``  | that host, what is below it, and ``example.com`` itself; not ``docs.example.com``    |
| ``*.example.com``    | the hosts below it, not the host itself                                             |
| ``example.com:8443`` | the same as without, on that port only                                              |
| ``192.0.2.7``        | that address                                                                        |

Case, a trailing dot and the form of an international name (``bücher.example``, ``xn--bcher-kva.example``) make no
difference; a scheme before it and a slash after it are let pass. Hosts are parsed as the WHATWG URL Standard says.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from loccit.errors import BadInput
from loccit.policy import DomainPolicy
from loccit.urls import Url, parse

_SCHEME = re.compile(r"https?://", re.IGNORECASE)
_PORT = re.compile(r":([0-9]{1,5})/?\Z")
_LABELS = re.compile(r"[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\]")
_WWW = "www."
_BELOW = "*."


@dataclass(frozen=True, slots=True)
class Domain:
    """One entry of a list of domains.

    Attributes:
        text: the entry as it was given.
        hostname: as serialised, without trailing dot.
        port: the only port it covers, null for every port.
        itself: whether the host itself is covered, and not only what is below it.
    """

    text: str
    hostname: str
    port: int | None = None
    itself: bool = True

    def covers(self, url: Url) -> bool:
        """Tell whether a URL's host is this domain or below it."""
        host = _hostname(url)
        if not host or (self.port is not None and url.port != self.port):
            return False
        if host == self.hostname:
            return self.itself
        below = url.address is None and host.endswith(f".{self.hostname}")
        return below or (self.itself and f"{_WWW}{host}" == self.hostname)


def read_domain(text: str, *, field: str) -> Domain:
    """Return the domain an entry names.

    Raises:
        BadInput: naming the field, if the entry is no domain: a page's address, a name with spaces, nothing.
    """
    entry = text.strip()
    below = entry.startswith(_BELOW)
    bare = entry.removeprefix(_BELOW) if below else entry
    url = parse(bare if _SCHEME.match(bare) else f"https://{bare}")
    if url is None or url.faults or url.has_credentials or not _is_host_alone(url, bare):
        raise BadInput(field, f"expected a domain like example.com or www.example.com, got {text!r}")
    port = _PORT.search(bare)
    return Domain(text, _hostname(url), int(port[1]) if port else None, itself=not below)


class DomainRules:
    """The domains pages may come from.

    Raises:
        BadInput: at construction, naming the list and the place of an entry that is no domain.
    """

    def __init__(self, policy: DomainPolicy) -> None:
        self.policy = policy
        self._excluded = _by_hostname(_read(policy.excluded, "exclude_domains"))
        self._preferred = _by_hostname(_read(policy.preferred, "preferred_domains"))

    @property
    def restricts(self) -> bool:
        """Whether results from elsewhere than the preferred domains are left out."""
        return bool(self._preferred) and self.policy.preference == "restrict"

    @property
    def says_nothing(self) -> bool:
        """Whether every page may be read and none is preferred."""
        return not self._excluded and not self._preferred

    def excluded_by(self, url: str) -> Domain | None:
        """Return the entry that excludes a URL's host, null if none does or the text is no URL."""
        return _first(self._excluded, url)

    def preferred_by(self, url: str) -> Domain | None:
        """Return the entry by which a URL's host is preferred, null if none is or it is excluded."""
        return None if self.excluded_by(url) else _first(self._preferred, url)


def _read(entries: Iterable[str], field: str) -> Iterator[Domain]:
    for place, entry in enumerate(entries):
        yield read_domain(entry, field=f"{field}[{place}]")


def _by_hostname(domains: Iterable[Domain]) -> dict[str, list[Domain]]:
    found: dict[str, list[Domain]] = {}
    for domain in domains:
        found.setdefault(domain.hostname, []).append(domain)
    return found


def _first(domains: dict[str, list[Domain]], text: str) -> Domain | None:
    if not domains:
        return None
    url = parse(text)
    if url is None:
        return None
    host = _hostname(url)
    labels = [] if url.address is not None else host.split(".")
    names = [host, *(".".join(labels[cut:]) for cut in range(1, len(labels))), f"{_WWW}{host}"]
    return next((one for name in names for one in domains.get(name, ()) if one.covers(url)), None)


def _hostname(url: Url) -> str:
    return url.hostname.rstrip(".")


def _is_host_alone(url: Url, bare: str) -> bool:
    return (
        bool(_LABELS.fullmatch(_hostname(url)))
        and url.target == "/"
        and url.fragment is None
        and not {"?", "#"} & set(bare)
    )

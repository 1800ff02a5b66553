"""May this URL, host or address be contacted? Pure; asked before anything touches the network.

Rules: only http and https; ports by policy; no user info; nothing the URL parser had to repair but a tab; no host
that only means something on a private network; no address that is not plainly public (`addresses`). A policy entry
in ``unsafe_allow`` lifts the rules about host, port and address for one named host, never the others.
"""

from dataclasses import dataclass

import ada_url

from loccit.policy import GuardPolicy
from loccit.records.retrieve import Outcome
from loccit.transport.addresses import not_public
from loccit.urls import Url

PRIVATE_SUFFIXES = (
    "localhost",
    "localdomain",
    "local",
    "internal",
    "intranet",
    "private",
    "corp",
    "home",
    "lan",
    "home.arpa",
    "svc",
    "onion",
    "alt",
)
"""Names that never mean a public host: IANA special-use domain names, ICANN's reserved ``internal`` and the
collision names ``corp`` and ``home``, and habits of routers and clusters."""

METADATA_HOSTS = frozenset(
    {
        "metadata.goog",
        "metadata.packet.net",
        "metadata.platformequinix.com",
        "metadata.tencentyun.com",
        "api.metadata.cloud.ibm.com",
    }
)
"""Cloud metadata services whose names look public; the others end in a private suffix."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a target is not contacted: a stable outcome code and one plain sentence."""

    outcome: Outcome
    detail: str


def judge_url(url: Url, policy: GuardPolicy) -> Refusal | None:
    """Judge everything that can be judged before the name is resolved; null means: go on and resolve."""
    if refusal := _judge_form(url):
        return refusal
    if allowing_entry(url, policy):
        return None
    if url.port not in policy.ports:
        allowed = ", ".join(map(str, policy.ports))
        return Refusal("refused_port", f"Port {url.port} is not among the allowed ports {allowed}.")
    if url.address is not None:
        return judge_address(url.address, policy, host=url.hostname)
    return _judge_name(url.hostname)


def judge_address(address: str, policy: GuardPolicy, *, host: str, port: int | None = None) -> Refusal | None:
    """Judge an IP address that ``host`` resolved to, or that was contacted for it; null means it may be dialled.

    Args:
        address: as text, IPv6 without brackets.
        policy: whose ``unsafe_allow`` may name the host.
        host: the host name of the URL, as serialised.
        port: the port to be dialled, for entries that name one.
    """
    if _entry(host, port, policy) is not None:
        return None
    reason = not_public(address)
    return Refusal("refused_address", f"{host} is at {address}: {reason}.") if reason else None


def allowing_entry(url: Url, policy: GuardPolicy) -> str | None:
    """Return the ``unsafe_allow`` entry that covers a URL's host and port, or null."""
    return _entry(url.hostname, url.port, policy)


def _judge_form(url: Url) -> Refusal | None:
    if not url.is_web:
        return Refusal("refused_scheme", f"Only http and https are read, not {url.scheme!r}.")
    if url.faults - {"tab"}:
        return Refusal("invalid_url", f"The URL holds {' and '.join(sorted(url.faults))} where none may be.")
    if url.has_credentials:
        return Refusal("credentials_in_url", "The URL carries a user name or password.")
    return None


def _entry(host: str, port: int | None, policy: GuardPolicy) -> str | None:
    names = {host} if port is None else {host, f"{host}:{port}"}
    return next((entry for entry in policy.unsafe_allow if entry.lower() in names), None)


def _judge_name(hostname: str) -> Refusal | None:
    name = hostname.rstrip(".")
    if "." not in name:
        return Refusal("refused_address", f"{hostname!r} is a name without a dot: it means a local host.")
    if name in METADATA_HOSTS or any(name.endswith(f".{suffix}") for suffix in PRIVATE_SUFFIXES):
        return Refusal("refused_address", f"{hostname} is a name of private networks.")
    for label in name.split("."):
        if label.startswith("xn--") and ada_url.idna_to_unicode(label) == label:
            return Refusal("invalid_url", f"{label!r} in the host is no valid internationalised label.")
    return None

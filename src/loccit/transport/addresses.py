"""The address table: which IP addresses are not plainly public.

Entered by hand in November 2026 after the IANA IPv4 and IPv6 Special-Purpose Address Registries, the IPv4 multicast
registry (224.0.0.0/4) and the IPv6 address space registry (only 2000::/3 is global unicast; everything outside it is
refused). Entries the registries mark "Globally Reachable: True" are not listed,
except as holes in a listed block. Addresses of cloud metadata services that lie in public space stand in
``METADATA``. The standard library's ``is_global`` is no substitute: it calls NAT64, 6to4 and multicast global.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import NamedTuple

Address = IPv4Address | IPv6Address


class Block(NamedTuple):
    """A range of addresses and what it is for."""

    network: IPv4Network | IPv6Network
    purpose: str


def _blocks4(*rows: tuple[str, str]) -> tuple[Block, ...]:
    return tuple(Block(IPv4Network(network), purpose) for network, purpose in rows)


def _blocks6(*rows: tuple[str, str]) -> tuple[Block, ...]:
    return tuple(Block(IPv6Network(network), purpose) for network, purpose in rows)


SPECIAL4 = _blocks4(
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "private use"),
    ("100.64.0.0/10", "shared address space (carrier-grade NAT)"),
    ("127.0.0.0/8", "loopback"),
    ("169.254.0.0/16", "link-local, cloud metadata"),
    ("172.16.0.0/12", "private use"),
    ("192.0.0.0/24", "IETF protocol assignments"),
    ("192.0.2.0/24", "documentation"),
    ("192.88.99.0/24", "6to4 relay anycast (deprecated)"),
    ("192.168.0.0/16", "private use"),
    ("198.18.0.0/15", "benchmarking"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved, broadcast"),
)

SPECIAL6 = _blocks6(
    ("2001::/32", "Teredo tunnel"),
    ("2001::/23", "IETF protocol assignments"),
    ("2001:db8::/32", "documentation"),
    ("2002::/16", "6to4 tunnel (deprecated)"),
    ("3fff::/20", "documentation"),
    ("::1/128", "loopback"),
    ("::/128", "unspecified"),
    ("64:ff9b:1::/48", "local-use NAT64"),
    ("100::/64", "discard only"),
    ("100:0:0:1::/64", "dummy prefix"),
    ("5f00::/16", "segment routing identifiers"),
    ("fc00::/7", "unique local"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local (deprecated)"),
    ("ff00::/8", "multicast"),
)

REACHABLE6 = _blocks6(
    ("2001:1::1/128", "Port Control Protocol anycast"),
    ("2001:1::2/128", "TURN anycast"),
    ("2001:1::3/128", "DNS-SD service registration anycast"),
    ("2001:3::/32", "AMT"),
    ("2001:4:112::/48", "AS112"),
    ("2001:20::/28", "ORCHIDv2"),
    ("2001:30::/28", "drone remote identification"),
)
"""Holes in 2001::/23 that the registry calls globally reachable."""

GLOBAL_UNICAST6 = IPv6Network("2000::/3")

METADATA = {
    IPv4Address("168.63.129.16"): "Azure platform service",
    IPv6Address("fd00:ec2::254"): "AWS instance metadata",
    IPv6Address("fd20:ce::254"): "Google Cloud instance metadata",
}

_MAPPED = IPv6Network("::ffff:0:0/96")
_TRANSLATED = IPv6Network("::ffff:0:0:0/96")
_COMPATIBLE = IPv6Network("::/96")
_NAT64 = IPv6Network("64:ff9b::/96")
_NAT64_LOCAL = IPv6Network("64:ff9b:1::/48")
_SIX_TO_FOUR = IPv6Network("2002::/16")
_TEREDO = IPv6Network("2001::/32")
_ISATAP_IDENTIFIERS = frozenset({0x00005EFE, 0x02005EFE})


def embedded_ipv4(address: IPv6Address) -> tuple[IPv4Address, ...]:
    """Return the IPv4 addresses an IPv6 address carries, in whatever transition form.

    Mapped and translated (RFC 4291, RFC 2765), compatible (RFC 4291), NAT64 (RFC 6052, RFC 8215; the last 32 bits),
    6to4 (RFC 3056), Teredo (RFC 4380: server, and the client with its bits inverted), ISATAP (RFC 5214). Empty for
    others, and for ``::`` and ``::1``.
    """
    number = int(address)
    low = IPv4Address(number & 0xFFFFFFFF)
    if address in _SIX_TO_FOUR:
        return (IPv4Address(number >> 80 & 0xFFFFFFFF),)
    if address in _TEREDO:
        return (IPv4Address(number >> 64 & 0xFFFFFFFF), IPv4Address(~number & 0xFFFFFFFF))
    if any(address in network for network in (_MAPPED, _TRANSLATED, _NAT64, _NAT64_LOCAL)):
        return (low,)
    if address in _COMPATIBLE:
        return (low,) if number > 1 else ()
    return (low,) if number >> 32 & 0xFFFFFFFF in _ISATAP_IDENTIFIERS else ()


@lru_cache(maxsize=4096)
def not_public(text: str) -> str | None:
    """Return why an IP address is not plainly public, or null if it is; text that is no address is not public."""
    if "%" in text:
        return "an address with a zone id"
    try:
        address = ip_address(text)
    except ValueError:
        return "not an IP address"
    return _special(address)


def _special(address: Address) -> str | None:
    if address in METADATA:
        return METADATA[address]
    if isinstance(address, IPv4Address):
        return next((block.purpose for block in SPECIAL4 if address in block.network), None)
    for inner in embedded_ipv4(address):
        if purpose := _special(inner):
            return f"{purpose} ({inner} inside IPv6)"
    if address in _MAPPED or address in _NAT64:
        return None
    if any(address in block.network for block in REACHABLE6):
        return None
    listed = next((block.purpose for block in SPECIAL6 if address in block.network), None)
    return listed or (None if address in GLOBAL_UNICAST6 else "outside global unicast space")

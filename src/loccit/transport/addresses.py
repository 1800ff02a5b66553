"""Is an IP address plainly public?

The rows of the IANA special-purpose registries (`special_addresses`, generated) decide, the longest block first. Beside
them stand the multicast registries (224.0.0.0/4, ff00::/8) and the IPv6 address space registry: only 2000::/3 is
global unicast, and everything outside it is refused. Addresses of cloud metadata services stand in ``METADATA``,
whatever block they lie in. An IPv6 address that carries an IPv4 address is judged by that one too. The standard
library's ``is_global`` is no substitute: it calls NAT64, 6to4 and multicast global.
"""

from functools import lru_cache
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address

from loccit.transport.special_addresses import SPECIAL4, SPECIAL6

Address = IPv4Address | IPv6Address

MULTICAST4 = IPv4Network("224.0.0.0/4")
MULTICAST6 = IPv6Network("ff00::/8")
GLOBAL_UNICAST6 = IPv6Network("2000::/3")

METADATA = {
    IPv4Address("169.254.169.254"): "cloud instance metadata",
    IPv4Address("169.254.170.2"): "AWS container credentials",
    IPv4Address("169.254.0.23"): "Tencent Cloud instance metadata",
    IPv4Address("169.254.42.42"): "Scaleway instance metadata",
    IPv4Address("100.100.100.200"): "Alibaba Cloud instance metadata",
    IPv4Address("192.0.0.192"): "Oracle Cloud instance metadata",
    IPv4Address("168.63.129.16"): "Azure platform service",
    IPv6Address("fd00:ec2::254"): "AWS instance metadata",
    IPv6Address("fd00:ec2::23"): "AWS container credentials",
    IPv6Address("fd20:ce::254"): "Google Cloud instance metadata",
}
"""Services that hand out credentials to whoever asks from inside; after the providers' documentation."""

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
        return "multicast" if address in MULTICAST4 else _listed(address)
    for inner in embedded_ipv4(address):
        if purpose := _special(inner):
            return f"{purpose} ({inner} inside IPv6)"
    if address in _MAPPED or address in _NAT64:
        return None
    if address in MULTICAST6:
        return "multicast"
    return _listed(address) or (None if address in GLOBAL_UNICAST6 else "outside global unicast space")


def _listed(address: Address) -> str | None:
    rows = SPECIAL4 if isinstance(address, IPv4Address) else SPECIAL6
    row = next((row for row in rows if address in row.network), None)
    return None if row is None or row.globally_reachable else row.name

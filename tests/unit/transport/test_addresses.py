import csv
import json
import subprocess
import sys
from ipaddress import IPv6Address, ip_network
from pathlib import Path

import pytest

from loccit.transport.addresses import embedded_ipv4, not_public


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0", "10.1.2.3", "100.64.0.1", "100.100.100.200", "127.0.0.1", "169.254.169.254", "172.16.0.1",
        "172.31.255.255", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.1.1", "198.18.0.1", "198.19.255.255",
        "198.51.100.7", "203.0.113.9", "224.0.0.1", "239.255.255.250", "240.0.0.1", "255.255.255.255",
        "168.63.129.16", "169.254.170.2", "169.254.0.23", "192.0.0.8", "192.0.0.170", "192.88.99.2",
        "::ffff:168.63.129.16", "64:ff9b::168.63.129.16", "fd00:ec2::23",
        "::", "::1", "fe80::1", "febf::1", "fc00::1", "fd00:ec2::254", "fd20:ce::254", "fec0::1", "ff02::1",
        "ff0e::1", "100::1", "100:0:0:1::1", "2001::1", "2001:2::1", "2001:10::1", "2001:db8::1", "3fff::1",
        "5f00::1", "4000::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:0:127.0.0.1", "64:ff9b::10.0.0.1",
        "64:ff9b:1::8.8.8.8", "2002:7f00:1::", "2002:808:808::1", "2001:0:4136:e378:8000:63bf:80ff:fffe",
        "2a00:1450::5efe:127.0.0.1", "2a00:1450::200:5efe:10.0.0.1",
        "fe80::1%eth0", "8.8.8.8%1", "localhost", "", "1.2.3", "01.2.3.4",
    ],
)  # fmt: skip
def test_addresses_that_are_not_public(address):
    assert not_public(address)


@pytest.mark.parametrize(
    "address",
    [
        "1.1.1.1", "8.8.8.8", "192.0.0.9", "192.0.0.10",
        "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255",
        "172.32.0.0", "192.0.1.0", "192.31.196.1", "192.52.193.1", "192.175.48.1", "198.17.255.255", "223.255.255.255",
        "2606:4700:4700::1111", "2a00:1450:4001:81b::200e", "2001:1::1", "2001:20::1", "2001:200::1", "2620:4f:8000::1",
        "3ffe::1", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8",
    ],
)  # fmt: skip
def test_public_addresses(address):
    assert not_public(address) is None


@pytest.mark.parametrize(
    ("address", "inside"),
    [
        ("::ffff:10.0.0.1", ["10.0.0.1"]),
        ("::10.0.0.1", ["10.0.0.1"]),
        ("::ffff:0:10.0.0.1", ["10.0.0.1"]),
        ("64:ff9b::a00:1", ["10.0.0.1"]),
        ("64:ff9b:1:2::a00:1", ["10.0.0.1"]),
        ("2002:a00:1::5", ["10.0.0.1"]),
        ("2001:0:4136:e378:8000:63bf:80ff:fffe", ["65.54.227.120", "127.0.0.1"]),
        ("2001:4860::5efe:10.0.0.1", ["10.0.0.1"]),
        ("2001:4860::1", []),
        ("::1", []),
        ("::", []),
    ],
)
def test_ipv4_inside_ipv6(address, inside):
    assert [str(found) for found in embedded_ipv4(IPv6Address(address))] == inside


@pytest.mark.data
def test_address_vectors(data_dir: Path):
    vectors = json.loads((data_dir / "ssrf/ip_vectors.json").read_text())["vectors"]
    wrong = [v for v in vectors if (not_public(v["address"]) is None) != (v["expect"] == "allow")]
    assert wrong == []
    assert len(vectors) > 40


def _columns(file: Path) -> dict[str, str]:
    with file.open(newline="") as rows:
        return {row["Address Block"]: row["Globally Reachable"] for row in csv.DictReader(rows)}


@pytest.mark.parametrize(("version", "count"), [(4, 25), (6, 25)])
def test_every_row_of_the_registries_is_judged_as_it_says(version, count):
    registries = Path(__file__).parent.parent.parent.parent / "tools" / "registries"
    rows = _columns(registries / f"iana-ipv{version}-special-registry-1.csv")
    assert len(rows) == count
    blocks = {block.split(" [")[0]: answer for cell, answer in rows.items() for block in cell.split(", ")}
    # Judged by the address they carry, not by their own row.
    del blocks["::ffff:0:0/96" if version == 6 else "0.0.0.0/32"]
    for block, answer in blocks.items():
        last = str(ip_network(block)[-1])
        if block == "64:ff9b::/96":
            assert not_public(last)
            assert not_public("64:ff9b::8.8.8.8") is None
        else:
            assert (not_public(last) is None) == (answer == "True"), block


def test_the_table_is_the_one_the_registries_give():
    program = Path(__file__).parent.parent.parent.parent / "tools" / "addresses.py"
    subprocess.run([sys.executable, program, "--check"], check=True)

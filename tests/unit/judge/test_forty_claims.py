"""Forty claims about real documentation, ten a language, half of them false by one facet.

A true one is supported by its own page; a false one is never supported, and called contradicted where its value or its
polarity stands in the sentence that says otherwise.
"""

from functools import cache
from pathlib import Path

import pytest

from loccit.extract.document import Extracted, Source, extract
from loccit.ids import digest
from loccit.judge.rules import RulesJudge
from loccit.policy import ExtractPolicy
from loccit.records import Agent, Claim, Origin, ReadDocument

ORIGIN = Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))
YES, NO, PART = "supported", "contradicted", "partly_supported"

pytestmark = pytest.mark.debian

CLAIMS = [
    # English: Python's documentation
    ("python", "library/asyncio-runner.html", "asyncio.run() always creates a new event loop.", YES),
    ("python", "library/asyncio-runner.html", "asyncio.run() never creates a new event loop.", NO),
    ("python", "library/asyncio-runner.html", "asyncio.Runner was added in version 3.11.", YES),
    ("python", "library/asyncio-runner.html", "asyncio.Runner was added in version 3.9.", NO),
    ("python", "library/gzip.html", "The compresslevel argument is an integer from 0 to 8.", NO),
    ("python", "library/heapq.html", "If the heap is empty, IndexError is raised.", YES),
    ("python", "library/heapq.html", "The heap queue algorithm is also known as the priority queue algorithm.", YES),
    ("python", "library/heapq.html", "If the heap is empty, KeyError is raised.", None),
    ("python", "library/gzip.html", "The data compression is not provided by the zlib module.", NO),
    ("python", "library/gzip.html", "The data compression is provided by the zlib module.", YES),
    # Traditional Chinese: the Debian reference
    ("debian-reference", "ch05.zh-tw.html", "下面的列子，發現IPv4連線的MTU是1460，IPv6連線的MTU是1500。", YES),
    ("debian-reference", "ch05.zh-tw.html", "下面的列子，發現IPv4連線的MTU是1640，IPv6連線的MTU是1500。", NO),
    ("debian-reference", "ch05.zh-tw.html", "MTU值不應當超過通過實驗驗證的PMTU值。", YES),
    ("debian-reference", "ch05.zh-tw.html", "MTU值應當超過通過實驗驗證的PMTU值。", NO),
    ("debian-reference", "ch05.zh-tw.html", "Avahi提供Debian下的組播DNS發現框架。", YES),
    ("debian-reference", "ch05.zh-tw.html", "Avahi不提供Debian下的組播DNS發現框架。", NO),
    ("debian-reference", "ch09.zh-tw.html", "大部分硬體驅動現在是自由軟體。", YES),
    ("debian-reference", "ch09.zh-tw.html", "所有硬體驅動現在是自由軟體。", PART),
    ("debian-reference", "ch03.zh-tw.html", "Debian系統通常使用Linux核心作為預設的系統核心。", YES),
    ("debian-reference", "ch03.zh-tw.html", "Debian系統總是使用Linux核心作為預設的系統核心。", PART),
    # Simplified Chinese
    (
        "debian-reference",
        "ch03.zh-cn.html",
        '上面列子的系统状态改变命令，通常是通过"sudo"来处理，用以获得需要的系统管理权限。',
        YES,
    ),
    ("debian-reference", "ch05.zh-cn.html", "下面的列子，发现 IPv4 连接的 MTU 是 1450，IPv6 连接的 MTU 是 1500。", NO),
    ("debian-reference", "ch05.zh-cn.html", "这些地址保证不会与因特网上专有的地址冲突。", YES),
    ("debian-reference", "ch05.zh-cn.html", "这些地址保证会与因特网上专有的地址冲突。", NO),
    ("debian-reference", "ch05.zh-cn.html", "当遇到其它限制的时候，较大的 MTU 值通常比较好。", YES),
    ("debian-reference", "ch05.zh-cn.html", "较大的 MTU 值总是比较好。", PART),
    ("debian-reference", "ch09.zh-cn.html", "du(1)报告目录树使用的硬盘空间。", YES),
    ("debian-reference", "ch09.zh-cn.html", "du(1)不报告目录树使用的硬盘空间。", NO),
    ("debian-reference", "ch03.zh-cn.html", "Debian 系统通常使用 Linux 内核作为默认的系统内核。", YES),
    ("debian-reference", "ch03.zh-cn.html", "只有 Debian 系统通常使用 Linux 内核作为默认的系统内核。", PART),
    # Indonesian
    ("debian-reference", "ch03.id.html", "Boot loader adalah tahap ke-2 dari proses boot.", YES),
    ("debian-reference", "ch03.id.html", "Boot loader adalah tahap ke-3 dari proses boot yang dimulai oleh UEFI.", NO),
    (
        "debian-reference",
        "ch03.id.html",
        "Sistem Debian biasanya menggunakan kernel Linux sebagai kernel sistem baku.",
        YES,
    ),
    (
        "debian-reference",
        "ch03.id.html",
        "Sistem Debian selalu menggunakan kernel Linux sebagai kernel sistem baku.",
        PART,
    ),
    ("debian-reference", "ch05.id.html", "Setiap baris dimulai dengan alamat IP.", YES),
    ("debian-reference", "ch05.id.html", "Setiap baris tidak dimulai dengan alamat IP.", NO),
    ("debian-reference", "ch09.id.html", "LVM2 adalah manajer volume logis untuk kernel Linux.", YES),
    ("debian-reference", "ch09.id.html", "LVM2 bukan manajer volume logis untuk kernel Linux.", NO),
    ("debian-reference", "ch09.id.html", 'Berkas dengan hardlink dapat diidentifikasi dengan "ls -li".', YES),
    ("debian-reference", "ch09.id.html", 'Berkas dengan hardlink tidak dapat diidentifikasi dengan "ls -li".', NO),
]


@cache
def read(path: Path) -> ReadDocument:
    markup = path.read_text(encoding="utf-8")
    source = Source(digest(markup.encode()), "text/html", markup, "utf-8", path.as_uri())
    extracted = extract(source, policy=ExtractPolicy(), origin=ORIGIN)
    assert isinstance(extracted, Extracted)
    return extracted.document


@pytest.mark.parametrize(("docs", "page", "wording", "state"), CLAIMS)
def test_a_claim_about_documentation(
    docs: str, page: str, wording: str, state: str | None, debian_docs: dict[str, Path]
) -> None:
    document = read(debian_docs[docs] / page)
    given = RulesJudge().judge(Claim(origin=ORIGIN, wording=wording), document)
    assert given.opinion.state == state
    assert all(document.holds(passage) for passage in given.passages)

"""Statements about versions, language by language."""

import pytest

from loccit.extract.versions import version_statements
from loccit.records.extract import Block


def statements(text: str) -> list[tuple[str, str, str]]:
    return [(found.text, found.version, found.relation) for found in version_statements(text, ())]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("New in version 3.7.", [("New in version 3.7.", "3.7", "added")]),
        ("It was added in 2.4 and stays.", [("added in 2.4", "2.4", "added")]),
        ("Changed in version 3.9: now faster", [("Changed in version 3.9", "3.9", "changed")]),
        (
            "Deprecated since version 3.8, removed in version 3.10.",
            [("Deprecated since version 3.8", "3.8", "deprecated"), ("removed in version 3.10.", "3.10", "removed")],
        ),
        ("Applies to: 12.2", [("Applies to: 12.2", "12.2", "applies_to")]),
        ("Applies to version 12.2 and later.", [("Applies to version 12.2 and later.", "12.2", "applies_to")]),
        (
            "Applies to: Boiler OS 4.1, 4.2 and v5.0.",
            [
                ("Applies to: Boiler OS 4.1, 4.2 and v5.0.", "4.1", "applies_to"),
                ("Applies to: Boiler OS 4.1, 4.2 and v5.0.", "4.2", "applies_to"),
                ("Applies to: Boiler OS 4.1, 4.2 and v5.0.", "5.0", "applies_to"),
            ],
        ),
        (
            "Applies to: Desk 11, version 22H2",
            [("Applies to: Desk 11, version 22H2", v, "applies_to") for v in ("11", "22H2")],
        ),
        ("Since: 2.3", [("Since: 2.3", "2.3", "added")]),
        ("Introduced in version 1.0.0-rc1.", [("Introduced in version 1.0.0-rc1.", "1.0.0-rc1", "added")]),
        ("Removed in 4", []),
        ("Added in 2019. Stir, added in 3.5 ml of water. renew in 3.7", []),
        ("Available in 3.5 and 4.5. Version 3.2 is current.", []),
    ],
)
def test_english(text: str, expected: list[tuple[str, str, str]]) -> None:
    assert statements(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.7 版新加入。", ("3.7 版新加入。", "3.7", "added")),
        ("此函式在 3.7 版新加入。", ("在 3.7 版新加入。", "3.7", "added")),
        ("3.7 新版功能。", ("3.7 新版功能。", "3.7", "added")),
        ("自 3.7 版起支援", ("自 3.7 版起", "3.7", "added")),
        ("在 3.9 版的變更：更快", ("在 3.9 版的變更", "3.9", "changed")),
        ("自 3.8 版起，已棄用。", ("自 3.8 版起，已棄用。", "3.8", "deprecated")),
        ("自 3.8 版本弃用", ("自 3.8 版本弃用", "3.8", "deprecated")),
        ("在3.12版中被移除", ("在3.12版中被移除", "3.12", "removed")),
        ("適用於：12.2", ("適用於：12.2", "12.2", "applies_to")),
        ("适用于 12.2 版及更高版本", ("适用于 12.2 版及更高版本", "12.2", "applies_to")),
        ("Baru pada versi 3.7.", ("Baru pada versi 3.7.", "3.7", "added")),
        ("Fitur ini ditambahkan pada versi 2.1", ("ditambahkan pada versi 2.1", "2.1", "added")),
        ("Sejak versi 2.3 bisa", ("Sejak versi 2.3", "2.3", "added")),
        ("Berubah di versi 3.9: lebih cepat", ("Berubah di versi 3.9", "3.9", "changed")),
        ("Usang sejak versi 3.8", ("Usang sejak versi 3.8", "3.8", "deprecated")),
        ("Dihapus pada versi 4.0", ("Dihapus pada versi 4.0", "4.0", "removed")),
        (
            "Berlaku untuk versi 12.2 dan yang lebih baru",
            ("Berlaku untuk versi 12.2 dan yang lebih baru", "12.2", "applies_to"),
        ),
        ("バージョン 3.7 で追加", ("バージョン 3.7 で追加", "3.7", "added")),
        ("버전 3.8부터 폐지됨", ("버전 3.8부터 폐지", "3.8", "deprecated")),
        ("Veraltet seit Version 3.8", ("Veraltet seit Version 3.8", "3.8", "deprecated")),
    ],
)
def test_other_languages(text: str, expected: tuple[str, str, str]) -> None:
    assert statements(text) == [expected]


def test_offsets_and_heading_path() -> None:
    text = "run\nRuns it. New in version 3.7.\nclose\nİlk: Added in version 2."
    blocks = [_block(0, 32, ("asyncio", "run")), _block(33, len(text), ("asyncio", "close"))]
    first, second = version_statements(text, blocks)
    assert text[first.start : first.end] == first.text == "New in version 3.7."
    assert first.heading_path == ("asyncio", "run")
    assert text[second.start : second.end] == second.text == "Added in version 2."
    assert second.heading_path == ("asyncio", "close")


def _block(start: int, end: int, path: tuple[str, ...]) -> Block:
    return Block(start, end, "paragraph", "main", True, 1_000_000, path, None, "en", None)

import pytest

from loccit.apps.cli.doctor import sqlite_examined


@pytest.mark.parametrize(
    ("release", "has_fts5", "result"),
    [
        ((3, 40, 1), True, "beware"),
        ((3, 51, 2), True, "beware"),
        ((3, 51, 3), True, "ok"),
        ((3, 54, 1), True, "ok"),
        ((3, 54, 1), False, "missing"),
    ],
)
def test_a_release_of_sqlite(release: tuple[int, ...], has_fts5: bool, result: str) -> None:
    assert sqlite_examined(release, has_fts5=has_fts5).result == result

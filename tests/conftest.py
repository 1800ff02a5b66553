"""What all tests share: where the outside material lies, and a clock."""

import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from loccit.clock import FixedClock
from loccit.records import Agent, Origin

DEBIAN_DOCS = {
    "python": Path("/usr/share/doc/python3.11/html"),
    "debian-reference": Path("/usr/share/debian-reference"),
}


@pytest.fixture(scope="session")
def data_dir() -> Path:
    """The measuring data beside the repository; skips where it is absent."""
    beside = Path(__file__).parent.parent.parent / "shared" / "data"
    folder = Path(os.environ.get("LOCCIT_DATA", beside))
    if not folder.is_dir():
        pytest.skip(f"measuring data not found at {folder} (set LOCCIT_DATA)")
    return folder


@pytest.fixture(scope="session")
def debian_docs() -> dict[str, Path]:
    """Documentation installed by Debian packages; fails in CI and skips elsewhere where it is absent."""
    missing = [str(folder) for folder in DEBIAN_DOCS.values() if not folder.is_dir()]
    if missing:
        reason = f"Debian documentation not installed: {', '.join(missing)} (run tools/install-debian-packages)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return DEBIAN_DOCS


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands still."""
    return FixedClock(datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC))


@pytest.fixture
def origin() -> Origin:
    """An origin for records made by a test."""
    return Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))

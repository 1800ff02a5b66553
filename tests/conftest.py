"""What all tests share: where the outside material lies, a clock, and a server on loopback."""

import importlib
import os
import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import pytest
from hypothesis import HealthCheck, settings

from loccit.clock import FixedClock
from loccit.errors import MissingComponent
from loccit.records import Agent, Origin

# A busy machine is slow, not wrong: no time limits in properties. In CI the examples are the same in every run.
settings.register_profile(
    "loccit",
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
    derandomize=bool(os.environ.get("CI")),
)
settings.load_profile("loccit")

DEBIAN_DOCS = {
    "python": Path("/usr/share/doc/python3.11/html"),
    "debian-reference": Path("/usr/share/debian-reference"),
}
MORE_DEBIAN_DOCS = {
    "postgresql": Path("/usr/share/doc/postgresql-doc-15/html"),
    "sqlite": Path("/usr/share/doc/sqlite3"),
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
    return installed(DEBIAN_DOCS)


@pytest.fixture(scope="session")
def all_debian_docs() -> dict[str, Path]:
    """The same with the manuals of two databases, for tests that need many pages."""
    return installed(DEBIAN_DOCS | MORE_DEBIAN_DOCS)


def installed(folders: dict[str, Path]) -> dict[str, Path]:
    missing = [str(folder) for folder in folders.values() if not folder.is_dir()]
    if missing:
        lacking(f"Debian documentation not installed: {', '.join(missing)} (run tools/install-debian-packages)")
    return folders


def lacking(what: str) -> NoReturn:
    """Skip a test that lacks something optional, and say so; in CI everything is installed, so there it fails."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


@pytest.fixture(scope="session")
def program() -> Callable[..., str]:
    """Return the path of an installed program; skips where it is absent, and fails in CI."""

    def find(name: str, *, package: str) -> str:
        beside = Path(__file__).parent.parent / ".venv" / name / "bin"
        found = next(filter(None, (shutil.which(name, path=path) for path in (None, "/usr/sbin", str(beside)))), None)
        if found is None:
            lacking(f"the program {name} is not installed ({package})")
        return found

    return find


@pytest.fixture(scope="session")
def library() -> Callable[..., ModuleType]:
    """Return an optional Python module; skips where it is not installed, and fails in CI."""

    def find(name: str, *, extra: str) -> ModuleType:
        try:
            return importlib.import_module(name)
        except (ImportError, MissingComponent):
            lacking(f"{name} is not installed (extra {extra}; run tools/install-test-extras)")

    return find


@pytest.fixture
def clock() -> FixedClock:
    """A clock that stands still."""
    return FixedClock(datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC))


@pytest.fixture
def origin() -> Origin:
    """An origin for records made by a test."""
    return Origin(activity="test", version="1", agent=Agent(kind="program", name="tests"))


class ScriptedServer:
    """Answers each path with the bytes a test wrote down, over plain TCP on 127.0.0.1, and notes what it was sent.

    ``answers`` maps a request target to raw response bytes, to a list of such of which the last one stays, or to a
    function that is given the connection.
    """

    def __init__(self) -> None:
        self.answers: dict[str, bytes | list[bytes] | Callable[[socket.socket], None]] = {}
        self.requests: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._serve)
        self._thread.start()

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def url(self, target: str) -> str:
        return f"http://{self.host}{target}"

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection:
                try:
                    self._answer(connection)
                except OSError:
                    continue

    def _answer(self, connection: socket.socket) -> None:
        connection.settimeout(10)
        request = b""
        while b"\r\n\r\n" not in request:
            piece = connection.recv(65536)
            if not piece:
                return
            request += piece
        self.requests.append(request)
        target = request.split(b" ", 2)[1].decode()
        answer = self.answers.get(target, b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
        if isinstance(answer, list):
            answer = answer.pop(0) if len(answer) > 1 else answer[0]
        if callable(answer):
            answer(connection)
        else:
            connection.sendall(answer)
            connection.shutdown(socket.SHUT_WR)
            # A close with unread input would reset the connection and lose what was sent.
            while connection.recv(65536):
                pass


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    """A server on loopback that says what it is told to say."""
    running = ScriptedServer()
    yield running
    running.close()

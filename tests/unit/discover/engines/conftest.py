import gzip
from collections.abc import Callable
from pathlib import Path

import pytest

from loccit.protocols import HttpResponse

Answer = Callable[..., HttpResponse]


def answer(
    body: str | bytes, *, url: str = "saved:", status: int = 200, headers: tuple[tuple[str, str], ...] = ()
) -> HttpResponse:
    """A reply as a transport hands it on; by default a saved page of which the address is not known."""
    content = body.encode() if isinstance(body, str) else body
    return HttpResponse(url=url, status=status, headers=headers, body=content, via="mirror", witnessed=False)


@pytest.fixture(name="answer")
def answer_fixture() -> Answer:
    return answer


@pytest.fixture
def saved_page(data_dir: Path) -> Callable[[str, str], bytes]:
    """The bytes of a saved page by engine and file name; skips where it is absent."""

    def read(engine: str, name: str) -> bytes:
        path = data_dir / "serp" / engine / name
        if not path.is_file():
            pytest.skip(f"measuring data not found: {path.name}")
        return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()

    return read

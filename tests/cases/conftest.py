"""What the cases of attacks share."""

import socket
from collections.abc import Callable, Iterator

import pytest


@pytest.fixture
def trap() -> Iterator[Callable[[], int]]:
    """A listener that nobody may connect to; gives its port, and fails the test if somebody did."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    yield lambda: listener.getsockname()[1]
    with pytest.raises(BlockingIOError):
        listener.accept()
    listener.close()

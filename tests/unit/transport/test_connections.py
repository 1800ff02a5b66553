import socket
import threading
from collections.abc import Callable, Iterator, Sequence

import anyio
import pytest

from loccit.policy import FetchPolicy, GuardPolicy
from loccit.protocols import HttpRequest, HttpResponse, NoResponse
from loccit.transport import connections
from loccit.transport.network import NetworkTransport

pytestmark = pytest.mark.anyio

Reply = bytes | Callable[[socket.socket], None]


def page(body: bytes, *headers: bytes) -> bytes:
    return b"\r\n".join([b"HTTP/1.1 200 OK", *headers, b"Content-Length: %d" % len(body)]) + b"\r\n\r\n" + body


class KeepingServer:
    """Answers any number of requests over one connection; a null reply closes it without an answer."""

    def __init__(self) -> None:
        self.replies: dict[str, bytes | None] = {}
        self.served: list[tuple[int, str]] = []
        self.heads: list[bytes] = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._threads = [threading.Thread(target=self._accept)]
        self._threads[0].start()

    def close(self) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for thread in self._threads:
            thread.join()

    def _accept(self) -> None:
        number = 0
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            number += 1
            self._threads.append(threading.Thread(target=self._serve, args=(connection, number)))
            self._threads[-1].start()

    def _serve(self, connection: socket.socket, number: int) -> None:
        connection.settimeout(10)
        pending = b""
        with connection:
            while piece := connection.recv(65536):
                pending += piece
                while b"\r\n\r\n" in pending:
                    head, _, pending = pending.partition(b"\r\n\r\n")
                    target = head.split(b" ")[1].decode()
                    self.heads.append(head)
                    self.served.append((number, target))
                    reply = self.replies.get(target, page(target.encode()))
                    if reply is None:
                        return
                    connection.sendall(reply)


@pytest.fixture
def keeping() -> Iterator[KeepingServer]:
    running = KeepingServer()
    yield running
    running.close()


class Names:
    def __init__(self, **table: str) -> None:
        self.table = {f"{name}.example": address for name, address in table.items()}

    async def resolve(self, host: str, port: int) -> Sequence[str]:
        return (self.table[host],)


@pytest.fixture
def names() -> Names:
    return Names(one="127.0.0.1", two="127.0.0.1")


@pytest.fixture
def transport(keeping, names) -> NetworkTransport:
    allowed = tuple(f"{host}:{keeping.port}" for host in ("127.0.0.1", "one.example", "two.example"))
    return NetworkTransport(FetchPolicy(guard=GuardPolicy(unsafe_allow=allowed)), resolver=names)


@pytest.fixture
def get(transport, keeping):
    async def run(target: str, host: str = "127.0.0.1", **request: object) -> HttpResponse | NoResponse:
        return await transport.send(HttpRequest(f"http://{host}:{keeping.port}{target}", **request))

    return run


async def test_requests_to_one_host_share_a_connection(transport, keeping, get):
    async with transport.session():
        bodies = [(await get(f"/{number}")).body for number in range(3)]
    assert bodies == [b"/0", b"/1", b"/2"]
    assert keeping.served == [(1, "/0"), (1, "/1"), (1, "/2")]
    assert not any(b"onnection:" in head for head in keeping.heads)


async def test_every_exchange_is_recorded_alone(transport, keeping, get):
    async with transport.session():
        await get("/first")
        response = await get("/second")
    assert response.raw_response == page(b"/second")
    assert response.raw_request.startswith(b"GET /second HTTP/1.1\r\n")
    assert response.raw_request.count(b"HTTP/1.1") == 1
    assert response.address == "127.0.0.1"


async def test_two_names_at_one_address_share_nothing(transport, keeping, get):
    async with transport.session():
        for host in ("one.example", "two.example", "one.example", "127.0.0.1"):
            assert (await get("/", host)).status == 200
    assert [connection for connection, _ in keeping.served] == [1, 2, 1, 3]


async def test_a_connection_is_left_where_the_name_moved_away(transport, keeping, names, get):
    async with transport.session():
        await get("/a", "one.example")
        names.table["one.example"] = "127.0.0.2"
        moved = await get("/b", "one.example")
        names.table["one.example"] = "127.0.0.1"
        await get("/c", "one.example")
    assert moved.outcome == "connect_error"
    assert keeping.served == [(1, "/a"), (2, "/c")]


async def test_a_name_that_is_refused_now_gets_no_request_over_an_old_connection(keeping, names):
    policy = FetchPolicy(guard=GuardPolicy(unsafe_allow=(f"one.example:{keeping.port}",)))
    transport = NetworkTransport(policy, resolver=names)
    async with transport.session():
        await transport.send(HttpRequest(f"http://one.example:{keeping.port}/a"))
        refused = await transport.send(HttpRequest(f"http://two.example:{keeping.port}/b"))
    assert refused.outcome == "refused_port"
    assert keeping.served == [(1, "/a")]


async def test_without_a_session_each_request_has_its_own_connection(keeping, get):
    await get("/a")
    await get("/b")
    assert keeping.served == [(1, "/a"), (2, "/b")]
    assert all(b"Connection: close" in head for head in keeping.heads)


async def test_sessions_of_one_loop_share_and_the_last_one_closes(transport, keeping, get):
    async with transport.session():
        async with transport.session():
            await get("/a")
        await get("/b")
    await get("/c")
    assert keeping.served == [(1, "/a"), (1, "/b"), (2, "/c")]


@pytest.mark.parametrize(
    "reply",
    [
        page(b"mine") + page(b"poison"),
        page(b"mine") + b"\r\n",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmine\r\n0\r\n\r\n" + page(b"poison"),
        page(b"mine", b"Connection: close"),
        page(b"mine").replace(b"HTTP/1.1", b"HTTP/1.0"),
        b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmine\r\n0\r\n\r\n",
    ],
)
async def test_what_follows_a_response_is_never_the_answer_to_the_next_request(transport, keeping, get, reply):
    keeping.replies["/odd"] = reply
    async with transport.session():
        odd, following = await get("/odd"), await get("/next")
    assert (odd.body, following.body) == (b"mine", b"/next")
    assert keeping.served == [(1, "/odd"), (2, "/next")]


async def test_a_body_where_none_may_be_is_not_the_next_answer(transport, keeping, get):
    keeping.replies["/same"] = b"HTTP/1.1 304 Not Modified\r\nContent-Length: 6\r\n\r\npoison"
    async with transport.session():
        assert (await get("/same")).body == b""
        assert (await get("/next")).body == b"/next"
    assert keeping.served == [(1, "/same"), (2, "/next")]


async def test_a_chunked_answer_leaves_the_connection_clean(transport, keeping, get):
    keeping.replies["/a"] = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nmine\r\n0\r\nX: y\r\n\r\n"
    async with transport.session():
        assert [(await get(target)).body for target in ("/a", "/b")] == [b"mine", b"/b"]
    assert keeping.served == [(1, "/a"), (1, "/b")]


async def test_a_kept_connection_that_the_server_closes_is_replaced(transport, keeping, get):
    keeping.replies["/gone"] = None
    async with transport.session():
        await get("/a")
        failure = await get("/gone")
        assert (await get("/b")).body == b"/b"
    assert failure.outcome == "connect_error"
    assert [target for _, target in keeping.served] == ["/a", "/gone", "/gone", "/b"]


async def test_a_request_that_is_not_safe_is_sent_once(transport, keeping, get):
    keeping.replies["/gone"] = None
    async with transport.session():
        await get("/a")
        failure = await get("/gone", method="POST", body=b"x")
    assert failure.outcome == "connect_error"
    assert [target for _, target in keeping.served] == ["/a", "/gone"]


async def test_connections_idle_for_long_are_closed(transport, keeping, get, monkeypatch):
    monkeypatch.setattr(connections, "IDLE_S", -1)
    async with transport.session():
        await get("/a")
        await get("/b")
    assert keeping.served == [(1, "/a"), (2, "/b")]


async def test_the_number_of_idle_connections_is_bounded(transport, keeping, get, monkeypatch):
    monkeypatch.setattr(connections, "MAX_IDLE", 1)
    async with transport.session():
        for host in ("one.example", "two.example", "one.example"):
            await get("/", host)
    assert [connection for connection, _ in keeping.served] == [1, 2, 3]


async def test_a_cancelled_exchange_leaves_no_connection_behind(transport, keeping, get):
    keeping.replies["/slow"] = b"HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\nhalf"
    async with transport.session():
        await get("/a")
        with anyio.move_on_after(0.1):
            await get("/slow")
        assert (await get("/b")).body == b"/b"
    assert keeping.served == [(1, "/a"), (1, "/slow"), (2, "/b")]


async def test_requests_at_once_have_connections_of_their_own(transport, keeping, get):
    bodies: dict[str, bytes] = {}

    async def one(target: str) -> None:
        bodies[target] = (await get(target)).body

    async with transport.session():
        for _ in range(2):
            async with anyio.create_task_group() as group:
                for number in range(4):
                    group.start_soon(one, f"/{number}")
    assert bodies == {f"/{number}": f"/{number}".encode() for number in range(4)}
    assert max(connection for connection, _ in keeping.served) <= 4

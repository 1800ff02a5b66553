import anyio
import pytest
from anyio.lowlevel import checkpoint

from loccit.pipeline.host_by_host import PAGES_AT_ONCE, host_by_host

pytestmark = pytest.mark.anyio


async def test_a_slow_host_does_not_hold_up_the_others():
    slow = [f"https://slow.example/{number}" for number in range(2 * PAGES_AT_ONCE)]
    fast = [f"https://host{number}.example/" for number in range(20)]
    read: list[str] = []
    all_fast = anyio.Event()

    async def work(url: str) -> str:
        if url in slow:
            await all_fast.wait()  # never set if the slow host took every place
        else:
            read.append(url)
            if len(read) == len(fast):
                all_fast.set()
        return url.upper()

    with anyio.fail_after(30):
        found = await host_by_host([*slow, *fast], work, url=str, per_host=2)
    assert found == [url.upper() for url in (*slow, *fast)]


async def test_one_host_is_asked_for_no_more_at_once_than_it_may_be():
    active = most = 0

    async def work(url: str) -> None:
        nonlocal active, most
        active += 1
        most = max(most, active)
        for _ in range(50):
            await checkpoint()
        active -= 1

    await host_by_host([f"https://a.example/{number}" for number in range(9)], work, url=str, per_host=3)
    assert (active, most) == (0, 3)


async def test_the_first_error_is_raised_as_it_is():
    async def work(url: str) -> None:
        if url.endswith("2"):
            raise ValueError(url)

    with pytest.raises(ValueError, match=r"^https://a\.example/2$"):
        await host_by_host([f"https://a.example/{number}" for number in range(5)], work, url=str, per_host=1)


async def test_nothing_to_read():
    async def work(url: str) -> None:
        raise AssertionError(url)

    assert await host_by_host([], work, url=str, per_host=1) == []

from datetime import UTC, datetime, timedelta

from loccit.store.leases import Lease
from loccit.store.workspace import Workspace

NOON = datetime(2026, 11, 30, 12, tzinfo=UTC)


def minutes(number: int) -> datetime:
    return NOON + timedelta(minutes=number)


def test_an_item_has_one_holder_at_a_time(workspace: Workspace) -> None:
    leases = workspace.leases
    assert leases.take_lease("a", holder="Ann", now=NOON, duration_s=600) == Lease("a", "Ann", minutes(10))
    assert leases.take_lease("a", holder="Bo", now=minutes(9), duration_s=600) == Lease("a", "Ann", minutes(10))
    assert leases.take_lease("b", holder="Bo", now=minutes(9), duration_s=60) == Lease("b", "Bo", minutes(10))
    assert leases.leases(now=minutes(9)) == (Lease("a", "Ann", minutes(10)), Lease("b", "Bo", minutes(10)))


def test_a_holder_prolongs(workspace: Workspace) -> None:
    workspace.leases.take_lease("a", holder="Ann", now=NOON, duration_s=600)
    lease = workspace.leases.take_lease("a", holder="Ann", now=minutes(5), duration_s=600)
    assert lease == Lease("a", "Ann", minutes(15))


def test_a_lease_ends_by_itself(workspace: Workspace) -> None:
    workspace.leases.take_lease("a", holder="Ann", now=NOON, duration_s=600)
    assert workspace.leases.leases(now=minutes(10)) == ()
    assert workspace.leases.take_lease("a", holder="Bo", now=minutes(10), duration_s=60).holder == "Bo"


def test_only_the_holder_gives_back(workspace: Workspace) -> None:
    workspace.leases.take_lease("a", holder="Ann", now=NOON, duration_s=600)
    workspace.leases.release_lease("a", holder="Bo")
    assert workspace.leases.leases(now=NOON) == (Lease("a", "Ann", minutes(10)),)
    workspace.leases.release_lease("a", holder="Ann")
    assert workspace.leases.leases(now=NOON) == ()

"""The hash chain over everything that was stored, in the order it was stored.

Each entry names its predecessor's hash. Because the store allows one successor to each hash, the chain can't
fork; because the hash covers number and record, no entry can be changed, moved or left out unseen. Entries cut
off at the end leave a shorter chain that is whole in itself: that is seen only by whoever has noted a later head.
"""

from typing import NamedTuple

from loccit.ids import ContentId, canonical_json, sha256_hex

GENESIS = sha256_hex(b"loccit/ledger@1")
"""The predecessor of the first entry."""


class Head(NamedTuple):
    """The last entry of the chain: its number, from 1, and its hash; 0 and ``GENESIS`` where nothing is stored."""

    seq: int
    hash: str


EMPTY = Head(0, GENESIS)


def entry_hash(*, previous: str, seq: int, record_id: ContentId) -> str:
    """Return the hash of an entry: SHA-256 over the canonical JSON of predecessor, number and record id."""
    return sha256_hex(canonical_json({"previous": previous, "record": record_id, "seq": seq}))


def work_seal(*, key: str, result: str) -> str:
    """Return the seal of a finished step: SHA-256 over the canonical JSON of its key and its result as stored."""
    return sha256_hex(canonical_json({"key": key, "result": result}))


def following(head: Head, record_id: ContentId) -> Head:
    """Return the head after one more record."""
    seq = head.seq + 1
    return Head(seq, entry_hash(previous=head.hash, seq=seq, record_id=record_id))

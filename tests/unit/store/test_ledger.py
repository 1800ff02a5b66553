from loccit.ids import ContentId
from loccit.store.ledger import EMPTY, GENESIS, Head, entry_hash, following

RECORD = ContentId("sha256:" + "ab" * 32)


def test_the_first_entry_follows_a_fixed_constant() -> None:
    assert GENESIS == "sha256:a69a97ab4ac767f20f3c4173527505c7647011843d6c7e21e21ba0cee12623f1"
    assert EMPTY == (0, GENESIS)


def test_a_hash_covers_predecessor_record_and_number() -> None:
    # sha256sum of {"previous":"sha256:a69a...","record":"sha256:abab...","seq":1}
    expected = "sha256:e157f8ae9b81c916fb58103c97e5fcfefc52fb1f287c70e5077ff45bff411ce6"
    assert entry_hash(previous=GENESIS, seq=1, record_id=RECORD) == expected
    assert following(EMPTY, RECORD) == Head(1, expected)

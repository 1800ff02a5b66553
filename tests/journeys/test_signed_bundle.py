"""A bundle that is signed, checked by somebody who has the public key and nothing else."""

from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat


@pytest.fixture
def keys(tmp_path: Path) -> Path:
    """A folder with two pairs of keys."""
    for name in ("ours", "theirs"):
        key = Ed25519PrivateKey.generate()
        private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
        public = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
        (tmp_path / f"{name}.key").write_bytes(private)
        (tmp_path / f"{name}.pem").write_bytes(public)
    return tmp_path


def test_who_made_a_bundle(loccit, keys: Path) -> None:
    assert loccit("demo", "--quiet", cwd=keys).code == 0
    made = loccit("export", "--format", "bundle", "--output", "a.zip", "--sign", "ours.key", cwd=keys)
    assert (made.code, (keys / "a.zip.dsse.json").is_file()) == (0, True)
    unchecked = loccit("verify", "a.zip", cwd=keys)
    assert unchecked.out.splitlines()[-1] == "verified: integrity only; nothing says who made it"
    checked = loccit("verify", "a.zip", "--key", "ours.pem", cwd=keys)
    assert (checked.code, checked.out.splitlines()[-1]) == (0, "verified: integrity and signature")
    assert loccit("verify", "a.zip", "--key", "ours.pem", "--json", cwd=keys).json["checks"][-1]["name"] == "signature"
    forged = loccit("verify", "a.zip", "--key", "theirs.pem", cwd=keys)
    assert (forged.code, forged.err) == (
        4,
        "loccit: a.zip: check 13, signature: The signature was not made with this key.\n",
    )


def test_keys_and_signatures_that_are_none(loccit, keys: Path) -> None:
    assert loccit("demo", "--quiet", cwd=keys).code == 0
    bundle = ("export", "--format", "bundle", "--output", "b.zip")
    refused = loccit(*bundle, "--sign", "ours.pem", cwd=keys)
    assert (refused.code, refused.err.count("\n"), (keys / "b.zip").exists()) == (2, 1, False)
    assert "--sign" in loccit("export", "--sign", "ours.key", cwd=keys).err
    assert loccit(*bundle, cwd=keys).code == 0
    missing = loccit("verify", "b.zip", "--key", "ours.pem", cwd=keys)
    assert (missing.code, "b.zip.dsse.json" in missing.err) == (2, True)
    assert "--key" in loccit("verify", "b.zip", "--signature", "x", cwd=keys).err

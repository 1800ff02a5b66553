"""Signatures of bundles: whose they are, of which bytes, and everything that is none."""

import base64
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from loccit.deliver.signature import check_signature, sign
from loccit.errors import BadInput

BUNDLE = b"PK the bytes of a bundle"


def pem(key) -> tuple[bytes, bytes]:
    """Return a key as two PEM files: private and public."""
    private = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    return private, key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


# The key of test 1 in RFC 8032, section 7.1.
SEED = bytes.fromhex("9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60")
PRIVATE, PUBLIC = pem(Ed25519PrivateKey.from_private_bytes(SEED))
OTHER_PRIVATE, OTHER_PUBLIC = pem(Ed25519PrivateKey.from_private_bytes(bytes(32)))


def outcome(envelope: bytes, *, bundle: bytes = BUNDLE, key: bytes = PUBLIC) -> tuple[str, str]:
    checked = check_signature(bundle, envelope, key)
    return checked.result, checked.detail


def test_a_signature_names_its_key() -> None:
    result, detail = outcome(sign(BUNDLE, PRIVATE))
    assert result == "passed"
    assert detail == ("Signed with the key sha256:21fe31dfa154a261626bf854046fd2271b7bed4b6abe45aa58877ef47f9721b9.")


def test_it_is_a_dsse_envelope_over_the_encoding_of_its_payload() -> None:
    envelope = json.loads(sign(BUNDLE, PRIVATE))
    payload = base64.b64decode(envelope["payload"])
    kind = "application/vnd.loccit.bundle+json"
    assert envelope["payloadType"] == kind
    assert json.loads(payload)["sha256"].startswith("sha256:")
    signed = f"DSSEv1 {len(kind)} {kind} {len(payload)} ".encode() + payload
    signature = base64.b64decode(envelope["signatures"][0]["sig"])
    Ed25519PrivateKey.from_private_bytes(SEED).public_key().verify(signature, signed)  # raises unless it holds


def test_another_key_or_another_file_fails() -> None:
    envelope = sign(BUNDLE, PRIVATE)
    assert outcome(envelope, key=OTHER_PUBLIC) == ("failed", "The signature was not made with this key.")
    assert outcome(envelope, bundle=BUNDLE + b"x") == ("failed", "The signature is of another file.")


def test_one_of_several_signatures_is_enough() -> None:
    ours, theirs = json.loads(sign(BUNDLE, PRIVATE)), json.loads(sign(BUNDLE, OTHER_PRIVATE))
    both = {**ours, "signatures": [*theirs["signatures"], *ours["signatures"]]}
    assert outcome(json.dumps(both).encode())[0] == "passed"
    assert outcome(json.dumps({**ours, "signatures": []}).encode())[0] == "failed"


@pytest.mark.parametrize("envelope", [b"", b"null", b"[]", b"{}", b'{"payload": 1}', b"\xff", b"[" * 100_000])
def test_what_is_no_envelope_fails(envelope: bytes) -> None:
    assert outcome(envelope) == ("failed", "The signature is no DSSE envelope.")


def test_every_changed_byte_of_a_signature_matters() -> None:
    envelope = sign(BUNDLE, PRIVATE)
    content = json.loads(envelope)
    signature = bytearray(base64.b64decode(content["signatures"][0]["sig"]))
    for at in range(len(signature)):
        changed = signature[:at] + bytes([signature[at] ^ 1]) + signature[at + 1 :]
        content["signatures"] = [{"sig": base64.b64encode(changed).decode()}]
        assert outcome(json.dumps(content).encode())[0] == "failed"


@pytest.mark.parametrize("key", [b"", b"no key", PUBLIC, pem(generate_private_key(SECP256R1()))[0]])
def test_only_an_ed25519_key_signs(key: bytes) -> None:
    with pytest.raises(BadInput, match="--sign: expected an Ed25519 private key"):
        sign(BUNDLE, key)


@pytest.mark.parametrize("key", [b"", b"no key", PRIVATE, pem(generate_private_key(SECP256R1()))[1]])
def test_only_an_ed25519_key_checks(key: bytes) -> None:
    with pytest.raises(BadInput, match="--key: expected an Ed25519 public key"):
        check_signature(BUNDLE, sign(BUNDLE, PRIVATE), key)

"""Who made a bundle: a signature that lies beside it, as a DSSE envelope (extra ``sign``).

The envelope (Dead Simple Signing Envelope, v1.0.2) signs a statement that names the bundle's SHA-256, with Ed25519
(RFC 8032) over DSSE's pre-authentication encoding, so that neither bytes nor their meaning can be exchanged. Keys are
PEM files: PKCS #8 to sign, SubjectPublicKeyInfo to check. The key id is the SHA-256 of the raw public key: a hint;
what counts is the key that whoever verifies brings along.
"""

import base64
import json
from collections.abc import Sequence
from typing import Final

from loccit.errors import BadInput, MissingComponent
from loccit.ids import JsonValue, canonical_json, sha256_hex
from loccit.records.deliver import CheckOutcome

try:
    from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key, load_pem_public_key
except ImportError as error:
    raise MissingComponent("Signatures need the extra: pip install 'loccit[sign]'.") from error

PAYLOAD_TYPE: Final = "application/vnd.loccit.bundle+json"


def sign(bundle: bytes, private_key: bytes) -> bytes:
    """Return the envelope that signs a bundle.

    Args:
        bundle: its bytes.
        private_key: an Ed25519 key, PKCS #8 in PEM, not encrypted.

    Raises:
        BadInput: if the key is none of that kind.
    """
    expected = "expected an Ed25519 private key in PEM, not encrypted"
    try:
        key = load_pem_private_key(private_key, password=None)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadInput("--sign", expected) from error
    if not isinstance(key, Ed25519PrivateKey):
        raise BadInput("--sign", f"{expected}, got a key of another kind")
    payload = _statement(bundle)
    signature = _text_of(key.sign(_encoded(payload)))
    envelope: dict[str, JsonValue] = {
        "payloadType": PAYLOAD_TYPE,
        "payload": _text_of(payload),
        "signatures": [{"keyid": _key_id(key.public_key()), "sig": signature}],
    }
    return canonical_json(envelope) + b"\n"


def check_signature(bundle: bytes, envelope: bytes, public_key: bytes) -> CheckOutcome:
    """Return whether an envelope is that key's signature of these bytes.

    Raises:
        BadInput: if the key is no Ed25519 public key in PEM.
    """
    expected = "expected an Ed25519 public key in PEM"
    try:
        key = load_pem_public_key(public_key)
    except (ValueError, TypeError, UnsupportedAlgorithm) as error:
        raise BadInput("--key", expected) from error
    if not isinstance(key, Ed25519PublicKey):
        raise BadInput("--key", f"{expected}, got a key of another kind")
    try:
        read = json.loads(envelope)
        kind, payload = read["payloadType"], base64.b64decode(read["payload"], validate=True)
        signatures = [base64.b64decode(one["sig"], validate=True) for one in read["signatures"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return CheckOutcome("failed", "The signature is no DSSE envelope.")
    if kind != PAYLOAD_TYPE or payload != _statement(bundle):
        return CheckOutcome("failed", "The signature is of another file.")
    if not _any_holds(key, signatures, payload):
        return CheckOutcome("failed", "The signature was not made with this key.")
    return CheckOutcome("passed", f"Signed with the key {_key_id(key)}.")


def _statement(bundle: bytes) -> bytes:
    return canonical_json({"kind": "loccit/bundle@1", "sha256": sha256_hex(bundle)})


def _encoded(payload: bytes) -> bytes:
    """Return the pre-authentication encoding of a payload (DSSE protocol, Signature Definition)."""
    kind = PAYLOAD_TYPE.encode()
    return b"DSSEv1 %d %s %d %s" % (len(kind), kind, len(payload), payload)


def _any_holds(key: Ed25519PublicKey, signatures: Sequence[bytes], payload: bytes) -> bool:
    for signature in signatures:
        try:
            key.verify(signature, _encoded(payload))
        except InvalidSignature:
            continue
        return True
    return False


def _key_id(key: Ed25519PublicKey) -> str:
    return sha256_hex(key.public_bytes_raw())


def _text_of(data: bytes) -> str:
    return base64.b64encode(data).decode()

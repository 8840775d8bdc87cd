"""Encryption of a message for one browser: RFC 8291, with the content coding of RFC 8188.

The push service that forwards a message sees neither its text nor its length.
"""

from typing import NamedTuple

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from byzanz.rooms.creation import RandomBytes

CURVE = ec.SECP256R1()
KEY_SIZE = 65  # bytes of an uncompressed point of the curve
SECRET_SIZE = 16  # bytes
SALT_SIZE = 16  # bytes
MESSAGE_SIZE = 1024  # bytes of every message before encryption, padding included
RECORD_SIZE = 4096  # bytes; a push service need not forward more
LAST_RECORD = b"\x02"


class BrowserKeys(NamedTuple):
    """What a browser gives a server to encrypt messages with."""

    public_key: bytes
    secret: bytes


def are_valid(keys: BrowserKeys) -> bool:
    """Whether messages can be encrypted with these keys."""
    if len(keys.public_key) != KEY_SIZE or len(keys.secret) != SECRET_SIZE:
        return False
    try:
        ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public_key)
    except ValueError:
        return False
    return keys.public_key[0] == 4  # uncompressed, as RFC 8291 requires


def encrypt(
    text: bytes,
    keys: BrowserKeys,
    random_bytes: RandomBytes,
    *,
    private: ec.EllipticCurvePrivateKey | None = None,
    size: int = MESSAGE_SIZE,
) -> bytes:
    """Return the body of the request that carries a message, padded to the same size as any other.

    `private` is the key of this message alone; None makes one.
    """
    private = private or ec.generate_private_key(CURVE)
    own = private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
    browser = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, keys.public_key)
    salt = random_bytes(SALT_SIZE)
    shared = private.exchange(ec.ECDH(), browser)
    secret = _derived(
        shared, keys.secret, b"WebPush: info\0" + keys.public_key + own, length=SHA256.digest_size
    )
    key = _derived(secret, salt, b"Content-Encoding: aes128gcm\0", length=16)
    nonce = _derived(secret, salt, b"Content-Encoding: nonce\0", length=12)
    padding = bytes(max(size - len(text) - 1, 0))
    record = AESGCM(key).encrypt(nonce, text + LAST_RECORD + padding, None)
    header = salt + RECORD_SIZE.to_bytes(4, "big") + bytes([len(own)]) + own
    return header + record


def _derived(material: bytes, salt: bytes, info: bytes, *, length: int) -> bytes:
    return HKDF(SHA256(), length, salt, info).derive(material)

"""A browser that subscribes to a push service, and decrypts messages: a second implementation.

It is written after RFC 8188 and RFC 8291 without the code under test: it derives keys with HMAC.
"""

import hmac
import json
import secrets
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers import Cipher, algorithms, modes

from byzanz.wire.alerts import AddDevice, BrowserSubscription, Quiet

HOST = "push.test"


def encoded(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def point_of(key: ec.EllipticCurvePublicKey) -> bytes:
    numbers = key.public_numbers()
    return b"\x04" + numbers.x.to_bytes(32, "big") + numbers.y.to_bytes(32, "big")


class Browser:
    """A browser with a subscription."""

    def __init__(self, name: str = "", *, key: ec.EllipticCurvePrivateKey | None = None) -> None:
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.point = point_of(self.key.public_key())
        self.secret = secrets.token_bytes(16)
        self.path = f"/send/{name or secrets.token_hex(8)}"

    @property
    def address(self) -> str:
        return f"https://{HOST}{self.path}"

    @property
    def subscription(self) -> BrowserSubscription:
        return BrowserSubscription(self.address, encoded(self.point), encoded(self.secret))

    def device(
        self, *, language: str = "en", time_zone: str = "UTC", quiet: Quiet | None = None
    ) -> AddDevice:
        return AddDevice(self.subscription, language, time_zone, quiet)

    def read(self, body: bytes) -> dict:
        """Decrypt a message and return the JSON in it."""
        return json.loads(self.decrypt(body))

    def decrypt(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        server, record = body[21 : 21 + length], body[21 + length :]
        assert len(record) <= size, "more than one record"
        shared = self.key.exchange(
            ec.ECDH(), ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), server)
        )
        pseudo = hmac.digest(self.secret, shared, "sha256")
        info = b"WebPush: info\0" + self.point + server
        material = hmac.digest(pseudo, info + b"\x01", "sha256")
        pseudo = hmac.digest(salt, material, "sha256")
        key = hmac.digest(pseudo, b"Content-Encoding: aes128gcm\0\x01", "sha256")[:16]
        nonce = hmac.digest(pseudo, b"Content-Encoding: nonce\0\x01", "sha256")[:12]
        cipher = Cipher(algorithms.AES(key), modes.GCM(nonce, record[-16:])).decryptor()
        text = cipher.update(record[:-16]) + cipher.finalize()
        text = text.rstrip(b"\0")
        assert text[-1:] == b"\x02", "not the last record"
        return text[:-1]


def check_authorization(header: str, server_key: str, *, audience: str) -> dict:
    """Check the signature of a request as RFC 8292 has it; returns the claims."""
    scheme, _, rest = header.partition(" ")
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    assert scheme == "vapid"
    assert parts["k"] == server_key
    head, claims, signature = parts["t"].split(".")
    assert json.loads(decoded(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = decoded(signature)
    numbers = int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big")
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(server_key))
    try:
        key.verify(
            utils.encode_dss_signature(*numbers),
            f"{head}.{claims}".encode(),
            ec.ECDSA(hashes.SHA256()),
        )
    except InvalidSignature:
        raise AssertionError("a wrong signature") from None
    found = json.loads(decoded(claims))
    assert found["aud"] == audience
    return found


def id_of(address: str) -> str:
    return sha256(address.encode()).hexdigest()[:32]

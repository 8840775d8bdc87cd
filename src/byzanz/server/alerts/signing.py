"""The signature by which a push service recognises this server: RFC 8292 (VAPID)."""

from base64 import urlsafe_b64encode

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from byzanz.server.alerts.encryption import CURVE

VALID = 12 * 3600  # seconds; push services accept at most a day
NUMBER_SIZE = 32  # bytes of a number of the curve


class ServerKey:
    """The key of a server, which browsers bind their subscriptions to."""

    def __init__(self, body: bytes) -> None:
        """`body` is the private number, as `new_key_body` makes it."""
        self._key = ec.derive_private_key(int.from_bytes(body, "big"), CURVE)
        point = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.public = base64url(point)

    def authorization(self, origin: str, contact: str, now: int) -> str:
        """Return the header for requests to a push service; `now` is in milliseconds.

        `contact` is an address at which the service reaches the operator; empty: none.
        """
        claims = {"aud": origin, "exp": now // 1000 + VALID}
        if contact:
            claims["sub"] = contact
        parts = ({"typ": "JWT", "alg": "ES256"}, claims)
        text = ".".join([base64url(msgspec.json.encode(part)) for part in parts])
        r, s = decode_dss_signature(self._key.sign(text.encode(), ec.ECDSA(SHA256())))
        signature = r.to_bytes(NUMBER_SIZE, "big") + s.to_bytes(NUMBER_SIZE, "big")
        return f"vapid t={text}.{base64url(signature)}, k={self.public}"


def new_key_body() -> bytes:
    """Make a new key for a server."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return number.to_bytes(NUMBER_SIZE, "big")


def base64url(data: bytes) -> str:
    """Encode bytes in the alphabet of addresses, without padding."""
    return urlsafe_b64encode(data).rstrip(b"=").decode()

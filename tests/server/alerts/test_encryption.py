"""Messages are encrypted and signed as RFC 8291 and RFC 8292 have it."""

import subprocess
from random import Random

import pytest
from cryptography.hazmat.primitives.asymmetric import ec

from byzanz.server.alerts.encryption import MESSAGE_SIZE, BrowserKeys, are_valid, encrypt
from byzanz.server.alerts.signing import ServerKey, new_key_body
from tests import node
from tests.server.alerts.browser import Browser, check_authorization, decoded, encoded

TEXT = b"When I grow up, I want to be a watermelon"
# The example of RFC 8291, section 5.
AUTH_SECRET = "BTBZMqHH6r4Tts7J_aSIgg"
SERVER_PRIVATE = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
BROWSER_PUBLIC = (
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)
SALT = "DGv6ra1nlYgDCS1FRnbzlw"
BODY = (
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
    "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
    "lcy4a-fN"
)
IN_NODE = r"""
const { createECDH, createDecipheriv, hkdfSync } = require("node:crypto");
const [key, point, secret, body] = process.argv.slice(1).map((each) => Buffer.from(each, "hex"));
const server = body.subarray(21, 21 + body[20]), record = body.subarray(21 + body[20]);
const browser = createECDH("prime256v1");
browser.setPrivateKey(key);
const info = Buffer.concat([Buffer.from("WebPush: info\0"), point, server]);
const material = hkdfSync("sha256", browser.computeSecret(server), secret, info, 32);
const part = (name, size) => Buffer.from(hkdfSync("sha256", Buffer.from(material),
    body.subarray(0, 16), Buffer.from(`Content-Encoding: ${name}\0`), size));
const cipher = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
cipher.setAuthTag(record.subarray(-16));
process.stdout.write(Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]));
"""


def test_the_example_of_the_standard():
    number = int.from_bytes(decoded(SERVER_PRIVATE), "big")
    body = encrypt(
        TEXT,
        BrowserKeys(decoded(BROWSER_PUBLIC), decoded(AUTH_SECRET)),
        lambda size: decoded(SALT),
        private=ec.derive_private_key(number, ec.SECP256R1()),
        size=0,
    )
    assert encoded(body) == BODY


@pytest.mark.parametrize("length", [0, 1, 500, MESSAGE_SIZE - 1])
def test_a_browser_reads_a_message_of_any_length_and_the_service_sees_one_length(length):
    browser, text = Browser(), Random(length).randbytes(length).replace(b"\0", b"1")
    body = encrypt(text, BrowserKeys(browser.point, browser.secret), Random(1).randbytes)
    assert browser.decrypt(body) == text
    assert len(body) == 16 + 4 + 1 + 65 + MESSAGE_SIZE + 16


def test_each_message_has_its_own_key():
    browser = Browser()
    bodies = {
        encrypt(TEXT, BrowserKeys(browser.point, browser.secret), Random(1).randbytes)
        for _ in range(5)
    }
    assert len(bodies) == 5


def test_node_reads_a_message():
    browser = Browser()
    body = encrypt(TEXT, BrowserKeys(browser.point, browser.secret), Random(1).randbytes)
    key = browser.key.private_numbers().private_value.to_bytes(32, "big")
    parts = [each.hex() for each in (key, browser.point, browser.secret, body)]
    done = subprocess.run(
        [node.command("node"), "-e", IN_NODE, *parts],
        capture_output=True,
        check=True,
        timeout=30,
        env=node.environment(),
    )
    assert done.stdout.rstrip(b"\0") == TEXT + b"\2"


@pytest.mark.parametrize(
    ("point", "secret"),
    [
        (b"", bytes(16)),
        (bytes(65), bytes(16)),
        (b"\4" + bytes(64), bytes(16)),
        (b"\4" + b"\1" * 64, bytes(16)),
        (Browser().point[:64], bytes(16)),
        (Browser().point + b"\0", bytes(16)),
        (Browser().point, bytes(15)),
        (Browser().point, bytes(17)),
    ],
    ids=range(8),  # the points are random, and every test process needs the same ids
)
def test_keys_that_are_no_keys(point, secret):
    assert not are_valid(BrowserKeys(point, secret))
    assert are_valid(BrowserKeys(Browser().point, bytes(16)))


@pytest.mark.parametrize("contact", ["", "mailto:host@example.org"])
def test_a_request_is_signed(contact):
    key = ServerKey(new_key_body())
    header = key.authorization("https://push.test", contact, 1_700_000_000_000)
    claims = check_authorization(header, key.public, audience="https://push.test")
    assert claims["exp"] == 1_700_000_000 + 12 * 3600
    assert claims.get("sub", "") == contact


def test_a_stored_key_stays_the_same():
    body = new_key_body()
    assert ServerKey(body).public == ServerKey(body).public
    assert len(body) == 32

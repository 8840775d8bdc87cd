"""Requests from other sites are refused; cookies and answers have security attributes."""

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.http.running import Person, command_id, problem, raw

OTHER_ORIGINS = [
    "http://evil.example",
    "null",
    "http://127.0.0.1",
    "http://127.0.0.1:1",
    "http://[",
    "",
    "file://",
]


@pytest.mark.parametrize("origin", OTHER_ORIGINS)
def test_threat_9_posts_of_other_sites_are_refused(server, origin):
    anna = Person(server)
    answer = anna.http.post("/api/people/codes", headers={"origin": origin})
    assert problem(answer) == (403, "not_allowed")
    answer = anna.http.post(
        "/api/rooms", content=b"{}", headers={"origin": origin, "content-type": "application/json"}
    )
    assert problem(answer) == (403, "not_allowed")
    assert "access-control-allow-origin" not in answer.headers


@pytest.mark.parametrize("origin", OTHER_ORIGINS)
def test_threat_9_sockets_of_other_sites_are_refused(server, origin):
    anna = Person(server)
    room = anna.create()
    with pytest.raises(InvalidStatus) as refused:
        anna.push(room, origin=origin)
    assert refused.value.response.status_code == 403


def test_threat_9_images_and_frames_of_other_sites_get_and_cost_nothing(server):
    """For these a browser sends Sec-Fetch-Site, but no Origin."""
    anna = Person(server)
    room, code = anna.create(), "AAAA-11"
    visitor = Person(server, stranger=True)
    for mode, wanted in [("no-cors", "image"), ("navigate", "iframe"), ("navigate", "document")]:
        headers = {
            "sec-fetch-site": "cross-site", "sec-fetch-mode": mode, "sec-fetch-dest": wanted,
        }  # fmt: skip
        paths = [f"/api/rooms/{number:032x}" for number in range(16)]
        for path in [*paths, *[f"/api/codes/{code}"] * 12, f"/api/rooms/{room}", "/api/rooms"]:
            answer = visitor.http.get(path, headers=headers)
            assert problem(answer) == (403, "not_allowed")
        assert visitor.http.get("/", headers=headers).status_code == 200  # a link leads to a page
    visitor.http.headers["sec-fetch-site"] = "same-origin"
    assert visitor.http.get(f"/api/rooms/{room}").status_code == 200
    assert visitor.http.get(f"/api/codes/{code}").status_code == 404


def test_threat_9_requests_from_the_same_site_are_accepted(server):
    anna = Person(server)
    room = anna.create()
    assert anna.http.post("/api/people/codes", headers={"origin": server.url}).status_code == 200
    with anna.push(room, origin=server.url.upper()) as socket:
        assert '"type":"update"' in socket.recv(timeout=5)


@pytest.mark.parametrize(
    "content_type", ["text/plain", "application/x-www-form-urlencoded", "", "json"]
)
def test_threat_9_only_json_is_accepted(server, content_type):
    anna = Person(server)
    room = anna.create()
    body = b'{"type":"abort","command":"%s"}' % command_id().encode()
    answer = anna.http.post(
        f"/api/rooms/{room}/commands", content=body, headers={"content-type": content_type}
    )
    assert problem(answer) == (415, "wrong_type")


def test_threat_9_the_cookie_is_http_only_and_lax(server):
    eve = Person(server, stranger=True)
    cookie = eve.http.post("/api/people").headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    assert "path=/" in cookie
    assert "secure" not in cookie  # plain http in a local network


def test_threat_10_every_answer_has_the_security_headers(server):
    anna = Person(server)
    room = anna.create()
    answers = [
        anna.http.get("/api/rooms"),
        anna.http.get(f"/api/rooms/{room}"),
        anna.http.get("/nowhere"),
        anna.http.delete("/api/rooms"),
        anna.http.options("/api/rooms"),
        anna.http.head("/api/rooms"),
        anna.http.post("/api/rooms", content=b"["),
        anna.http.post("/api/rooms", content=b"[", headers={"content-type": "application/json"}),
        anna.http.get("/api/codes/<script>"),
    ]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cache-control"] == "no-store"
        server.wait_for_log(answer.headers["x-request-id"])
        assert "server" not in answer.headers
        assert "<script" not in answer.text


def test_threat_10_a_name_with_markup_stays_text(server):
    anna = Person(server)
    room = anna.create(name="<b onclick=1>")
    answer = anna.http.get(f"/api/rooms/{room}")
    assert answer.headers["content-type"].startswith("application/json")
    assert "<b onclick=1>" in [seat["name"] for seat in answer.json()["room"]["seats"]]


def test_threat_30_the_public_port_has_no_internal_pages(server):
    anna = Person(server)
    for path in ("/metrics", "/health", "/debug", "/schema", "/docs", "/test/rooms", "/test/ids"):
        assert problem(anna.http.get(path)) == (404, "not_found")
        assert problem(anna.http.post(path, json={"seed": 1})) == (404, "not_found")


def test_a_request_that_is_not_http_is_refused(server):
    assert raw(server, b"\x16\x03\x01\x00\xff rubbish\r\n\r\n").startswith(b"HTTP/1.1 400")


def test_a_request_with_an_endless_head_is_refused(server):
    head = b"GET /api/rooms HTTP/1.1\r\nhost: x\r\nx-long: "
    answer = raw(server, head, *[b"a" * 16_384] * 5)
    assert answer.startswith(b"HTTP/1.1 400")

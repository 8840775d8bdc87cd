"""What a client does when the way to the server is bad."""

import json

import httpx
import pytest

from byzanz.client.client import Client
from byzanz.client.trouble import NotUnderstood, Unreachable
from byzanz.wire.answers import Accepted
from byzanz.wire.commands import ClaimCode, Leave, Reaction
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.problems import Code, Refusal

ROOM = "0" * 32
TAKEN = {"room": ROOM, "seq": 7}
BUSY = {"code": "busy", "facts": {}}
FAST = {"code": "too_fast", "facts": {}}


class Script(httpx.AsyncBaseTransport):
    """Answers one after the other, the last one again and again; exceptions are raised."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []

    async def handle_async_request(self, request):
        self.requests.append(request)
        answer = self.answers[0] if len(self.answers) == 1 else self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        status, body, *headers = answer
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return httpx.Response(status, content=content, headers=dict(headers))


def client_of(*answers, patience=300.0):
    script = Script(*answers)
    return Client("http://server/", "k" * 32, patience=patience, transport=script), script


def test_every_endpoint_is_a_method():
    for endpoint in ENDPOINTS:
        assert callable(getattr(Client, endpoint.name)), endpoint.name


async def test_a_command_is_sent_until_it_is_taken(at_once):
    lost = httpx.ReadError("reset"), httpx.ConnectError("refused"), httpx.ReadTimeout("")
    gone = (502, b"<html>"), (503, BUSY, ("retry-after", "1")), (429, FAST, ("retry-after", "2"))
    client, script = client_of(*lost, *gone, (200, TAKEN))
    assert await client.command(ROOM, Leave("command1")) == Accepted(ROOM, 7)
    assert len({request.content for request in script.requests}) == 1
    assert len(script.requests) == 7
    assert json.loads(script.requests[0].content) == {"type": "leave", "command": "command1"}
    assert script.requests[0].headers["authorization"] == "Bearer " + "k" * 32
    assert str(script.requests[0].url) == f"http://server/api/rooms/{ROOM}/commands"
    assert at_once[4] >= 1
    assert at_once[5] >= 2


async def test_a_command_is_sent_until_it_is_refused(at_once):
    problem = {"code": "refused", "facts": {"reason": "bid_too_low", "beat": 7, "self": "x"}}
    client, script = client_of(httpx.ReadError("reset"), (409, problem))
    with pytest.raises(Refusal) as refused:
        await client.command(ROOM, Leave("command1"))
    assert refused.value.code is Code.REFUSED
    assert refused.value.facts["beat"] == 7
    assert len(script.requests) == 2


@pytest.mark.parametrize(
    ("answer", "trouble"),
    [
        (httpx.ConnectError("refused"), Unreachable),
        ((504, b"<html>"), Unreachable),
        ((503, BUSY), Refusal),
        ((429, FAST), Refusal),
    ],
)
async def test_patience_ends(at_once, answer, trouble):
    client, script = client_of(answer, patience=0.5)
    with pytest.raises(trouble):
        await client.command(ROOM, Leave("command1"))
    assert 1 <= len(script.requests) < 20


@pytest.mark.parametrize(
    "answer",
    [(200, b"<html>"), (200, {"seq": 1}), (404, b"no"), (301, b""), (500, {"code": "failed"})],
)
async def test_what_is_no_server_of_ours(answer):
    client, _ = client_of(answer)
    with pytest.raises(NotUnderstood, match=r"http://server answers \d+, but not as a Byzanz"):
        await client.create(Leave("command1"))


async def test_what_may_have_been_done_is_not_sent_again():
    client, script = client_of(httpx.ReadError("reset"))
    with pytest.raises(Unreachable):
        await client.claim_code("0" * 32)
    with pytest.raises(Unreachable):
        await client.react(ROOM, Reaction.OUCH)
    assert len(script.requests) == 2
    assert json.loads(script.requests[0].content) == {"code": ClaimCode("0" * 32).code}


async def test_what_was_not_sent_is_sent_again(at_once):
    client, script = client_of(httpx.ConnectError("refused"), (200, {"key": "a" * 32}))
    assert (await client.new_person()).key == client.key == "a" * 32
    assert len(script.requests) == 2

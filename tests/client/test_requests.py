"""Failed requests of the client: it retries them or raises an exception."""

import json

import httpx
import pytest

from byzanz.client.client import Client
from byzanz.client.errors import ProtocolError, Unreachable
from byzanz.wire.answers import Accepted
from byzanz.wire.commands import ClaimCode, Leave, Reaction
from byzanz.wire.endpoints import ENDPOINTS
from byzanz.wire.problems import Code, RequestRefused

ROOM = "0" * 32
ACCEPTED = {"room": ROOM, "seq": 7}
BUSY = {"code": "busy", "facts": {}}
FAST = {"code": "too_fast", "facts": {}}


class ScriptedTransport(httpx.AsyncBaseTransport):
    """Gives the answers in order, repeats the last one for ever, and raises exceptions."""

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


def client_of(*answers, retry_seconds=300.0):
    script = ScriptedTransport(*answers)
    return Client("http://server/", "k" * 32, retry_seconds=retry_seconds, transport=script), script


def test_every_endpoint_is_a_method():
    for endpoint in ENDPOINTS:
        assert callable(getattr(Client, endpoint.name)), endpoint.name


async def test_a_command_is_retried_until_it_is_accepted(pauses):
    errors = httpx.ReadError("reset"), httpx.ConnectError("refused"), httpx.ReadTimeout("")
    busy = (502, b"<html>"), (503, BUSY, ("retry-after", "1")), (429, FAST, ("retry-after", "2"))
    client, script = client_of(*errors, *busy, (200, ACCEPTED))
    assert await client.command(ROOM, Leave("command1")) == Accepted(ROOM, 7)
    assert len({request.content for request in script.requests}) == 1
    assert len(script.requests) == 7
    assert json.loads(script.requests[0].content) == {"type": "leave", "command": "command1"}
    assert script.requests[0].headers["authorization"] == "Bearer " + "k" * 32
    assert str(script.requests[0].url) == f"http://server/api/rooms/{ROOM}/commands"
    assert pauses[4] >= 1
    assert pauses[5] >= 2


async def test_a_command_is_retried_until_it_is_refused(pauses):
    problem = {"code": "refused", "facts": {"reason": "bid_too_low", "beat": 7, "self": "x"}}
    client, script = client_of(httpx.ReadError("reset"), (409, problem))
    with pytest.raises(RequestRefused) as refused:
        await client.command(ROOM, Leave("command1"))
    assert refused.value.code is Code.REFUSED
    assert refused.value.facts["beat"] == 7
    assert len(script.requests) == 2


@pytest.mark.parametrize(
    ("answer", "exception"),
    [
        (httpx.ConnectError("refused"), Unreachable),
        ((504, b"<html>"), Unreachable),
        ((503, BUSY), RequestRefused),
        ((429, FAST), RequestRefused),
    ],
)
async def test_retries_of_a_request_end(pauses, answer, exception):
    client, script = client_of(answer, retry_seconds=0.5)
    with pytest.raises(exception):
        await client.command(ROOM, Leave("command1"))
    assert 1 <= len(script.requests) < 20


@pytest.mark.parametrize(
    "answer",
    [(200, b"<html>"), (200, {"seq": 1}), (404, b"no"), (301, b""), (500, {"code": "failed"})],
)
async def test_an_answer_of_another_program_is_reported(answer):
    client, _ = client_of(answer)
    with pytest.raises(ProtocolError, match=r"http://server answers \d+, but not as a Byzanz"):
        await client.create(Leave("command1"))


async def test_a_request_that_may_have_been_done_is_not_retried():
    client, script = client_of(httpx.ReadError("reset"))
    with pytest.raises(Unreachable):
        await client.claim_code("0" * 32)
    with pytest.raises(Unreachable):
        await client.react(ROOM, Reaction.OUCH)
    assert len(script.requests) == 2
    assert json.loads(script.requests[0].content) == {"code": ClaimCode("0" * 32).code}


async def test_a_request_that_was_not_sent_is_retried(pauses):
    client, script = client_of(httpx.ConnectError("refused"), (200, {"key": "a" * 32}))
    assert (await client.new_person()).key == client.key == "a" * 32
    assert len(script.requests) == 2

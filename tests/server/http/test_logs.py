"""An error is logged without its message; the sender gets only a code."""

import asyncio
import io
import json
import logging
from types import SimpleNamespace

import httpx
import pytest
import structlog

from byzanz.server.http.app import make_app
from byzanz.server.ops.config import Config
from byzanz.server.ops.logs import set_up_logs
from byzanz.server.ops.metrics import Metrics
from tests.cli.calling import call

HIDDEN = "W1 G2 secret"


@pytest.fixture
def log():
    """A function that returns the lines written so far."""
    stream, handlers, level = io.BytesIO(), logging.root.handlers[:], logging.root.level
    set_up_logs("info", stream)
    yield lambda: [json.loads(line) for line in stream.getvalue().splitlines()]
    structlog.reset_defaults()
    logging.root.handlers[:] = handlers
    logging.root.setLevel(level)


def test_only_the_first_line_of_a_librarys_message_is_logged(log):
    try:
        raise ValueError(HIDDEN)
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved\n%s", HIDDEN)
    logging.getLogger("uvicorn.error").info("not logged")
    (line,) = log()
    assert line["event"] == "Task exception was never retrieved"
    assert (line["level"], line["library"], line["kind"]) == ("error", "asyncio", "ValueError")
    assert line["places"][0].startswith("test_logs.py:")
    assert HIDDEN not in json.dumps(line)


def test_threat_30_a_bug_is_logged_and_not_shown_to_the_sender(log):
    async def answer(name, call):
        raise KeyError(HIDDEN)

    service = SimpleNamespace(
        handlers=SimpleNamespace(answer=answer, visitors=SimpleNamespace(limiters={"reads": None})),
        config=Config(),
        metrics=Metrics(),
        connections=None,
        store=None,
        link_targets=None,
        pictures=None,
    )

    async def ask():
        transport = httpx.ASGITransport(app=make_app(service))
        async with httpx.AsyncClient(transport=transport, base_url="http://x") as http:
            return await http.get(f"/api/rooms/{'0' * 32}")

    response = asyncio.run(ask())
    assert (response.status_code, response.json()) == (500, {"code": "failed", "facts": {}})
    failed, request = log()
    assert (failed["event"], failed["kind"], failed["level"]) == ("failed", "KeyError", "error")
    assert failed["request"] == request["request"] == response.headers["x-request-id"]
    assert (request["endpoint"], request["status"]) == ("update", 500)
    assert request["room"] == "0" * 32
    assert HIDDEN not in json.dumps([failed, request])


def test_threat_29_a_crash_is_logged_without_its_message(log, monkeypatch):
    def crash(config, **_):
        raise RuntimeError(HIDDEN)

    monkeypatch.setattr("byzanz.server.http.runner.run_server", crash)
    monkeypatch.setattr("byzanz.server.ops.logs.set_up_logs", lambda level, stream: None)
    result = call("serve")
    assert (result.exit_code, result.stdout, result.stderr) == (1, "", "")
    (line,) = log()
    assert (line["event"], line["kind"]) == ("crashed", "RuntimeError")
    assert HIDDEN not in json.dumps(line)

"""The published schema and docs/protocol.md agree with the server."""

import json
import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error

from byzanz.server.ops.config import Limits
from byzanz.wire.commands import Command
from byzanz.wire.endpoints import ENDPOINTS, PUSH, CloseCode
from byzanz.wire.openapi import openapi
from byzanz.wire.problems import STATUS, Code
from byzanz.wire.room import BotId
from tests.server.http.running import Person

DOCS = Path(__file__).parents[3] / "docs"
PROTOCOL = (DOCS / "protocol.md").read_text()


def test_the_published_schema_is_up_to_date():
    published = json.loads((DOCS / "openapi.json").read_text())
    made = json.loads(json.dumps(openapi()))  # turns tuples into lists
    assert published == made, "run byzanz serve --schema > docs/openapi.json"


def test_unions_keep_their_discriminators():
    schemas = openapi()["components"]["schemas"]
    assert schemas["Push"]["discriminator"]["propertyName"] == "type"
    assert schemas["Play"]["additionalProperties"] is False
    assert set(schemas["Code"]["enum"]) == set(Code)
    event = schemas["UpdateStep"]["properties"]["events"]["items"]
    assert event["discriminator"]["propertyName"] == "type"


def test_every_endpoint_and_command_is_explained():
    for endpoint in ENDPOINTS:
        assert f"`{endpoint.method} {endpoint.path}`" in PROTOCOL, endpoint.name
    for command in get_args(Command):
        assert f"`{command.__struct_config__.tag}`" in PROTOCOL
        for name in command.__struct_fields__:
            assert f"`{name}`" in PROTOCOL
    for bot in BotId:
        assert f"`{bot}`" in PROTOCOL
    assert PUSH in PROTOCOL


def test_every_code_is_explained():
    rows = dict(re.findall(r"^\| `(\w+)` \| ([45]\d\d) \|", PROTOCOL, re.MULTILINE))
    assert {code: int(status) for code, status in rows.items()} == {
        code.value: STATUS.get(code, 409) for code in Code
    }
    for closing in CloseCode:
        assert re.search(rf"^\| {closing.value} \|", PROTOCOL, re.MULTILINE), closing


def test_every_limit_is_explained():
    rows = dict(re.findall(r"^\| `(\w+)` \| (\d{2}|\d{3}|1200) \| ", PROTOCOL, re.MULTILINE))
    for name, default in msgspec.structs.asdict(Limits()).items():
        if "connections" in name:
            assert re.search(rf"{default}(\s\S+){{1,4}}\s\(`{name}`\)", PROTOCOL), name
        else:
            assert int(rows[name]) == default


SCHEMA = schemathesis.openapi.from_dict(openapi())
OPERATIONS = [
    operation.ok() for operation in SCHEMA.get_all_operations() if operation.ok().path != PUSH
]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.label)
def test_requests_made_from_the_schema_cause_no_server_error(lax, operation):
    anna = Person(lax)
    headers = {"authorization": f"Bearer {anna.key}"}

    @given(operation.as_strategy())
    @settings(
        max_examples=15, derandomize=True, database=None, deadline=None,
        phases=[Phase.generate], suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    def check(case):
        response = case.call(base_url=lax.url, headers=headers)
        case.validate_response(response, checks=[not_a_server_error])
        assert response.status_code < 500

    check()

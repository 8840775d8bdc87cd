"""The protocol as an OpenAPI document, for clients in other languages."""

import re
from typing import Any

import msgspec

from byzanz.wire.answers import Problem, Push
from byzanz.wire.endpoints import ARGUMENTS, ENDPOINTS, PROTOCOL, PUSH, CloseCode, Endpoint
from byzanz.wire.problems import Code

REFERENCE = "#/components/schemas/{name}"
KEYS: list[dict[str, list[str]]] = [
    {"bearer": []},
    {"cookie": []},
    {},
]  # the last: nobody in particular


def openapi() -> dict[str, Any]:
    """OpenAPI 3.1; docs/openapi.json is this."""
    kinds = [endpoint.body for endpoint in ENDPOINTS] + [endpoint.answer for endpoint in ENDPOINTS]
    kinds = [kind for kind in kinds if kind not in (None, str)] + [Push, Problem, Code]
    schemas, components = msgspec.json.schema_components(kinds, ref_template=REFERENCE)
    by_kind = list(zip(kinds, schemas, strict=True))
    components["Problem"]["properties"]["code"] = schema_of(Code, by_kind)
    components["Push"] = schema_of(Push, by_kind)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = paths.setdefault(endpoint.path, {})
        path[endpoint.method.lower()] = _operation(endpoint, by_kind)
    paths[PUSH] = {"get": _push()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Byzanz",
            "version": str(PROTOCOL),
            "description": "docs/protocol.md explains it for people.",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "byzanz"},
            },
        },
    }


def schema_of(kind: Any, by_kind: list[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    """The schema of a kind of message."""
    return next(schema for other, schema in by_kind if other == kind)


def _operation(endpoint: Endpoint, by_kind: list[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    names = re.findall(r"\{(\w+)\}", endpoint.path)
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.about,
        "security": KEYS,
        "parameters": [*map(_argument, names), *map(_query, endpoint.query)],
        "responses": {
            "200": {"description": "Done.", "content": _content(endpoint.answer, by_kind)},
            "default": {
                "description": "Not done, and why.",
                "content": {"application/json": {"schema": schema_of(Problem, by_kind)}},
            },
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body, by_kind)}
    return operation


def _content(kind: Any, by_kind: list[tuple[Any, dict[str, Any]]]) -> dict[str, Any]:
    if kind is str:
        return {"text/plain": {"schema": {"type": "string"}}}
    schema = {"type": "object"} if kind is None else schema_of(kind, by_kind)
    return {"application/json": {"schema": schema}}


def _argument(name: str) -> dict[str, Any]:
    schema = {"type": "string", "pattern": ARGUMENTS[name]}
    return {"name": name, "in": "path", "required": True, "schema": schema}


def _query(name: str, default: int = 0) -> dict[str, Any]:
    schema = {"type": "integer", "minimum": 0, "maximum": 999_999_999, "default": default}
    return {"name": name, "in": "query", "required": False, "schema": schema}


def _push() -> dict[str, Any]:
    return {
        "operationId": "push",
        "summary": "A WebSocket that sends Push messages and takes none.",
        "security": KEYS,
        "parameters": [_argument("room"), _query("after"), _query("protocol", PROTOCOL)],
        "responses": {"101": {"description": "The socket is open."}},
        "x-messages": {"$ref": REFERENCE.format(name="Push")},
        "x-close-codes": {str(code.value): code.name.lower() for code in CloseCode},
    }

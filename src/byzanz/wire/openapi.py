"""The protocol as an OpenAPI document, for clients in other languages."""

import re
from typing import Any

import msgspec

from byzanz.wire.answers import Problem, Push
from byzanz.wire.endpoints import ARGUMENTS, ENDPOINTS, PROTOCOL, PUSH, CloseCode, Endpoint
from byzanz.wire.problems import Code

REFERENCE = "#/components/schemas/{name}"
SECURITY: list[dict[str, list[str]]] = [{"bearer": []}, {"cookie": []}, {}]  # {}: without a key
TypeSchemas = list[tuple[Any, dict[str, Any]]]  # message types with their JSON schemas


def openapi() -> dict[str, Any]:
    """The OpenAPI 3.1 document, published as docs/openapi.json."""
    types = [endpoint.body for endpoint in ENDPOINTS] + [endpoint.answer for endpoint in ENDPOINTS]
    types = [each for each in types if each not in (None, str)] + [Push, Problem, Code]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCE)
    by_type = list(zip(types, schemas, strict=True))
    components["Problem"]["properties"]["code"] = schema_of(Code, by_type)
    components["Push"] = schema_of(Push, by_type)
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in ENDPOINTS:
        path = paths.setdefault(endpoint.path, {})
        path[endpoint.method.lower()] = _operation(endpoint, by_type)
    paths[PUSH] = {"get": _push()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Byzanz",
            "version": str(PROTOCOL),
            "description": "docs/protocol.md explains the protocol.",
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


def schema_of(message_type: Any, by_type: TypeSchemas) -> dict[str, Any]:
    """The schema of a message type, which must be one of the given ones."""
    return next(schema for other, schema in by_type if other == message_type)


def _operation(endpoint: Endpoint, by_type: TypeSchemas) -> dict[str, Any]:
    names = re.findall(r"\{(\w+)\}", endpoint.path)
    operation: dict[str, Any] = {
        "operationId": endpoint.name,
        "summary": endpoint.summary,
        "security": SECURITY,
        "parameters": [*map(_argument, names), *map(_query, endpoint.query)],
        "responses": {
            "200": {"description": "Done.", "content": _content(endpoint.answer, by_type)},
            "default": {
                "description": "Refused, with the reason.",
                "content": {"application/json": {"schema": schema_of(Problem, by_type)}},
            },
        },
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": _content(endpoint.body, by_type)}
    return operation


def _content(message_type: Any, by_type: TypeSchemas) -> dict[str, Any]:
    if message_type is str:
        return {"text/plain": {"schema": {"type": "string"}}}
    schema = {"type": "object"} if message_type is None else schema_of(message_type, by_type)
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
        "summary": "A WebSocket that sends Push messages and accepts none.",
        "security": SECURITY,
        "parameters": [_argument("room"), _query("after"), _query("protocol", PROTOCOL)],
        "responses": {"101": {"description": "The socket is open."}},
        "x-messages": {"$ref": REFERENCE.format(name="Push")},
        "x-close-codes": {str(code.value): code.name.lower() for code in CloseCode},
    }

"""Strict decoding of JSON from strangers, bounded in size and depth."""

import json
from typing import Any, NoReturn, TypeVar

import msgspec

from byzanz.wire.problems import Code, RequestRefused

LARGEST_BODY = 16 * 1024
LARGEST_TEXT = 64 * 1024  # a record
DEEPEST = 8
LONGEST_NUMBER = 16  # digits
Type = TypeVar("Type")
DECODERS: dict[
    Any, msgspec.json.Decoder[Any]
] = {}  # cached, for making one takes longer than using it


def read_body(body: bytes, kind: type[Type]) -> Type:
    """Decode the body of a request; raises `RequestRefused`."""
    if len(body) > LARGEST_BODY:
        raise RequestRefused(Code.TOO_LARGE, most=LARGEST_BODY)
    try:
        text = body.decode()
        _check_depth(text)
        STRICT.decode(text)
        request: Type = _decoder(kind).decode(text)
        return request
    except msgspec.ValidationError as error:
        raise _misfit(str(error)) from None
    except (ValueError, RecursionError):
        raise RequestRefused(Code.BAD_REQUEST) from None


def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    if kind not in DECODERS:
        DECODERS[kind] = msgspec.json.Decoder(kind)
    return DECODERS[kind]


def _misfit(message: str) -> RequestRefused:
    """Tell which field is wrong, without quoting its value."""
    what, _, place = message.partition(" - at `$")
    field = place.strip(".`")
    if what.startswith("Invalid enum value") and field.endswith("bot"):
        return RequestRefused(Code.BAD_BOT)
    return RequestRefused(Code.BAD_REQUEST, **({"field": field} if field else {}))


def _check_depth(text: str) -> None:
    """An upper bound on the nesting, without parsing: brackets in strings count too."""
    if text.count("[") + text.count("{") <= DEEPEST:
        return
    depth = deepest = 0
    for letter in text:
        if letter in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif letter in "]}":
            depth -= 1
    if deepest > DEEPEST:
        raise ValueError("too deep")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a key twice")
    for text in (*value, *value.values()):
        if isinstance(text, str):
            _check_text(text)
    return value


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError("no text")
    text.encode()  # a lone surrogate raises ValueError too


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError("too long a number")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no whole number")


STRICT = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_no_number,
    parse_constant=_no_number,
)
"""Rejects what msgspec tolerates: duplicate keys, NaN and the like."""

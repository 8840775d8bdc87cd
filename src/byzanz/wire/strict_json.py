"""Strict decoding of untrusted JSON, bounded in size and depth."""

import json
from typing import Any, NoReturn, TypeVar

import msgspec

from byzanz.wire.problems import Code, RequestRefused

LARGEST_BODY = 16 * 1024  # bytes
LARGEST_TEXT = 64 * 1024  # bytes of a record
DEEPEST = 8  # levels of nested arrays and objects
LONGEST_NUMBER = 16  # characters
Type = TypeVar("Type")
# A cache, because making a decoder takes longer than using it.
DECODERS: dict[Any, msgspec.json.Decoder[Any]] = {}


def read_body(body: bytes, message_type: type[Type]) -> Type:
    """Decode the body of a request; raises `RequestRefused`."""
    if len(body) > LARGEST_BODY:
        raise RequestRefused(Code.TOO_LARGE, most=LARGEST_BODY)
    try:
        text = body.decode()
        _check_depth(text)
        STRICT.decode(text)
        request: Type = _decoder(message_type).decode(text)
        return request
    except msgspec.ValidationError as error:
        raise _refusal(str(error)) from None
    except (ValueError, RecursionError):
        raise RequestRefused(Code.BAD_REQUEST) from None


def _decoder(message_type: Any) -> msgspec.json.Decoder[Any]:
    if message_type not in DECODERS:
        DECODERS[message_type] = msgspec.json.Decoder(message_type)
    return DECODERS[message_type]


def _refusal(message: str) -> RequestRefused:
    """The refusal for a message of msgspec: it names the wrong field, but not its value."""
    problem, _, path = message.partition(" - at `$")
    field = path.strip(".`")
    if problem.startswith("Invalid enum value") and field.endswith("bot"):
        return RequestRefused(Code.BAD_BOT)
    return RequestRefused(Code.BAD_REQUEST, **({"field": field} if field else {}))


def _check_depth(text: str) -> None:
    """Raise if the text is nested too deeply; brackets inside strings are counted too."""
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
        raise ValueError(f"nested {deepest} levels deep: expected at most {DEEPEST}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a duplicate key: expected each key once")
    for text in (*value, *value.values()):
        if isinstance(text, str):
            _check_text(text)
    return value


def _check_text(text: str) -> None:
    if "\0" in text:
        raise ValueError("a zero byte in a string: expected text")
    text.encode()  # a lone surrogate raises ValueError too


def _integer(text: str) -> int:
    if len(text) > LONGEST_NUMBER:
        raise ValueError(f"a number of {len(text)} characters: expected at most {LONGEST_NUMBER}")
    return int(text)


def _refuse_number(text: str) -> NoReturn:
    raise ValueError(f"{text}: expected a whole number")


STRICT = json.JSONDecoder(
    object_pairs_hook=_object,
    parse_int=_integer,
    parse_float=_refuse_number,
    parse_constant=_refuse_number,
)
"""Rejects JSON that msgspec accepts: duplicate keys, fractions, NaN, zero bytes in strings."""

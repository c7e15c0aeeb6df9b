"""The parsers of bodies. They are strict: a client learns of a mistake at once, and nothing odd is stored."""

import json
import math
from collections.abc import Mapping
from typing import IO, Any, ClassVar, Final

from django.utils.translation import gettext
from rest_framework.parsers import BaseParser

from base.http.problems import Problem, TooLarge

BODY_BYTES: Final = 64 * 1024
DEPTH: Final = 16
"""The most levels of nesting in a body."""
LARGEST_NUMBER: Final = 2**53 - 1
"""The largest whole number that every JSON reader keeps exactly (RFC 7493)."""


class MalformedJSON(Problem):
    """The body is not a JSON object, or it is one that not all clients read in the same way.

    For example, it has the same key twice, NaN, a number beyond 2^53, half of a surrogate pair, or more than 16 levels.
    """

    code = "malformed_json"
    title = "Malformed JSON"
    default_detail = "The body is not a JSON object."
    remedy = "Correct what `detail` names. It gives line and column where they are known."


class StrictJSONParser(BaseParser):
    """`application/json`: an object in UTF-8 with unique keys, without NaN, at most 16 levels deep and 64 KiB long."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Return the object in the stream. Raises TooLarge or MalformedJSON."""
        return read_object(_bounded(stream, BODY_BYTES))


class TextParser(BaseParser):
    """Any text in UTF-8, as one field of the request's data."""

    field: ClassVar[str]
    malformed: ClassVar[type[Problem]]
    """The problem to raise for a body that is not UTF-8."""
    most_bytes: ClassVar[int] = BODY_BYTES

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,  # noqa: ARG002
        parser_context: Mapping[str, Any] | None = None,  # noqa: ARG002
    ) -> dict[str, Any]:
        """Return the text under the name of the field. Raises TooLarge or `malformed`."""
        raw = _bounded(stream, self.most_bytes)
        try:
            return {self.field: raw.decode()}
        except UnicodeDecodeError as error:
            raise self.malformed(gettext("The body is not UTF-8 (byte {byte}).").format(byte=error.start)) from error


def _bounded(stream: IO[bytes], most: int) -> bytes:
    """Return the content of a stream. Raises TooLarge for more than *most* bytes."""
    raw = stream.read(most + 1)
    if len(raw) > most:
        raise TooLarge(gettext("A body must not have more than {most} bytes.").format(most=most))
    return raw


def read_object(raw: bytes) -> dict[str, Any]:
    """Return the JSON object in `raw`. Raises MalformedJSON."""
    try:
        content = _DECODER.decode(raw.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise MalformedJSON(gettext("The body is not UTF-8 (byte {byte}).").format(byte=error.start)) from error
    except json.JSONDecodeError as error:
        raise MalformedJSON(
            gettext("The body is not JSON: {fault} (line {line}, column {column}).").format(
                fault=error.msg, line=error.lineno, column=error.colno
            )
        ) from error
    except RecursionError as error:
        raise MalformedJSON(gettext("The body is nested more than {depth} levels deep.").format(depth=DEPTH)) from error
    if not isinstance(content, dict):
        raise MalformedJSON
    _walk(content, 1)
    return content


def _walk(content: object, depth: int) -> None:
    """Refuse deep nesting, infinite numbers, and strings with half a surrogate pair, which UTF-8 cannot encode."""
    match content:
        case float() if not math.isfinite(content):  # such as 1e999
            raise MalformedJSON("A number is too large.")
        case str():
            if not content.isascii() and any("\ud800" <= character <= "\udfff" for character in content):
                raise MalformedJSON("A string has half of a surrogate pair.")
        case dict() | list():
            if depth > DEPTH:
                raise MalformedJSON(gettext("The body is nested more than {depth} levels deep.").format(depth=DEPTH))
            for key in content if isinstance(content, dict) else ():
                _walk(key, depth)
            for entry in content.values() if isinstance(content, dict) else content:
                _walk(entry, depth + 1)
        case _:
            pass


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise MalformedJSON("An object has the same key twice.")
    return found


def _whole(digits: str) -> int:
    # int() takes quadratic time, and refuses very many digits.
    number = int(digits) if len(digits) < 20 else math.inf
    if abs(number) > LARGEST_NUMBER:
        raise MalformedJSON("A number is too large.")
    return int(number)


def _constant(name: str) -> float:
    raise MalformedJSON(gettext("{name} is not JSON.").format(name=name))


_DECODER: Final = json.JSONDecoder(object_pairs_hook=_object, parse_int=_whole, parse_constant=_constant)

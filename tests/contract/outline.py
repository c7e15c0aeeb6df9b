"""The contract with one line for each promise, and what differs between two such outlines.

A line is a place and what holds there. `baseline.txt` has the lines of the contract that clients know, and
`make contract` adds to it what is new. It refuses to take anything away, unless you say `ARGS=--break`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

HERE: Final = Path(__file__).parent
ROOT: Final = HERE.parents[1]
BASELINE: Final = HERE / "baseline.txt"
Lines = Mapping[str, str]
VALUE, KNOWN_VALUE = "value", "known value"
"""A value of an enum, which is all that clients accept, and one of a set that may grow."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A line that is new, gone or different."""

    place: str
    was: str | None
    now: str | None
    breaks: bool
    """Whether a client of the old contract may fail with the new one."""

    def __str__(self) -> str:
        """Return it as a sentence."""
        if self.now is None:
            return f"{self.place} is gone. It was: {self.was}."
        if self.was is None:
            return f"{self.place} is new: {self.now}."
        return f"{self.place} was: {self.was}. It is: {self.now}."


def outline(document: Any) -> dict[str, str]:
    """Return what the contract promises by its place, sorted."""
    schemas, found = document["components"]["schemas"], {}
    operations = [(path, *one) for path, methods in document["paths"].items() for one in methods.items()]
    sent = _reached([one.get("requestBody", {}) for _, _, one in operations], schemas)
    answered = _reached([one["responses"] for _, _, one in operations], schemas)
    for path, method, operation in operations:
        name = operation["operationId"]
        found[name] = f"{method.upper()} {path}"
        found |= dict(_sent(name, operation))
        for status, answer in operation["responses"].items():
            for kind, content in answer.get("content", {"": {"schema": {}}}).items():
                found[f"{name} -> {status} {kind}".rstrip()] = _type(content["schema"])
    for name, schema in schemas.items():
        uses = [use for use, names in (("sent", sent), ("answered", answered)) if name in names]
        found[name] = f"{_type(schema)}, {' and '.join(uses)}"
        found |= dict(_values(name, schema))
        for field, part in schema.get("properties", {}).items():
            need = "required" if field in schema.get("required", ()) else "optional"
            found[f"{name}.{field}"] = f"{need} {_type(part)}"
            found |= dict(_values(f"{name}.{field}", part))
    return dict(sorted(found.items()))


def _sent(name: str, operation: Any) -> Iterator[tuple[str, str]]:
    for one in operation.get("parameters", ()):
        place, need = f"{name} ? {one['name']}", "required" if one.get("required") else "optional"
        yield place, f"{need} {one['in']} {_type(one['schema'])}"
        yield from _values(place, one["schema"])
    body = operation.get("requestBody", {})
    for kind, content in body.get("content", {}).items():
        yield f"{name} <- {kind}", f"{'required' if body.get('required') else 'optional'} {_type(content['schema'])}"


def _values(place: str, schema: Any) -> Iterator[tuple[str, str]]:
    for one in [schema, *schema.get("anyOf", ())]:
        for word, said in (("enum", VALUE), ("x-extensible-enum", KNOWN_VALUE)):
            for value in one.get(word, ()):
                yield f"{place} = {value}", said


def _type(schema: Any) -> str:
    """Return a type in a few words, such as `list of GameEvent` or `string or null`."""
    match schema:
        case {"$ref": reference}:
            return str(reference).rpartition("/")[2]
        case {"anyOf": parts} | {"oneOf": parts} | {"allOf": parts}:
            return " or ".join(map(_type, parts))
        case {"type": "array", "items": items}:
            return f"list of {_type(items)}"
        case {"type": "object", "additionalProperties": dict(values)} if values:
            return f"map to {_type(values)}"
        case {"const": value}:
            return json.dumps(value)
        case {"type": list(types)}:
            return " or ".join(types)
        case {"type": str(kind), "format": str(form)}:
            return f"{kind} ({form})"
        case {"type": str(kind)}:
            return kind
        case _:
            return "anything" if schema else "no body"


def _reached(parts: list[Any], schemas: Any) -> set[str]:
    """Return the names of the schemas that *parts* refer to, directly or through others."""
    found: set[str] = set()
    while parts:
        match parts.pop():
            case {"$ref": reference}:
                name = str(reference).rpartition("/")[2]
                parts += [] if name in found else [schemas[name]]
                found.add(name)
            case dict() as part:
                parts += [value for word, value in part.items() if word not in ("example", "examples")]
            case list() as part:
                parts += part
            case _:
                pass
    return found


def differences(old: Lines, new: Lines) -> list[Difference]:
    """Return how two outlines differ, sorted by place.

    Clients fail if something is gone or has another type, if a request needs more than before, and if an answer may
    lack what it always had, or has a value of an enum that they do not know.
    """
    found = []
    for place in sorted(old.keys() | new.keys()):
        was, now = old.get(place), new.get(place)
        if was == now:
            continue
        owner = place.partition(" ")[0].partition(".")[0]
        is_sent = " ? " in place or " <- " in place or "sent" in new.get(owner, "").partition(", ")[2]
        is_answered = "answered" in new.get(owner, "").partition(", ")[2]
        if now is None:
            breaks = True
        elif was is None:
            breaks = owner in old and ((is_answered and now == VALUE) or (is_sent and now.startswith("required ")))
        elif now.replace("required ", "optional ", 1) == was:
            breaks = is_sent
        elif was.replace("required ", "optional ", 1) == now:
            breaks = not is_sent or is_answered
        else:
            breaks = not (", " in was and _words(was) <= _words(now))  # a schema that is used in more places
        found.append(Difference(place, was, now, breaks))
    return found


def _words(uses: str) -> set[str]:
    return {*uses.replace(" and ", ", ").split(", ")}


def current() -> dict[str, str]:
    """Return the outline of the present code. A process of its own makes it, because tests add problems."""
    environment = {**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.test"}
    command = [sys.executable, "-W", "ignore", "manage.py", "spectacular", "--format", "openapi-json"]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
    return outline(json.loads(done.stdout))


def read(text: str) -> dict[str, str]:
    """Return the outline in a text that `write` has made."""
    return dict(line.split(": ", 1) for line in text.splitlines())


def write(lines: Lines) -> str:
    """Return an outline as a text with a line for each place."""
    return "".join(f"{place}: {said}\n" for place, said in lines.items())


def main() -> None:
    """Update the baseline. Exit with 1 and leave it as it is if clients would fail, unless `--break` says so."""
    new = current()
    found = differences(read(BASELINE.read_text(encoding="utf-8")), new)
    sys.stdout.writelines(f"{'BREAKS CLIENTS: ' * one.breaks}{one}\n" for one in found)
    if any(one.breaks for one in found) and "--break" not in sys.argv:
        sys.exit("The baseline was not changed. To break clients on purpose, use `make contract ARGS=--break`.")
    BASELINE.write_text(write(new), encoding="utf-8")
    if found:
        sys.stdout.write("Write what clients should know in docs/reference/contract.md.\n")


if __name__ == "__main__":
    main()

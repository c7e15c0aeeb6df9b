"""OpenAPI's document keeps to the conventions, but for the differences that the page about them lists.

What the document promises is read from the baseline, which `test_outline.py` holds against the service.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from tests.config.service import ROOT
from tests.contract.outline import BASELINE, read

PAGE: Final = (ROOT / "docs" / "reference" / "conventions.md").read_text(encoding="utf-8")
LISTED: Final = re.findall(r"^\| `([^`]+)` \|", PAGE.partition("## Differences")[2], re.MULTILINE)
FIRST_PARTS: Final = set(re.findall(r"`([\w-]+)`", re.findall(r"first parts of addresses are: (.*)", PAGE)[0]))
LINES: Final = read(BASELINE.read_text(encoding="utf-8"))
"""What the contract promises, by place."""
OPERATIONS: Final = {
    place: (words[0], words[1].removeprefix("/api/v1"))
    for place, said in LINES.items()
    if len(words := said.split()) == 2 and words[0] in {"GET", "POST", "PUT", "PATCH", "DELETE"}
}
SNAKE: Final = r"[a-z][a-z0-9]*(_[a-z0-9]+)*"
KEBAB: Final = r"[a-z0-9]+(-[a-z0-9]+)*"
PASCAL: Final = r"[A-Z]\w*"
HEADER: Final = rf"{PASCAL}(-{PASCAL})*"
CODES: Final = ("code", "reason")
"""Fields with codes for programs."""
TIME: Final = r"at|deadline|since|until|server_time|\w+_(at|since|from|until)"
FOREIGN: Final = r"RulesetSchema\.\S+|Webhook\w+\.timestamp"
"""Fields of formats that others have made."""


def fields() -> dict[str, dict[str, str]]:
    """Return the type of each field, by schema."""
    found: defaultdict[str, dict[str, str]] = defaultdict(dict)
    for place, said in LINES.items():
        if match := re.fullmatch(r"(\w+)\.(\S+)", place):
            found[match[1]][match[2]] = said
    return found


FIELDS: Final = fields()


def answers(operation: str) -> dict[int, str]:
    """Return the type of each good answer of an operation, by status."""
    found = {}
    for place, said in LINES.items():
        if match := re.fullmatch(rf"{operation} -> (2\d\d)(?: application/json)?", place):
            found[int(match[1])] = said
    return found


def odd_names() -> Iterator[str]:
    for place, said in LINES.items():
        if match := re.fullmatch(r"(.+) = (.+)", place):
            yield from odd_value(place, *match.groups())
        elif match := re.fullmatch(r"\w+ \? (\S+)", place):
            form = HEADER if " header " in said else SNAKE
            yield from [] if re.fullmatch(form, match[1]) else [place]
        elif match := re.fullmatch(r"(\w+)\.(\S+)", place):
            is_odd = not re.fullmatch(SNAKE, match[2]) or match[2].startswith(("is_", "has_"))
            yield from [place] if is_odd and not re.fullmatch(FOREIGN, place) else []
        elif re.fullmatch(r"\w+", place):
            yield from [] if re.fullmatch(SNAKE if place in OPERATIONS else PASCAL, place) else [place]


def odd_value(place: str, owner: str, value: str) -> Iterator[str]:
    form = SNAKE if owner.rpartition(".")[2] in CODES else KEBAB
    if owner == "WebhookEvent":
        form = rf"{KEBAB}(\.{KEBAB})?"
    if not re.fullmatch(form, value):
        yield place


def odd_addresses() -> Iterator[str]:
    for operation, (_, path) in OPERATIONS.items():
        parts = [part for part in path.split("/") if part]
        if any(not re.fullmatch(rf"{KEBAB}(\.svg)?|\{{{SNAKE}\}}", part) for part in parts):
            yield operation
        if parts and parts[0] not in FIRST_PARTS:
            yield operation


def odd_methods() -> Iterator[str]:
    for operation, (method, _) in OPERATIONS.items():
        given = {*answers(operation)}
        allowed = {"GET": {200}, "POST": {200, 201, 202, 204}, "PUT": {200, 202, 204}, "PATCH": {200}, "DELETE": {204}}
        if given and not given <= allowed[method]:
            yield operation
        if method == "POST" and 201 in given and f"{operation} ? Idempotency-Key" not in LINES:
            yield operation
        if method == "PATCH" and f"{operation} ? If-Match" not in LINES:
            yield operation


def odd_lists() -> Iterator[str]:
    for operation, (method, _) in OPERATIONS.items():
        has = FIELDS.get(answers(operation).get(200, ""), {})
        is_list = operation.startswith(("list_", "search_"))
        if method == "GET" and (is_list or "items" in has) and not {"items", "next_cursor"} <= {*has}:
            yield operation
        if is_list and any(f"{operation} ? {one}" not in LINES for one in ("cursor", "limit")):
            yield operation


def odd_absences() -> Iterator[str]:
    for schema, has in FIELDS.items():
        is_answered = "answered" in LINES.get(schema, "")
        if is_answered and schema != "ProblemDocument" and any(said.startswith("optional") for said in has.values()):
            yield schema
    for operation, (method, _) in OPERATIONS.items():
        has = FIELDS.get(answers(operation).get(200, ""), {})
        if method == "GET" and has and all(said.endswith(" or null") for said in has.values()):
            yield operation


def odd_times() -> Iterator[str]:
    for schema, has in FIELDS.items():
        for field, said in has.items():
            place = f"{schema}.{field}"
            if "(date-time)" in said and not re.fullmatch(TIME, field) and not re.fullmatch(FOREIGN, place):
                yield place


def odd_errors() -> Iterator[str]:
    for place, said in LINES.items():
        if re.search(r" -> (4\d\d|default) ", place) and not (
            place.endswith("application/problem+json") and said == "ProblemDocument"
        ):
            yield place


def test_operations_keep_to_the_conventions_but_for_what_the_page_lists() -> None:
    checks = (odd_names, odd_addresses, odd_methods, odd_lists, odd_absences, odd_times, odd_errors)
    found = {place for check in checks for place in check()}

    assert len(OPERATIONS) > 130
    assert sorted(found - {*LISTED}) == [], "new operations follow docs/reference/conventions.md"
    assert sorted({*LISTED} - found) == [], "this is no difference any more: take it off the page"
    assert len({*LISTED}) == len(LISTED)


def test_the_first_parts_of_addresses_are_those_of_the_page() -> None:
    assert {path.split("/")[1] for _, path in OPERATIONS.values()} - {""} == FIRST_PARTS

"""From the request of an author to rules, text and examples: TOML or data, whole or as changes to another variant."""

import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

from games.rules.ruleset import RulesetError
from games.rules.ruleset.basing import changed, text_over
from games.rules.ruleset.read import show
from games.sandbox.faults import Fault, Faulty

MOST_EXAMPLES: Final = 500
MOST_MOVES: Final = 300
"""In one example."""
DEEPEST: Final = 12
LARGEST: Final = 1_000_000
"""No number of a ruleset lies farther from 0."""
LONGEST_WORDS: Final = 1_000
"""Characters of a selector, or of any other text but the rules for people."""
LONGEST_TEXT: Final = 60_000
_LONGEST_KEY: Final = 64
_KEY: Final = re.compile(r"[+=]?[A-Za-z0-9_-]+")
"""The bare keys of TOML, with the signs of a patch; so a dotted place is never ambiguous."""
_CODE: Final = re.compile(r"[+=]?[a-z_]+(\.[A-Za-z0-9_=-]+)?")
"""A key of ``paragraphs``: the code of a refusal, and perhaps a circumstance."""
_KEYS: Final = f"Use 1 to {_LONGEST_KEY} letters, digits, hyphens and underscores."
_CODES: Final = f"Use the code of a refusal, perhaps a dot and a circumstance, in at most {_LONGEST_KEY} characters."
_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


class Parts(NamedTuple):
    """The parts of a variant, as they were written."""

    rules: dict[str, Any]
    text: str
    examples: list[dict[str, Any]]


def parts_of(sent: Mapping[str, Any], base: Mapping[str, Any] | None) -> Parts:
    """Return the parts of the variant *sent*: ``toml`` or ``ruleset``, or else ``changes`` to the variant *base*.

    *base* has ``rules`` and ``text``. Raises Faulty for a part that cannot be read.
    """
    if base is None:
        rules = read_toml(sent["toml"], "toml") if "toml" in sent else deepcopy(dict(sent["ruleset"]))
        text, examples = rules.pop("text", ""), rules.pop("example", [])
    else:
        changes = sent.get("changes", {})
        _check_plain(changes, "changes", 1)  # before they are merged, which follows their depth
        try:
            rules = changed(base["rules"], changes, "changes")
        except RulesetError as error:
            raise Faulty(Fault(error.place, error.why)) from error
        text, examples = base["text"], []
    if "text" in sent:
        text = text_over(sent["text"], text) if base else sent["text"]
    if isinstance(sent.get("examples"), str):
        tables = read_toml(sent["examples"], "examples")
        if unknown := next((key for key in tables if key not in ("variant", "example")), None):
            raise Faulty(Fault(f"examples.{unknown}", "Unknown key. Use variant and example."))
        examples = tables.get("example", [])
    elif "examples" in sent:
        examples = deepcopy(sent["examples"])
    _check_plain(rules, "", 1)
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Faulty(Fault("text", f"Write Markdown of at most {LONGEST_TEXT} characters."))
    if any(not character.isprintable() and character not in "\n\t" for character in text):
        raise Faulty(Fault("text", "Take out the control characters. Only line ends and tabs are allowed."))
    if not isinstance(examples, list) or not all(isinstance(one, dict) for one in examples):
        raise Faulty(Fault("examples", "Write a list of examples, each of them a table."))
    if len(examples) > MOST_EXAMPLES:
        raise Faulty(Fault("examples", f"Send at most {MOST_EXAMPLES} examples, not {len(examples)}."))
    for number, one in enumerate(examples):
        _check_plain(one, f"examples[{number}]", 1)
        moves = one.get("moves", [])
        if isinstance(moves, list) and len(moves) > MOST_MOVES:
            raise Faulty(Fault(f"examples[{number}].moves", f"Write at most {MOST_MOVES} moves."))
    # Readers of published examples rely on these three keys.
    return Parts(rules, text, [{"proves": [], "moves": [], "then": {}, **one} for one in examples])


def read_toml(text: str, place: str) -> dict[str, Any]:
    """Return the tables of a TOML *text*. Raises Faulty, with the line, if it cannot be read."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        raise Faulty(Fault(place, f"This is not TOML: {error}.", int(found[1]) if found else None)) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets without end
        raise Faulty(Fault(place, "This cannot be read: it is nested too deeply, or a number is too large.")) from error


def _check_plain(data: object, place: str, depth: int) -> None:
    """Raise Faulty for anything but tables, lists, texts, whole numbers and truth values of a moderate size."""
    if depth > DEEPEST:
        raise Faulty(Fault(place, f"Nest tables and lists at most {DEEPEST} deep."))
    match data:
        case dict():
            form = _CODE if place in {"paragraphs", "changes.paragraphs"} else _KEY
            for key, value in data.items():
                if not isinstance(key, str) or len(key) > _LONGEST_KEY or not form.fullmatch(key):
                    raise Faulty(Fault(place, f"{show(key)} cannot be a key. {_KEYS if form is _KEY else _CODES}"))
                _check_plain(value, f"{place}.{key}" if place else key, depth + 1)
        case list():
            for number, value in enumerate(data):
                _check_plain(value, f"{place}[{number}]", depth + 1)
        case str():
            if len(data) > LONGEST_WORDS or not data.isprintable():
                raise Faulty(Fault(place, f"Write at most {LONGEST_WORDS} characters, without control characters."))
        case int():
            if abs(data) > LARGEST:
                raise Faulty(Fault(place, f"Write a number from {-LARGEST} to {LARGEST}."))
        case _:
            why = f"Write a table, a list, a string, a whole number, true or false, not {show(data)}."
            raise Faulty(Fault(place, why))

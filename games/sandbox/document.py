"""From what an author sends to rules, text and examples: TOML or data, whole or as changes to another variant."""

import re
import tomllib
from collections.abc import Mapping
from copy import deepcopy
from typing import Any, Final, NamedTuple

from games.rules.ruleset import RulesetError
from games.rules.ruleset.basing import changed, text_over
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
_KEYS: Final = f"a key has 1 to {_LONGEST_KEY} letters, digits, hyphens and underscores"
_CODES: Final = f"the code of a refusal, perhaps a dot and a circumstance, at most {_LONGEST_KEY} characters"
_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")


class Parts(NamedTuple):
    """What a variant consists of, as it was written."""

    rules: dict[str, Any]
    text: str
    examples: list[dict[str, Any]]


def parts_of(sent: Mapping[str, Any], base: Mapping[str, Any] | None) -> Parts:
    """Return the parts of what was *sent*: ``toml`` or ``ruleset``, or else ``changes`` to the variant *base*.

    *base* has ``rules`` and ``text``. Raises Faulty for what cannot be read.
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
            raise Faulty(Fault(f"examples.{unknown}", "unknown key; known are variant, example"))
        examples = tables.get("example", [])
    elif "examples" in sent:
        examples = deepcopy(sent["examples"])
    _check_plain(rules, "", 1)
    if not isinstance(text, str) or len(text) > LONGEST_TEXT:
        raise Faulty(Fault("text", f"Markdown of at most {LONGEST_TEXT} characters is asked for"))
    if any(not character.isprintable() and character not in "\n\t" for character in text):
        raise Faulty(Fault("text", "no control characters but line ends and tabs"))
    return Parts(rules, text, _checked_examples(examples))


def read_toml(text: str, place: str) -> dict[str, Any]:
    """Return the tables of a TOML *text*. Raises Faulty, with the line, if it is none."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = _LINE.search(str(error))
        raise Faulty(Fault(place, f"no TOML: {error}", int(found[1]) if found else None)) from error
    except (ValueError, RecursionError) as error:  # a number of thousands of digits, brackets without end
        raise Faulty(Fault(place, "no TOML that can be read: too deep, or a number too large")) from error


def _checked_examples(examples: object) -> list[dict[str, Any]]:
    """Return *examples* with all members that readers of published examples look for."""
    if not isinstance(examples, list) or not all(isinstance(one, dict) for one in examples):
        raise Faulty(Fault("examples", "a list of tables is asked for"))
    if len(examples) > MOST_EXAMPLES:
        raise Faulty(Fault("examples", f"at most {MOST_EXAMPLES}, not {len(examples)}"))
    for number, one in enumerate(examples):
        _check_plain(one, f"examples[{number}]", 1)
        moves = one.get("moves", [])
        if isinstance(moves, list) and len(moves) > MOST_MOVES:
            raise Faulty(Fault(f"examples[{number}].moves", f"at most {MOST_MOVES}"))
    return [{"proves": [], "moves": [], "then": {}, **one} for one in examples]


def _check_plain(data: object, place: str, depth: int) -> None:
    """Raise Faulty for anything but tables, lists, texts, whole numbers and truth values of a moderate size."""
    if depth > DEEPEST:
        raise Faulty(Fault(place, f"nested more than {DEEPEST} deep"))
    match data:
        case dict():
            form = _CODE if place in {"paragraphs", "changes.paragraphs"} else _KEY
            for key, value in data.items():
                if not isinstance(key, str) or len(key) > _LONGEST_KEY or not form.fullmatch(key):
                    raise Faulty(Fault(place, f"{key!r} is no key: {_KEYS if form is _KEY else _CODES}"))
                _check_plain(value, f"{place}.{key}" if place else key, depth + 1)
        case list():
            for number, value in enumerate(data):
                _check_plain(value, f"{place}[{number}]", depth + 1)
        case _:
            _check_scalar(data, place)


def _check_scalar(data: object, place: str) -> None:
    match data:
        case str():
            if len(data) > LONGEST_WORDS or not data.isprintable():
                raise Faulty(Fault(place, f"at most {LONGEST_WORDS} characters, no control characters among them"))
        case int():
            if abs(data) > LARGEST:
                raise Faulty(Fault(place, f"a number between {-LARGEST} and {LARGEST} is asked for"))
        case _:
            why = f"a table, a list, words, a whole number or a truth value is asked for, not {type(data).__name__}"
            raise Faulty(Fault(place, why))

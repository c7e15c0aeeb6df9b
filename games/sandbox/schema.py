"""Whether rules can be: every section, every option by itself, every number of seats; each complaint with its place."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any, Final

from games.rules import variants
from games.rules.ruleset import Option, Options, OptionValue, RulesetError
from games.rules.ruleset.basing import check_patch
from games.rules.ruleset.options import apply, write_option
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import Knobs
from games.rules.variants import Variant, publish
from games.sandbox.costliest import find_too_costly
from games.sandbox.document import Parts
from games.sandbox.faults import Fault, Faulty
from games.sandbox.limits import check_bounds

KEY: Final = re.compile(r"(?=.{3,40}$)[a-z][a-z0-9]*(-[a-z0-9]+)+")
"""Words parted by hyphens: no variant that comes with the service has one, now or later."""
MOST_OPTIONS: Final = 64
MOST_VALUES: Final = 256
"""Of all options together."""
_LONGEST_NAME: Final = 60
_SEATS: Final = range(2, 16)
_HEADER: Final = ("key", "name", "paragraphs", "options")
_SECTIONS: Final = tuple(one.name for one in fields(Knobs))
_SMALL: Final[dict[str, Any]] = {
    "players": {"least": 2, "most": 2},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
}
"""A game to read one section with."""


def variant_of(parts: Parts) -> Variant:
    """Return the variant that *parts* make. Raises Faulty with all that can be said at once."""
    rules = parts.rules
    _complain(_header(rules))
    options = _options(rules)
    knobs = {key: value for key, value in rules.items() if key not in _HEADER}
    _check_patches(knobs, options)
    plain = _with_defaults(knobs, options)
    _complain(_sections(plain))
    try:
        variant = Variant(publish(rules, parts.text, parts.examples))
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    _complain(chain(_tables(variant), _single_options(variant)))
    _complain(_all_options(variant))
    return variant


def _with_defaults(knobs: dict[str, Any], options: Mapping[str, Option]) -> dict[str, Any]:
    try:
        plain = apply(knobs, options, {})
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    except (AttributeError, TypeError) as error:  # what one option lays there is no table for the next one
        raise Faulty(Fault("options", "the defaults of the options do not fit one upon the other")) from error
    if plain.get("players") != knobs.get("players"):
        raise Faulty(Fault("players", "must not depend on the default of an option"))
    return plain


def settings_of(variant: Variant) -> list[dict[str, OptionValue]]:
    """Return every setting that differs from the default in one option alone; of a range its two ends."""
    found: list[dict[str, OptionValue]] = []
    for name, option in variant.options.items():
        values = (option.least, option.most) if option.sets else option.choices
        found += [{name: value} for value in dict.fromkeys(values) if value != option.default]
    return found


def seatings(variant: Variant, options: Options) -> list[int]:
    """Return the numbers of seats that can sit down to *variant* with these *options*."""
    return [seats for seats in _SEATS if _sits(variant, seats, options)]


def _sits(variant: Variant, seats: int, options: Options) -> bool:
    try:
        check_bounds(variant.ruleset(seats, options))
    except RulesetError:
        return False
    return True


def _complain(faults: Iterator[Fault]) -> None:
    if found := tuple(faults):
        raise Faulty(*found)


def _header(rules: Mapping[str, Any]) -> Iterator[Fault]:
    key, name = rules.get("key"), rules.get("name")
    if not isinstance(key, str) or not KEY.fullmatch(key):
        yield Fault("key", "3 to 40 characters: small words and numbers parted by hyphens, at least two, as annas-mau")
    if not isinstance(name, str) or not 0 < len(name.strip()) <= _LONGEST_NAME:
        yield Fault("name", f"a name of 1 to {_LONGEST_NAME} characters")
    elif _folded(name) in {_folded(variants.load(one).name) for one in variants.KEYS}:
        yield Fault("name", f"{name} is the name of a variant that comes with the service")
    paragraphs = rules.get("paragraphs", {})
    if not isinstance(paragraphs, dict) or not all(isinstance(one, str) for one in paragraphs.values()):
        yield Fault("paragraphs", "a paragraph by the code of a refusal is asked for")
    if "order" in rules:
        yield Fault("order", "unknown key; the options have the order in which they are written")


def _folded(name: str) -> str:
    """Return what is left of a name when spelling does not count."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name).casefold()))


def _options(rules: Mapping[str, Any]) -> dict[str, Option]:
    written = rules.get("options", {})
    if not isinstance(written, dict):
        raise Faulty(Fault("options", "a table of options is asked for"))
    if len(written) > MOST_OPTIONS:
        raise Faulty(Fault("options", f"at most {MOST_OPTIONS}, not {len(written)}"))
    options, faults = {}, []
    for name, data in written.items():
        try:
            options[name] = read(Option, data, f"options.{name}")
            _check_option(name, options[name])
        except RulesetError as error:
            faults.append(Fault(error.place, error.why))
    if not faults and sum(max(len(one.values), 2) for one in options.values()) > MOST_VALUES:
        faults.append(Fault("options", f"at most {MOST_VALUES} values of all options together"))
    _complain(iter(faults))
    return options


def _check_option(name: str, option: Option) -> None:
    place = f"options.{name}"
    if bool(option.sets) is bool(option.values):
        raise RulesetError(place, "either values or sets is asked for")
    if option.sets and not (isinstance(option.default, int) and not isinstance(option.default, bool)):
        raise RulesetError(f"{place}.default", "an option that sets a number has a number for default")
    for value in option.values:
        if not _stands_for_a_value(option, value):
            raise RulesetError(f"{place}.values.{value}", "no value of the default's kind: on, off, a number, a word")
    wrong = option.default not in range(option.least, option.most + 1) if option.sets else not _has_default(option)
    if wrong:
        raise RulesetError(f"{place}.default", "is none of the values")


def _stands_for_a_value(option: Option, name: str) -> bool:
    if isinstance(option.default, bool):
        return name in ("on", "off")
    return not isinstance(option.default, int) or re.fullmatch(r"0|-?[1-9][0-9]{0,5}", name) is not None


def _has_default(option: Option) -> bool:
    name = ("on" if option.default else "off") if isinstance(option.default, bool) else str(option.default)
    return name in option.values


def _check_patches(knobs: Mapping[str, Any], options: Mapping[str, Option]) -> None:
    for name, option in options.items():
        for value, patch in option.values.items():
            try:
                check_patch(knobs, patch, f"options.{name}.values.{value}")
            except RulesetError as error:
                raise Faulty(Fault(error.place, error.why)) from error
        *outer, last = option.sets.split(".")
        table: object = knobs
        for key in outer:
            table = table.get(key, {}) if isinstance(table, dict) else None
        named = outer and outer[0] in _SECTIONS and re.fullmatch(r"[\w-]+(\.[\w-]+)+", option.sets)
        if option.sets and not (named and isinstance(table, dict) and type(table.get(last, 0)) is int):
            raise Faulty(Fault(f"options.{name}.sets", f"{option.sets!r} is no knob that is a number"))


def _sections(knobs: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the first complaint about each section."""
    for key, value in knobs.items():
        if key not in _SECTIONS:
            yield Fault(key, f"unknown key; known are {', '.join((*_HEADER, 'names', *_SECTIONS))}")
            continue
        try:
            read(Knobs, {**_SMALL, key: value})
        except RulesetError as error:
            yield Fault(error.place, error.why)
    yield from (Fault(key, "missing") for key in _SMALL if key not in knobs)


def _tables(variant: Variant) -> Iterator[Fault]:
    """Yield why a number of seats, of those that the variant says, cannot sit down to it."""
    players = variant.rules["players"]
    for seats in range(players["least"], players["most"] + 1):
        try:
            check_bounds(variant.ruleset(seats))
        except RulesetError as error:
            yield Fault("players" if error.place == "seats" else error.place, error.why)
            return


def _single_options(variant: Variant) -> Iterator[Fault]:
    """Yield why an option, set to one of its values, makes a game that nobody can play."""
    for options in settings_of(variant):
        if seatings(variant, options):
            continue
        (name, value), least = next(iter(options.items())), variant.rules["players"]["least"]
        try:
            check_bounds(variant.ruleset(least, options))
        except RulesetError as error:
            yield Fault(f"options.{name}", f"set to {write_option(value)}: {error}")


def _all_options(variant: Variant) -> Iterator[Fault]:
    """Yield why some setting of all options together could cost too much: each alone may be cheap."""
    if found := find_too_costly(variant):
        options, error = found
        setting = ", ".join(f"{name} = {write_option(value)}" for name, value in options.items())
        yield Fault("options", f"with {setting}: {error}")

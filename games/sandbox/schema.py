"""Whether rules can be: every section, every switch by itself, every number of seats; each complaint with its place."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import fields
from itertools import chain
from typing import Any, Final

from games.rules import variants
from games.rules.ruleset import Option, Options, RulesetError, Switch
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
MOST_SWITCHES: Final = 64
MOST_VALUES: Final = 256
"""Of all switches together."""
_LONGEST_NAME: Final = 60
_SEATS: Final = range(2, 16)
_HEADER: Final = ("key", "name", "paragraphs", "switches")
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
    switches = _switches(rules)
    knobs = {key: value for key, value in rules.items() if key not in _HEADER}
    _check_patches(knobs, switches)
    plain = _with_defaults(knobs, switches)
    _complain(_sections(plain))
    try:
        variant = Variant(publish(rules, parts.text, parts.examples))
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    _complain(chain(_tables(variant), _single_switches(variant)))
    _complain(_all_switches(variant))
    return variant


def _with_defaults(knobs: dict[str, Any], switches: Mapping[str, Switch]) -> dict[str, Any]:
    try:
        plain = apply(knobs, switches, {})
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    except (AttributeError, TypeError) as error:  # what one switch lays there is no table for the next one
        raise Faulty(Fault("switches", "the defaults of the switches do not fit one upon the other")) from error
    if plain.get("players") != knobs.get("players"):
        raise Faulty(Fault("players", "must not depend on the default of a switch"))
    return plain


def settings_of(variant: Variant) -> list[dict[str, Option]]:
    """Return every setting that differs from the default in one switch alone; of a range its two ends."""
    found: list[dict[str, Option]] = []
    for name, switch in variant.switches.items():
        values = (switch.least, switch.most) if switch.sets else switch.choices
        found += [{name: value} for value in dict.fromkeys(values) if value != switch.default]
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
        yield Fault("order", "unknown key; the switches have the order in which they are written")


def _folded(name: str) -> str:
    """Return what is left of a name when spelling does not count."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKD", name).casefold()))


def _switches(rules: Mapping[str, Any]) -> dict[str, Switch]:
    written = rules.get("switches", {})
    if not isinstance(written, dict):
        raise Faulty(Fault("switches", "a table of switches is asked for"))
    if len(written) > MOST_SWITCHES:
        raise Faulty(Fault("switches", f"at most {MOST_SWITCHES}, not {len(written)}"))
    switches, faults = {}, []
    for name, data in written.items():
        try:
            switches[name] = read(Switch, data, f"switches.{name}")
            _check_switch(name, switches[name])
        except RulesetError as error:
            faults.append(Fault(error.place, error.why))
    if not faults and sum(max(len(one.values), 2) for one in switches.values()) > MOST_VALUES:
        faults.append(Fault("switches", f"at most {MOST_VALUES} values of all switches together"))
    _complain(iter(faults))
    return switches


def _check_switch(name: str, switch: Switch) -> None:
    place = f"switches.{name}"
    if bool(switch.sets) is bool(switch.values):
        raise RulesetError(place, "either values or sets is asked for")
    if switch.sets and not (isinstance(switch.default, int) and not isinstance(switch.default, bool)):
        raise RulesetError(f"{place}.default", "a switch that sets a number has a number for default")
    for value in switch.values:
        if not _stands_for_a_value(switch, value):
            raise RulesetError(f"{place}.values.{value}", "no value of the default's kind: on, off, a number, a word")
    wrong = switch.default not in range(switch.least, switch.most + 1) if switch.sets else not _has_default(switch)
    if wrong:
        raise RulesetError(f"{place}.default", "is none of the values")


def _stands_for_a_value(switch: Switch, name: str) -> bool:
    if isinstance(switch.default, bool):
        return name in ("on", "off")
    return not isinstance(switch.default, int) or re.fullmatch(r"0|-?[1-9][0-9]{0,5}", name) is not None


def _has_default(switch: Switch) -> bool:
    name = ("on" if switch.default else "off") if isinstance(switch.default, bool) else str(switch.default)
    return name in switch.values


def _check_patches(knobs: Mapping[str, Any], switches: Mapping[str, Switch]) -> None:
    for name, switch in switches.items():
        for value, patch in switch.values.items():
            try:
                check_patch(knobs, patch, f"switches.{name}.values.{value}")
            except RulesetError as error:
                raise Faulty(Fault(error.place, error.why)) from error
        *outer, last = switch.sets.split(".")
        table: object = knobs
        for key in outer:
            table = table.get(key, {}) if isinstance(table, dict) else None
        named = outer and outer[0] in _SECTIONS and re.fullmatch(r"[\w-]+(\.[\w-]+)+", switch.sets)
        if switch.sets and not (named and isinstance(table, dict) and type(table.get(last, 0)) is int):
            raise Faulty(Fault(f"switches.{name}.sets", f"{switch.sets!r} is no knob that is a number"))


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


def _single_switches(variant: Variant) -> Iterator[Fault]:
    """Yield why a switch, set to one of its values, makes a game that nobody can play."""
    for options in settings_of(variant):
        if seatings(variant, options):
            continue
        (name, value), least = next(iter(options.items())), variant.rules["players"]["least"]
        try:
            check_bounds(variant.ruleset(least, options))
        except RulesetError as error:
            yield Fault(f"switches.{name}", f"set to {write_option(value)}: {error}")


def _all_switches(variant: Variant) -> Iterator[Fault]:
    """Yield why some setting of all switches together could cost too much: each alone may be cheap."""
    if found := find_too_costly(variant):
        options, error = found
        setting = ", ".join(f"{name} = {write_option(value)}" for name, value in options.items())
        yield Fault("switches", f"with {setting}: {error}")

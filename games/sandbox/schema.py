"""Whether rules can be: every section, every option by itself, every number of seats; each complaint with its place."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import fields
from typing import Any, Final

from games.rules import variants
from games.rules.ruleset import Option, Options, OptionValue, RulesetError
from games.rules.ruleset.basing import check_patch
from games.rules.ruleset.options import apply, write_option
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import Sections
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
_SECTIONS: Final = tuple(one.name for one in fields(Sections))
_SMALL: Final[dict[str, Any]] = {
    "players": {"least": 2, "most": 2},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
}
"""A game to read one section with."""


def variant_of(parts: Parts) -> Variant:
    """Return the variant that *parts* make. Raises Faulty with all faults that can be known at once."""
    rules = parts.rules
    _complain(_faults_of_header(rules))
    options = _read_options(rules)
    sections = {key: value for key, value in rules.items() if key not in _HEADER}
    _check_patches(sections, options)
    try:
        plain = apply(sections, options, {})
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    except (AttributeError, TypeError) as error:  # the patch of one option lays a value where the next needs a table
        raise Faulty(Fault("options", "the defaults of the options do not fit one upon the other")) from error
    if plain.get("players") != sections.get("players"):
        raise Faulty(Fault("players", "must not depend on the default of an option"))
    _complain(_faults_of_sections(plain))
    try:
        variant = Variant(publish(rules, parts.text, parts.examples))
    except RulesetError as error:
        raise Faulty(Fault(error.place, error.why)) from error
    _complain(_faults_of_tables(variant))
    if found := find_too_costly(variant):  # each option alone is cheap by now, all of them together may not be
        setting, why = found
        shown = ", ".join(f"{name} = {write_option(value)}" for name, value in setting.items())
        raise Faulty(Fault("options", f"with {shown}: {why}"))
    return variant


def settings_of(variant: Variant) -> list[dict[str, OptionValue]]:
    """Return every setting that differs from the default in one option alone; of a range its two ends."""
    found: list[dict[str, OptionValue]] = []
    for name, option in variant.options.items():
        values = (option.least, option.most) if option.sets else option.choices
        found += [{name: value} for value in dict.fromkeys(values) if value != option.default]
    return found


def seatings(variant: Variant, options: Options) -> list[int]:
    """Return the numbers of seats that can sit down to *variant* with these *options*."""
    found = []
    for seats in _SEATS:
        with suppress(RulesetError):
            check_bounds(variant.ruleset(seats, options))
            found.append(seats)
    return found


def _complain(faults: Iterator[Fault]) -> None:
    if found := tuple(faults):
        raise Faulty(*found)


def _faults_of_header(rules: Mapping[str, Any]) -> Iterator[Fault]:
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


def _read_options(rules: Mapping[str, Any]) -> dict[str, Option]:
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
    match option.default:
        case bool():
            form = "on|off"
        case int():
            form = "0|-?[1-9][0-9]{0,5}"
        case _:
            form = ".*"
    if option.sets and type(option.default) is not int:
        raise RulesetError(f"{place}.default", "an option that sets a number has a number for default")
    for value in option.values:
        if not re.fullmatch(form, value):
            raise RulesetError(f"{place}.values.{value}", "no value of the default's kind: on, off, a number, a word")
    if option.sets:
        is_value = option.default in range(option.least, option.most + 1)
    else:
        is_value = write_option(option.default) in option.values
    if not is_value:
        raise RulesetError(f"{place}.default", "is none of the values")


def _check_patches(sections: Mapping[str, Any], options: Mapping[str, Option]) -> None:
    for name, option in options.items():
        for value, patch in option.values.items():
            try:
                check_patch(sections, patch, f"options.{name}.values.{value}")
            except RulesetError as error:
                raise Faulty(Fault(error.place, error.why)) from error
        *outer, last = option.sets.split(".")
        table: object = sections
        for key in outer:
            table = table.get(key, {}) if isinstance(table, dict) else None
        named = outer and outer[0] in _SECTIONS and re.fullmatch(r"[\w-]+(\.[\w-]+)+", option.sets)
        if option.sets and not (named and isinstance(table, dict) and type(table.get(last, 0)) is int):
            raise Faulty(Fault(f"options.{name}.sets", f"{option.sets!r} is no key of a section that is a number"))


def _faults_of_sections(sections: Mapping[str, Any]) -> Iterator[Fault]:
    """Yield the first complaint about each section."""
    for key, value in sections.items():
        if key not in _SECTIONS:
            yield Fault(key, f"unknown key; known are {', '.join((*_HEADER, 'names', *_SECTIONS))}")
            continue
        try:
            read(Sections, {**_SMALL, key: value})
        except RulesetError as error:
            yield Fault(error.place, error.why)
    yield from (Fault(key, "missing") for key in _SMALL if key not in sections)


def _faults_of_tables(variant: Variant) -> Iterator[Fault]:
    """Yield why a table of a size that the variant names is not possible, and why a value of an option makes no game.

    Of the sizes the first fault is enough: the others follow from it.
    """
    players = variant.rules["players"]
    for seats in range(players["least"], players["most"] + 1):
        try:
            check_bounds(variant.ruleset(seats))
        except RulesetError as error:
            yield Fault("players" if error.place == "seats" else error.place, error.why)
            break
    for options in settings_of(variant):
        if seatings(variant, options):
            continue
        ((name, value),) = options.items()
        try:
            check_bounds(variant.ruleset(players["least"], options))
        except RulesetError as error:
            yield Fault(f"options.{name}", f"set to {write_option(value)}: {error}")

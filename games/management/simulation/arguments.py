"""The arguments of ``manage.py simulate`` that the rules or the machine may refuse."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final, TypeAlias

from django.core.management.base import CommandError

from games.management.simulation.tally import Tally
from games.rules.ruleset import OptionValue, RulesetError
from games.rules.variants import Variant

Draw: TypeAlias = Callable[[Tally, int, str, Path], None]

_SUFFIXES: Final = (".png", ".svg")


def read_options(variant: Variant, seats: int, texts: Sequence[str]) -> dict[str, OptionValue]:
    """Return the options in *texts*, each ``NAME=VALUE``. Raises CommandError if the variant does not allow them."""
    declared, options = variant.options, dict[str, OptionValue]()
    for text in texts:
        name, _, value = text.partition("=")
        if name not in declared:
            raise CommandError(f"{name!r} is not an option of {variant.key}. It has {', '.join(declared) or 'none'}.")
        default = declared[name].default
        if isinstance(default, bool):
            options[name] = {"on": True, "true": True, "off": False, "false": False}.get(value, value)
        else:
            options[name] = int(value) if isinstance(default, int) and value.lstrip("-").isdecimal() else value
    try:
        variant.ruleset(seats, options)
    except RulesetError as fault:
        raise CommandError(str(fault)) from fault
    return options


def read_plot(path: Path) -> Draw:
    """Return the function that draws a plot. Raises CommandError if it cannot be drawn into *path*."""
    try:
        from games.management.simulation.plot import draw  # noqa: PLC0415 - the service runs without matplotlib
    except ImportError as fault:
        raise CommandError("Plots need matplotlib. Run `uv pip install matplotlib`, or leave out --plot.") from fault
    if path.suffix not in _SUFFIXES:
        raise CommandError(f"The name of a plot must end in {' or '.join(_SUFFIXES)}, but this is {path.name!r}.")
    return draw

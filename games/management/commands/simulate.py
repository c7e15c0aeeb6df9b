"""``manage.py simulate``: play a variant many times, and tell what its games are like; or keep them in the log."""

import os
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import mean, quantiles
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from games.management.bot_matches import Score
from games.management.parallel import Bench, bench, console_of, say
from games.management.simulation import tally as playing
from games.management.simulation.fill_log import ALL, Order, fill
from games.management.simulation.tally import Tally
from games.rules.ruleset import Option, OptionValue, RulesetError
from games.rules.variants import KEYS, Variant, load

_CHUNK: Final = 25
"""Games that one process plays in one go."""
_KINDS: Final = (".png", ".svg")
Draw = Callable[[Tally, int, str, Path], None]


class Command(BaseCommand):
    """Print lengths, wins by seat and frequencies of effects, and draw them; or fill the log."""

    help = "Play a variant by chance: lengths, wins by seat, how often each effect strikes; or store such games."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask what is played, how often, and where the plot goes."""
        parser.add_argument("variant", choices=[*KEYS, ALL], metavar="VARIANT", help=", ".join((*KEYS, ALL)))
        parser.add_argument("--games", type=int, default=1000, metavar="N", help="default 1000")
        parser.add_argument("--seats", type=int, metavar="K", help="default: the fewest; with --store by chance")
        parser.add_argument("--option", action="append", default=[], metavar="OPTION=VALUE", help="may be given again")
        parser.add_argument("--seed", default="0", help="the same seed plays the same games (default 0)")
        parser.add_argument("--plot", type=Path, metavar="FILE", help="a PNG or SVG (default VARIANT-K-seats.svg)")
        parser.add_argument("--no-plot", action="store_true", help="draw nothing")
        parser.add_argument("--store", action="store_true", help="play in the log, as guests and bots; count events")
        parser.add_argument("--players", type=int, default=40, metavar="M", help="guests made for --store (default 40)")
        parser.add_argument(
            "--progress", type=float, default=5.0, metavar="SECONDS",
            help="with --store and no terminal: a line of progress so often (default 5)",
        )  # fmt: skip
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: one a processor")

    def handle(self, *_: Any, **asked: Any) -> None:
        """Play, print, draw; exit with 1 if a game did not come to an end."""
        if asked["store"]:
            order = Order(**{name: asked[name] for name in ("variant", "games", "seats", "players", "seed")})
            fill(console_of(self.stdout), order, asked["processes"], every=asked["progress"])
        elif asked["variant"] == ALL:
            raise CommandError("All variants are played with --store only.")
        else:
            self._tell(asked)

    def _tell(self, asked: dict[str, Any]) -> None:
        variant, seats = load(asked["variant"]), asked["seats"]
        seats = variant.players.least if seats is None else seats
        options = _options(variant.options, asked["option"])
        _check(variant, seats, options, asked["games"])
        draw, path = (None, None) if asked["no_plot"] else (_drawing(), _path(asked["plot"], variant.key, seats))
        seeds = [f"{asked['seed']}/{number}" for number in range(asked["games"])]
        console, title = console_of(self.stdout), _title(variant, seats, options, asked["games"])
        with bench(console, asked["processes"]) as work:
            tally = _play(work, variant, seats, options, seeds)
        _tell(console, tally, seats, title)
        if draw and path:
            try:
                draw(tally, seats, title, path)
            except OSError as fault:
                raise CommandError(f"The plot cannot be written: {fault}") from fault
            say(console, f"Drawn in {path}")
        if tally.unended:
            say(console, f"{tally.unended} games did not come to an end")
            sys.exit(1)


def _options(declared: dict[str, Option], texts: Sequence[str]) -> dict[str, OptionValue]:
    options: dict[str, OptionValue] = {}
    for text in texts:
        name, _, value = text.partition("=")
        if name not in declared:
            raise CommandError(f"{name!r} is no option; known are {', '.join(declared) or 'none'}")
        default = declared[name].default
        if isinstance(default, bool):
            options[name] = {"on": True, "true": True, "off": False, "false": False}.get(value, value)
        else:
            options[name] = int(value) if isinstance(default, int) and value.lstrip("-").isdecimal() else value
    return options


def _check(variant: Variant, seats: int, options: dict[str, OptionValue], games: int) -> None:
    if games < 1:
        raise CommandError("At least one game is needed.")
    try:
        variant.ruleset(seats, options)
    except RulesetError as fault:
        raise CommandError(str(fault)) from fault


def _drawing() -> Draw:
    """Return what draws. Raises CommandError where the library is missing; only this command needs it."""
    try:
        from games.management.simulation.plot import draw  # noqa: PLC0415 - the service runs without matplotlib
    except ImportError as fault:
        raise CommandError("Plots need matplotlib: `uv pip install matplotlib`; or ask for --no-plot.") from fault
    return draw


def _path(path: Path | None, key: str, seats: int) -> Path:
    path = path or Path(f"{key}-{seats}-seats.svg")
    if path.suffix not in _KINDS:
        raise CommandError(f"A plot's name ends in {' or '.join(_KINDS)}, not {path.suffix or 'nothing'!r}.")
    return path


def _title(variant: Variant, seats: int, options: dict[str, OptionValue], games: int) -> str:
    set_ = "".join(f", {name}={value}" for name, value in options.items())
    return f"{variant.name}: {games} games by chance, {seats} seats{set_}"


def _play(work: Bench, variant: Variant, seats: int, options: dict[str, OptionValue], seeds: Sequence[str]) -> Tally:
    advance, tally = work.bar(variant.key, len(seeds)), Tally()
    chunks = [seeds[first : first + _CHUNK] for first in range(0, len(seeds), _CHUNK)]
    for one in work.executor.map(
        playing.play, *zip(*((variant.content, seats, options, some) for some in chunks), strict=True)
    ):
        tally.add(one)
        advance(one.games)
    return tally


def _tell(console: Console, tally: Tally, seats: int, title: str) -> None:
    say(console, title)
    for table in (
        _lengths(tally),
        _wins(tally, seats),
        _counts("deals ended", tally.endings, len(tally.turns)),
        _effects(tally),
    ):
        console.print(table)


def _lengths(tally: Tally) -> Table:
    table = Table("length", "mean", "5 %", "median", "95 %", "most")
    for name, numbers in (
        ("turns of a deal", tally.turns), ("decisions of a deal", tally.decisions), ("deals of a game", tally.deals),
    ):  # fmt: skip
        cuts = quantiles(numbers, n=20, method="inclusive") if len(numbers) > 1 else numbers * 19
        table.add_row(name, f"{mean(numbers):.1f}", *(f"{cuts[n]:.0f}" for n in (0, 9, 18)), f"{max(numbers)}")
    return table


def _wins(tally: Tally, seats: int) -> Table:
    table = Table(
        "won by", "games, by seat", "95 % interval", "deals, by seat", "deals, by order of play", "95 % interval"
    )
    deals = len(tally.turns)
    for seat in range(seats):
        games, turn = tally.games_won[seat], tally.deals_won_in_turn[seat]
        table.add_row(
            f"seat {seat}, turn {seat + 1}", f"{games / tally.games:.1%}", _span(games, tally.games),
            f"{tally.deals_won[seat] / deals:.1%}", f"{turn / deals:.1%}", _span(turn, deals),
        )  # fmt: skip
    games, won = tally.games - tally.games_won.total(), deals - tally.deals_won.total()
    table.add_row(
        "nobody alone", f"{games / tally.games:.1%}", "", f"{won / deals:.1%}", f"{won / deals:.1%}", "", style="dim"
    )
    return table


def _span(won: int, many: int) -> str:
    low, high = Score(many, won).interval()
    return f"{low:.1%} to {high:.1%}"


def _counts(name: str, counts: Counter[str], many: int) -> Table:
    table = Table(name, "share")
    for what, count in counts.most_common():
        table.add_row(what, f"{count / many:.1%}")
    return table


def _effects(tally: Tally) -> Table:
    table = Table("effect", "in a deal", "deals with it")
    for name, count in tally.effects.most_common():
        table.add_row(name, f"{count / len(tally.turns):.2f}", f"{tally.struck[name] / len(tally.turns):.1%}")
    return table

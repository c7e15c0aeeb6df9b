"""A simulation in several processes, and its statistics as tables."""

from collections.abc import Sequence
from statistics import mean, quantiles
from typing import Final

from rich.console import Console
from rich.table import Table

from games.management.bot_matches import Score
from games.management.parallel import Workers
from games.management.simulation import tally as random_games
from games.management.simulation.tally import Tally
from games.rules.ruleset import OptionValue
from games.rules.variants import Variant

_CHUNK: Final = 25
"""Games that one process plays in one job."""


def simulate(
    workers: Workers, variant: Variant, seats: int, options: dict[str, OptionValue], seeds: Sequence[str]
) -> Tally:
    """Play a random game for each of *seeds*, and return their tally. It does not depend on the number of workers."""
    advance, total = workers.bar(variant.key, len(seeds)), Tally()
    chunks = [(variant.content, seats, options, seeds[at : at + _CHUNK]) for at in range(0, len(seeds), _CHUNK)]
    for part in workers.executor.map(random_games.play, *zip(*chunks, strict=True)):
        total.add(part)
        advance(part.games)
    return total


def print_tally(console: Console, tally: Tally, seats: int) -> None:
    """Print the lengths, the wins by seat, the endings and the effects."""
    deals = len(tally.turns)
    lengths = Table("length", "mean", "5 %", "median", "95 %", "most")
    for name, numbers in (
        ("turns of a deal", tally.turns), ("decisions of a deal", tally.decisions), ("deals of a game", tally.deals),
    ):  # fmt: skip
        cuts = quantiles(numbers, n=20, method="inclusive") if len(numbers) > 1 else numbers * 19
        lengths.add_row(name, f"{mean(numbers):.1f}", *(f"{cuts[n]:.0f}" for n in (0, 9, 18)), f"{max(numbers)}")
    wins = Table(
        "won by", "games, by seat", "95 % interval", "deals, by seat", "deals, by order of play", "95 % interval"
    )
    for seat in range(seats):
        won, turn = tally.games_won[seat], tally.deals_won_in_turn[seat]
        wins.add_row(
            f"seat {seat}, turn {seat + 1}", f"{won / tally.games:.1%}", _interval(won, tally.games),
            f"{tally.deals_won[seat] / deals:.1%}", f"{turn / deals:.1%}", _interval(turn, deals),
        )  # fmt: skip
    no_game = f"{1 - tally.games_won.total() / tally.games:.1%}"
    no_deal = f"{1 - tally.deals_won.total() / deals:.1%}"
    wins.add_row("nobody alone", no_game, "", no_deal, no_deal, "", style="dim")
    endings = Table("deals ended", "share")
    for ending, count in tally.endings.most_common():
        endings.add_row(ending, f"{count / deals:.1%}")
    effects = Table("effect", "in a deal", "deals with it")
    for name, count in tally.effects.most_common():
        effects.add_row(name, f"{count / deals:.2f}", f"{tally.struck[name] / deals:.1%}")
    for table in (lengths, wins, endings, effects):
        console.print(table)


def _interval(won: int, games: int) -> str:
    low, high = Score(games, won).interval()
    return f"{low:.1%} to {high:.1%}"

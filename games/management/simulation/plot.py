"""The plot of a tally: the lengths of deals, the wins by seat, and the frequency of effects."""

from pathlib import Path
from typing import Final

from matplotlib import rc_context
from matplotlib.figure import Figure

from games.management.bot_matches import Score
from games.management.simulation.tally import Tally

_INCHES: Final = (15, 4.8)
_BINS: Final = 40


def draw(tally: Tally, seats: int, title: str, path: Path) -> None:
    """Draw *tally* into the file *path*, a PNG or an SVG by its suffix. Raises OSError if it cannot be written."""
    # A fixed salt and no date: the same numbers give the same file. In an SVG, text stays text.
    with rc_context({"svg.hashsalt": "maumau", "svg.fonttype": "none"}):
        figure = Figure(figsize=_INCHES, layout="constrained")
        figure.suptitle(title)
        lengths, wins, effects = figure.subplots(1, 3)
        lengths.hist(tally.turns, bins=min(_BINS, max(1, len(set(tally.turns)))), color="tab:blue")
        lengths.set(title="Length", xlabel="turns of a deal", ylabel="deals")
        bars = (
            ("games, by seat", tally.games_won, tally.games),
            ("deals, by turn", tally.deals_won_in_turn, len(tally.turns)),
        )
        for number, (label, won, many) in enumerate(bars):
            places = [seat + 0.4 * number - 0.2 for seat in range(seats)]
            shares = [won[seat] / max(1, many) for seat in range(seats)]
            spans = [Score(many, won[seat]).interval() for seat in range(seats)]
            errors = [
                [max(0.0, share - low) for share, (low, _) in zip(shares, spans, strict=True)],
                [max(0.0, high - share) for share, (_, high) in zip(shares, spans, strict=True)],
            ]
            wins.bar(places, shares, width=0.4, yerr=errors, capsize=2, label=label)
        wins.axhline(1 / seats, color="grey", linestyle=":")
        wins.set_xticks(range(seats))
        wins.set(title="Won, with 95 % intervals", xlabel="seat, or place in the order of play", ylabel="share")
        wins.legend()
        common = tally.effects.most_common()[::-1]
        rates = [count / max(1, len(tally.turns)) for _, count in common]
        effects.barh([name for name, _ in common], rates, color="tab:green")
        effects.set(title="Effects", xlabel="in a deal")
        figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)

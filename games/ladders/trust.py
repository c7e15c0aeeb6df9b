"""How far a result is trusted: by what is known of the opponent, and by how often the same two have met.

A player who makes accounts can make opponents that lose. So a rank, and most of what a game moves, rests on opponents
that are established themselves. docs/adr/0015 has the simulations behind the numbers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta
from itertools import permutations
from typing import Final, TypeAlias

from games.ladders.ratings import Basis, Standing

SETTLED: Final = 20
"""The number of established entrants from which on a ladder is settled, if they have played lately."""
LATELY: Final = timedelta(days=90)
"""How long ago an established entrant may have played for a ladder to count them."""
_KNOWN: Final = 3
"""How many different opponents an entrant of an unsettled ladder has met before they count for others."""
_WELL_MET: Final = 20
"""How many different opponents an entrant has met before they count on a settled ladder too, established or not."""
_NEWCOMER: Final = 0.02
"""What a result against somebody who is not established weighs on a settled ladder."""


@dataclass(frozen=True, slots=True)
class RatedPair:
    """What an entrant has had with one opponent on the ladders of one variant, pace and kind."""

    games: int = 0
    """Rated games of both."""
    wins: int = 0
    """Those of them in which the entrant came before the opponent."""
    counts: bool = False
    """Whether the opponent is among those that count."""


RatedPairs: TypeAlias = Mapping[tuple[str, str], RatedPair]
"""By entrant and opponent."""


def counts(opponent: Basis, *, settled: bool) -> bool:
    """Return whether *opponent* counts among those who make others established.

    On a settled ladder those count, too, who have met many: otherwise a circle that settles an empty ladder would keep
    everybody else out for ever.
    """
    return opponent.established or opponent.met >= (_WELL_MET if settled else _KNOWN)


def weight(opponent: Basis, pair: RatedPair, *, settled: bool) -> float:
    """Return how much a result against *opponent* moves a rating, from 0 to 1.

    The first game of two weighs most. On a settled ladder the weights of all games of two have a bounded sum, so that
    no number of games with the same friends makes a rank. An opponent weighs more the more others they have met there,
    because a circle of accounts can establish itself.
    """
    if not settled:
        return 1 / (1 + pair.games)
    known = min(1.0, opponent.met / _WELL_MET) ** 2 if opponent.established else 0.0
    return max(known, _NEWCOMER) / (1 + pair.games) ** 2


def is_settled(established: int) -> bool:
    """Return whether a ladder with so many established entrants is settled: others are measured by these."""
    return established >= SETTLED


def pairs_after(
    places: Mapping[str, int], before: Mapping[str, Standing], pairs: RatedPairs, *, settled: bool
) -> dict[tuple[str, str], RatedPair]:
    """Return what each two entrants have had with each other after a game that ended with these *places*."""
    after = dict[tuple[str, str], RatedPair]()
    for one, other in permutations(places, 2):
        had = pairs.get((one, other), RatedPair())
        known = counts(before.get(other, Standing()).basis, settled=settled)
        wins = had.wins + (places[one] < places[other])
        after[one, other] = RatedPair(had.games + 1, wins, had.counts or known)
    return after


def begins_anew(one: Basis, opponents: Iterable[Basis], *, settled: bool) -> bool:
    """Return whether a rating begins anew with this game: the first against somebody established on a settled ladder.

    Until then it rests on opponents of whom little is known, whoever they were.
    """
    return settled and not one.anchored and any(other.established for other in opponents)


def basis_after(basis: Basis, opponents: Mapping[str, Basis], met: Mapping[str, RatedPair], *, settled: bool) -> Basis:
    """Return what a rating with this *basis* rests on after a game against *opponents*, who were *met* so before."""
    counting = [name for name, one in opponents.items() if counts(one, settled=settled)]
    return replace(
        basis,
        met=basis.met + sum(not one.games for one in met.values()),
        opponents=basis.opponents + sum(not met[name].counts for name in counting),
        counted=basis.counted + bool(counting),
        anchored=basis.anchored or begins_anew(basis, opponents.values(), settled=settled),
    )

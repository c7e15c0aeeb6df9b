"""Which hands are likely: imagined games drawn by how well they explain what the other seats did.

It is a Markov chain (Metropolis and others 1953) over all ways to lay out the hidden cards that agree with what the
viewer knows. A step exchanges two hidden cards, or the moments at which two cards came into one hand. It is taken if
the decisions of the seats remain as likely as before, and otherwise as often as their likelihood shrinks.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from random import Random
from typing import Final

from games.bots.deals import Places, dealt_out, laid_out
from games.bots.evidence import Evidence
from games.bots.likelihood import log_likelihood
from games.bots.memory import STOCK, Memory, Place
from games.rules.cards import Card
from games.rules.game import Game
from games.rules.observation import Observation

STARTS: Final = 8
"""Layouts of which the likeliest is where the chain begins."""
BURN: Final = 100
"""Steps before the first game."""
THIN: Final = 24
"""Steps between two games. With fewer of them the games are too much alike, and count for less."""
SHIFTS: Final = 0.3
"""How often a step changes when cards came into a hand, and not which."""
NEVER: Final = 1 << 30


@dataclass(slots=True)
class _Cell:
    """A card that the viewer has not seen while it lay there."""

    card: Card
    pool: int | None
    """Its pool; None for a card that was played since."""
    place: Place
    came: int = 0
    """Which card of its hand it was, by the order in which they came."""
    left: int = NEVER
    """Which card that left the hand it was."""
    latest: int = NEVER
    """``came`` is less than this, since it was played then."""


@dataclass(slots=True)
class _Hand:
    """The cards of one seat since the first decision that is remembered."""

    seat: int
    evidence: Evidence
    cells: list[_Cell] = field(default_factory=list)
    terms: list[float] = field(default_factory=list)
    """For each decision the logarithm of how likely it is with these cards."""

    @property
    def size(self) -> int:
        """How many cards it held at the first decision that is remembered."""
        first = self.evidence.decisions[0]
        return len(first.table.hands[self.seat])

    def came_before(self, gained: int) -> int:
        """Return how many cards had come when so many had since the deal began."""
        return self.size + gained - self.evidence.decisions[0].gained


class _Impossible(Exception):
    """The evidence does not fit the memory."""


class Beliefs:
    """The chain. It follows from its arguments and *rng* alone."""

    def __init__(self, observation: Observation, memory: Memory, rng: Random) -> None:
        self._observation, self._memory, self._rng = observation, memory, rng
        self._seats = len(observation.seats)
        self._hands: list[_Hand] = []
        self._cells: dict[int, list[_Cell]] = {}
        self._base = laid_out(observation, memory, dealt_out(memory, self._seats, rng))
        self._known: dict[tuple[object, ...], float] = {}

    def games(self) -> Iterator[Game]:
        """Yield imagined games without end. Without evidence all that agree with the memory are as likely."""
        if not self._begin():
            while True:
                yield laid_out(self._observation, self._memory, dealt_out(self._memory, self._seats, self._rng))
        steps = BURN
        while True:
            for _ in range(steps):
                self._step()
            steps = THIN
            yield self._game()

    def _begin(self) -> bool:
        """Lay out the hidden cards some times, and keep the likeliest. Return whether there is any evidence."""
        best: tuple[float, list[_Hand], dict[int, list[_Cell]]] | None = None
        for _ in range(STARTS):
            try:
                self._lay_out()
            except _Impossible:
                return False
            for hand in self._hands:
                hand.terms = [self._term(hand, number) for number in range(len(hand.evidence.decisions))]
            found = sum(sum(hand.terms) for hand in self._hands)
            if best is None or found > best[0]:
                best = found, self._hands, self._cells
        if best is not None:
            _, self._hands, self._cells = best
        return bool(self._hands)

    def _lay_out(self) -> None:
        """Lay out all hidden cards by chance. Raises _Impossible if the evidence does not fit the memory."""
        self._cells = {number: [] for number in self._memory.pools}
        for (pool, place), cards in dealt_out(self._memory, self._seats, self._rng).items():
            self._cells[pool].extend(_Cell(card, pool, place) for card in cards)
        known = [_Hand(seat, evidence) for seat, evidence in self._memory.evidence.items() if evidence.decisions]
        for hand in known:
            self._fill(hand)
        self._hands = [hand for hand in known if any(cell.pool is not None for cell in hand.cells)]

    def _fill(self, hand: _Hand) -> None:
        """Choose when each card of *hand* came, and each one that was played since."""
        first, rng = hand.evidence.decisions[0], self._rng
        free = list(range(hand.came_before(hand.evidence.gained)))
        for number, (card, gained) in enumerate(hand.evidence.plays[first.played :], first.played):
            latest = hand.came_before(gained)
            came = [one for one in free if one < latest]
            if not came:
                raise _Impossible
            chosen = rng.choice(came)
            free.remove(chosen)
            hand.cells.append(_Cell(card, None, hand.seat, chosen, number, latest))
        held = [cell for cells in self._cells.values() for cell in cells if cell.place == hand.seat]
        if len(free) != len(held):
            raise _Impossible
        # Cards of later pools came later.
        if len({cell.pool for cell in held}) == 1:
            rng.shuffle(free)
        for cell, came_as in zip(held, free, strict=True):
            cell.came = came_as
        hand.cells += held

    def _term(self, hand: _Hand, number: int) -> float:
        """Return the logarithm of how likely decision *number* of *hand* is."""
        decided = hand.evidence.decisions[number]
        came = hand.came_before(decided.gained)
        cards = sorted(cell.card for cell in hand.cells if cell.came < came and cell.left >= decided.played)
        drawn = None
        if decided.table.drawn is not None:
            drawn = next(cell.card for cell in hand.cells if cell.came == came - 1)
        key = (hand.seat, number, drawn, *cards)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = log_likelihood(decided, cards, drawn, self._base)
        return found

    def _step(self) -> None:
        """Change the layout a little, if that is likely enough."""
        rng = self._rng
        hand = rng.choice(self._hands)
        one = rng.choice(hand.cells)
        if rng.random() < SHIFTS:
            other = rng.choice(hand.cells)
            if self._may_shift(one, other):
                one.came, other.came = other.came, one.came
                if not self._holds([(hand, min(one.came, other.came))]):
                    one.came, other.came = other.came, one.came
            return
        if one.pool is None:
            return
        other = rng.choice(self._cells[one.pool])
        if other.card == one.card or other.place == one.place:
            return
        one.card, other.card = other.card, one.card
        changed = [(hand, one.came)]
        changed += [(another, other.came) for another in self._hands if another.seat == other.place]
        if not self._holds(changed):
            one.card, other.card = other.card, one.card

    def _may_shift(self, one: _Cell, other: _Cell) -> bool:
        """Return whether the two cards may have come each when the other did."""
        if one.card == other.card or other.came >= one.latest or one.came >= other.latest:
            return False
        first = min(self._cells, default=0)
        return (first if one.pool is None else one.pool) == (first if other.pool is None else other.pool)

    def _holds(self, changed: list[tuple[_Hand, int]]) -> bool:
        """Decide whether to keep a change of hands, each from one of its cards on. If so, note the new terms."""
        places = [
            (hand, number)
            for hand, since in changed
            for number in range(len(hand.evidence.decisions) - 1, -1, -1)
            if hand.came_before(hand.evidence.decisions[number].gained) > since
        ]
        # No term is greater than 0, so the rest of the sum needs no work once it is low enough.
        gain = -sum(hand.terms[number] for hand, number in places)
        least = log(1.0 - self._rng.random())
        terms = []
        for hand, number in places:
            terms.append(self._term(hand, number))
            gain += terms[-1]
            if gain < least:
                return False
        for (hand, number), term in zip(places, terms, strict=True):
            hand.terms[number] = term
        return True

    def _game(self) -> Game:
        """Return the game that is laid out now; the cards of the stock in any order."""
        places: Places = {(number, place): [] for number, pool in self._memory.pools.items() for place in pool.held}
        for number, cells in self._cells.items():
            for cell in cells:
                places[number, cell.place].append(cell.card)
        for (_, place), cards in places.items():
            if place == STOCK:
                self._rng.shuffle(cards)
        return laid_out(self._observation, self._memory, places)

"""What a seat can know of cards that it does not see: which there are, and how likely a hand holds one of them."""

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache

from games.bots.memory import Memory
from games.rules.cards import ALL_FACES, HIDDEN, Card, Cards
from games.rules.observation import Observation
from games.rules.ruleset import Ruleset


class Unseen:
    """The cards that a viewer has not seen: they lie in other hands, in the stock, or face down."""

    def __init__(self, observation: Observation, memory: Memory | None = None) -> None:
        shown = open_discards(observation)
        counts = list(_copies_in(observation.ruleset))
        for card in observation.hand:
            counts[card] -= 1
        for card in shown:
            counts[card] -= 1
        self._count_of = counts.__getitem__
        self.total = max(1, len(observation.ruleset.deck) - len(observation.hand) - len(shown))
        self._shown = shown
        self._memory = memory

    @property
    def public(self) -> Counter[Card]:
        """The cards that everybody has seen. A card that the viewer played face down counts too."""
        return Counter(self._shown)

    def copies(self, faces: Iterable[Card]) -> int:
        """Return how many cards of *faces* are unseen."""
        return sum(map(self._count_of, faces))

    def chance(self, faces: Iterable[Card], cards: int, seat: int | None = None) -> float:
        """Return how likely a hand of so many unseen *cards* holds at least one of *faces*.

        If it is the hand of *seat*, by what the viewer remembers.
        """
        if self._memory is not None and seat is not None and seat != self._memory.viewer:
            return self._remembered(self._memory, frozenset(faces), seat)
        left, none = self.total - self.copies(faces), 1.0
        for number in range(min(cards, self.total)):
            none *= max(0, left - number) / (self.total - number)
            if not none:
                break
        return 1.0 - none

    @staticmethod
    def _remembered(memory: Memory, faces: frozenset[Card], seat: int) -> float:
        none = 1.0
        for pool in memory.pools.values():
            total, held = pool.cards.total(), pool.held[seat]
            left = total - sum(count for card, count in pool.cards.items() if card in faces)
            for number in range(held):
                none *= max(0, left - number) / (total - number)
        return 1.0 - none


@lru_cache(maxsize=64)
def _copies_in(ruleset: Ruleset) -> tuple[int, ...]:
    """Return how many of each face the deck holds."""
    deck = Counter(ruleset.deck)
    return tuple(deck[face] for face in ALL_FACES)


def open_discards(observation: Observation) -> Cards:
    """Return the discards whose true face the viewer knows."""
    table = observation.table
    if table is None or not table.covered:
        return observation.discards
    return tuple(card for card in table.faces if card != HIDDEN)


def demanded(observation: Observation) -> frozenset[Card]:
    """Return the faces that fit now, or that answer or cancel a live effect, for any seat."""
    ruleset, up_card = observation.ruleset, observation.up_card
    if up_card is None:
        return frozenset()
    if observation.penalty:
        cause = observation.table.cause if observation.table is not None else None
        return answers_to(ruleset, observation.chain, up_card if cause is None else cause)
    return (
        ruleset.skip_answers if observation.skip else ruleset.fits(up_card, observation.demand, observation.nominated)
    )


def answers_to(ruleset: Ruleset, chain: str, cause: Card) -> frozenset[Card]:
    """Return the faces that answer or cancel a penalty of *chain* that *cause* made."""
    return ruleset.answering(chain, cause) | ruleset.cancels[chain]

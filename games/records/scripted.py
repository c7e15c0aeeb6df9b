"""The chance of a record without a committed seed: the shuffles and the first dealer that its lines name."""

from collections import Counter
from collections.abc import Mapping, Sequence

from games.rules.cards import Card, Cards


class WrongOrder(ValueError):
    """The record has no outcome for a random act, or one that cannot be."""

    def __init__(self, act: int, why: str) -> None:
        super().__init__(f"random act {act}: {why}")
        self.act = act


class Scripted:
    """Gives each random act the outcome that the record has: an order of the cards, or the first dealer."""

    def __init__(self, shuffles: Mapping[int, Cards], draws: Mapping[int, int]) -> None:
        self._shuffles, self._draws = shuffles, draws

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        """Return the order for *act*. Raises WrongOrder if there is none, or if it has other cards than *cards*."""
        order = self._shuffles.get(act)
        if order is None:
            raise WrongOrder(
                act, "no line has its order; write shuffled or replenished, the number of the act, and the cards"
            )
        if sorted(order) != sorted(cards):
            needless, missing = Counter(order) - Counter(cards), Counter(cards) - Counter(order)
            differ = [f"{card} is too many" for card in needless] + [f"{card} is missing" for card in missing]
            raise WrongOrder(act, f"these are not the cards that are shuffled: {differ[0]}")
        return order

    def draw_dealer(self, sides: int, act: int) -> int:
        """Return the side that *act* draws. Raises WrongOrder if there is none, or if it is not below *sides*."""
        dealer = self._draws.get(act, sides)
        if not 0 <= dealer < sides:
            raise WrongOrder(
                act, f"no line names the first dealer; write lot {act}: and a number from 0 to {sides - 1}"
            )
        return dealer

"""The chance of a record without a committed seed: the orders and the lot that its lines tell."""

from collections.abc import Mapping, Sequence

from games.rules.cards import Card, Cards


class WrongOrder(ValueError):
    """A random act for which no outcome is told, or not one of these cards."""

    def __init__(self, act: int, why: str) -> None:
        super().__init__(f"random act {act}: {why}")
        self.act = act


class Scripted:
    """Gives the order of the cards, or the lot, that is told for each random act."""

    def __init__(self, orders: Mapping[int, Cards], lots: Mapping[int, int]) -> None:
        self._orders, self._lots = orders, lots

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        """Return the order told for *act*. Raises WrongOrder where there is none, or it is not one of *cards*."""
        order = self._orders.get(act)
        if order is None:
            raise WrongOrder(act, "no order is told")
        if sorted(order) != sorted(cards):
            raise WrongOrder(act, "these are not the cards that are shuffled")
        return order

    def draw_dealer(self, sides: int, act: int) -> int:
        """Return the number told for *act*. Raises WrongOrder where there is none, or it is too large."""
        lot = self._lots.get(act, sides)
        if not 0 <= lot < sides:
            raise WrongOrder(act, f"no lot of {sides} is told")
        return lot

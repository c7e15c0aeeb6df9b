"""The numbers that OpenSpiel gives to the moves of crazy_eights (CE-37), and games that both engines play."""

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

from games.rules import commands
from games.rules.cards import Card, Cards
from games.rules.commands import Move
from games.rules.decide import decide
from games.rules.events import CardsDealt, CardsDrawn, Event, UpCardTurned
from games.rules.game import Game
from games.rules.legality.objections import legal_moves
from tests.rules.tables import Table

RANKS: Final = "23456789TJQKA"
SUITS: Final = "CDHS"
DRAW, PASS, NOMINATE, DEALER = 52, 53, 54, 52
ACTIONS: Final = 58


@cache
def number_of(card: Card) -> int:
    """Return OpenSpiel's number of *card*."""
    return 4 * RANKS.index(card.rank) + SUITS.index(card.suit)


def card_of(number: int) -> Card:
    """Return the card of OpenSpiel's *number*: the inverse of ``number_of``."""
    return Card.parse(RANKS[number // 4] + SUITS[number % 4])


def actions_of(move: Move) -> list[int]:
    """Return the actions that *move* is in OpenSpiel: two if it nominates."""
    match move:
        case commands.Play(cards=(card,), nominated=suit):
            return [number_of(card), *([NOMINATE + SUITS.index(suit)] if suit else [])]
        case commands.Draw() | commands.Accept():
            return [DRAW]
        case commands.Pass():
            return [PASS]
        case _:
            raise ValueError(f"OpenSpiel knows no {move}")


def move_of(seat: int, actions: Sequence[int], *, due: bool) -> Move:
    """Return the move of *seat* that *actions* are; *due* tells whether a penalty is aimed at it."""
    match actions:
        case [52]:
            return commands.Accept(seat=seat) if due else commands.Draw(seat=seat)
        case [53]:
            return commands.Pass(seat=seat)
        case [card]:
            return commands.Play(seat=seat, cards=(card_of(card),))
        case [card, suit]:
            return commands.Play(seat=seat, cards=(card_of(card),), nominated=SUITS[suit - NOMINATE])
        case _:
            raise ValueError(f"{actions} are no move")


def taken_of(events: Iterable[Event], after: Game) -> list[int]:
    """Return the numbers of the cards that left the stock by *events*, in order; *after* is the game after them."""
    numbers: list[int] = []
    for event in events:
        match event:
            case CardsDealt(hands=hands):
                order = [(after.dealer + 1 + place) % len(hands) for place in range(len(hands))]
                numbers += [number_of(hands[seat][turn]) for turn in range(len(hands[0])) for seat in order]
            case UpCardTurned(card=card):
                numbers.append(number_of(card))
            case CardsDrawn(cards=cards):
                numbers += map(number_of, cards)
            case _:
                pass
    return numbers


class Foretold:
    """Chance that gives the cards of a recorded game in the order in which they will be asked for."""

    def __init__(self, dealer: int, cards: Cards, dealt: int) -> None:
        self._dealer, self._cards, self._dealt = dealer, cards, dealt
        self._after = 0
        """How many cards come before those that the next stock begins with."""
        self.dealing = True

    def draw_dealer(self, sides: int, act: int) -> int:
        assert act == 1
        return self._dealer % sides

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        """Return *cards* with those that come next on top."""
        put_back = self.dealing and act > 2  # an eight was turned up: the stock was not used up but for the hands
        start = self._dealt + act - 2 if put_back else self._after
        self._after = start + len(cards)
        pool, order = Counter(cards), []
        for card in self._cards[start:]:
            if not pool[card]:
                break
            pool[card] -= 1
            order.append(card)
        return (*order, *sorted(pool.elements()))


class Twins:
    """One game on both engines: ours, and a *state* of OpenSpiel that is told what ours dealt."""

    def __init__(self, ours: Table, state: Any) -> None:
        self.happened: list[Event] = []
        self.chance = ours.dice
        self.now: Game = decide(ours.seated(), commands.StartGame(), chance=self.chance).after
        self.state = state
        self._deal(DEALER + self.now.dealer)
        self._handle(commands.DealCards())

    def compared(self) -> list[Move]:
        """Return what is legal now, which must be the same for both; nothing when the deal is over for both."""
        seat = self.now.on_turn
        if seat is None:
            assert self.state.is_terminal(), "OpenSpiel plays on"
            return []
        moves = legal_moves(self.now, seat)
        assert (seat, sorted({actions_of(move)[0] for move in moves})) == (
            self.state.current_player(), self.state.legal_actions(),
        )  # fmt: skip
        return moves

    def play(self, move: Move, others: list[Move]) -> None:
        """Carry *move* out on both; it is one of the *others*, all that is legal."""
        card, *nominated = actions_of(move)
        self.state.apply_action(card)
        if nominated and not self.state.is_terminal():
            same = [actions_of(one) for one in others if actions_of(one)[0] == card]
            assert sorted(suit for _, suit in same) == self.state.legal_actions()
            self.state.apply_action(*nominated)
        self._handle(move)

    def _handle(self, command: Move | commands.DealCards) -> None:
        events, self.now, _ = decide(self.now, command, chance=self.chance)
        for number in taken_of(events, self.now):
            self._deal(number)
        self.happened += events

    def _deal(self, action: int) -> None:
        assert self.state.is_chance_node(), f"OpenSpiel asks a seat, and we dealt {action}"
        assert action in self.state.legal_actions(), f"OpenSpiel cannot deal {action}"
        self.state.apply_action(action)

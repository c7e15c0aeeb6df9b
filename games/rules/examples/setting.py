"""From what is given to a game that stands at that position."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from games.rules import commands
from games.rules.cards import RANKS, SUITS, Card, Cards, without
from games.rules.deal import Deal
from games.rules.decide import decide
from games.rules.decide.dealing import next_dealer
from games.rules.decide.execution import Execution
from games.rules.decide.turns import begin_turn
from games.rules.examples.shape import Example, ExampleError, parse
from games.rules.game import Game, Sitter, Status
from games.rules.legality.announcements import win_together
from games.rules.ruleset import Ruleset

REST = "..."
"""Stands for all cards of the deck that are nowhere else, in deck order."""


class ListedChance:
    """Shuffles that give what a list says; when it is used up the cards stay as they lie."""

    def __init__(self, shuffles: Iterable[tuple[str, str]]) -> None:
        self._shuffles = list(shuffles)

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:  # noqa: ARG002 - the protocol's name
        """Return *cards* in the next order of the list. Raises ExampleError if that names other cards."""
        if not self._shuffles:
            return tuple(cards)
        key, text = self._shuffles.pop(0)
        return fill(key, text, tuple(cards))

    def draw_dealer(self, sides: int, act: int) -> int:  # noqa: ARG002 - the protocol's name
        """Return the last seat, so that seat 0 begins."""
        return sides - 1


def fill(key: str, text: str, pool: Cards) -> Cards:
    """Return the cards of *text*, of which a last word ``...`` stands for what is left of *pool*.

    Raises ExampleError if *text* names cards that the pool does not hold.
    """
    named, rest = _named(key, text)
    left = take(key, pool, named)
    if left and not rest and key == "shuffles":
        raise ExampleError(key, f"leaves out {len(left)} cards; end it with {REST}")
    return (*named, *sorted(left)) if rest else named


def _named(key: str, text: str) -> tuple[Cards, bool]:
    """Return the cards that *text* names, and whether a last word ``...`` stands for others. Raises ExampleError."""
    text = text.rstrip()
    return parse(key, text.removesuffix(REST)), text.endswith(REST)


def take(key: str, pool: Cards, cards: Cards) -> Cards:
    """Return *pool* without *cards*. Raises ExampleError if the pool does not hold them."""
    if missing := Counter(cards) - Counter(pool):
        raise ExampleError(key, f"more of {' '.join(map(str, missing))} than there are")
    return without(pool, cards)


def seats_of(example: Example) -> int:
    """Return the number of seats of *example*."""
    return len(example.given["hands"]) if "hands" in example.given else int(example.given["players"])


def set_up(example: Example, ruleset: Ruleset) -> tuple[Game, ListedChance]:
    """Return the game that stands at the position of *example*, and its chance. Raises ExampleError."""
    given = example.given
    seats = seats_of(example)
    shuffles = [("shuffles", text) for text in given.get("shuffles", [])]
    for key, text in shuffles:
        _named(key, text)
    game = Game(
        ruleset=ruleset, status=Status.PLAYING, content=ruleset.content, options=ruleset.options,
        sitters=tuple(Sitter(player=f"seat {seat}") for seat in range(seats)),
        scores=_each(given, "scores", seats), lost=_each(given, "lost", seats), gone=tuple(given.get("gone", ())),
    )  # fmt: skip
    if "deck" in given:
        if "turn" in given:
            raise ExampleError("turn", "with a deck the rules say whose turn it is")
        dealt = ruleset.hand_size * (seats - len(game.gone))
        if len(fill("deck", given["deck"], ruleset.deck)) < dealt + (ruleset.sections.up_card.source != "dealer"):
            raise ExampleError("deck", f"too short to deal from; end it with {REST}")
        game.winner, game.loser = given.get("winner"), given.get("loser")
        _set_dealer(game, given)
        chance = ListedChance([("deck", given["deck"]), *shuffles])
        return decide(game, commands.DealCards(), chance=chance).after, chance
    game.deals, game.deal = 1, _deal(given, ruleset, game.gone)
    game.dealer = game.deal.dealer
    chance = ListedChance(shuffles)
    execution = Execution(game, chance)
    deal, turn = execution.deal, execution.deal.turn
    begin_turn(execution, turn if deal.aim is None else deal.after(deal.after(turn)))
    # Was the word of the seat on turn said in this turn (K-91)? A word for one card left is older where that card is
    # left already, and so is the one for cards that win together.
    hand = deal.hands[turn]
    is_new = not ruleset.sections.say.left_one or (len(hand) > 1 and not win_together(ruleset, hand))
    deal.spoken = bool(deal.said[turn]) and is_new
    return execution.game, chance


def _set_dealer(game: Game, given: Any) -> None:
    """Say who deals: who is given, or else whom the deal before makes the dealer, or else the seat before 0."""
    start = game.rules.sections.start
    game.dealer = given.get("dealer", _before(0, start.direction, game.gone, len(game.sitters)))
    chosen = {"loser": game.loser, "before_winner": game.winner, "rotate": None}[start.dealer]
    if "dealer" not in given and chosen is not None:
        game.dealer = next_dealer(game)


def _each(given: Any, key: str, seats: int) -> tuple[int, ...]:
    numbers = tuple(given.get(key, (0,) * seats))
    if len(numbers) != seats:
        raise ExampleError(key, f"one number a seat is asked for, {seats}")
    return numbers


def _before(seat: int, direction: int, gone: tuple[int, ...], seats: int) -> int:
    seat = (seat - direction) % seats
    while seat in gone:
        seat = (seat - direction) % seats
    return seat


def _deal(given: Any, ruleset: Ruleset, gone: tuple[int, ...]) -> Deal:
    pool = ruleset.deck
    hands = []
    for number, text in enumerate(given["hands"]):
        hands.append(parse(f"hands[{number}]", text))
        pool = take(f"hands[{number}]", pool, hands[-1])
    below = parse("below", given.get("below", ""))
    pool = take("below", pool, below)
    named, rest = _named("stock", given.get("stock", REST))
    pool = take("stock", pool, named)
    up_card = parse("up_card", given["up_card"]) if "up_card" in given else pool[:1]
    if len(up_card) != 1:
        raise ExampleError("up_card", "one card is asked for")
    pool = take("up_card", pool, up_card)
    stock = (*named, *pool) if rest else named
    direction, turn = given.get("direction", ruleset.sections.start.direction), given.get("turn", 0)
    seats = tuple(seat for seat in range(len(hands)) if seat not in gone)
    if direction not in (1, -1):
        raise ExampleError("direction", "1 or -1 is asked for")
    if turn not in seats or not hands[turn]:
        raise ExampleError("turn", "the seat that must act is in the game and holds cards")
    if given.get("nominated", "") not in ("", *SUITS, *RANKS):
        raise ExampleError("nominated", "a suit or a rank is asked for")
    deal = Deal(
        given.get("dealer", _before(turn, direction, gone, len(hands))), direction, seats,
        tuple(seat for seat in seats if hands[seat]), hands, stock=stock, discards=(*below, *up_card), turn=turn,
        nominated=given.get("nominated", ""), said=[()] * len(hands),
        out=tuple(seat for seat in seats if not hands[seat]),
    )  # fmt: skip
    if ruleset.returns and ruleset.sections.end.when == "first_out":
        deal.active, deal.waiting, deal.out = seats, deal.out, ()  # with one out for good the deal would be over
    deal.demand = next((card for card in reversed(deal.discards) if not ruleset.keeps_demand[card]), up_card[0])
    _set_live(deal, given, ruleset)
    last = not ruleset.sections.say.left_one
    for seat in given.get("announced", ()):
        right = dict.fromkeys(word for card in hands[seat] for word in ruleset.right_words(card, last=last))
        deal.said[seat] = tuple(right) or ruleset.words[:1]
    return deal


def _set_live(deal: Deal, given: Any, ruleset: Ruleset) -> None:
    deal.penalty, deal.skip = given.get("penalty", 0), given.get("skip", 0)
    for key, number in (("penalty", deal.penalty), ("skip", deal.skip)):
        if number < 0:
            raise ExampleError(key, "at least 0")
    deal.skip = min(deal.skip, len(deal.active) - 1)  # K-71
    if deal.penalty:
        group = takewhile(lambda card: card.rank == deal.up_card.rank, reversed(deal.discards))
        deal.cause = next((card for card in group if ruleset.chain_of[card]), None)
        if deal.cause is None:
            raise ExampleError("penalty", f"{deal.up_card} makes no penalty")
        deal.chain = ruleset.chain_of[deal.cause]
        if deal.up_card in ruleset.backward and deal.penalty == ruleset.penalty[deal.up_card]:
            deal.aim = deal.turn  # MC-36: a penalty that was just made is met out of turn, one that grew in turn
    if deal.skip and deal.up_card not in ruleset.skip:
        raise ExampleError("skip", f"{deal.up_card} makes nobody miss a turn")

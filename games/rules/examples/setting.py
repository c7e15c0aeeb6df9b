"""From the position of an example to a game that stands there."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any

from games.rules import commands
from games.rules.cards import Card, Cards, without
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
    """Shuffles in the order of a list. When it is used up, the cards stay as they lie."""

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
        raise ExampleError(key, f"{len(left)} cards are missing. Name them, or end the text with {REST}")
    return (*named, *sorted(left)) if rest else named


def _named(key: str, text: str) -> tuple[Cards, bool]:
    """Return the cards that *text* names, and whether it ends with ``...``. Raises ExampleError."""
    text = text.rstrip()
    return parse(key, text.removesuffix(REST)), text.endswith(REST)


def take(key: str, pool: Cards, cards: Cards) -> Cards:
    """Return *pool* without *cards*. Raises ExampleError if the pool does not hold them."""
    if missing := Counter(cards) - Counter(pool):
        raise ExampleError(key, f"No {' '.join(map(str, missing))} is left. Write each card in one place only.")
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
        left_at=(0,) * seats,
    )  # fmt: skip
    if "deck" in given:
        if "turn" in given:
            raise ExampleError("turn", "With a deck, the rules decide who begins. Leave this out.")
        dealt = ruleset.hand_size * (seats - len(game.gone))
        if len(fill("deck", given["deck"], ruleset.deck)) < dealt + (ruleset.sections.up_card.source != "dealer"):
            raise ExampleError("deck", f"These cards are too few for the deal. Add some, or end the text with {REST}")
        game.winner, game.loser = given.get("winner"), given.get("loser")
        start = ruleset.sections.start
        game.dealer = given.get("dealer", _before(0, start.direction, game.gone, seats))
        chosen = {"loser": game.loser, "before_winner": game.winner, "rotate": None}[start.dealer]
        if "dealer" not in given and chosen is not None:  # the deal before makes the dealer
            game.dealer = next_dealer(game)
        chance = ListedChance([("deck", given["deck"]), *shuffles])
        return decide(game, commands.DealCards(), chance=chance).after, chance
    game.deals, game.deal = 1, _deal(given, ruleset, game.gone)
    game.dealer = game.deal.dealer
    chance = ListedChance(shuffles)
    execution = Execution(game, chance)
    deal, turn = execution.deal, execution.deal.on_turn
    begin_turn(execution, turn if deal.aim is None else deal.after(deal.after(turn)))
    # Was the word of the seat on turn said in this turn (K-91)? A word for one card left is older where that card is
    # left already, and so is the one for cards that win together.
    hand = deal.hands[turn]
    is_new = not ruleset.sections.say.left_one or (len(hand) > 1 and not win_together(ruleset, hand))
    deal.spoken = bool(deal.said[turn]) and is_new
    return execution.game, chance


def _each(given: Any, key: str, seats: int) -> tuple[int, ...]:
    numbers = tuple(given.get(key, (0,) * seats))
    if len(numbers) != seats:
        raise ExampleError(key, f"Write one number for each of the {seats} seats.")
    return numbers


def _before(seat: int, direction: int, gone: tuple[int, ...], seats: int) -> int:
    seat = (seat - direction) % seats
    while seat in gone:
        seat = (seat - direction) % seats
    return seat


def _deal(given: Any, ruleset: Ruleset, gone: tuple[int, ...]) -> Deal:
    """Return the deal at the position *given*. Raises ExampleError."""
    # Each card is taken out of the pool once; what is left in the end is the stock.
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
        raise ExampleError("up_card", "Write one card.")
    pool = take("up_card", pool, up_card)
    stock = (*named, *pool) if rest else named
    direction, turn = given.get("direction", ruleset.sections.start.direction), given.get("turn", 0)
    seats = tuple(seat for seat in range(len(hands)) if seat not in gone)
    if turn not in seats or not hands[turn]:
        raise ExampleError("turn", "Write a seat that is in the game and holds cards.")
    deal = Deal(
        given.get("dealer", _before(turn, direction, gone, len(hands))), direction, seats,
        tuple(seat for seat in seats if hands[seat]), hands, stock=stock, discards=(*below, *up_card), on_turn=turn,
        nominated=given.get("nominated", ""), said=[()] * len(hands),
        out=tuple(seat for seat in seats if not hands[seat]),
    )  # fmt: skip
    if ruleset.returns and ruleset.sections.end.when == "first_out":
        deal.active, deal.waiting, deal.out = seats, deal.out, ()  # with one out for good the deal would be over
    deal.demand = next((card for card in reversed(deal.discards) if not ruleset.keeps_demand[card]), up_card[0])
    deal.penalty, deal.skip = given.get("penalty", 0), min(given.get("skip", 0), len(deal.active) - 1)  # K-71
    if deal.penalty:
        group = takewhile(lambda card: card.rank == deal.up_card.rank, reversed(deal.discards))
        deal.cause = next((card for card in group if ruleset.chain_of[card]), None)
        if deal.cause is None:
            raise ExampleError("penalty", f"{deal.up_card} makes no penalty. Write 0, or another up_card.")
        deal.chain = ruleset.chain_of[deal.cause]
        if deal.up_card in ruleset.backward and deal.penalty == ruleset.penalty[deal.up_card]:
            deal.aim = deal.on_turn  # MC-36: a penalty that was just made is met out of turn, one that grew in turn
    if deal.skip and deal.up_card not in ruleset.skip:
        raise ExampleError("skip", f"{deal.up_card} makes nobody miss a turn. Write 0, or another up_card.")
    last = not ruleset.sections.say.left_one
    for seat in given.get("announced", ()):
        right = dict.fromkeys(word for card in hands[seat] for word in ruleset.right_words(card, last=last))
        deal.said[seat] = tuple(right) or ruleset.words[:1]
    return deal

"""What a ruleset may not say although each knob alone could: contradictions are found when it is loaded."""

from collections.abc import Iterator

from games.rules.cards import RANKS, deck_of
from games.rules.ruleset.compiled import by_seats
from games.rules.ruleset.knobs import Knobs
from games.rules.ruleset.reading import RulesetError
from games.rules.ruleset.selectors import mask_of, select

CUT_CARDS = 3
"""The most that a cutter may keep (K-126)."""


def check_sound(knobs: Knobs) -> None:
    """Raise RulesetError, with the key and the reason, if *knobs* contradict themselves."""
    for complaint in (*_ranks(knobs), *_selectors(knobs), *_sizes(knobs), *_chains(knobs), *_words(knobs)):
        raise complaint


def check_table(knobs: Knobs, seats: int) -> None:
    """Raise RulesetError if *seats* cannot sit down to this, or the decks are too small for them (K-126)."""
    least, most = knobs.players.least, knobs.players.most
    if not least <= seats <= most:
        raise RulesetError("seats", f"the game is for {least} to {most} players, not {seats}")
    cards = len(deck_of(knobs.deck.ranks.split(), knobs.deck.jokers, by_seats(knobs.deck.count, seats)))
    needed = seats * by_seats(knobs.deal.size, seats) + 1 + (CUT_CARDS if knobs.cut.kind != "none" else 0)
    if cards < needed:
        raise RulesetError("seats", f"{cards} cards are too few for {seats} seats, who need {needed} (K-126)")


def _ranks(knobs: Knobs) -> Iterator[RulesetError]:
    ranks = knobs.deck.ranks.split()
    if not ranks or any(rank not in RANKS for rank in ranks) or len(set(ranks)) < len(ranks):
        yield RulesetError("deck.ranks", f"{knobs.deck.ranks!r} must name each rank once, of {' '.join(RANKS)}")
    if not 0 <= knobs.deck.jokers <= 8:
        yield RulesetError("deck.jokers", "0 to 8 jokers a deck")


def _selectors(knobs: Knobs) -> Iterator[RulesetError]:
    wild = knobs.wild
    written = {
        "cut.special": knobs.cut.special, "up_card.refuse": knobs.up_card.refuse,
        "wild.suit": wild.suit, "wild.rank": wild.rank, "wild.plain": wild.plain,
        "wild.tame_on": wild.tame_on, "wild.forbidden_on": wild.forbidden_on,
        "group.cards": knobs.group.cards, "group.each": knobs.group.each,
        "skip.cards": knobs.skip.cards, "skip.answers": knobs.skip.answers, "reverse.cards": knobs.reverse.cards,
        "follow.must": knobs.follow.must, "follow.may": knobs.follow.may, "further.cards": knobs.further.cards,
        "out.illegal": knobs.out.illegal, "out.fined": knobs.out.fined,
        **{f"penalty.{name}.cards": one.cards for name, one in knobs.penalty.items()},
        **{f"strike.{name}.cards": one.cards for name, one in knobs.strike.items()},
        **{f"chain.{name}.cancel": one.cancel for name, one in knobs.chain.items()},
        **{f"chain.{name}.answers": f"{a.cards} {a.on}" for name, one in knobs.chain.items() for a in one.answers},
        **{f"say.words.{one.word}": one.card for one in (*knobs.say.words, *knobs.say.last_words)},
        **{f"score.times.{one.times}": one.last for one in knobs.score.times},
        **{f"score.values.{card}": card for card in knobs.score.values},
    }  # fmt: skip
    for place, words in written.items():
        try:
            select(words)
        except ValueError as fault:
            yield RulesetError(place, str(fault))


def _sizes(knobs: Knobs) -> Iterator[RulesetError]:
    for place, numbers in (("deck.count", knobs.deck.count), ("deal.size", knobs.deal.size)):
        if not all(key.isdecimal() and 1 <= number <= 20 for key, number in numbers.items()):
            yield RulesetError(place, "numbers from 1 to 20 by a number of seats")
            return
        if not any(int(key) <= knobs.players.least for key in numbers):
            yield RulesetError(place, f"says nothing for {knobs.players.least} seats")
            return
    if not 2 <= knobs.players.least <= knobs.players.most <= 15:
        yield RulesetError("players", "from 2 to 15 seats, the least not above the most")
        return
    playable = mask_of(deck_of(knobs.deck.ranks.split(), knobs.deck.jokers, 1)) & ~select(knobs.up_card.refuse)
    if not playable:
        yield RulesetError("up_card.refuse", "refuses every card of the deck")


def _chains(knobs: Knobs) -> Iterator[RulesetError]:
    for name, penalty in knobs.penalty.items():
        if penalty.chain not in knobs.chain:
            yield RulesetError(f"penalty.{name}.chain", f"{penalty.chain!r} is no chain of this ruleset")
        if not 1 <= penalty.amount <= 20:
            yield RulesetError(f"penalty.{name}.amount", "1 to 20 cards")
    for name, strike in knobs.strike.items():
        if not 1 <= strike.amount <= 20:
            yield RulesetError(f"strike.{name}.amount", "1 to 20 cards")
    if select(knobs.skip.answers) & ~select(knobs.skip.cards):
        yield RulesetError("skip.answers", "only a card that skips can pass a skip on")


def _words(knobs: Knobs) -> Iterator[RulesetError]:
    if knobs.say.left_one and not knobs.say.words:
        yield RulesetError("say.words", "no word is given for one card left")
    if knobs.say.at_last and not knobs.say.last_words:
        yield RulesetError("say.last_words", "no word is given for the last card")
    if knobs.draw.most < 1:
        yield RulesetError("draw.most", "at least 1")
    if knobs.game.end != "single" and knobs.game.at < 1:
        yield RulesetError("game.at", "at least 1")
    if knobs.game.end != "single" and knobs.score.to == "none":
        yield RulesetError("game.end", "a game of several deals needs points (K-119)")

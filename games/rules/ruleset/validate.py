"""What a ruleset may not say although each key alone could: contradictions are found when it is loaded."""

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from games.rules.cards import BY_TEXT, RANKS, deck_of
from games.rules.ruleset.compile import by_seats
from games.rules.ruleset.effect_sections import Penalty, Strike
from games.rules.ruleset.read import RulesetError
from games.rules.ruleset.roles import contradictions
from games.rules.ruleset.schema import MOST_SEATS, Sections
from games.rules.ruleset.selectors import NOTHING, Faces, select
from games.rules.ruleset.values import MOST_CARDS

CUT_CARDS: Final = 3
"""The most that a cutter may keep (K-126)."""
_COUNT: Final = re.compile("[1-9][0-9]?")
"""A number of seats, written in the one way that it can be."""


class Contradiction(NamedTuple):
    """What several keys together may not say: where the fault stands, what to do about it, and when it is one."""

    place: str
    why: str
    is_in: Callable[[Sections], object]


def _by_seats(numbers: Mapping[str, int]) -> bool:
    return all(_COUNT.fullmatch(key) and 1 <= number <= MOST_CARDS for key, number in numbers.items())


def _deck(sections: Sections) -> Faces:
    return frozenset(deck_of(sections.deck.ranks.split(), sections.deck.jokers, 1))


_NUMBERS: Final = f"Write a number from 1 to {MOST_CARDS} for each number of seats, such as {{ 2 = 7, 3 = 5 }}."
_NO_NUMBER: Final = "There is no number for players.least seats. Write one for so many seats or fewer."

# In this order: later ones rely on what earlier ones have checked.
CONTRADICTIONS: Final = (
    Contradiction(
        "deck.ranks",
        f"Write each rank once, out of {' '.join(RANKS)}.",
        lambda s: not (ranks := s.deck.ranks.split()) or ranks != [*dict.fromkeys(r for r in ranks if r in RANKS)],
    ),
    Contradiction("deck.count", _NUMBERS, lambda s: not _by_seats(s.deck.count)),
    Contradiction("deck.count", _NO_NUMBER, lambda s: s.players.least < min(map(int, s.deck.count), default=99)),
    Contradiction("deal.size", _NUMBERS, lambda s: not _by_seats(s.deal.size)),
    Contradiction("deal.size", _NO_NUMBER, lambda s: s.players.least < min(map(int, s.deal.size), default=99)),
    Contradiction(
        "players",
        f"Write numbers from 2 to {MOST_SEATS}, with least not above most.",
        lambda s: not 2 <= s.players.least <= s.players.most <= MOST_SEATS,
    ),
    Contradiction(
        "up_card.refuse",
        "No card of the deck is left for the first up-card. Refuse fewer cards.",
        lambda s: not _deck(s) - select(s.up_card.refuse),
    ),
    Contradiction(
        "up_card.source",
        'A dealer with one card cannot give it away. Deal two cards or more (deal.size), or write "stock".',
        lambda s: s.up_card.source == "dealer" and min(s.deal.size.values()) < 2,
    ),
    Contradiction(
        "cut.special",
        'A cut needs special cards that the cutter may keep. Name some, or write cut.kind = "none".',
        lambda s: s.cut.kind != "none" and not s.cut.special,
    ),
    Contradiction(
        "cut.special",
        "Every card of the deck is special, so the cut would never end (K-20). Name fewer cards.",
        lambda s: s.cut.kind != "none" and not _deck(s) - select(s.cut.special),
    ),
    Contradiction(
        "end.stalled_by",
        'Write "empty_stock". With draw.passing = "spent" all seats could otherwise pass for ever (K-85).',
        lambda s: s.draw.passing == "spent" and s.end.stalled_by != "empty_stock",
    ),
    Contradiction(
        "skip.answers",
        "Only a card that skips can pass a skip on. Add these cards to skip.cards, or take them out here.",
        lambda s: select(s.skip.answers) - select(s.skip.cards),
    ),
    Contradiction(
        "start.first",
        'An up-card with an effect decides who begins. Write "after_dealer", or up_card.effect = "none".',
        lambda s: s.start.first == "winner" and s.up_card.effect != "none",
    ),
    Contradiction(
        "say.words",
        'With say.left_one a word is due. Write one, such as words = [{ word = "mau" }].',
        lambda s: s.say.left_one and not s.say.words,
    ),
    Contradiction(
        "say.last_words",
        'With say.at_last a word is due. Write one, such as last_words = [{ word = "mau" }].',
        lambda s: s.say.at_last and not s.say.last_words,
    ),
    Contradiction(
        "say.idle",
        "Idle words cost nothing and have no window. Leave out fine, last_fine, fine_as_dealt and window.",
        lambda s: s.say.idle and (s.say.fine or s.say.last_fine or s.say.fine_as_dealt or s.say.window != "with_play"),
    ),
    Contradiction(
        "say.window",
        "No word is due in this game. Leave out window and binds, or set left_one or at_last to true.",
        lambda s: not (s.say.left_one or s.say.at_last) and (s.say.window != "with_play" or s.say.binds),
    ),
    Contradiction(
        "say.needless_fine",
        'A needless word is refused here, so it costs nothing. Leave this out, or write needless = "fined".',
        lambda s: s.say.needless == "refused" and s.say.needless_fine,
    ),
    Contradiction(
        "say.needless",
        'A word can be needless only where one is due. Set left_one to true and idle to false, or write "refused".',
        lambda s: s.say.needless != "refused" and (s.say.idle or not s.say.left_one),
    ),
    Contradiction(
        "out.together_word",
        "Write both together and together_word, or neither.",
        lambda s: bool(s.out.together) is not bool(s.out.together_word),
    ),
    Contradiction(
        "out.together_word",
        "This word is not in say.words. Add it there, or write one of those words.",
        lambda s: s.out.together_word and s.out.together_word not in {word.word for word in s.say.words},
    ),
    Contradiction(
        "blind.on",
        "Cards face down are claimed one by one. Write false, or leave out group.cards and out.together.",
        lambda s: s.blind.on and (s.group.cards or s.out.together),
    ),
    Contradiction(
        "out.returns",
        "A seat that can be brought back has no winning card. Leave out returns, or score.times and score.bonus.",
        lambda s: s.out.returns and (s.score.times or s.score.bonus),
    ),
    Contradiction(
        "game.at", 'Write at least 1, or game.end = "single".', lambda s: s.game.end != "single" and s.game.at < 1
    ),
    Contradiction(
        "game.end",
        '"to" and "knock_out" need score.to = "losers" (K-119).',
        lambda s: s.game.end in ("to", "knock_out") and s.score.to != "losers",
    ),
    Contradiction(
        "game.end",
        '"first_to" needs score.to = "point" or "winner" (K-119).',
        lambda s: s.game.end == "first_to" and s.score.to not in ("point", "winner"),
    ),
)


def check_sound(sections: Sections) -> None:
    """Raise RulesetError, with the key and the reason, if *sections* contradict themselves."""
    for one in CONTRADICTIONS:
        if one.is_in(sections):
            raise RulesetError(one.place, one.why)
    for card in sections.score.values:
        if card not in RANKS and card not in BY_TEXT:
            raise RulesetError(f"score.values.{card}", "Write a rank such as 7, a card such as QH, or X for a joker.")
    for name, penalty in sections.penalty.items():
        if penalty.chain not in sections.chain:
            why = f'There is no chain "{penalty.chain}". Add [chain.{penalty.chain}], or name another chain.'
            raise RulesetError(f"penalty.{name}.chain", why)
    choosing = select(sections.wild.suit) | select(sections.wild.rank)
    for strike in sections.strike.values():
        choosing |= select(strike.cards) if strike.at == "chosen" else NOTHING
    for name, chain in sections.chain.items():
        if bool(chain.rescue) is not bool(chain.rescue_among):
            raise RulesetError(f"chain.{name}.rescue", "Write both rescue and rescue_among, or neither.")
        if both := select(chain.rescue) & choosing:
            why = f"{min(both)} nominates or chooses a seat, so it cannot be laid as a rescue. Take it out."
            raise RulesetError(f"chain.{name}.rescue", why)
    deck, wild = _deck(sections), sections.wild
    wilds = deck & (select(wild.suit) | select(wild.rank) | select(wild.plain)) & select(wild.forbidden)
    if wilds and not deck - select(wild.forbidden_on):
        why = f"{min(wilds)} could never be played, because every up-card forbids it. Name fewer up-cards."
        raise RulesetError("wild.forbidden_on", why)
    made_twice = (*_made_twice("penalty", sections.penalty), *_made_twice("strike", sections.strike))
    for fault in (*made_twice, *contradictions(sections, deck)):
        raise fault


def _made_twice(kind: str, effects: Mapping[str, Penalty] | Mapping[str, Strike]) -> Iterator[RulesetError]:
    makers: dict[int, str] = {}
    for name, effect in effects.items():
        for card in sorted(select(effect.cards)):
            if makers.setdefault(card, name) != name:
                why = f"{card} stands in {kind}.{makers[card]}.cards too. Take it out of one of them."
                yield RulesetError(f"{kind}.{name}.cards", why)


def check_table(sections: Sections, seats: int) -> None:
    """Raise RulesetError if *seats* cannot sit down to this, or the decks are too small for them (K-126)."""
    least, most = sections.players.least, sections.players.most
    if not least <= seats <= most:
        raise RulesetError("seats", f"This game is for {least} to {most} players, not for {seats}.")
    deck = deck_of(sections.deck.ranks.split(), sections.deck.jokers, by_seats(sections.deck.count, seats))
    needed = seats * by_seats(sections.deal.size, seats) + 1 + (CUT_CARDS if sections.cut.kind != "none" else 0)
    if len(deck) < needed:
        raise RulesetError("seats", f"{seats} players need {needed} cards, but the deck has only {len(deck)} (K-126).")
    for name, penalty in sections.penalty.items():
        if penalty.amount > (largest := len(deck) - seats - 1):
            why = f"Nobody could ever draw {penalty.amount} cards of a deck of {len(deck)}. Write at most {largest}."
            raise RulesetError(f"penalty.{name}.amount", why)

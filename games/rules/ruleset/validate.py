"""What a ruleset may not say although each key alone could: contradictions are found when it is loaded."""

import re
from collections.abc import Iterator, Mapping

from games.rules.cards import BY_TEXT, RANKS, deck_of
from games.rules.ruleset.compile import by_seats
from games.rules.ruleset.effect_sections import Penalty, Strike
from games.rules.ruleset.read import RulesetError
from games.rules.ruleset.roles import contradictions
from games.rules.ruleset.schema import MOST_SEATS, Sections
from games.rules.ruleset.selectors import NOTHING, Faces, select

CUT_CARDS = 3
"""The most that a cutter may keep (K-126)."""
MOST_CARDS = 20
"""The most that one effect or fine may cost, or a seat be dealt."""
MOST_POINTS = 10_000
MOST_DRAWS = 1_000
"""The most draws in one turn."""
MOST_PLAYS = 100_000
"""The greatest limit to the plays of a deal."""
_COUNT = re.compile("[1-9][0-9]?")
"""A number of seats, written in the one way that it can be."""


def check_sound(sections: Sections) -> None:
    """Raise RulesetError, with the key and the reason, if *sections* contradict themselves."""
    # In this order: what comes later relies on ranks, selectors and sizes that can be read.
    for complaints in (_ranks, _selectors, _sizes, _amounts, _chains, _effects, _words, _ends):
        for complaint in complaints(sections):
            raise complaint


def check_table(sections: Sections, seats: int) -> None:
    """Raise RulesetError if *seats* cannot sit down to this, or the decks are too small for them (K-126)."""
    least, most = sections.players.least, sections.players.most
    if not least <= seats <= most:
        raise RulesetError("seats", f"the game is for {least} to {most} players, not {seats}")
    deck = deck_of(sections.deck.ranks.split(), sections.deck.jokers, by_seats(sections.deck.count, seats))
    needed = seats * by_seats(sections.deal.size, seats) + 1 + (CUT_CARDS if sections.cut.kind != "none" else 0)
    if len(deck) < needed:
        raise RulesetError("seats", f"{len(deck)} cards are too few for {seats} seats, who need {needed} (K-126)")
    for name, penalty in sections.penalty.items():
        if penalty.amount >= len(deck) - seats:
            raise RulesetError(f"penalty.{name}.amount", f"nobody could ever serve it: the deck has {len(deck)} cards")


def _ranks(sections: Sections) -> Iterator[RulesetError]:
    ranks = sections.deck.ranks.split()
    if not ranks or any(rank not in RANKS for rank in ranks) or len(set(ranks)) < len(ranks):
        yield RulesetError("deck.ranks", f"{sections.deck.ranks!r} must name each rank once, of {' '.join(RANKS)}")
    if not 0 <= sections.deck.jokers <= 8:
        yield RulesetError("deck.jokers", "0 to 8 jokers a deck")


def _written(sections: Sections) -> Mapping[str, str]:
    """Return every selector of *sections* by its place."""
    wild, out, up_card = sections.wild, sections.out, sections.up_card
    return {
        "cut.special": sections.cut.special, "up_card.refuse": up_card.refuse,
        "wild.suit": wild.suit, "wild.rank": wild.rank, "wild.plain": wild.plain, "wild.tame_on": wild.tame_on,
        "wild.forbidden_on": wild.forbidden_on, "wild.forbidden": wild.forbidden, "wild.frees": wild.frees,
        "group.cards": sections.group.cards, "group.each": sections.group.each,
        "skip.cards": sections.skip.cards, "skip.answers": sections.skip.answers,
        "reverse.cards": sections.reverse.cards,
        "follow.must": sections.follow.must, "follow.may": sections.follow.may, "further.cards": sections.further.cards,
        "out.illegal": out.illegal, "out.fined": out.fined, "out.together": out.together, "out.returns": out.returns,
        **{f"penalty.{name}.cards": one.cards for name, one in sections.penalty.items()},
        **{f"strike.{name}.cards": one.cards for name, one in sections.strike.items()},
        **{f"chain.{name}.cancel": one.cancel for name, one in sections.chain.items()},
        **{f"chain.{name}.rescue": one.rescue for name, one in sections.chain.items()},
        **{f"say.words[{n}].card": one.card for n, one in enumerate(sections.say.words)},
        **{f"say.last_words[{n}].card": one.card for n, one in enumerate(sections.say.last_words)},
        **{f"score.times[{n}].last": one.last for n, one in enumerate(sections.score.times)},
        **{f"score.bonus[{n}].last": one.last for n, one in enumerate(sections.score.bonus)},
        **{
            f"chain.{name}.answers[{n}].{key}": getattr(answer, key)
            for name, one in sections.chain.items() for n, answer in enumerate(one.answers) for key in ("cards", "on")
        },
    }  # fmt: skip


def _selectors(sections: Sections) -> Iterator[RulesetError]:
    for place, words in _written(sections).items():
        try:
            select(words)
        except ValueError as fault:
            yield RulesetError(place, str(fault))
    for card in sections.score.values:
        if card not in RANKS and card not in BY_TEXT:
            yield RulesetError(f"score.values.{card}", f"{card!r} is no rank and no card")


def _sizes(sections: Sections) -> Iterator[RulesetError]:
    for place, numbers in (("deck.count", sections.deck.count), ("deal.size", sections.deal.size)):
        if not all(_COUNT.fullmatch(key) and 1 <= number <= MOST_CARDS for key, number in numbers.items()):
            yield RulesetError(place, f"numbers from 1 to {MOST_CARDS} by a number of seats")
            return
        if not any(int(key) <= sections.players.least for key in numbers):
            yield RulesetError(place, f"says nothing for {sections.players.least} seats")
            return
    if not 2 <= sections.players.least <= sections.players.most <= MOST_SEATS:
        yield RulesetError("players", f"from 2 to {MOST_SEATS} seats, the least not above the most")
        return
    if not _deck(sections) - select(sections.up_card.refuse):
        yield RulesetError("up_card.refuse", "refuses every card of the deck")
    if sections.up_card.source == "dealer" and min(sections.deal.size.values()) < 2:
        yield RulesetError("up_card.source", "who is dealt one card cannot give it as the up-card")
    if sections.cut.kind != "none" and not sections.cut.special:
        yield RulesetError("cut.special", "a cut without special cards finds nothing")
    if sections.cut.kind != "none" and not _deck(sections) - select(sections.cut.special):
        yield RulesetError("cut.special", "where every card is special the cutter would cut for ever (K-20)")


def _deck(sections: Sections) -> Faces:
    return frozenset(deck_of(sections.deck.ranks.split(), sections.deck.jokers, 1))


def _amounts(sections: Sections) -> Iterator[RulesetError]:
    for place, least, number in (
        *((f"penalty.{name}.amount", 1, one.amount) for name, one in sections.penalty.items()),
        *((f"strike.{name}.amount", 1, one.amount) for name, one in sections.strike.items()),
        *((f"chain.{name}.rescue_among", 0, one.rescue_among) for name, one in sections.chain.items()),
        ("say.fine", 0, sections.say.fine), ("say.last_fine", 0, sections.say.last_fine),
        ("say.false_accusation", 0, sections.say.false_accusation),
        ("say.needless_fine", 0, sections.say.needless_fine),
        ("out.fine", 0, sections.out.fine),
        ("blind.truth_fine", 0, sections.blind.truth_fine), ("blind.lie_fine", 0, sections.blind.lie_fine),
    ):  # fmt: skip
        if not least <= number <= MOST_CARDS:
            yield RulesetError(place, f"{least} to {MOST_CARDS}, not {number}")
    for place, points in (
        *((f"score.values.{card}", value) for card, value in sections.score.values.items()),
        *((f"score.times[{n}].times", one.times) for n, one in enumerate(sections.score.times)),
        *((f"score.bonus[{n}].points", one.points) for n, one in enumerate(sections.score.bonus)),
        ("score.winner", sections.score.winner), ("score.reset_at", sections.score.reset_at),
        ("game.at", sections.game.at),
    ):  # fmt: skip
        if not -MOST_POINTS <= points <= MOST_POINTS:
            yield RulesetError(place, f"{-MOST_POINTS} to {MOST_POINTS}, not {points}")

    if sections.draw.passing == "spent" and sections.end.stalled_by != "empty_stock":
        yield RulesetError("end.stalled_by", "passes without a draw must count, or all could pass for ever (K-85)")
    for place, least, most, number in (
        ("draw.most", 1, MOST_DRAWS, sections.draw.most),
        ("end.plays", 0, MOST_PLAYS, sections.end.plays),
    ):
        if not least <= number <= most:
            yield RulesetError(place, f"{least} to {most}, not {number}")


def _chains(sections: Sections) -> Iterator[RulesetError]:
    for name, penalty in sections.penalty.items():
        if penalty.chain not in sections.chain:
            yield RulesetError(f"penalty.{name}.chain", f"{penalty.chain!r} is no chain of this ruleset")
    yield from _made_twice("penalty", sections.penalty)
    yield from _made_twice("strike", sections.strike)
    choosing = select(sections.wild.suit) | select(sections.wild.rank)
    for one in sections.strike.values():
        choosing |= select(one.cards) if one.at == "chosen" else NOTHING
    for name, chain in sections.chain.items():
        if bool(chain.rescue) is not bool(chain.rescue_among):
            yield RulesetError(f"chain.{name}.rescue", "cards and among how many of those drawn: both or none")
        if select(chain.rescue) & choosing:
            yield RulesetError(f"chain.{name}.rescue", "a card that must nominate or choose cannot be laid so")


def _made_twice(kind: str, effects: Mapping[str, Penalty] | Mapping[str, Strike]) -> Iterator[RulesetError]:
    makers: dict[int, str] = {}
    for name, effect in effects.items():
        for card in sorted(select(effect.cards)):
            if makers.setdefault(card, name) != name:
                yield RulesetError(f"{kind}.{name}.cards", f"{card} makes the {kind} {makers[card]!r} already")


def _effects(sections: Sections) -> Iterator[RulesetError]:
    deck = _deck(sections)
    if select(sections.skip.answers) - select(sections.skip.cards):
        yield RulesetError("skip.answers", "only a card that skips can pass a skip on")
    yield from contradictions(sections, deck)
    wild = sections.wild
    wilds = deck & (select(wild.suit) | select(wild.rank) | select(wild.plain)) & select(wild.forbidden)
    if wilds and not deck - select(wild.forbidden_on):
        yield RulesetError("wild.forbidden_on", f"{min(wilds)} could never be played")
    if sections.start.first == "winner" and sections.up_card.effect != "none":
        yield RulesetError("start.first", "an up-card with an effect finds the first turn itself")


def _words(sections: Sections) -> Iterator[RulesetError]:
    say, out = sections.say, sections.out
    if say.left_one and not say.words:
        yield RulesetError("say.words", "no word is given for one card left")
    if say.at_last and not say.last_words:
        yield RulesetError("say.last_words", "no word is given for the last card")
    if say.idle and (say.fine or say.last_fine or say.fine_as_dealt or say.window != "with_play"):
        yield RulesetError("say.idle", "a word without meaning costs nothing and has no window")
    if not (say.left_one or say.at_last) and (say.window != "with_play" or say.binds):
        yield RulesetError("say.window", "where no word is due there is nothing to wait for")
    if say.needless == "refused" and say.needless_fine:
        yield RulesetError("say.needless_fine", "where a needless word is refused it costs nothing")
    if say.needless != "refused" and (say.idle or not say.left_one):
        yield RulesetError("say.needless", "a word is needless only where one is due")
    if bool(out.together) is not bool(out.together_word):
        yield RulesetError("out.together_word", "cards that win together and the word for it: both or none")
    if out.together_word and out.together_word not in {word.word for word in say.words}:
        yield RulesetError("out.together_word", f"{out.together_word!r} is none of say.words")


def _ends(sections: Sections) -> Iterator[RulesetError]:
    if sections.blind.on and (sections.group.cards or sections.out.together):
        yield RulesetError("blind.on", "cards are claimed one by one, so not together with groups")
    if sections.out.returns and (sections.score.times or sections.score.bonus):
        yield RulesetError("out.returns", "who can be brought back wins without a last card that could count")
    match, to = sections.game, sections.score.to
    counts = {"to": ("losers",), "knock_out": ("losers",), "first_to": ("point", "winner")}
    if match.end != "single" and match.at < 1:
        yield RulesetError("game.at", "at least 1")
    if match.end in counts and to not in counts[match.end]:
        yield RulesetError("game.end", f"{match.end!r} needs score.to {' or '.join(counts[match.end])} (K-119)")

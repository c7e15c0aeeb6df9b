"""A ruleset as the rules use it: selectors compiled to sets of faces and tables by card, for one number of seats."""

from collections.abc import Mapping
from typing import Final

from games.rules.cards import ALL_FACES, RANKS, SUITS, Card, Cards, Nomination, deck_of
from games.rules.ruleset.effect_sections import Chain, Strike
from games.rules.ruleset.options import Options
from games.rules.ruleset.schema import Sections
from games.rules.ruleset.selectors import EVERYTHING, NOTHING, OF_RANK, OF_SUIT, Faces, select
from games.rules.ruleset.values import BySeats

SUIT, RANK = "suit", "rank"


class Ruleset:
    """One variant with its options set, for a table of *seats*. Rules code asks what it allows, never which it is."""

    def __init__(
        self, sections: Sections, *, seats: int, content: str, options: Options, paragraphs: Mapping[str, str]
    ) -> None:
        self.sections: Final = sections
        self.seats: Final = seats
        self.content: Final = content
        """Content hash of the variant that it was made of."""
        self.options: Final = dict(options)
        self.paragraphs: Final = paragraphs
        """Paragraph of the rule book by the code of a refusal."""
        self.ranks: Final = tuple(sections.deck.ranks.split())
        self.faces: Final = frozenset(deck_of(self.ranks, sections.deck.jokers, 1))
        """The faces that the deck holds."""
        self.deck: Final = deck_of(self.ranks, sections.deck.jokers, by_seats(sections.deck.count, seats))
        self.has_doubles: Final = len(self.deck) > len(self.faces)
        """Whether the deck holds a face more than once."""
        self.hand_size: Final = by_seats(sections.deal.size, seats)
        wild = sections.wild
        self._wild_suit = select(wild.suit)
        self._wild_rank = select(wild.rank)
        self.wild = self._wild_suit | self._wild_rank | select(wild.plain)
        self._tame_on = select(wild.tame_on)
        self._forbidden_on = select(wild.forbidden_on)
        self._forbidden = self.wild & select(wild.forbidden)
        self._frees = select(wild.frees)
        self.nominates = tuple(
            SUIT if card in self._wild_suit else RANK if card in self._wild_rank else "" for card in ALL_FACES
        )
        """What the player of a face must nominate: ``SUIT``, ``RANK`` or ``""``; one entry a face."""
        self._choices = {SUIT: tuple(OF_SUIT), RANK: self.ranks, "": ()}
        self.keeps_demand = tuple(
            not card.rank and wild.joker_demand == "below" and not self.nominates[card] for card in ALL_FACES
        )
        """Whether the demand that held before this face holds on; one entry a face."""
        self._fits: dict[Nomination, dict[Card, Faces]] = {nominated: {} for nominated in ("", *SUITS, *RANKS)}
        self._compile_effects()
        self._compile_going_out()
        # Every move asks for these, so they are attributes of the ruleset itself.
        self.blind = sections.blind.on
        self.binds = sections.say.binds
        self.most_draws = sections.draw.most
        self.draws_freely = sections.draw.when == "free"
        self.draws_until_playable = sections.draw.count == "until_playable"
        self.after_draw: str = sections.draw.then
        self.passing: str = sections.draw.passing
        self.replenish: str = sections.draw.replenish
        self.most_plays = sections.end.plays

    def __reduce__(self) -> tuple[object, ...]:
        """Return how pickle makes this ruleset again. A compiled class needs to be called for that, with arguments."""
        return _made_of, (self.sections, self.seats, self.content, self.options, dict(self.paragraphs))

    def _compile_effects(self) -> None:
        sections = self.sections
        amounts, chains, stocked = [0] * len(ALL_FACES), [""] * len(ALL_FACES), [False] * len(ALL_FACES)
        for penalty in sections.penalty.values():
            for card in select(penalty.cards):
                amounts[card], chains[card], stocked[card] = penalty.amount, penalty.chain, penalty.needs_stock
        self.penalty = tuple(amounts)
        """Cards that a face makes the next seat draw; one entry a face."""
        self.chain_of = tuple(chains)
        self.needs_stock = tuple(stocked)
        self.skip = select(sections.skip.cards)
        self.skip_answers = select(sections.skip.answers)
        self.reverse = select(sections.reverse.cards)
        self.must_follow = select(sections.follow.must)
        self.may_follow = select(sections.follow.may)
        self.further = select(sections.further.cards)
        self.grouped = select(sections.group.cards)
        self.each = select(sections.group.each)
        self.alike = tuple(
            self.grouped & OF_RANK[card.rank] if card in self.grouped and card.rank else NOTHING for card in ALL_FACES
        )
        """The faces that may be laid with a face in one group, itself among them; one entry a face."""
        self.strikes = tuple((select(strike.cards), strike) for strike in sections.strike.values())
        self._strike_of = tuple(
            next((strike for faces, strike in self.strikes if card in faces), None) for card in ALL_FACES
        )
        self.has_aims = any(strike.at == "chosen" for strike in sections.strike.values())
        """Whether the player of some face chooses whom it strikes."""
        self.simple = frozenset(card for card in ALL_FACES if not self.nominates[card] and not self.aims(card))
        """Faces whose player has nothing to choose."""
        self.cancels = {name: select(chain.cancel) for name, chain in sections.chain.items()}
        self.answers = {
            name: tuple((select(answer.cards), select(answer.on)) for answer in chain.answers)
            for name, chain in sections.chain.items()
        }
        self._answering = {
            name: tuple(NOTHING.union(*(cards for cards, on in answers if card in on)) for card in ALL_FACES)
            for name, answers in self.answers.items()
        }
        self.rescues = {name: select(chain.rescue) for name, chain in sections.chain.items()}
        backward = (select(one.cards) for one in sections.penalty.values() if one.at == "previous")
        self.backward = NOTHING.union(*backward)
        """Faces whose penalty is aimed at the previous seat."""
        plain = EVERYTHING - (self.skip | self.reverse | self.further | frozenset(c for c in ALL_FACES if amounts[c]))
        for struck, _ in self.strikes:
            plain -= struck
        self.plain = plain
        """Faces that do nothing to other seats or to the direction."""

    def _compile_going_out(self) -> None:
        self.cut_special = select(self.sections.cut.special)
        self.refused = select(self.sections.up_card.refuse)
        self.illegal_last = select(self.sections.out.illegal)
        self.fined_last = select(self.sections.out.fined)
        self.together = select(self.sections.out.together)
        self.returns = select(self.sections.out.returns)
        self.values = tuple(
            self.sections.score.values.get(str(card), self.sections.score.values.get(card.rank, 0))
            for card in ALL_FACES
        )
        """Points of a face; one entry a face."""
        self.times = tuple((select(one.last), one) for one in self.sections.score.times)
        self.bonus = tuple((select(one.last), one.points) for one in self.sections.score.bonus)
        say = self.sections.say
        self.fine = self.hand_size if say.fine_as_dealt else say.fine
        """Cards drawn for a word that was due and not said."""
        self.words = tuple(dict.fromkeys(word.word for word in (*say.words, *say.last_words)))
        """Every word that may be said."""
        self.silence_or_words = ("", *self.words)
        has_duty = say.left_one or say.at_last
        self.speaks = has_duty and say.window != "auto"
        self.server_speaks = has_duty and say.window == "auto"
        """Whether the server says every word. Those of players are accepted and mean nothing (K-94)."""
        self.due_at = frozenset(number for number, due in ((1, say.left_one), (0, say.at_last)) if due and self.speaks)
        """A word is due with a play that leaves so many cards (K-94)."""
        self.needless_from = {"refused": None, "fined": 0, "fined_above_one": 2}[say.needless]
        """From how many cards in hand on a word may be said that is not due; None for never."""
        self.speaks_of_more = bool(self.together) or say.needless != "refused"
        """Whether a word may be said with a play that leaves several cards."""

    def fits(self, up_card: Card, demand: Card | None, nominated: Nomination) -> Faces:
        """Return which faces may be played on this demand when nothing is live (K-42 to K-45)."""
        if demand is not up_card:  # seldom: under a joker, or before there is a demand
            return self._fitting(up_card, demand, nominated)
        known = self._fits[nominated]
        faces = known.get(up_card)
        if faces is None:
            faces = known[up_card] = self._fitting(up_card, demand, nominated)
        return faces

    def _fitting(self, up_card: Card, demand: Card | None, nominated: Nomination) -> Faces:
        if nominated:
            plain = OF_SUIT.get(nominated) or OF_RANK[nominated]
        elif demand is None or not demand.rank:
            plain = EVERYTHING
        else:
            plain = OF_SUIT[demand.suit] | OF_RANK[demand.rank]
        if up_card in self._frees and not nominated:
            plain = EVERYTHING
        wild = NOTHING if up_card in self._tame_on else self.wild
        barred = self._forbidden if up_card in self._forbidden_on else NOTHING
        # The wilds that would replace this nomination by one of the other kind (M4).
        crossing = NOTHING
        if nominated and self.sections.wild.cross != "any":
            crossing = self._wild_rank if nominated in OF_SUIT else self._wild_suit
        served = plain if self.sections.wild.cross == "serve" else NOTHING
        return (plain - crossing | wild - crossing | crossing & served) - barred

    def answering(self, chain: str, up_card: Card) -> Faces:
        """Return which faces answer a live penalty of *chain* when *up_card* lies on top (K-50, K-59)."""
        return self._answering[chain][up_card]

    def penalty_of(self, cards: Cards, *, stocked: bool = True) -> int:
        """Return how many cards *cards* together make another seat draw: those of ``group.each`` all, the others once.

        Without a stock (not *stocked*) the cards of ``needs_stock`` make nobody draw.
        """
        every = once = 0
        for card in cards:
            amount = self.penalty[card] if stocked or not self.needs_stock[card] else 0
            if card in self.each:
                every += amount
            else:
                once = max(once, amount)
        return every + once

    def acting(self, faces: Faces, cards: Cards) -> int:
        """Return how often those *cards* act that are among *faces*: each one of ``group.each``, the others once."""
        laid = [card for card in cards if card in faces]
        return sum(card in self.each for card in laid) + any(card not in self.each for card in laid)

    def waits(self, chain: str) -> bool:
        """Return whether a penalty of *chain* waits for a move of its target (K-65, K-66)."""
        return bool(self.answers[chain] or self.cancels[chain] or self.rescues[chain])

    def chain(self, name: str) -> Chain:
        """Return what answers, cancels or rescues from the penalties of *name*."""
        return self.sections.chain[name]

    def strike_of(self, card: Card) -> Strike | None:
        """Return what *card* strikes with, if it does."""
        return self._strike_of[card]

    def aims(self, card: Card) -> bool:
        """Return whether the player of *card* chooses whom it strikes."""
        strike = self._strike_of[card]
        return strike is not None and strike.at == "chosen"

    def nominations(self, card: Card) -> tuple[Nomination, ...]:
        """Return what the player of *card* may nominate (K-46): nothing, unless it is a wild that nominates."""
        return self._choices[self.nominates[card]]

    def right_words(self, card: Card, *, last: bool) -> tuple[str, ...]:
        """Return the words that are right, the one due first, for *card*: the one left, or the *last* one laid."""
        words = self.sections.say.last_words if last else self.sections.say.words
        return tuple(word.word for word in words if card in select(word.card))

    def points(self, hand: tuple[Card, ...]) -> int:
        """Return the card points of *hand* (K-114)."""
        return sum(self.values[card] for card in hand)


def by_seats(numbers: BySeats, seats: int) -> int:
    """Return the number for a table of *seats*: that of the largest key which is not above *seats*."""
    return numbers[max((key for key in numbers if int(key) <= seats), key=int)]


def _made_of(sections: Sections, seats: int, content: str, options: Options, paragraphs: Mapping[str, str]) -> Ruleset:
    return Ruleset(sections, seats=seats, content=content, options=options, paragraphs=paragraphs)

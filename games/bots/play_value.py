"""What a play is worth: what it sheds, what it leaves, and what it does to the others."""

from functools import cached_property
from typing import NamedTuple

from games.bots.runs import alone, goes_out, wins
from games.bots.unseen import Unseen, answers_to
from games.bots.weights import CROWD, DUEL
from games.rules.cards import Card, Cards, without
from games.rules.commands import Play
from games.rules.legality.announcements import laid_faces
from games.rules.observation import Observation
from games.rules.ruleset.selectors import NOTHING, Faces

OUT = 1000.0
SHED = 10.0
"""For each card laid."""
WILD = 20.0
"""What a wild is worth in the hand: it fits when nothing else does."""
DEFENCE = 1.5
"""What a card is worth in the hand that answers or cancels a penalty."""
STRIKE = 2.0
"""For each card that another must draw, and for a turn that it misses; more, the fewer cards it holds."""
BLOCK = 2.5
"""For leaving the next seat without a card that fits; more, the fewer cards it holds."""
AGAIN = 6.0
"""For being on turn again with a card that fits; without one it must draw."""
CHANCE = 0.1
"""The share of a win that a last card is worth which goes out in the next turn."""
SURE, LUCK = 0.9, 0.3
"""How likely that is when others play before, with a wild and with another card."""
FEW = 2
"""A seat with fewer cards may go out in any turn, so each turn that it misses counts."""
STUCK = 12.0
"""What it costs to be left with cards of which none wins, or to have to cover a card without being able to."""


class Worth:
    """What the plays open to the viewer are worth, as far as the viewer of *observation* can know."""

    def __init__(self, observation: Observation, unseen: Unseen) -> None:
        if observation.viewer is None:
            raise ValueError("a spectator lays no cards")
        self._sight, self._unseen, self._rules = observation, unseen, observation.ruleset
        self._viewer: int = observation.viewer
        self._others = [seat for seat in observation.active if seat != observation.viewer]
        self._weights = CROWD if len(self._others) > 1 else DUEL

    def of(self, play: Play) -> float:
        """Return what *play* is worth: a number to compare plays by. A blind one counts as what it claims to be."""
        rules, laid, left = self._rules, laid_faces(play), without(self._sight.hand, play.cards)
        value = 0.0
        if self._others and laid[-1] in rules.returns and rules.penalty[laid[-1]]:
            # This brings back the next seat, if it has no cards and would be out.
            value = 2 * OUT if self._sight.seats[self._next(1)].waiting else 0.0
        if not left and wins(rules, laid[-1]):
            return value + OUT
        if self._goes_out(laid[-1], play.nominated, left):
            return value + OUT - SHED
        counts = rules.sections.score.to not in {"none", "point"}
        points = self._weights.point * self._haste * rules.points(play.cards) if counts else 0.0
        value += SHED * len(play.cards) + points - self._given_up(play.cards, left)
        if left:
            value += self._left_over(laid[-1], play.nominated, left)
        else:  # a last card that does not win is paid for with new cards
            value -= SHED * (rules.sections.out.fine if laid[-1] in rules.fined_last else 1)
        return value + self._covering(laid[-1], play.nominated, left) + self._harm(play, laid, left)

    def _goes_out(self, top: Card, nominated: str, left: Cards) -> bool:
        """Return whether the viewer can lay all that is *left* after *top* before anybody else is on turn.

        False as well where something is live, lies face down, or is decided out of turn: nothing is sure then.
        """
        observation, rules = self._sight, self._rules
        out_of_turn = observation.table is not None and observation.table.resume is not None
        if out_of_turn or observation.penalty or observation.skip or rules.blind or top not in self._keeps_turn:
            return False
        return goes_out(rules, left, rules.fits(top, top, nominated), self._keeps_turn)

    @cached_property
    def _keeps_turn(self) -> Faces:
        """The faces after which the viewer surely lays the next card, whatever the others hold."""
        rules = self._rules
        faces = rules.must_follow | rules.may_follow | rules.further
        if len(self._others) == 1:
            faces |= NOTHING if rules.skip_answers else rules.skip
            faces |= frozenset(face for face in rules.reverse if self._turns_back(face))
        return frozenset(face for face in faces if not rules.penalty[face] and not rules.keeps_demand[face])

    @cached_property
    def of_waiting(self) -> float:
        """What it is worth to lay nothing: less than 0 if what is asked for now may let the next seat go out."""
        observation, up_card = self._sight, self._sight.up_card
        if not self._others or up_card is None:
            return 0.0
        held = observation.seats[self._next(1)].cards
        faces = self._rules.fits(up_card, observation.demand, observation.nominated)
        return -self._danger(held) * self._unseen.chance(faces, held)

    def _danger(self, held: int) -> float:
        danger = self._weights.danger
        return danger[min(held, len(danger) - 1)]

    @cached_property
    def _haste(self) -> float:
        """Return how much more a point counts where the deal may soon be over, or its points decide the game."""
        observation, match = self._sight, self._rules.sections.game
        fewest = min((observation.seats[seat].cards for seat in self._others), default=0)
        haste = self._weights.haste if fewest <= 2 else 1.0
        score = observation.seats[self._viewer].score + self._rules.points(observation.hand)
        return 2 * haste if match.end in {"to", "knock_out"} and score >= match.at else haste

    def _given_up(self, cards: Cards, left: Cards) -> float:
        """Return what *cards* would have been worth in the hand, if there is anything left to use them for."""
        if not left:
            return 0.0
        wild, defence = self._rules.wild, self._defence
        return WILD * sum(card in wild for card in cards) + DEFENCE * sum(card in defence for card in cards)

    @cached_property
    def _defence(self) -> Faces:
        rules = self._rules
        faces = rules.skip_answers | rules.returns
        for chain, answers in rules.answers.items():
            faces = faces.union(rules.cancels[chain], *(cards for cards, _ in answers))
        return faces

    def _left_over(self, top: Card, nominated: str, left: Cards) -> float:
        """Return what the cards that are *left* are worth after *top*."""
        rules = self._rules
        asked = nominated or top.suit
        matching = sum(asked in (card.suit, card.rank) or card in rules.wild for card in left)
        twins = 0 if nominated else sum(card.rank == top.rank and card not in rules.wild for card in left)
        stuck = bool(left) and not any(wins(rules, card) for card in left)
        weights, cards = self._weights, max(1, len(left))
        value = (weights.match + weights.share / cards) * matching - weights.twin * twins - STUCK * stuck / cards
        return value - weights.alone * alone(rules, left) if weights.alone else value

    def _covering(self, top: Card, nominated: str, left: Cards) -> float:
        """Return what it is worth that *top* must, or may, be covered by one more card of those *left*."""
        rules = self._rules
        if top not in rules.must_follow and top not in rules.may_follow:
            return 0.0
        fits = rules.fits(top, top, nominated)
        covers = []
        for card in set(left) & fits:
            rest = without(left, (card,))
            if not rest and wins(rules, card):
                covers.append(OUT / 2)
            else:
                covers.append(SHED + self._left_over(card, "", rest) - self._given_up((card,), rest))
        if covers:
            return max(covers)
        return -STUCK if top in rules.must_follow else 0.0

    def _harm(self, play: Play, laid: Cards, left: Cards) -> float:
        """Return what *play* does to the others, and what its player may do after that."""
        rules, top = self._rules, laid[-1]
        if not self._others:
            return 0.0
        strike = rules.strike_of(top) if rules.strikes else None
        value = 0.0
        if strike is not None:
            target = self._next(-1) if play.target is None else play.target
            for seat in self._others if strike.at == "others" else [target]:
                value += STRIKE * strike.amount * _urgency(self._sight.seats[seat].cards)
        if top in rules.must_follow or top in rules.may_follow:
            return value
        blow = self._blow(play, laid)
        value -= self._danger(blow.held) * (1.0 - blow.free * self._stays_out(play, top, left, blow))
        if blow.forced:
            value += STRIKE * (blow.cards + blow.misses) * (0.4 + 0.6 * blow.free) * _urgency(blow.held)
        else:
            value += BLOCK * blow.free * _urgency(blow.held)
        return value + self._again(play, top, left, blow.free * blow.misses)

    def _stays_out(self, play: Play, top: Card, left: Cards, blow: "_Blow") -> float:
        """Return how likely who can do nothing against *blow* lays no card in its next turn either.

        Who makes the only other seat miss its turn and cannot lay a card then has won no more than a draw.
        """
        if blow.cards or not blow.forced or len(self._others) > 1 or blow.held < FEW:
            return 1.0
        asked = self._demanded_after(top, play.nominated)
        return 1.0 if not asked.isdisjoint(left) else 1.0 - self._unseen.chance(asked, blow.held)

    def _blow(self, play: Play, laid: Cards) -> "_Blow":
        """Return what the next seat meets after *play*."""
        rules, observation = self._rules, self._sight
        # The cards that it must draw: those that are live, unless they are cancelled, and new ones.
        cancels = bool(observation.penalty) and laid[0] in rules.cancels[observation.chain]
        cards = 0 if cancels else observation.penalty + rules.penalty_of(laid)
        cause = next((card for card in reversed(laid) if rules.penalty[card]), laid[-1])
        held = observation.seats[self._victim(cause, made=bool(cards) and not observation.penalty)].cards
        if cards:
            chain = rules.chain_of[cause] or observation.chain
            free = 1.0 - self._unseen.chance(answers_to(rules, chain, cause), held)
            return _Blow(held, cards, free, misses=rules.chain(chain).after == "end_turn", forced=True)
        if not rules.skip.isdisjoint(laid) and not observation.penalty:
            return _Blow(held, 0, 1.0 - self._unseen.chance(rules.skip_answers, held), misses=True, forced=True)
        faces = self._demanded_after(laid[-1], play.nominated)
        return _Blow(held, 0, 1.0 - self._unseen.chance(faces, held), misses=True, forced=False)

    def _victim(self, card: Card, *, made: bool) -> int:
        """Return the seat that decides next after *card*; *made* says whether it makes a penalty of its own."""
        if made and card in self._rules.backward:
            return self._next(-1)
        victim = self._next(-1 if card in self._rules.reverse else 1)
        out_of_turn = self._sight.table is not None and self._sight.table.resume is not None
        beyond = self._after(victim, 1)
        return beyond if out_of_turn and beyond != self._viewer else victim

    def _again(self, play: Play, top: Card, left: Cards, free: float) -> float:
        """Return what the next turn is worth; *free* is how likely the next seat does nothing before it."""
        rules = self._rules
        if top in rules.further or (len(self._others) == 1 and self._turns_back(top)):
            free = 1.0
        elif len(self._others) > 1:
            free = 0.0
        fits = self._demanded_after(top, play.nominated)
        fitting = any(card in fits for card in left)
        if len(left) == 1 and wins(rules, left[0]):
            later = SURE if left[0] in rules.wild else LUCK
            return CHANCE * OUT * (free * fitting + (1.0 - free) * later)
        return free * (AGAIN if fitting else -SHED)

    def _turns_back(self, top: Card) -> bool:
        rules = self._rules
        return top in rules.reverse and rules.sections.reverse.two_seats == "further_turn"

    def _demanded_after(self, top: Card, nominated: str) -> Faces:
        rules, observation = self._rules, self._sight
        if rules.keeps_demand[top]:
            return rules.fits(top, observation.demand, observation.nominated)
        return rules.fits(top, top, nominated)

    def _next(self, way: int) -> int:
        """Return the next seat in the deal: in the direction of play, or against it (-1)."""
        return self._after(self._viewer, way)

    def _after(self, seat: int, way: int) -> int:
        seats, step = len(self._sight.seats), self._sight.direction * way
        seat = (seat + step) % seats
        while seat not in self._sight.active:
            seat = (seat + step) % seats
        return seat


class _Blow(NamedTuple):
    """What a seat meets: cards to draw, or a turn to miss, or only what is asked for."""

    held: int
    """How many cards it holds."""
    cards: int
    free: float
    """How likely it holds nothing against that."""
    misses: bool
    """Whether it is not on turn then."""
    forced: bool
    """Whether it must draw or miss its turn, rather than serve what is asked for."""


def _urgency(cards: int) -> float:
    """Return how much more it counts what happens to a seat with so few cards."""
    return 1 + 3 / max(1, cards)

"""What a play is worth: what it sheds, what it leaves, and what it does to the others."""

from functools import cached_property, lru_cache
from typing import NamedTuple

from games.bots.runs import KEPT, alone, goes_out, wins
from games.bots.unseen import Unseen, answers_to
from games.bots.weights import DUEL, MANY, Weights
from games.rules.cards import Card, Cards, without
from games.rules.commands import Play
from games.rules.legality.announcements import laid_faces
from games.rules.observation import Observation
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import NOTHING, Faces

OUT = 1000.0
SHED = 10.0
"""For each card played."""
WILD = 20.0
"""What a wild card is worth in the hand: it fits when nothing else does."""
DEFENCE = 1.5
"""What a card is worth in the hand that answers or cancels a penalty."""
STRIKE = 2.0
"""For each card that another must draw, and for a turn that it misses; more, the fewer cards it holds."""
BLOCK = 2.5
"""For leaving the next seat without a card that fits; more, the fewer cards it holds."""
AGAIN = 6.0
"""For being on turn again with a card that fits; without one it must draw."""
CHANCE = 0.1
"""The share of a win that a last card is worth if it may go out in the next turn."""
SURE, LUCK = 0.9, 0.3
"""How likely it goes out when others play before: a wild card, and any other card."""
FEW = 2
"""A seat with fewer cards than this may go out in any turn, so each turn that it misses counts."""
STUCK = 12.0
"""What it costs if no card that is left can win, or if a card must be covered and none can cover it."""


class Worth:
    """What the plays open to the viewer are worth, as far as the viewer of *observation* can know."""

    def __init__(self, observation: Observation, unseen: Unseen) -> None:
        if observation.viewer is None:
            raise ValueError("a spectator plays no cards")
        self._observation, self._unseen, self._rules = observation, unseen, observation.ruleset
        self._viewer: int = observation.viewer
        self._others = [seat for seat in observation.active if seat != observation.viewer]
        self._weights = MANY if len(self._others) > 1 else DUEL
        self._out_of_turn = observation.table is not None and observation.table.resume is not None
        rules, match = self._rules, self._rules.sections.game
        self._defence = _defence_of(rules)
        self._keeps_turn = _keeping_turn(rules, duel=len(self._others) == 1)
        # A point counts more where the deal may soon be over, and where the viewer's points decide the game.
        fewest = min((observation.seats[seat].cards for seat in self._others), default=0)
        self._point = self._weights.point * (self._weights.haste if fewest <= 2 else 1.0)
        score = observation.seats[self._viewer].score + rules.points(observation.hand)
        if match.end in {"to", "knock_out"} and score >= match.at:
            self._point *= 2
        if rules.sections.score.to in {"none", "point"}:
            self._point = 0.0

    def of(self, play: Play) -> float:
        """Return what *play* is worth, to compare plays by. A card played face down counts as what it claims to be."""
        observation, rules = self._observation, self._rules
        laid, left = laid_faces(play), without(observation.hand, play.cards)
        top, value = laid[-1], 0.0
        if self._others and top in rules.returns and rules.penalty[top]:
            # This brings back the next seat, if it has no cards and would be out.
            value = 2 * OUT if observation.seats[self._next(1)].waiting else 0.0
        if not left and wins(rules, top):
            return value + OUT
        # All that is left may go out before anybody else is on turn. Nothing is sure where something is live, lies face
        # down or is decided out of turn.
        sure = not (self._out_of_turn or observation.penalty or observation.skip or rules.blind)
        if sure and top in self._keeps_turn:
            fits = rules.fits(top, top, play.nominated)
            if goes_out(rules, left, fits, self._keeps_turn):
                return value + OUT - SHED
        value += SHED * len(play.cards) + self._point * rules.points(play.cards) - self._given_up(play.cards, left)
        if left:
            value += self._left_over(top, play.nominated, left)
        else:  # a last card that does not win is paid for with new cards
            value -= SHED * (rules.sections.out.fine if top in rules.fined_last else 1)
        return value + self._covering(top, play.nominated, left) + self._harm(play, laid, left)

    @cached_property
    def of_waiting(self) -> float:
        """What it is worth to play nothing: less than 0 if the demand may let the next seat go out."""
        observation, up_card = self._observation, self._observation.up_card
        if not self._others or up_card is None:
            return 0.0
        seat = self._next(1)
        held = observation.seats[seat].cards
        faces = self._rules.fits(up_card, observation.demand, observation.nominated)
        return -self._danger(held) * self._unseen.chance(faces, held, seat)

    def _danger(self, held: int) -> float:
        danger = self._weights.danger
        return danger[min(held, len(danger) - 1)]

    def _given_up(self, cards: Cards, left: Cards) -> float:
        """Return what *cards* would have been worth in the hand, if there is anything left to use them for."""
        if not left:
            return 0.0
        wild, defence = self._rules.wild, self._defence
        return WILD * sum(card in wild for card in cards) + DEFENCE * sum(card in defence for card in cards)

    def _left_over(self, top: Card, nominated: str, left: Cards) -> float:
        return left_over(self._rules, self._weights, top, nominated, left)

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
                value += STRIKE * strike.amount * _urgency(self._observation.seats[seat].cards)
        if top in rules.must_follow or top in rules.may_follow:
            return value

        blow, fits = self._blow(play, laid), self._demanded_after(top, play.nominated)
        # How likely a seat that can do nothing against the blow plays no card in its next turn either. If it is the
        # only other seat, it misses its turn, and the viewer cannot play then, the viewer has won no more than a draw.
        stays_out = 1.0
        if not blow.cards and blow.forced and len(self._others) == 1 and blow.held >= FEW and fits.isdisjoint(left):
            stays_out = 1.0 - self._unseen.chance(fits, blow.held, blow.seat)
        value -= self._danger(blow.held) * (1.0 - blow.free * stays_out)
        if blow.forced:
            value += STRIKE * (blow.cards + blow.misses) * (0.4 + 0.6 * blow.free) * _urgency(blow.held)
        else:
            value += BLOCK * blow.free * _urgency(blow.held)

        # What the viewer's next turn is worth, by how likely nobody does anything before it.
        again = blow.free * blow.misses if len(self._others) == 1 else 0.0
        if top in rules.further or (len(self._others) == 1 and self._turns_back(top)):
            again = 1.0
        fitting = any(card in fits for card in left)
        if len(left) == 1 and wins(rules, left[0]):
            later = SURE if left[0] in rules.wild else LUCK
            return value + CHANCE * OUT * (again * fitting + (1.0 - again) * later)
        return value + again * (AGAIN if fitting else -SHED)

    def _blow(self, play: Play, laid: Cards) -> "_Blow":
        """Return what the seat that decides next meets after *play*."""
        rules, observation = self._rules, self._observation
        # The cards that it must draw: those that are live, unless they are cancelled, and new ones.
        cancels = bool(observation.penalty) and laid[0] in rules.cancels[observation.chain]
        cards = 0 if cancels else observation.penalty + rules.penalty_of(laid)
        cause = next((card for card in reversed(laid) if rules.penalty[card]), laid[-1])
        # Who decides next: the seat before for a new penalty that is aimed there, otherwise the next one. A decision
        # out of turn passes over the seat that is on turn afterwards.
        if cards and not observation.penalty and cause in rules.backward:
            victim = self._next(-1)
        else:
            victim = self._next(-1 if cause in rules.reverse else 1)
            beyond = self._after(victim, 1)
            victim = beyond if self._out_of_turn and beyond != self._viewer else victim
        held = observation.seats[victim].cards
        if cards:
            chain = rules.chain_of[cause] or observation.chain
            free = 1.0 - self._unseen.chance(answers_to(rules, chain, cause), held, victim)
            return _Blow(victim, held, cards, free, misses=rules.chain(chain).after == "end_turn", forced=True)
        if not rules.skip.isdisjoint(laid) and not observation.penalty:
            free = 1.0 - self._unseen.chance(rules.skip_answers, held, victim)
            return _Blow(victim, held, 0, free, misses=True, forced=True)
        faces = self._demanded_after(laid[-1], play.nominated)
        free = 1.0 - self._unseen.chance(faces, held, victim)
        return _Blow(victim, held, 0, free, misses=True, forced=False)

    def _turns_back(self, top: Card) -> bool:
        rules = self._rules
        return top in rules.reverse and rules.sections.reverse.two_seats == "further_turn"

    def _demanded_after(self, top: Card, nominated: str) -> Faces:
        rules, observation = self._rules, self._observation
        if rules.keeps_demand[top]:
            return rules.fits(top, observation.demand, observation.nominated)
        return rules.fits(top, top, nominated)

    def _next(self, way: int) -> int:
        """Return the seat after the viewer in the deal: in the direction of play (1), or against it (-1)."""
        return self._after(self._viewer, way)

    def _after(self, seat: int, way: int) -> int:
        seats, step = len(self._observation.seats), self._observation.direction * way
        seat = (seat + step) % seats
        while seat not in self._observation.active:
            seat = (seat + step) % seats
        return seat


@lru_cache(maxsize=KEPT)
def left_over(rules: Ruleset, weights: Weights, top: Card, nominated: str, left: Cards) -> float:
    """Return what the cards that are *left* are worth after *top*."""
    asked = nominated or top.suit
    matching = repeats = 0
    for card in left:
        is_wild = card in rules.wild
        matching += is_wild or asked in (card.suit, card.rank)
        repeats += not (is_wild or nominated) and card.rank == top.rank
    stuck = bool(left) and not any(wins(rules, card) for card in left)
    cards = max(1, len(left))
    value = (weights.match + weights.share / cards) * matching - weights.repeat * repeats - STUCK * stuck / cards
    return value - weights.alone * alone(rules, left) if weights.alone else value


@lru_cache(maxsize=64)
def _defence_of(rules: Ruleset) -> Faces:
    """Return the faces that answer or cancel something."""
    faces = rules.skip_answers | rules.returns
    for chain, answers in rules.answers.items():
        faces = faces.union(rules.cancels[chain], *(cards for cards, _ in answers))
    return faces


@lru_cache(maxsize=64)
def _keeping_turn(rules: Ruleset, *, duel: bool) -> Faces:
    """Return the faces after which their player surely plays the next card, whatever the others hold."""
    faces = rules.must_follow | rules.may_follow | rules.further
    if duel:
        faces |= NOTHING if rules.skip_answers else rules.skip
        faces |= rules.reverse if rules.sections.reverse.two_seats == "further_turn" else NOTHING
    return frozenset(face for face in faces if not rules.penalty[face] and not rules.keeps_demand[face])


class _Blow(NamedTuple):
    """What a seat meets: cards to draw, a turn to miss, or only the demand."""

    seat: int
    held: int
    """How many cards it holds."""
    cards: int
    free: float
    """How likely it holds nothing against that."""
    misses: bool
    """Whether it is not on turn then."""
    forced: bool
    """Whether it must draw or miss its turn, and not only match the demand."""


def _urgency(cards: int) -> float:
    """Return how much what happens to a seat counts: the more, the fewer cards it holds."""
    return 1 + 3 / max(1, cards)

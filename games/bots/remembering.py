"""How a memory grows: event by event, as its viewer may see them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from typing import Final

from games.bots.memory import STOCK, TABLE, Lack, Memory, OfPool, Place, Pool, Segment
from games.bots.witnessing import witness
from games.rules import events
from games.rules.cards import Card, Cards, Nomination
from games.rules.events import Ask, Cause
from games.rules.ruleset import Ruleset

MOST_LACKS: Final = 3
"""How many failed demands it remembers of each seat, the latest ones."""
_ASKED: Final = frozenset({Ask.PLAY, Ask.DRAWN, Ask.ANSWER, Ask.MUST_FOLLOW})


def remember(memory: Memory, seen: Iterable[events.Event], ruleset: Ruleset) -> Memory:
    """Return *memory* after the events *seen*, in the form in which its viewer may see them.

    O(1) for each event in the length of the game. Raises KeyError or ValueError for events that contradict it.
    """
    folded = _Fold(memory, ruleset)
    for event in seen:
        folded.see(event)
        witness(folded.memory, event, ruleset)
    return folded.memory


class _Fold:
    """A private copy of a memory that keeps up with events."""

    def __init__(self, memory: Memory, ruleset: Ruleset) -> None:
        self.memory = replace(
            memory, pools={number: pool.copy() for number, pool in memory.pools.items()}, stock=memory.stock.copy(),
            discards=memory.discards.copy(), hand=memory.hand.copy(), lacks=memory.lacks.copy(),
            evidence=memory.evidence.copy(), table=memory.table and memory.table.copy(),
        )  # fmt: skip
        self._rules = ruleset

    def see(self, event: events.Event) -> None:  # noqa: C901, PLR0912 - one case an event
        """Change the memory by *event*."""
        memory = self.memory
        match event:
            case events.CardsPlayed(seat=seat, cards=cards):
                self._leave(seat, cards)
                self._lay(cards, cards, event.nominated, keeps_demand=event.keeps_demand)
            case events.CardsDrawn(seat=seat, cards=cards, cause=cause):
                if cause is Cause.OWN_ACCORD:
                    self._lack(seat)
                elif cause is Cause.PENALTY:
                    memory.penalty = max(0, memory.penalty - len(cards))
                self._draw(seat, cards)
            case events.TurnBegan(ask=ask) | events.SeatAsked(ask=ask):
                memory.ask = ask
            case events.Passed(seat=seat) | events.Accepted(seat=seat):
                self._lack(seat)
            case events.PenaltyRaised(cards=number, chain=chain, cause=card):
                memory.penalty, memory.chain, memory.cause = number, chain, card
            case events.SkipRaised(turns=turns):
                memory.skip = turns
            case events.TurnSkipped():
                memory.skip = max(0, memory.skip - 1)
            case events.EffectEnded():
                memory.penalty, memory.chain, memory.cause, memory.skip = 0, "", None, 0
            case events.StockReplenished():
                self._replenish()
            case events.CardLaidBlind(seat=seat, card=card):
                memory.claim, memory.claimed = self._lay_down(seat, card), event
            case events.Challenged(card=card, truthful=truthful):
                self._turn_up(card, truthful=truthful)
            case events.ClaimStood(keeps_demand=keeps_demand):
                self._stand(keeps_demand=keeps_demand)
            case events.SeatResigned(seat=seat, cards=cards):
                self._resign(seat, len(cards))
            case events.DealEnded(winner=winner):
                self.memory = Memory(memory.viewer, winner=winner)
            case _:
                self._see_dealing(event)

    def _see_dealing(self, event: events.Event) -> None:
        memory = self.memory
        match event:
            case events.DealBegan():
                self.memory = Memory(memory.viewer, winner=memory.winner)
                deck = Counter(self._rules.deck)
                self._stock_below(self._pool(deck, STOCK), deck.total())
            case events.StockShuffled():
                whole = self._merge({segment.pool for segment in memory.stock})
                memory.stock, memory.looked = [Segment(whole, sum(one.cards for one in memory.stock))], ()
            case events.StockCut(seat=seat, positions=positions, cards=cards) if seat == memory.viewer:
                first = positions[0] - 1
                alone = len(positions) == 1
                places = range(first, first + len(cards)) if alone else [position - 1 for position in positions]
                memory.looked = tuple(zip(places, cards, strict=True))
            case events.CardsKept(seat=seat, cards=cards):
                self._draw(seat, cards)
            case events.CardsDealt(hands=hands):
                for seat, cards in enumerate(hands):
                    self._draw(seat, cards)
            case events.UpCardTurned(card=card):
                self._take(self._top(), STOCK, card)
                memory.discards.append(card)
                memory.up_card = memory.demand = card
            case events.UpCardPutBack(card=card):
                memory.discards.pop()
                self._stock_below(self._pool(Counter([card]), STOCK), 1)
            case events.UpCardNamed(nominated=suit):
                memory.nominated = suit
            case _:
                pass

    def _pool(self, cards: Counter[Card], place: Place) -> int:
        """Return the number of a new pool of *cards*, which all lie at *place*."""
        memory = self.memory
        number, memory.made = memory.made, memory.made + 1
        memory.pools[number] = Pool(cards, Counter({place: cards.total()}))
        return number

    def _stock_below(self, pool: int, cards: int) -> None:
        if cards:
            self.memory.stock.append(Segment(pool, cards))

    def _top(self) -> int:
        """Take the top card from the stock, and return the number of its pool."""
        stock = self.memory.stock
        pool, cards = stock[0]
        if cards == 1:
            del stock[0]
        else:
            stock[0] = Segment(pool, cards - 1)
        return pool

    def _take(self, pool: int, place: Place, card: Card | None, to: Place | None = None) -> None:
        """Let a card of *pool* go from *place* to another one; without one it is *card*, and the viewer sees it."""
        found = self.memory.pools[pool]
        found.held[place] -= 1
        if to is not None:
            found.held[to] += 1
        elif card is not None:
            found.cards[card] -= 1
            if found.held[place] < 0 or found.cards[card] < 0:
                raise ValueError(f"{card} cannot come from there")
            found.cards += Counter()

    def _merge(self, numbers: set[int]) -> int:
        """Let the pools of these *numbers* be one, and return its number."""
        memory = self.memory
        first = min(numbers)
        if len(numbers) == 1:
            return first
        whole = memory.pools[first]
        for number in numbers - {first}:
            pool = memory.pools.pop(number)
            whole.cards.update(pool.cards)
            whole.held.update(pool.held)
        memory.stock = [Segment(first, one.cards) if one.pool in numbers else one for one in memory.stock]
        merged = OfPool(first)
        memory.discards = [
            merged if isinstance(one, OfPool) and one.pool in numbers else one for one in memory.discards
        ]
        if isinstance(memory.claim, OfPool) and memory.claim.pool in numbers:
            memory.claim = merged
        return first

    def _draw(self, seat: int, cards: Cards) -> None:
        """Let *seat* take *cards* from the top of the stock."""
        memory = self.memory
        for card in cards:
            pool = self._top()
            if seat == memory.viewer:
                self._take(pool, STOCK, card)
                memory.hand.append(card)
            else:
                self._take(pool, STOCK, None, seat)

    def _leave(self, seat: int, cards: Cards) -> None:
        """Let *cards*, which everybody sees, leave the hand of *seat*."""
        memory = self.memory
        for card in cards:
            if seat == memory.viewer:
                memory.hand.remove(card)
                continue
            pools = {number for number, pool in memory.pools.items() if pool.held[seat] and pool.cards[card]}
            self._take(self._merge(pools), seat, card)
            held = self._held(seat)
            kept = (Lack(faces, min(held, old - (card not in faces))) for faces, old in memory.lacks.get(seat, ()))
            memory.lacks[seat] = tuple(one for one in kept if one.cards > 0)

    def _held(self, seat: int) -> int:
        return sum(pool.held[seat] for pool in self.memory.pools.values())

    def _lay(self, faces: Iterable[Card | OfPool], cards: Cards, nominated: Nomination, *, keeps_demand: bool) -> None:
        memory = self.memory
        memory.discards.extend(faces)
        memory.up_card = cards[-1]
        if not keeps_demand:
            memory.demand, memory.nominated = cards[-1], nominated

    def _lack(self, seat: int) -> None:
        """Note that *seat* did not play what was asked for."""
        memory, rules = self.memory, self._rules
        if seat == memory.viewer or memory.ask not in _ASKED or memory.up_card is None or rules.blind:
            return
        if memory.penalty:
            cause = memory.up_card if memory.cause is None else memory.cause
            faces = rules.answering(memory.chain, cause) | rules.cancels[memory.chain]
        else:
            faces = rules.skip_answers if memory.skip else rules.fits(memory.up_card, memory.demand, memory.nominated)
        held = self._held(seat)
        if faces and held:
            before = [one for one in memory.lacks.get(seat, ()) if one.faces != faces]
            memory.lacks[seat] = (*before, Lack(faces, held))[-MOST_LACKS:]

    def _replenish(self) -> None:
        """Let what lies under the up-card become stock: a pool of its own."""
        memory = self.memory
        below, memory.discards = memory.discards[:-1], memory.discards[-1:]
        number = self._pool(Counter(card for card in below if isinstance(card, Card)), STOCK)
        hidden = [one.pool for one in below if isinstance(one, OfPool)]
        for pool in hidden:
            self._take(pool, TABLE, None, STOCK)
        self._stock_below(self._merge({number, *hidden}), len(below))

    def _lay_down(self, seat: int, card: Card) -> Card | OfPool:
        """Let *seat* lay a card face down; return it if the viewer knows it, else its pool."""
        if seat == self.memory.viewer:
            self.memory.hand.remove(card)
            return card
        pool = self._pools_of(seat)
        self._take(pool, seat, None, TABLE)
        return OfPool(pool)

    def _pools_of(self, seat: int) -> int:
        """Let the pools of which *seat* holds cards be one; return its number."""
        return self._merge({number for number, pool in self.memory.pools.items() if pool.held[seat]})

    def _turn_up(self, card: Card, *, truthful: bool) -> None:
        """Let everybody see *card*, which was claimed. If the claim is false, it goes back into the hand."""
        memory = self.memory
        claim, claimed = memory.claim, memory.claimed
        if claim is None or claimed is None:
            raise ValueError("nothing was claimed")
        if isinstance(claim, OfPool):
            self._take(claim.pool, TABLE, card)
        if truthful:
            memory.claim = card
            return
        memory.claim = memory.claimed = None
        if claimed.seat == memory.viewer:
            memory.hand.append(card)
        else:
            self._pool(Counter([card]), claimed.seat)

    def _stand(self, *, keeps_demand: bool) -> None:
        """Let the claimed card lie on the discards."""
        memory = self.memory
        claim, claimed, memory.claim, memory.claimed = memory.claim, memory.claimed, None, None
        if claim is None or claimed is None:
            raise ValueError("nothing was claimed")
        self._lay([claim], (claimed.claim,), claimed.nominated, keeps_demand=keeps_demand)

    def _resign(self, seat: int, cards: int) -> None:
        """Let *cards* of *seat*, its hand and its open claim, lie under the stock."""
        memory = self.memory
        claim, claimed = memory.claim, memory.claimed
        mine = claimed is not None and claimed.seat == seat
        if mine:
            memory.claim = memory.claimed = None
        if seat == memory.viewer:
            gone = [*memory.hand, *([claim] if mine and isinstance(claim, Card) else [])]
            memory.hand = []
            if gone:
                self._stock_below(self._pool(Counter(gone), STOCK), len(gone))
            return
        if not cards:
            return
        pools = {number for number, pool in memory.pools.items() if pool.held[seat]}
        if mine and isinstance(claim, OfPool):
            pools.add(claim.pool)
        whole = self._merge(pools)
        held = memory.pools[whole].held
        held[TABLE] -= mine
        held[seat] = 0
        held[STOCK] += cards
        memory.lacks.pop(seat, None)
        self._stock_below(whole, cards)

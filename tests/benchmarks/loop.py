"""The fastest possible engine: Crazy Eights alone, on lists that change in place. No events, options or secrets.

The same game as our engine's `crazy_eights` under its default options, so that the two can be compared.
"""

from random import Random
from typing import Final

_EIGHT: Final = 6
_DRAWS: Final = 5
_PLAYS: Final = 100


def playout(seats: int, rng: Random) -> int:
    """Play one random game of *seats* players with one deck to its end. Return the number of moves.

    A card is 4 * rank + suit. A move is a card, plus 64 times the suit that an eight names; -1 draws, -2 passes.
    """
    random = rng.random
    stock = list(range(52))
    rng.shuffle(stock)
    size = 7 if seats == 2 else 5
    hands = [[stock.pop() for _ in range(size)] for _ in range(seats)]
    # An eight is not turned up as the first card.
    while stock[-1] >> 2 == _EIGHT:
        stock.insert(0, stock.pop())
        rng.shuffle(stock)
    top = stock.pop()
    suit, rank = top & 3, top >> 2
    seat = draws = plays = moves = stalled = 0
    while True:
        hand = hands[seat]
        open_moves = []
        for card in hand:
            if card >> 2 == _EIGHT:
                open_moves += [card, card + 64, card + 128, card + 192]
            elif card & 3 == suit or card >> 2 == rank:
                open_moves.append(card)
        if stock and draws < _DRAWS:
            open_moves.append(-1)
        else:
            open_moves.append(-2)
        move = open_moves[int(random() * len(open_moves))]
        moves += 1
        if move == -1:
            hand.append(stock.pop())
            draws += 1
            continue
        if move == -2:
            # A deal is blocked when every seat has passed on an empty stock.
            stalled = stalled + 1 if not stock else 0
            if stalled > seats:
                return moves
        else:
            card = move & 63
            hand.remove(card)
            plays += 1
            if not hand or plays == _PLAYS:
                return moves
            rank = card >> 2
            suit = move >> 6 if rank == _EIGHT else card & 3
            stalled = 0
        seat = (seat + 1) % seats
        draws = 0

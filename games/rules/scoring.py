"""Who won a deal, what it adds to the scores, and the places in the end (kernel, sections 8, 10 and 11)."""

from collections.abc import Sequence

from games.rules.cards import Cards
from games.rules.deal import Deal
from games.rules.edition import FIRST
from games.rules.events import Ending
from games.rules.game import Game, Status
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import Faces


def winner_of(ruleset: Ruleset, deal: Deal) -> int | None:
    """Return the seat that wins a deal that ends now; None if nobody does (K-86, K-109, K-111)."""
    if deal.out:
        return deal.out[0]
    if ruleset.sections.score.to == "winner":
        return None
    counts = {seat: left_over(ruleset, deal, seat) for seat in deal.active}
    least = [seat for seat, count in counts.items() if count == min(counts.values())]
    return least[0] if len(least) == 1 else None


def loser_of(ruleset: Ruleset, deal: Deal, ending: Ending) -> int | None:
    """Return the seat that holds most; None if several do (FA-38), unless they are parted by their place (PR-5)."""
    counts = {seat: left_over(ruleset, deal, seat) for seat in deal.active}
    if ending is Ending.RESIGNED or not counts:
        return None
    most = [seat for seat, count in counts.items() if count == max(counts.values())]
    if len(most) == 1:
        return most[0]
    if ruleset.sections.start.dealer != "loser":
        return None
    step, seats = ruleset.sections.start.direction, len(deal.hands)
    return min(most, key=lambda seat: ((seat - deal.dealer) * step - 1) % seats)


def left_over(ruleset: Ruleset, deal: Deal, seat: int) -> int:
    """Return the card points that *seat* still holds, or its number of cards where cards have no values (K-86)."""
    hand = deal.hands[seat]
    return ruleset.points(hand) if ruleset.sections.score.values else len(hand)


def deal_places(ruleset: Ruleset, deal: Deal) -> tuple[int, ...]:
    """Return the places of a deal that ends now, one entry a seat, ties shared; 0 for a seat not dealt to (K-113)."""
    keys: dict[int, tuple[int, int]] = {seat: (0, order) for order, seat in enumerate(deal.out)}
    keys |= {seat: (1, left_over(ruleset, deal, seat)) for seat in deal.active}
    keys |= {seat: (2, -order) for order, seat in enumerate(deal.left)}
    return _places([keys.get(seat) for seat in range(len(deal.hands))])


def _places(keys: Sequence[tuple[int, ...] | None]) -> tuple[int, ...]:
    """Return the place of each key, from 1, equal keys sharing a place; 0 for None."""
    known = [key for key in keys if key is not None]
    return tuple(0 if key is None else 1 + sum(other < key for other in known) for key in keys)


def deal_points(ruleset: Ruleset, game: Game, edition: int) -> tuple[int, ...] | None:
    """Return what the deal that just ended adds, one number a seat; None where nothing is counted (K-115, K-119)."""
    deal, ended, scoring = game.table, game.ended, ruleset.sections.score
    if scoring.to == "none" or ended is None:
        return None
    hands = [ruleset.points(hand) for hand in deal.hands]
    if scoring.to == "minus":
        return tuple(-points for points in hands)  # however the deal ends (CE-31)
    # Where seats have left, those who had gone out keep what they won, and nobody else is charged (K-129).
    left = ended.ending is Ending.RESIGNED
    if left and (not deal.out or edition == FIRST):
        return None
    if scoring.to == "point":
        return tuple(int(seat == ended.winner) for seat in range(len(hands)))
    if scoring.to == "winner":
        winner = deal.out[0] if deal.out else None
        return tuple(sum(hands) if seat == winner else 0 for seat in range(len(hands)))
    if ended.ending is Ending.BLOCKED:
        return tuple(hands)
    times = 1
    for faces, one in ruleset.times:  # fixed by the last card, or one more than so many last cards (S3)
        if count := _counts(faces, deal.won_with):
            times = count + 1 if one.each else one.times
            break
    bonus = next((points for faces, points in ruleset.bonus if _counts(faces, deal.won_with)), 0)
    times_of_winner = next((one.winner_too for faces, one in ruleset.times if _counts(faces, deal.won_with)), False)
    won = scoring.winner * (times if times_of_winner else 1) + bonus
    return tuple((0 if left else times * hand) + won * (seat == ended.winner) for seat, hand in enumerate(hands))


def _counts(faces: Faces, won_with: Cards) -> int:
    """Return how many cards of the winning play are of *faces*; 0 if the last one is not."""
    if not won_with or won_with[-1] not in faces:
        return 0
    return sum(card in faces for card in won_with)


def game_places(game: Game, *, tied: bool = False) -> tuple[int, ...]:
    """Return the places of a game that ends now, one entry a seat, ties shared (K-113, K-117, K-118, K-128).

    First come those who have played to the end, by the deal or by their scores, or all *tied*. Behind them come those
    who left or were eliminated, the last one first; a player who is absent has left when they became so.
    """
    end, out, away = game.rules.sections.game.end, game.table.out, () if tied else game.absent
    count = game.lost if end == "deals_lost" else game.scores
    deal = game.ended.places if end == "single" and not tied and game.ended is not None else None
    keys: list[tuple[int, ...] | None] = []
    for seat, score in enumerate(game.scores):
        if seat in game.gone:
            keys.append((1, -game.left_at[seat], 1, count[seat]))
        elif seat in away:
            keys.append((1, -game.attendance[seat].since))
        elif seat in game.resigned and not (deal and seat in out and not is_away(game, seat)):
            keys.append((1, -game.left_at[seat], 0, -game.resigned.index(seat)))
        elif tied:
            keys.append((0,))
        else:
            keys.append((0, deal[seat] if deal else -score if end == "first_to" else score))
    return _places(keys)


def is_away(game: Game, seat: int) -> bool:
    """Return whether the player of *seat* is absent, or was so when they left."""
    return bool(game.attendance) and game.attendance[seat].is_absent


def may_give_up(game: Game, seat: int) -> bool:
    """Return whether *seat* still plays for its place in the game, so that it has something to give up (K-128)."""
    has_place = game.rules.sections.game.end == "single" and game.deal is not None and seat in game.deal.out
    return game.status is Status.PLAYING and seat not in game.gone and seat not in game.resigned and not has_place


def first_game_places(game: Game) -> tuple[int, ...]:
    """Return what ``game_places`` returned in the first edition: whoever leaves ranks behind all others."""
    end, absent = game.rules.sections.game.end, game.absent
    single = game.ended.places if end == "single" and game.ended is not None else None
    keys: list[tuple[int, ...] | None] = []
    for seat, score in enumerate(game.scores):
        if seat in game.removed:
            keys.append((5, -game.removed.index(seat)))
        elif seat in absent:
            keys.append((4, -absent.index(seat)))
        elif seat in game.excused:
            keys.append((2, 0))
        elif seat in game.resigned:
            keys.append((3, -game.resigned.index(seat)))
        elif single:
            keys.append((0, single[seat]))
        elif seat in game.gone:
            keys.append((1, -game.gone.index(seat)))
        else:
            keys.append((0, -score if end == "first_to" else score))
    return _places(keys)

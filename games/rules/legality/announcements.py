"""Announcing: which word is due, whether it was said, and who may still say it or accuse (kernel, section 9)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from games.rules import commands
from games.rules.cards import Card, Cards, without
from games.rules.deal import Deal
from games.rules.edition import FIRST
from games.rules.events import asks
from games.rules.legality.fitting import able, fitting
from games.rules.refusal_reasons import Reason
from games.rules.ruleset import Ruleset

DUE: Final = "!"
"""Stands in a command for the word that is due."""

PLAYING: Final = frozenset((asks.PLAY, asks.DRAWN, asks.MUST_FOLLOW, asks.MAY_FOLLOW, asks.ANSWER))
"""What a seat is asked when it may lay cards."""

_FEW: Final = 2
"""A seat with more cards than these, which lays one, has nothing to say."""
SILENCE: Final[tuple[str, ...]] = ("",)  # so typed, compiled code keeps it one object
"""All that may go with a play where no word may."""


def right_words(ruleset: Ruleset, laid: Cards, left: Cards) -> tuple[str, ...]:
    """Return the words right for a play that lays *laid* and leaves *left*, the one due first; () if there is none."""
    say = ruleset.sections.say
    if say.left_one and len(left) == 1:
        return ruleset.right_words(left[0], last=False)
    if say.at_last and not left:
        return ruleset.right_words(laid[-1], last=True)
    return (ruleset.sections.out.together_word,) if win_together(ruleset, left) else ()


def win_together(ruleset: Ruleset, left: Cards) -> bool:
    """Return whether *left* are several cards that may all be laid in one move after the word for them (W2)."""
    return len(left) > 1 and bool(ruleset.together) and ruleset.together.issuperset(left)


def may_say(ruleset: Ruleset, hand: Cards, cards: Cards, word: str) -> bool:
    """Return whether *word*, right or wrong, may go with a play of *cards* from *hand* (K-93, K-94)."""
    if len(hand) - len(cards) in ruleset.due_at:
        return True
    return word == ruleset.sections.out.together_word and win_together(ruleset, without(hand, cards))


def is_needless(ruleset: Ruleset, held: int) -> bool:
    """Return whether a seat that holds *held* cards may say a word for nothing, at the price of a fine (A5)."""
    return ruleset.needless_from is not None and held >= ruleset.needless_from


def has_announced(ruleset: Ruleset, deal: Deal, seat: int) -> bool:
    """Return whether a word of *seat* in force is right for the one card that it holds (K-93)."""
    hand = deal.hands[seat]
    return len(hand) == 1 and any(word in ruleset.right_words(hand[0], last=False) for word in deal.said[seat])


def is_last_word_said(ruleset: Ruleset, deal: Deal, seat: int, last: Card, word: str) -> bool:
    """Return whether the duty ``at last`` is met when *seat* lays *last* with *word*, or said it before (K-89)."""
    say = ruleset.sections.say
    if not say.at_last or say.idle or say.window == "auto":
        return True
    right = ruleset.right_words(last, last=True)
    early = deal.said[seat] if deal.spoken else ()
    return any(said in right for said in (word, *early))


def word_said(ruleset: Ruleset, laid: Cards, left: Cards, word: str) -> str:
    """Return *word*, with ``DUE`` resolved to the word that is due for this play, or else the ruleset's first."""
    if word != DUE:
        return word
    right = right_words(ruleset, laid, left) or ruleset.words
    return right[0] if right else word


def objection_to_word_of_play(ruleset: Ruleset, deal: Deal, move: commands.Play, left: Cards) -> Reason | None:
    """Return why *move*, which leaves *left*, may not carry its word; None if it may."""
    if not move.word:
        return None
    if ruleset.server_speaks:
        return None if move.word == DUE or move.word in ruleset.words else Reason.NO_SUCH_WORD
    if not ruleset.speaks:
        return Reason.NO_WORDS
    word = word_said(ruleset, laid_faces(move), left, move.word)
    hand = deal.hands[move.seat]
    if not may_say(ruleset, hand, move.cards, word) and not is_needless(ruleset, len(hand)):
        return Reason.WORD_NOT_DUE
    return None if word in ruleset.words else Reason.NO_SUCH_WORD


def laid_faces(move: commands.Play) -> Cards:
    """Return the cards of *move* as they count: the claim of a blind play (K-9)."""
    return move.cards if move.claim is None else (move.claim,)


def objection_to_word(ruleset: Ruleset, deal: Deal, move: commands.Say) -> Reason | None:
    """Return why *move* may not be said apart from a play; None if it may (K-91, K-94)."""
    seat, word = move.seat, move.word
    if ruleset.server_speaks and deal.ask is not asks.NOTHING:
        return None if word in ruleset.words else Reason.NO_SUCH_WORD
    if not ruleset.speaks or ruleset.sections.say.idle:
        return Reason.NO_WORDS
    if word not in ruleset.words:
        return Reason.NO_SUCH_WORD
    again = Reason.ALREADY_SAID if word in deal.said[seat] else None
    if again is None and deal.window != seat and _says_freely(ruleset, deal, seat):
        return None
    if is_late(ruleset, deal, seat, word):
        return Reason.ALREADY_SAID if has_announced(ruleset, deal, seat) else again
    if is_early(ruleset, deal, seat, word):
        # Words from before this turn may be said anew (K-95), unless they are for a hand that wins together.
        together = ruleset.sections.out.together_word in deal.said[seat] and win_together(ruleset, deal.hands[seat])
        return again if deal.spoken or together else None
    return again if _says_freely(ruleset, deal, seat) else Reason.WORD_NOT_DUE


def _says_freely(ruleset: Ruleset, deal: Deal, seat: int) -> bool:
    """Return whether *seat* may say any word now, at the price of a fine if nothing asks for it (A5)."""
    return is_needless(ruleset, len(deal.hands[seat])) and deal.on_turn == seat and deal.ask in PLAYING


def is_late(ruleset: Ruleset, deal: Deal, seat: int, word: str) -> bool:
    """Return whether *seat* may still say *word* for what it laid, since nobody has acted since then (K-97)."""
    if ruleset.sections.say.window != "until_next_act":
        return False
    hand = deal.hands[seat]
    if deal.window == seat and len(hand) == 1:
        return True
    return deal.latest == seat and word == ruleset.sections.out.together_word and win_together(ruleset, hand)


def is_on_time(ruleset: Ruleset, deal: Deal, seat: int) -> bool:
    """Return whether the one card of *seat* was left by its own play of this turn, which goes on (PE-36)."""
    is_left = deal.on_turn == seat and deal.laid and len(deal.hands[seat]) == 1
    return is_left and ruleset.sections.say.window == "until_next_act"


def is_early(ruleset: Ruleset, deal: Deal, seat: int, word: str) -> bool:
    """Return whether a play open to *seat* now would leave what *word* may be said for (K-94)."""
    if deal.on_turn != seat or deal.ask not in PLAYING:
        return False
    hand = deal.hands[seat]
    if len(hand) - 1 in ruleset.due_at:
        return able(ruleset, deal)
    if not ruleset.grouped and not ruleset.together:
        return False
    playable = fitting(ruleset, deal).intersection(hand)
    # How many cards may the longest group lay that begins with a playable one?
    most = max((sum(one in ruleset.alike[card] for one in hand) or 1 for card in playable), default=0)
    if any(len(hand) - count in ruleset.due_at for count in range(2, most + 1)):
        return True
    return bool(ruleset.together) and any(may_say(ruleset, hand, (card,), word) for card in playable)


def is_bound(ruleset: Ruleset, deal: Deal) -> bool:
    """Return whether the seat on turn said its word before its play, and so must lay a card now (A1)."""
    return ruleset.binds and deal.spoken and bool(deal.said[deal.on_turn])


def objection_to_accusation(ruleset: Ruleset, deal: Deal, move: commands.Accuse, edition: int) -> Reason | None:
    """Return why *move* may not be made; None if it may. Without an open window it may, and is false (K-99)."""
    if ruleset.sections.say.window != "accusation":
        return Reason.NO_ACCUSATIONS
    made = () if edition == FIRST else deal.accusations
    reason = _objection_to_accused(move.seat, move.accused, deal.active, deal.window if deal.charged else None, made)
    return Reason.NO_WINDOW if reason is None and deal.ask is asks.NOTHING else reason


def _objection_to_accused(
    seat: int, accused: int, active: tuple[int, ...], already: int | None, made: tuple[tuple[int, int], ...]
) -> Reason | None:
    if seat == accused:
        return Reason.ACCUSED_ONESELF
    if accused not in active:
        return Reason.NO_SUCH_TARGET
    if seat not in active:
        return Reason.NO_WINDOW
    if accused == already:
        return Reason.ALREADY_ACCUSED
    return Reason.ACCUSED_TWICE if (seat, accused) in made else None


def words_with(ruleset: Ruleset, hand: Cards, cards: Sequence[Card]) -> tuple[str, ...]:
    """Return the words that may go with a play of *cards* from *hand*, silence first."""
    left = len(hand) - len(cards)
    if not ruleset.speaks or (left > 1 and not ruleset.speaks_of_more):
        return SILENCE
    if is_needless(ruleset, len(hand)) or left in ruleset.due_at:
        return ruleset.silence_or_words
    together = win_together(ruleset, without(hand, cards))
    return ("", ruleset.sections.out.together_word) if together else SILENCE


def legal_words(ruleset: Ruleset, deal: Deal, seat: int) -> list[commands.Move]:
    """Return the words and the accusations open to *seat* now."""
    moves: list[commands.Move] = []
    if not deal.said[seat] and deal.window != seat and _says_freely(ruleset, deal, seat):
        moves += _says(seat, ruleset.words)
    elif deal.window == seat or may_come_up(ruleset, deal.hands[seat]):
        moves += [say for say in _says(seat, ruleset.words) if objection_to_word(ruleset, deal, say) is None]
    if ruleset.sections.say.window == "accusation" and deal.ask is not asks.NOTHING:
        moves += _accusations(seat, deal.active, deal.window if deal.charged else None, deal.accusations)
    return moves


@lru_cache(maxsize=1 << 8)
def _says(seat: int, words: tuple[str, ...]) -> tuple[commands.Say, ...]:
    return tuple(commands.Say(seat=seat, word=word) for word in words)


@lru_cache(maxsize=1 << 12)
def _accusations(
    seat: int, active: tuple[int, ...], already: int | None, made: tuple[tuple[int, int], ...]
) -> tuple[commands.Accuse, ...]:
    open_ = [accused for accused in active if _objection_to_accused(seat, accused, active, already, made) is None]
    return tuple(commands.Accuse(seat=seat, accused=accused) for accused in open_)


def may_come_up(ruleset: Ruleset, hand: Cards) -> bool:
    """Return whether a seat that holds *hand* may have something to say.

    The answer is quick, and most often no. A group that leaves one card lays all other cards, which are of one rank, so
    the hand has two ranks at most. A play that leaves only cards that win together lays the only other card.
    """
    if not ruleset.speaks or len(hand) <= _FEW or ruleset.sections.say.needless != "refused":
        return ruleset.speaks
    if ruleset.grouped and _are_of_few_ranks(hand[: _FEW + 1]) and _are_of_few_ranks(hand):
        return True
    return bool(ruleset.together) and len([card for card in hand if card not in ruleset.together]) <= 1


def _are_of_few_ranks(cards: Cards) -> bool:
    return len({card.rank for card in cards}) <= _FEW

"""Why a move is refused."""

from enum import StrEnum
from typing import Self


def _reason(code: str, paragraph: str, sentence: str) -> tuple[str, str, str]:
    """Declare a reason. `make messages` finds its sentence by this name, so that it can be translated."""
    return code, paragraph, sentence


class Reason(StrEnum):
    """The codes of refusals: part of the public API, only ever added to."""

    paragraph: str
    """The kernel's paragraph behind it. A variant may name a paragraph of its own (`Variant.paragraphs`)."""
    sentence: str
    """What it means, in English, for the player."""

    def __new__(cls, code: str, paragraph: str, sentence: str) -> Self:
        """Make one from its declaration below."""
        reason = str.__new__(cls, code)
        reason._value_ = code
        reason.paragraph, reason.sentence = paragraph, sentence
        return reason

    GAME_NOT_RUNNING = _reason("game_not_running", "K-1", "The game is not running.")
    NOT_YOUR_TURN = _reason("not_your_turn", "K-10", "It is not your turn.")
    NOT_ASKED = _reason("not_asked", "K-29", "The game does not ask you for such a move now.")
    CARD_NOT_HELD = _reason("card_not_held", "K-29", "You do not hold these cards.")
    DOES_NOT_FIT = _reason("does_not_fit", "K-42", "The card has neither the suit nor the rank that is asked for.")
    WILD_FORBIDDEN = _reason("wild_forbidden", "K-44", "You may not play a wild card on this card.")
    PENALTY_DUE = _reason("penalty_due", "K-50", "You face a penalty. Play a card that answers it, or accept it.")
    SKIP_DUE = _reason("skip_due", "K-50", "You face a skip. Play a card that answers it, or accept it.")
    NOMINATION_MISSING = _reason(
        "nomination_missing", "K-45", "Name a suit or a rank with this card, for example JC>H."
    )
    NO_SUCH_NOMINATION = _reason("no_such_nomination", "K-46", "This card cannot nominate that.")
    NOTHING_TO_NOMINATE = _reason("nothing_to_nominate", "K-45", "You cannot nominate anything with this card.")
    TARGET_MISSING = _reason("target_missing", "K-72", "Name the seat that this card strikes, for example 2S@1.")
    NO_SUCH_TARGET = _reason("no_such_target", "K-72", "The target must be another seat that still plays in this deal.")
    NOTHING_TO_AIM = _reason("nothing_to_aim", "K-72", "You cannot choose whom this card strikes.")
    GROUP_NOT_ALLOWED = _reason("group_not_allowed", "K-53", "You cannot play these cards together in one move.")
    GROUP_OF_RANKS = _reason("group_of_ranks", "K-54", "All cards of one move must have the same rank.")
    LAST_CARD_BANNED = _reason("last_card_banned", "K-108", "You may not play this card as your last one.")
    LAST_FOLLOW_CARD = _reason(
        "last_follow_card", "K-80", "Your last card asked for another one, so you may only play a card like it."
    )
    ONLY_DRAWN_CARD = _reason("only_drawn_card", "K-35", "After a draw you may only play the drawn card.")
    NO_BLIND_PLAY = _reason("no_blind_play", "K-9", "Play cards face up in this game.")
    CLAIM_MISSING = _reason(
        "claim_missing", "K-9", "Play cards face down in this game, and say what they are, for example KD~9C."
    )
    CLAIM_DOES_NOT_FIT = _reason("claim_does_not_fit", "K-42", "Claim a card of the deck that you could play now.")
    NO_CLAIM_TO_ANSWER = _reason("no_claim_to_answer", "K-29", "No card lies face down for you to answer.")
    NOTHING_OFFERED = _reason("nothing_offered", "K-29", "You have drawn no card that you could play at once.")
    WORD_BINDS = _reason("word_binds", "K-91", "You have said the word, so you must play a card in this turn.")
    KEEP_IN_ORDER = _reason("keep_in_order", "K-17", "Keep special cards only in their order, from the first one on.")
    ABLE_TO_PLAY = _reason("able_to_play", "K-31", "You hold a card that you can play, so you may not draw.")
    ALREADY_DRAWN = _reason("already_drawn", "K-33", "You have already drawn in this turn.")
    DRAWS_SPENT = _reason("draws_spent", "K-33", "You have drawn as often as you may in one turn.")
    STOCK_EMPTY = _reason("stock_empty", "K-39", "The stock is empty.")
    MUST_FOLLOW = _reason("must_follow", "K-76", "You must go on: play one more card, or draw where that is allowed.")
    MAY_FOLLOW_OR_PASS = _reason("may_follow_or_pass", "K-79", "You may only play one more card or pass.")
    PASS_NOT_OPEN = _reason("pass_not_open", "K-38", "You may not pass now.")
    NOTHING_DUE = _reason("nothing_due", "K-62", "There is nothing to accept.")
    NO_WORDS = _reason("no_words", "K-105", "You cannot say a word now.")
    NO_SUCH_WORD = _reason("no_such_word", "K-92", "This game has no such word.")
    WORD_NOT_DUE = _reason("word_not_due", "K-94", "You need not say this word now.")
    ALREADY_SAID = _reason("already_said", "K-94", "You have already said it.")
    NO_ACCUSATIONS = _reason("no_accusations", "K-105", "Players do not accuse each other in this game.")
    NO_WINDOW = _reason("no_window", "K-99", "Only seats in a running deal can accuse or be accused.")
    ALREADY_ACCUSED = _reason("already_accused", "K-99", "Somebody has already accused this seat.")
    ACCUSED_TWICE = _reason(
        "accused_twice", "K-99", "You have already accused this seat. Wait until a card is played or a turn ends."
    )
    ACCUSED_ONESELF = _reason("accused_oneself", "K-99", "You cannot accuse yourself.")
    CUT_POSITIONS = _reason(
        "cut_positions", "K-15", "Cut at as many different positions as you are asked for, counted from 1 at the top."
    )
    KEEP_NOT_LOOKED_AT = _reason("keep_not_looked_at", "K-17", "Keep only cards that you have looked at.")
    KEEP_NOT_SPECIAL = _reason("keep_not_special", "K-17", "Keep only special cards.")
    NAME_A_SUIT = _reason("name_a_suit", "K-26", "Name one of the suits S, H, D, C.")
    ALREADY_RESIGNED = _reason("already_resigned", "K-123", "This seat has already resigned.")
    GAME_ALREADY_STARTED = _reason("game_already_started", "K-1", "The game has already started.")
    SEAT_TAKEN = _reason("seat_taken", "K-1", "This seat is taken.")
    SEAT_NOT_TAKEN = _reason("seat_not_taken", "K-1", "Nobody sits at this seat.")
    NO_SUCH_SEAT = _reason("no_such_seat", "K-2", "This table has no such seat.")
    SEATS_EMPTY = _reason("seats_empty", "K-1", "Some seats are still empty.")
    DEAL_RUNNING = _reason("deal_running", "K-1", "The deal is not over yet.")


class IllegalMove(ValueError):
    """The rules refuse a command; ``reason`` says why, ``paragraph`` where the rule stands."""

    def __init__(self, reason: Reason, paragraph: str) -> None:
        super().__init__(f"{reason.sentence} ({paragraph})")
        self.reason, self.paragraph = reason, paragraph

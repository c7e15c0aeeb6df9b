"""Why a move is refused."""

from enum import StrEnum
from typing import Self


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

    GAME_NOT_RUNNING = "game_not_running", "K-1", "The game is not running."
    NOT_YOUR_TURN = "not_your_turn", "K-10", "It is not your turn."
    NOT_ASKED = "not_asked", "K-29", "You are not asked for such a move now."
    CARD_NOT_HELD = "card_not_held", "K-29", "You do not hold these cards."
    DOES_NOT_FIT = "does_not_fit", "K-42", "The card has neither the suit nor the rank that is asked for."
    WILD_FORBIDDEN = "wild_forbidden", "K-44", "You may not play a wild card on this card."
    PENALTY_DUE = "penalty_due", "K-50", "A penalty is live: answer it with a card that answers it, or accept it."
    SKIP_DUE = "skip_due", "K-50", "A skip is live: answer it with a card that answers it, or accept it."
    NOMINATION_MISSING = "nomination_missing", "K-45", "Name a suit or a rank with this card, for example JC>H."
    NO_SUCH_NOMINATION = "no_such_nomination", "K-46", "This card cannot nominate that."
    NOTHING_TO_NOMINATE = "nothing_to_nominate", "K-45", "This card nominates nothing."
    TARGET_MISSING = "target_missing", "K-72", "Choose with this card the seat that it strikes, for example 2S@1."
    NO_SUCH_TARGET = "no_such_target", "K-72", "The target must be another seat that is in the deal."
    NOTHING_TO_AIM = "nothing_to_aim", "K-72", "You cannot choose whom this card strikes."
    GROUP_NOT_ALLOWED = "group_not_allowed", "K-53", "You cannot play these cards together in one move."
    GROUP_OF_RANKS = "group_of_ranks", "K-54", "All cards of one move must have the same rank."
    LAST_CARD_BANNED = "last_card_banned", "K-108", "You may not play this card as your last one."
    LAST_FOLLOW_CARD = (
        "last_follow_card",
        "K-80",
        "Your last card asked for another one, so you may only play a card like it.",
    )
    ONLY_DRAWN_CARD = "only_drawn_card", "K-35", "After a draw you may only play the drawn card."
    NO_BLIND_PLAY = "no_blind_play", "K-9", "Play cards face up in this game."
    CLAIM_MISSING = (
        "claim_missing",
        "K-9",
        "Play cards face down in this game, and say what they are, for example KD~9C.",
    )
    CLAIM_DOES_NOT_FIT = "claim_does_not_fit", "K-42", "Claim a card of the deck that you could play now."
    NO_CLAIM_TO_ANSWER = "no_claim_to_answer", "K-29", "There is no card played face down that you could answer."
    NOTHING_OFFERED = "nothing_offered", "K-29", "You have drawn no card that you could play at once."
    WORD_BINDS = "word_binds", "K-91", "You have said the word, so you must play a card in this turn."
    KEEP_IN_ORDER = "keep_in_order", "K-17", "Keep special cards only in their order, from the first one on."
    ABLE_TO_PLAY = "able_to_play", "K-31", "You hold a card that may be played, so you may not draw."
    ALREADY_DRAWN = "already_drawn", "K-33", "You have already drawn in this turn."
    DRAWS_SPENT = "draws_spent", "K-33", "You have drawn as often as you may in one turn."
    STOCK_EMPTY = "stock_empty", "K-39", "The stock is empty."
    MUST_FOLLOW = "must_follow", "K-76", "You must go on: play one more card, or draw where that is allowed."
    MAY_FOLLOW_OR_PASS = "may_follow_or_pass", "K-79", "You may only play one more card or pass."
    PASS_NOT_OPEN = "pass_not_open", "K-38", "You may not pass now."
    NOTHING_DUE = "nothing_due", "K-62", "There is nothing to accept."
    NO_WORDS = "no_words", "K-105", "You need not and may not say a word now."
    NO_SUCH_WORD = "no_such_word", "K-92", "This game has no such word."
    WORD_NOT_DUE = "word_not_due", "K-94", "You need not say this word now."
    ALREADY_SAID = "already_said", "K-94", "You have already said it."
    NO_ACCUSATIONS = "no_accusations", "K-105", "Players do not accuse each other in this game."
    NO_WINDOW = "no_window", "K-99", "Only seats in a running deal can accuse or be accused."
    ALREADY_ACCUSED = "already_accused", "K-99", "Somebody has already accused this seat."
    ACCUSED_ONESELF = "accused_oneself", "K-99", "You cannot accuse yourself."
    CUT_POSITIONS = (
        "cut_positions",
        "K-15",
        "Cut at as many different positions as you are asked for, counted from 1 at the top.",
    )
    KEEP_NOT_LOOKED_AT = "keep_not_looked_at", "K-17", "Keep only cards that you have looked at."
    KEEP_NOT_SPECIAL = "keep_not_special", "K-17", "Keep only special cards."
    NAME_A_SUIT = "name_a_suit", "K-26", "Name one of the suits S, H, D, C."
    ALREADY_RESIGNED = "already_resigned", "K-123", "This seat has already resigned."
    GAME_ALREADY_STARTED = "game_already_started", "K-1", "The game has already started."
    SEAT_TAKEN = "seat_taken", "K-1", "This seat is taken."
    SEAT_NOT_TAKEN = "seat_not_taken", "K-1", "Nobody sits at this seat."
    NO_SUCH_SEAT = "no_such_seat", "K-2", "This table has no such seat."
    SEATS_EMPTY = "seats_empty", "K-1", "Some seats are still empty."
    DEAL_RUNNING = "deal_running", "K-1", "A deal is running."


class IllegalMove(ValueError):
    """The rules refuse a command; ``reason`` says why, ``paragraph`` where the rule stands."""

    def __init__(self, reason: Reason, paragraph: str) -> None:
        super().__init__(f"{reason.sentence} ({paragraph})")
        self.reason, self.paragraph = reason, paragraph

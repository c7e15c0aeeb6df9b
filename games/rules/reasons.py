"""Why a move is refused: one code each, the kernel's paragraph behind it, and a sentence for people."""

from enum import StrEnum
from typing import Final


class Reason(StrEnum):
    """The codes of refusals: part of the public API, only ever added to."""

    GAME_NOT_RUNNING = "game_not_running"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_ASKED = "not_asked"
    CARD_NOT_HELD = "card_not_held"
    DOES_NOT_FIT = "does_not_fit"
    WILD_FORBIDDEN = "wild_forbidden"
    PENALTY_DUE = "penalty_due"
    SKIP_DUE = "skip_due"
    NOMINATION_MISSING = "nomination_missing"
    NO_SUCH_NOMINATION = "no_such_nomination"
    NOTHING_TO_NOMINATE = "nothing_to_nominate"
    TARGET_MISSING = "target_missing"
    NO_SUCH_TARGET = "no_such_target"
    NOTHING_TO_AIM = "nothing_to_aim"
    GROUP_NOT_ALLOWED = "group_not_allowed"
    GROUP_OF_RANKS = "group_of_ranks"
    LAST_CARD_BANNED = "last_card_banned"
    LAST_FOLLOW_CARD = "last_follow_card"
    ONLY_DRAWN_CARD = "only_drawn_card"
    NO_BLIND_PLAY = "no_blind_play"
    CLAIM_MISSING = "claim_missing"
    CLAIM_DOES_NOT_FIT = "claim_does_not_fit"
    NO_CLAIM_TO_ANSWER = "no_claim_to_answer"
    NOTHING_OFFERED = "nothing_offered"
    WORD_BINDS = "word_binds"
    KEEP_IN_ORDER = "keep_in_order"
    ABLE_TO_PLAY = "able_to_play"
    ALREADY_DRAWN = "already_drawn"
    DRAWS_SPENT = "draws_spent"
    STOCK_EMPTY = "stock_empty"
    MUST_FOLLOW = "must_follow"
    MAY_FOLLOW_OR_PASS = "may_follow_or_pass"  # noqa: S105 - no password
    PASS_NOT_OPEN = "pass_not_open"  # noqa: S105 - no password
    NOTHING_DUE = "nothing_due"
    NO_WORDS = "no_words"
    NO_SUCH_WORD = "no_such_word"
    WORD_NOT_DUE = "word_not_due"
    ALREADY_SAID = "already_said"
    NO_ACCUSATIONS = "no_accusations"
    NO_WINDOW = "no_window"
    ALREADY_ACCUSED = "already_accused"
    ACCUSED_ONESELF = "accused_oneself"
    CUT_POSITIONS = "cut_positions"
    KEEP_NOT_LOOKED_AT = "keep_not_looked_at"
    KEEP_NOT_SPECIAL = "keep_not_special"
    NAME_A_SUIT = "name_a_suit"
    ALREADY_RESIGNED = "already_resigned"
    GAME_ALREADY_STARTED = "game_already_started"
    SEAT_TAKEN = "seat_taken"
    SEAT_NOT_TAKEN = "seat_not_taken"
    NO_SUCH_SEAT = "no_such_seat"
    SEATS_EMPTY = "seats_empty"
    DEAL_RUNNING = "deal_running"


PARAGRAPH: Final[dict[Reason, str]] = {
    Reason.GAME_NOT_RUNNING: "K-1",
    Reason.NOT_YOUR_TURN: "K-10",
    Reason.NOT_ASKED: "K-29",
    Reason.CARD_NOT_HELD: "K-29",
    Reason.DOES_NOT_FIT: "K-42",
    Reason.WILD_FORBIDDEN: "K-44",
    Reason.PENALTY_DUE: "K-50",
    Reason.SKIP_DUE: "K-50",
    Reason.NOMINATION_MISSING: "K-45",
    Reason.NO_SUCH_NOMINATION: "K-46",
    Reason.NOTHING_TO_NOMINATE: "K-45",
    Reason.TARGET_MISSING: "K-72",
    Reason.NO_SUCH_TARGET: "K-72",
    Reason.NOTHING_TO_AIM: "K-72",
    Reason.GROUP_NOT_ALLOWED: "K-53",
    Reason.GROUP_OF_RANKS: "K-54",
    Reason.LAST_CARD_BANNED: "K-108",
    Reason.LAST_FOLLOW_CARD: "K-80",
    Reason.ONLY_DRAWN_CARD: "K-35",
    Reason.NO_BLIND_PLAY: "K-9",
    Reason.CLAIM_MISSING: "K-9",
    Reason.CLAIM_DOES_NOT_FIT: "K-42",
    Reason.NO_CLAIM_TO_ANSWER: "K-29",
    Reason.NOTHING_OFFERED: "K-29",
    Reason.WORD_BINDS: "K-91",
    Reason.KEEP_IN_ORDER: "K-17",
    Reason.ABLE_TO_PLAY: "K-31",
    Reason.ALREADY_DRAWN: "K-33",
    Reason.DRAWS_SPENT: "K-33",
    Reason.STOCK_EMPTY: "K-39",
    Reason.MUST_FOLLOW: "K-76",
    Reason.MAY_FOLLOW_OR_PASS: "K-79",
    Reason.PASS_NOT_OPEN: "K-38",
    Reason.NOTHING_DUE: "K-62",
    Reason.NO_WORDS: "K-105",
    Reason.NO_SUCH_WORD: "K-92",
    Reason.WORD_NOT_DUE: "K-94",
    Reason.ALREADY_SAID: "K-94",
    Reason.NO_ACCUSATIONS: "K-105",
    Reason.NO_WINDOW: "K-99",
    Reason.ALREADY_ACCUSED: "K-99",
    Reason.ACCUSED_ONESELF: "K-99",
    Reason.CUT_POSITIONS: "K-15",
    Reason.KEEP_NOT_LOOKED_AT: "K-17",
    Reason.KEEP_NOT_SPECIAL: "K-17",
    Reason.NAME_A_SUIT: "K-26",
    Reason.ALREADY_RESIGNED: "K-123",
    Reason.GAME_ALREADY_STARTED: "K-1",
    Reason.SEAT_TAKEN: "K-1",
    Reason.SEAT_NOT_TAKEN: "K-1",
    Reason.NO_SUCH_SEAT: "K-2",
    Reason.SEATS_EMPTY: "K-1",
    Reason.DEAL_RUNNING: "K-1",
}
"""The kernel's paragraph behind each refusal; a variant's own goes before it."""

SENTENCE: Final[dict[Reason, str]] = {
    Reason.GAME_NOT_RUNNING: "The game is not running.",
    Reason.NOT_YOUR_TURN: "It is not your turn to act.",
    Reason.NOT_ASKED: "Nothing of that kind is asked for now.",
    Reason.CARD_NOT_HELD: "Your hand does not hold these cards.",
    Reason.DOES_NOT_FIT: "The card has neither the suit nor the rank that is asked for.",
    Reason.WILD_FORBIDDEN: "A wild may not be laid on this card.",
    Reason.PENALTY_DUE: "A penalty is live: answer it with a card that answers it, or accept it.",
    Reason.SKIP_DUE: "A skip is live: answer it with a card that answers it, or accept it.",
    Reason.NOMINATION_MISSING: "Who lays this card must nominate, as in JC>H.",
    Reason.NO_SUCH_NOMINATION: "This card cannot nominate that.",
    Reason.NOTHING_TO_NOMINATE: "This card nominates nothing.",
    Reason.TARGET_MISSING: "Who lays this card must choose whom it strikes, as in 2S@1.",
    Reason.NO_SUCH_TARGET: "The target must be another seat that is in the deal.",
    Reason.NOTHING_TO_AIM: "This card strikes nobody of your choice.",
    Reason.GROUP_NOT_ALLOWED: "These cards cannot be laid together in one move.",
    Reason.GROUP_OF_RANKS: "All cards of one move must have the same rank.",
    Reason.LAST_CARD_BANNED: "This card may not be the last one.",
    Reason.LAST_FOLLOW_CARD: "After a last card that asks for another one, only such a card may be laid.",
    Reason.ONLY_DRAWN_CARD: "After a draw only the drawn card may be laid, if there is one.",
    Reason.NO_BLIND_PLAY: "Cards are laid face up here.",
    Reason.CLAIM_MISSING: "Cards are laid face down here: say what it is, as in KD~9C.",
    Reason.CLAIM_DOES_NOT_FIT: "What you claim must be a card of the deck that may be laid now.",
    Reason.NO_CLAIM_TO_ANSWER: "Nobody has laid a card face down that you are to answer.",
    Reason.NOTHING_OFFERED: "You have drawn no card that may be laid at once.",
    Reason.WORD_BINDS: "Who said the word must lay a card in this turn.",
    Reason.KEEP_IN_ORDER: "Only special cards in their row may be kept, from the first on.",
    Reason.ABLE_TO_PLAY: "You hold a card that may be played, so you may not draw.",
    Reason.ALREADY_DRAWN: "You have drawn in this turn already.",
    Reason.DRAWS_SPENT: "You have drawn as often as one turn allows.",
    Reason.STOCK_EMPTY: "The stock is empty.",
    Reason.MUST_FOLLOW: "You must go on: lay one more card, or draw where that is open.",
    Reason.MAY_FOLLOW_OR_PASS: "You may lay one more card or pass.",
    Reason.PASS_NOT_OPEN: "You may not pass now.",
    Reason.NOTHING_DUE: "There is nothing to accept.",
    Reason.NO_WORDS: "No word is due in this game, and none may be said now.",
    Reason.NO_SUCH_WORD: "That is none of the words of this game.",
    Reason.WORD_NOT_DUE: "No word is due for that.",
    Reason.ALREADY_SAID: "You have said it already.",
    Reason.NO_ACCUSATIONS: "Nobody is accused in this game.",
    Reason.NO_WINDOW: "Only seats in a running deal accuse each other.",
    Reason.ALREADY_ACCUSED: "That seat was accused already.",
    Reason.ACCUSED_ONESELF: "You cannot accuse yourself.",
    Reason.CUT_POSITIONS: "Cut at as many different positions as asked for, counted from the top, from 1.",
    Reason.KEEP_NOT_LOOKED_AT: "Only cards that you looked at may be kept.",
    Reason.KEEP_NOT_SPECIAL: "Only special cards may be kept.",
    Reason.NAME_A_SUIT: "Name one of the suits S, H, D, C.",
    Reason.ALREADY_RESIGNED: "That seat has left the game.",
    Reason.GAME_ALREADY_STARTED: "The game has started already.",
    Reason.SEAT_TAKEN: "That seat is taken.",
    Reason.SEAT_NOT_TAKEN: "Nobody sits there.",
    Reason.NO_SUCH_SEAT: "There is no such seat at this table.",
    Reason.SEATS_EMPTY: "Not all seats are taken yet.",
    Reason.DEAL_RUNNING: "A deal is running.",
}
"""What a refusal means, in English."""


class IllegalMove(ValueError):
    """The rules refuse a command; ``reason`` says why, ``paragraph`` where the rule stands."""

    def __init__(self, reason: Reason, paragraph: str) -> None:
        super().__init__(f"{SENTENCE[reason]} ({paragraph})")
        self.reason, self.paragraph = reason, paragraph

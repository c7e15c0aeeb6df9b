"""What the options of the service's own variants are called, and what they do, in the reader's language."""

from functools import cache
from typing import Final

from django.utils.translation import gettext_noop

from games.digest.speech import translated
from games.rules import variants
from games.rules.ruleset import Option

LABELS: Final = {
    "ace_defence": gettext_noop("Ace against Ace"),
    "ace_last_wins": gettext_noop("Win with an Ace"),
    "ace_stack": gettext_noop("Ace on Ace"),
    "aces_follow": gettext_noop("One more card after an Ace"),
    "after_seven": gettext_noop("After drawing for a 7"),
    "announce": gettext_noop("Announcement"),
    "announce_fine": gettext_noop("Fine for a missing word"),
    "banner_reverse": gettext_noop("Ten reverses"),
    "black_jacks": gettext_noop("Black Jacks"),
    "blind": gettext_noop("Play face down"),
    "blind_lie_fine": gettext_noop("Fine for a false claim"),
    "blind_truth_fine": gettext_noop("Fine for a wrong challenge"),
    "cover_card": gettext_noop("Card to cover"),
    "cross_nomination": gettext_noop("Answers to a nomination"),
    "cut": gettext_noop("Cut"),
    "deal": gettext_noop("Cards in hand"),
    "deck": gettext_noop("Cards in the deck"),
    "decks": gettext_noop("Decks"),
    "draw": gettext_noop("Drawing"),
    "draw_play": gettext_noop("Play after drawing"),
    "eight_stack": gettext_noop("8 on 8"),
    "extra_turn": gettext_noop("After a 7 or a King"),
    "false_accuse_fine": gettext_noop("Fine for a wrong accusation"),
    "false_knock_fine": gettext_noop("Fine for a needless word"),
    "false_press_fine": gettext_noop("Fine for a needless word"),
    "faraon_universal": gettext_noop("Unter of Leaves fits everything"),
    "finish_on_8": gettext_noop("8 as the last card"),
    "finish_on_trick": gettext_noop("Special card as the last card"),
    "four_draws": gettext_noop("4 draws four"),
    "heart_ten": gettext_noop("Ten of hearts"),
    "jack_on_jack": gettext_noop("Jack on Jack"),
    "joker_demand": gettext_noop("After a joker"),
    "joker_last_doubles": gettext_noop("Joker as the last card doubles"),
    "joker_suit": gettext_noop("After a joker"),
    "jokers": gettext_noop("Jokers"),
    "last_call_fine": gettext_noop("Fine for a missing word"),
    "last_pest": gettext_noop("Special card as the last card"),
    "leaf_king": gettext_noop("King of leaves"),
    "limit": gettext_noop("Points to be out"),
    "max_draw_cards": gettext_noop("Cards to draw in a turn"),
    "max_turns": gettext_noop("Cards in a deal"),
    "next_dealer": gettext_noop("Next dealer"),
    "ober_rose_4": gettext_noop("Ober of Roses"),
    "penalties": gettext_noop("Size of penalties"),
    "play_drawn": gettext_noop("Play the drawn card"),
    "play_on": gettext_noop("Play on after the first is out"),
    "preset_jasswelt": gettext_noop("Rules of jasswelt.ch"),
    "queen_cover": gettext_noop("One more card after a Queen"),
    "queen_value": gettext_noop("Points of a Queen"),
    "quick": gettext_noop("Several cards at once"),
    "rescue": gettext_noop("Rescue while drawing"),
    "reshuffle": gettext_noop("New stock"),
    "resolve_pending_on_win": gettext_noop("Draw after the end"),
    "return_by_7h": gettext_noop("Return by the 7 of hearts"),
    "score": gettext_noop("Points"),
    "seven_draw": gettext_noop("Cards for a 7"),
    "seven_stack": gettext_noop("7 on 7"),
    "six_draw": gettext_noop("Cards for a 6"),
    "spade_king": gettext_noop("King of spades"),
    "spade_king_draw": gettext_noop("Cards for the King of spades"),
    "stack": gettext_noop("Answer penalties"),
    "starter": gettext_noop("Next dealer"),
    "ten_reverse": gettext_noop("Ten reverses"),
    "thunder_target": gettext_noop("Who draws for the two of clubs"),
    "two_draws": gettext_noop("Cards for a 2"),
    "two_stack": gettext_noop("2 on 2"),
    "unter_universal": gettext_noop("Unter on every card"),
    "upcard_effect": gettext_noop("Effect of the first card"),
    "upcard_ober": gettext_noop("Ober as the first card"),
    "use_special_cards": gettext_noop("Special cards"),
    "voluntary_draw": gettext_noop("Draw although you can play"),
    "wild_not_on": gettext_noop("Ober on a 7 or an Ace"),
    "winner_score": gettext_noop("Points of the winner"),
}
"""By the names of options. Options with the same name mean the same in all variants of the service."""


def option_texts(name: str, option: Option, language: str) -> tuple[str, str]:
    """Return the label of the option called *name*, and what it does. Other authors' texts stay as they wrote them."""
    if name in LABELS and option.about in _own_texts():
        return translated(LABELS[name], language), translated(option.about, language)
    return name.replace("_", " ").replace("-", " ").capitalize(), option.about


@cache
def _own_texts() -> frozenset[str]:
    return frozenset(option.about for key in variants.KEYS for option in variants.load(key).options.values())

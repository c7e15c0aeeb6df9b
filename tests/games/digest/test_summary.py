"""The short rules, line by line: what a player must know of each variant."""

from typing import Any

import pytest

from games.digest import Speech, rule_lines, summary
from games.rules.variants import KEYS, load


def lines(key: str, seats: int = 3, language: str = "en", **options: Any) -> list[str]:
    rules = load(key).ruleset(max(seats, load(key).players.least), options)
    return summary(rules, Speech(language, rules.sections.deck.pack, {}))


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("101", "7: the next player draws a card; whoever draws still plays."),
        ("101", "6: the next player draws a card; whoever draws misses a turn."),
        (
            "101",
            (
                "The winner gets -40 points for the last card: Q♠. "
                "The winner gets -20 points for the last card: Q♥, Q♦, Q♣."
            ),
        ),
        (
            "101",
            (
                "Whoever has more than 101 points is out; the last player left wins the game. "
                "A score of exactly 101 becomes 0."
            ),
        ),
        ("mau_mau_two_deck", "Jack: is an ordinary card on: 7; fits on any other card; you nominate a suit."),
        (
            "mau_mau_two_deck",
            (
                'With one card left you say "mau-mau". If somebody accuses you of forgetting it, you draw 5 cards. '
                "Saying it when it is not due costs 5 cards. If you say it before you play, you must play."
            ),
        ),
        (
            "mau_mau_two_deck",
            (
                "You may accuse a player who has forgotten the word, until the next one has played. "
                "A wrong accusation costs 5 cards."
            ),
        ),
        ("mau_mau_official", "Jack: cannot be played on: Jack; fits on any other card; you nominate a suit."),
        (
            "mau_mau_official",
            (
                "Ace: you must play one more card on it, or draw one; "
                "you cannot win with it, but with the card that you draw for it."
            ),
        ),
        (
            "mau_mau_official",
            (
                "The winner of a deal gets -10 points. The points of the losers are doubled for one of these as the "
                "last card, tripled for two played together, and so on: Jack. So are those of the winner."
            ),
        ),
        (
            "mau_mau_official",
            (
                "7: the next player draws 2 cards; can be answered only with: 7; the cards add up; "
                "whoever draws still plays."
            ),
        ),
        ("mau_mau_official", "Whoever reaches 101 points is out; the last player left wins the game."),
        ("macau", "Ace: on a nominated rank only if it fits; fits on any other card; you nominate a suit."),
        ("macau", "Jack: on a nominated suit only if it fits; fits on any other card; you nominate a rank."),
        ("macau", "A Joker: fits on any card; play changes direction; the next card must fit what lies below it."),
        (
            "macau",
            (
                "You may play several cards of the same rank together, if the first fits. "
                "None of them may be: 2, 3, 4, Jack, Q♥, K♠, K♥, Ace, a Joker."
            ),
        ),
        ("macau", "4: the next player misses a turn; can be answered only with: 4."),
        ("mau_mau", "7: the next player draws 2 cards; whoever draws still plays."),
        (
            "mau_mau",
            (
                "Ace: you must play one more card on it, or draw one if you cannot; "
                "you cannot win with it, nor with the card that you draw for it."
            ),
        ),
        (
            "prsi",
            (
                "7: the next player draws 2 cards; can be answered only with: 7; the cards add up; "
                "whoever draws misses a turn."
            ),
        ),
        (
            "tschau_sepp",
            (
                "Ace: you must play one more card on it, and draw until you can; "
                "you cannot win with it, but with the card that you draw for it."
            ),
        ),
        ("tschau_sepp", 'With your last card you say "sepp". Without it you do not win. Forgetting it costs 2 cards.'),
        ("neuner", 'With one card left you say "knock". Forgetting it costs 2 cards. It also costs your next turn.'),
    ],
)
def test_a_line_says_what_the_rules_say(key: str, line: str) -> None:
    assert line in lines(key)


@pytest.mark.parametrize("key", KEYS)
def test_each_penalty_says_whether_you_still_play(key: str) -> None:
    after = {"whoever draws still plays", "whoever draws misses a turn"}

    assert all(sum(one in line for one in after) == 1 for line in lines(key) if "next player draws" in line)


@pytest.mark.parametrize(
    ("options", "end"),
    [
        ({}, "; you cannot win with it, nor with the card that you draw for it."),
        ({"ace_last_wins": True}, "; you win if it is your last card."),
    ],
)
def test_whether_a_last_ace_wins(options: dict[str, Any], end: str) -> None:
    assert [line for line in lines("mau_mau", **options) if line.startswith("Ace:") and line.endswith(end)]


def test_a_score_that_becomes_0_at_the_end_of_the_game_does_not_end_it() -> None:
    assert "Whoever has more than 101 points is out; the last player left wins the game." in lines("101")[-1]
    assert "Kdo má víc než 101 bodů, vypadává" in lines("101", language="cs")[-1]
    assert not any("reaches" in line for line in lines("101"))


def test_nobody_is_accused_where_nobody_can_be() -> None:
    accusing = {
        key
        for key in KEYS
        for line in rule_lines(load(key).ruleset(max(3, load(key).players.least)), Speech("en", "french", {}))
        if "accuse" in line.moves or "accuse" in line.text
    }
    assert accusing == {"mau_mau_two_deck"}


def test_cards_of_a_rank_that_differ_in_value_show_the_least_and_the_greatest() -> None:
    assert any("7 = 22…25" in line for line in lines("crazy_eights"))
    assert any("7 = 7," in line for line in lines("crazy_eights", score="face"))
    assert any(line.endswith("7 = 7, a Joker = 20.") for line in lines("neuner", score="to_100"))


@pytest.mark.parametrize("key", KEYS)
def test_the_short_rules_stay_short(key: str) -> None:
    found = lines(key)

    assert len(found) <= 20
    assert sum(map(len, found)) <= 2_000
    assert len({*found}) == len(found)
    assert not [line for line in found if "{" in line or "  " in line or not line.endswith(".")]

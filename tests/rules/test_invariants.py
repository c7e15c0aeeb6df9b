"""Laws that hold at every table of every variant, whatever is played there."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given, settings

from games.rules import commands
from games.rules.cards import Card
from games.rules.deal import Deal
from games.rules.decide import Rollout, decide
from games.rules.events import DealEnded, Ending, GameEnded
from games.rules.evolve import evolve, fold
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves, objection
from games.rules.notation import parse_layout, parse_move, print_layout, print_move
from games.rules.observation import observe
from games.rules.playouts import PlayStyle, play_deal
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables, walk


def on_the_table(deal: Deal) -> Counter[Card]:
    """Count every card that lies anywhere, face down ones as what they truly are."""
    claimed = (deal.claim.card,) if deal.claim else ()
    return Counter(card for cards in (*deal.hands, deal.stock, deal.faces, claimed) for card in cards)


@settings(LAW, max_examples=60)
@given(tables())
def test_no_card_is_lost_and_none_comes_twice(table: Table) -> None:
    deck = Counter(table.ruleset.deck)

    for step in walk(table, steps=300):
        assert on_the_table(step.decision.after.table) == deck


@settings(LAW, max_examples=60)
@given(tables())
def test_a_deal_is_never_stuck(table: Table) -> None:
    for game, _, _ in walk(table, steps=300):
        seat = game.on_turn
        if seat is None:
            assert objection(game, commands.DealCards()) is None
        else:
            assert not all(isinstance(move, commands.Say | commands.Accuse) for move in legal_moves(game, seat))
            assert objection(game, commands.TimeUp(seat=seat)) is None


@settings(LAW, max_examples=60)
@given(tables())
def test_a_deal_comes_to_an_end(table: Table) -> None:
    """Players of chance who would rather lay a card than draw, forget a word now and then, and sometimes their time."""
    style = PlayStyle(forgets=0.1, accuses=0.3, late=0.02)

    deal = play_deal(table.ruleset, table.seed, style=style, most_decisions=40_000)

    assert deal.ended, table


@pytest.mark.proves("K-85")
@settings(LAW, max_examples=40)
@given(tables())
def test_a_deal_in_which_everybody_would_rather_draw_is_blocked(table: Table) -> None:
    """The laziest players use up the stock and then draw nothing and pass, which must end the deal."""
    assume(table.ruleset.sections.draw.when == "free")
    game, decisions = table.dealt(), 0

    while game.on_turn is not None:
        moves = legal_moves(game, game.on_turn)
        lazy = [move for move in moves if not isinstance(move, commands.Play | commands.Say | commands.Accuse)]
        game = decide(game, (lazy or moves)[0], chance=table.dice).after
        decisions += 1
        assert decisions <= 2 * len(table.ruleset.deck) + 4 * (table.seats + 1), print_layout(game.table)

    assert game.ended
    assert game.ended.ending is Ending.BLOCKED


@settings(LAW, max_examples=40)
@given(tables())
def test_the_fold_of_the_events_is_the_game_after_them(table: Table) -> None:
    for game, command, decision in walk(table, steps=300):
        before = print_layout(game.table)

        folded = fold(game, decision.events)

        assert folded == decision.after
        assert print_layout(game.table) == before
        assert decide(game, command, chance=table.dice) == decision


@settings(LAW, max_examples=40)
@given(tables())
def test_a_rollout_goes_where_the_events_lead(table: Table) -> None:
    """What is not told happens all the same. Who misses turns is left out: it matters to people, and not to bots."""
    rollout: Rollout | None = None

    for game, command, decision in walk(table, steps=300):
        rollout = rollout or Rollout(game, table.dice)
        rollout.move(command)
        counted = {name: getattr(decision.after, name) for name in ("attendance", "acting", "late")}
        assert replace(rollout.game, **counted) == decision.after


@settings(LAW, max_examples=30)
@given(tables())
def test_a_game_evolves_without_the_rules(table: Table) -> None:
    ruleless: Game | None = None

    for game, _, decision in walk(table, steps=200):
        if ruleless is None:
            ruleless = game.copy()
            ruleless.ruleset = None
        for event in decision.events:
            evolve(ruleless, event)
        assert ruleless.ruleset is None
        assert ruleless == decision.after  # the ruleset itself is no part of what is compared


@settings(LAW, max_examples=30)
@given(tables())
def test_a_layout_says_every_table_and_every_sight_of_it(table: Table) -> None:
    for game, _, _ in walk(table, steps=200):
        assert parse_layout(print_layout(game.table)) == game.table
        for viewer in (0, table.seats - 1, None):
            seen = observe(game, viewer).table
            assert seen is not None
            assert parse_layout(print_layout(seen)) == seen


@settings(LAW, max_examples=30)
@given(tables())
def test_a_move_is_what_its_words_say(table: Table) -> None:
    for game, _, _ in walk(table, steps=150):
        for seat in range(table.seats):
            for move in legal_moves(game, seat):
                assert parse_move(seat, print_move(move)) == move


@settings(LAW, max_examples=40)
@given(tables())
def test_turns_are_counted_by_decisions(table: Table) -> None:
    """A new decision has a new number: a move for an old one can be told from one for this."""
    for game, command, decision in walk(table, steps=200):
        word = isinstance(command, commands.Say | commands.Accuse)
        after = decision.after
        assert after.turn == game.turn if word else after.turn > game.turn


@settings(LAW, max_examples=40)
@given(tables())
def test_the_end_is_told_once_and_by_everything_that_knows_it(table: Table) -> None:
    for _, _, decision in walk(table, steps=400):
        after = decision.after
        ends = [event for event in decision.events if isinstance(event, DealEnded)]
        assert len(ends) <= 1
        assert bool(ends) == (after.on_turn is None)
        assert (after.status == Status.OVER) == any(isinstance(event, GameEnded) for event in decision.events)
        for ended in ends:
            assert ended.hands == tuple(after.table.hands)
            assert ended.winner is None or ended.places[ended.winner] == 1

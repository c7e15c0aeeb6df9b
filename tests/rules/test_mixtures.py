"""The laws again, in rulesets that nobody wrote: mechanisms of all variants put together by chance."""

from hypothesis import given, reject, settings
from hypothesis import strategies as st

from games.rules import commands
from games.rules.evolve import fold
from games.rules.legality.objections import legal_moves
from games.rules.notation import parse_layout, parse_move, print_layout, print_move
from games.rules.ruleset import RulesetError
from tests.rules.mixtures import MECHANISMS, Mixture, mixture
from tests.rules.test_invariants import on_the_table
from tests.rules.test_legal_moves import accepted, spelled
from tests.rules.walks import LAW, walk


@st.composite
def mixtures(draw: st.DrawFn) -> Mixture:
    """Any mixture that does not contradict itself."""
    table = mixture(draw(st.integers(0, 2**32)))
    try:
        assert table.ruleset.deck
    except RulesetError:
        reject()
    return table


@settings(LAW, max_examples=60)
@given(mixtures())
def test_the_laws_hold_for_any_mixture(table: Mixture) -> None:
    deck = on_the_table(table.dealt().table)

    for number, (game, _, decision) in enumerate(walk(table, steps=150)):
        after, seat = decision.after, decision.after.on_turn
        assert on_the_table(after.table) == deck
        if number % 5:
            continue
        assert fold(game, decision.events) == after
        assert parse_layout(print_layout(after.table)) == after.table
        if seat is not None:
            moves = legal_moves(after, seat)
            assert not all(isinstance(move, commands.Say | commands.Accuse) for move in moves), "stuck"
            assert all(parse_move(seat, print_move(move)) == move for move in moves)


@settings(LAW, max_examples=25)
@given(mixtures())
def test_listed_is_what_is_accepted_in_any_mixture(table: Mixture) -> None:
    for number, (game, _, _) in enumerate(walk(table, steps=60)):
        if number % 6 == 0:
            for seat in range(table.seats):
                listed = [spelled(game, move) for move in legal_moves(game, seat)]
                assert len(set(listed)) == len(listed), "a move is listed twice"
                assert set(listed) == accepted(game, seat), (table, seat, print_layout(game.table))


def test_every_mechanism_is_mixed_in_soundly() -> None:
    """Each is played somewhere, so a law that a mechanism breaks can be seen to break."""
    missing = {str(one) for row in MECHANISMS for one in row}
    for seed in range(600):
        table = mixture(seed)
        try:
            assert table.ruleset.deck
        except RulesetError:
            continue
        missing -= {text for text in missing if _holds(table.rules, text)}

    assert not missing


def _holds(rules: object, text: str) -> bool:
    patch: object = next(one for row in MECHANISMS for one in row if str(one) == text)
    return _within(patch, rules)


def _within(patch: object, rules: object) -> bool:
    if isinstance(patch, dict) and isinstance(rules, dict):
        return all(key in rules and _within(value, rules[key]) for key, value in patch.items())
    return patch == rules

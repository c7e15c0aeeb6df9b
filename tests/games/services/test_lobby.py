"""Making a table, sitting down and standing up."""

from typing import Any
from uuid import UUID, uuid4

import pytest

from games import selectors, services, store
from games.integrity.games import game_findings
from games.log.read import read
from games.projections import registry
from games.rules.fairness import commit, house_nonce
from games.rules.observation import observe
from games.rules.ruleset import RulesetError
from games.services import Terms
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db


def opened(player: UUID, seats: int = 3, **differently: Any) -> Sitting:
    wanted = {"variant": "mau_mau", "ruleset": None, "options": {}, "bots": [], "seats": seats} | differently
    return Sitting(services.open_game(player=player, **wanted), (player,))


def test_who_makes_a_table_sits_at_seat_0_and_it_waits(player: UUID) -> None:
    table = opened(player)

    assert table.row.status == "waiting"
    assert [one.player if one else None for one in table.state.sitters] == [str(player), None, None]


def test_bots_take_the_last_seats(player: UUID) -> None:
    table = opened(player, 4, bots=["clever", "novice"])

    assert [one and (one.bot or "player") for one in table.state.sitters] == ["player", None, "clever", "novice"]


def test_a_full_table_starts_at_once_and_is_dealt(player: UUID) -> None:
    table = opened(player, 2, bots=["novice"])

    assert (table.row.status, table.state.deals) == ("playing", 1)
    assert table.row.on_turn in (0, 1)
    assert not list(game_findings(table.game))


def test_the_first_event_pins_ruleset_options_and_terms(player: UUID) -> None:
    terms = Terms(clock="fast", visibility="private", rated=False, bot_pause=0)

    table = opened(player, 2, options={"seven_stack": True}, terms=terms)

    first = read(table.game, limit=1)[0]
    assert first.public["ruleset"] == table.row.ruleset == table.state.rules.content
    assert first.public["options"] == {"seven_stack": True}
    assert first.public["terms"]["clock"] == {"preset": "fast", "turn": 7200, "bank": 43200}
    assert table.row.visibility == "private"


def test_a_ruleset_may_be_named_by_its_hash(player: UUID) -> None:
    pinned = opened(player).row.ruleset

    again = opened(player, variant=None, ruleset=pinned)

    assert again.row.ruleset == pinned
    with pytest.raises(services.UnknownRuleset):
        opened(player, variant=None, ruleset="sha256:0")


def test_the_seed_is_committed_and_so_is_every_nonce_of_who_gives_none() -> None:
    table = Sitting.of(3)
    game = table.state

    committed = commit(game.seed, game=str(table.game), ruleset=game.content, seats=3)
    assert committed == game.commitment
    assert [one and one.nonce for one in game.sitters] == [house_nonce(game.seed, seat) for seat in range(3)]


def test_who_makes_a_table_may_bring_a_nonce(player: UUID) -> None:
    game = opened(player, seats=2, nonce="mine", bots=["novice"]).state

    assert [one and one.nonce for one in game.sitters] == ["mine", house_nonce(game.seed, 1)]


def test_a_player_may_bring_a_nonce(player: UUID) -> None:
    table = opened(player)

    services.take_seat(table.game, player=uuid4(), nonce="mine")

    assert table.state.sitters[1] is not None
    assert table.state.sitters[1].nonce == "mine"


@pytest.mark.parametrize(
    ("wanted", "refusal"),
    [
        pytest.param({"seats": 1}, RulesetError, id="too-few-seats"),
        pytest.param({"seats": 11}, RulesetError, id="too-many-seats"),
        pytest.param({"options": {"colour": "red"}}, RulesetError, id="unknown-option"),
        pytest.param({"options": {"seven_stack": 7}}, RulesetError, id="wrong-value"),
        pytest.param({"variant": "poker"}, RulesetError, id="unknown-variant"),
        pytest.param({"bots": ["novice"] * 3}, services.TableTooSmall, id="more-bots-than-seats"),
        pytest.param({"bots": ["genius"]}, services.NoSuchBot, id="unknown-level"),
    ],
)
def test_a_table_that_cannot_be_is_refused(player: UUID, wanted: dict[str, Any], refusal: type[Exception]) -> None:
    with pytest.raises(refusal):
        opened(player, **wanted)


def test_the_last_seat_taken_starts_the_game(player: UUID) -> None:
    table = opened(player, 2)

    services.take_seat(table.game, player=uuid4())

    types = [one.type for one in read(table.game)]
    assert types[:5] == ["game-opened", "seat-taken", "seat-taken", "game-started", "deal-began"]
    assert table.row.status == "playing"
    assert not list(game_findings(table.game))


def test_a_seat_may_be_chosen(player: UUID) -> None:
    table, other = opened(player), uuid4()

    services.take_seat(table.game, player=other, seat=2)

    assert table.state.sitters[2] is not None
    assert table.state.sitters[2].player == str(other)
    with pytest.raises(services.SeatOccupied):
        services.take_seat(table.game, player=uuid4(), seat=2)
    with pytest.raises(services.MoveRefused) as refused:
        services.take_seat(table.game, player=uuid4(), seat=9)
    assert (refused.value.game, refused.value.row.version) == (table.state, table.row.version)


def test_nobody_sits_twice(player: UUID) -> None:
    table = opened(player)

    with pytest.raises(services.AlreadySeated):
        services.take_seat(table.game, player=player)


def test_who_stands_up_frees_the_seat(player: UUID) -> None:
    table, second, third = opened(player, 3), uuid4(), uuid4()
    services.take_seat(table.game, player=second)

    services.leave_seat(table.game, player=player)
    services.take_seat(table.game, player=third)

    assert table.state.sitters[0] is not None
    assert table.state.sitters[0].player == str(third)
    with pytest.raises(services.NotSeated):
        services.leave_seat(table.game, player=player)


def test_a_table_that_everybody_left_is_listed_no_more(player: UUID) -> None:
    game = services.open_game(player=player, variant="mau_mau", seats=3, bots=["novice"])
    registry.catch_up()
    listed = [row.game for row in selectors.lobby()]

    services.leave_seat(game, player=player)
    registry.catch_up()

    assert listed == [game]
    assert list(selectors.lobby()) == []


def test_a_program_that_plays_for_a_player_is_marked(player: UUID) -> None:
    game = services.open_game(player=player, variant="mau_mau", seats=3, program=True)
    services.take_seat(game, player=uuid4())

    row = store.find(game)
    assert row is not None
    assert [seat.program for seat in observe(store.game_of(row), None).seats] == [True, False, False]


def test_who_sits_there_may_seat_bots(player: UUID) -> None:
    table = opened(player)

    services.add_bot(table.game, player=player, level="clever")
    with pytest.raises(services.NotSeated):
        services.add_bot(table.game, player=uuid4(), level="clever")
    with pytest.raises(services.NoSuchBot):
        services.add_bot(table.game, player=player, level="genius")
    services.add_bot(table.game, player=player, level="novice")

    assert [one and one.bot for one in table.state.sitters] == ["", "novice", "clever"]
    assert table.row.status == "playing"


def test_a_table_with_a_free_seat_does_not_start(player: UUID) -> None:
    table = opened(player)

    with pytest.raises(services.MoveRefused) as refused:
        services.start(table.game, player=player)
    assert (refused.value.game, refused.value.row.version) == (table.state, table.row.version)
    with pytest.raises(services.NotSeated):
        services.start(table.game, player=uuid4())


def test_after_the_start_the_seats_are_closed(duel: Sitting) -> None:
    one, nobody = duel.players[0], uuid4()

    with pytest.raises(services.InProgress):
        services.take_seat(duel.game, player=nobody)
    with pytest.raises(services.InProgress):
        services.leave_seat(duel.game, player=one)
    with pytest.raises(services.InProgress):
        services.add_bot(duel.game, player=one, level="novice")
    with pytest.raises(services.InProgress):
        services.start(duel.game, player=one)


def test_there_must_be_such_a_game() -> None:
    with pytest.raises(services.NoSuchGame):
        services.take_seat(uuid4(), player=uuid4())

"""The follower of webhooks finds each event once, for those who have a seat, and sends nothing that is hidden."""

import json
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games import services, store
from games.db import rows
from games.log.shards import SHARDS
from games.models import Webhook, WebhookDelivery
from games.projections.registry import WEBHOOKS, behind, catch_up
from games.rules.commands import Resign
from games.services import Terms, invitations, webhooks
from games.webhooks.payloads import PING, WebhookEvent
from players import blocks
from players.models import Player
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db

EVERYTHING = [str(event) for event in WebhookEvent]
URL = "https://hook.example.org/"


def follow() -> None:
    while catch_up(WEBHOOKS):
        pass


def sent(webhook: UUID) -> list[dict[str, Any]]:
    found = WebhookDelivery.objects.filter(webhook=webhook).order_by("created_at", "id")
    return [json.loads(one.body) for one in found]


def types(webhook: UUID) -> Counter[str]:
    return Counter(one["type"] for one in sent(webhook))


def player() -> UUID:
    return Player.objects.create().id


def hooked(whose: UUID, *events: str) -> UUID:
    return webhooks.make(whose, url=URL, events=events or EVERYTHING)


def duel(first: UUID, second: UUID, **terms: Any) -> Sitting:
    game = services.open_game(player=first, variant="mau_mau", seats=2, terms=Terms(**terms))
    services.take_seat(game, player=second)
    return Sitting(game, (first, second))


def test_a_game_is_announced_from_its_start_to_its_end() -> None:
    anna, bert = player(), player()
    webhook = hooked(anna)
    sitting = duel(anna, bert)
    follow()
    started = types(webhook)
    assert (started["game.started"], started["game.move"], started["game.over"]) == (1, 1, 0)
    assert started["game.your_turn"] == (sitting.row.on_turn == 0)

    turns = {sitting.row.turn} if sitting.row.on_turn == 0 else set()
    for _ in range(4):
        sitting.move()
        follow()
        turns |= {sitting.row.turn} if sitting.row.on_turn == 0 else set()
    asked = [one["data"] for one in sent(webhook) if one["type"] == "game.your_turn"]
    assert {one["turn"] for one in asked} == turns
    assert len(asked) == len(turns)

    sitting.move(Resign(seat=0), actor=str(anna), turn=None)
    follow()
    (over,) = [one for one in sent(webhook) if one["type"] == "game.over"]
    assert over["data"] == {
        "game": str(sitting.game), "version": sitting.row.version, "seat": 0, "winners": [1], "places": [2, 1],
    }  # fmt: skip
    assert types(webhook)["game.started"] == 1


def test_only_the_types_that_were_asked_for_are_sent() -> None:
    anna, bert = player(), player()
    webhook = hooked(bert, "game.over", "game.started")
    sitting = duel(anna, bert)
    sitting.move()
    follow()

    assert types(webhook) == {"game.started": 1}


def test_who_has_no_seat_gets_nothing_and_neither_does_a_webhook_that_is_off() -> None:
    anna, bert, stranger = player(), player(), player()
    other, off = hooked(stranger), hooked(bert)
    webhooks.change(off, enabled=False)
    duel(anna, bert)
    follow()

    assert sent(other) == []
    assert sent(off) == []
    assert not behind(WEBHOOKS)


def test_without_a_webhook_that_is_on_events_are_skipped_unread() -> None:
    anna, bert = player(), player()
    off = hooked(bert)
    webhooks.change(off, enabled=False)
    earlier = duel(anna, bert)
    store.webhooks.skip_unheard()
    assert not behind(WEBHOOKS)

    webhooks.change(off, enabled=True)
    later = duel(anna, bert)
    store.webhooks.skip_unheard()
    assert behind(WEBHOOKS)
    earlier.move(Resign(seat=0), actor=str(anna), turn=None)
    follow()
    heard = [(one["type"], one["data"]["game"]) for one in sent(off) if one["type"] in ("game.started", "game.over")]
    assert {*heard} == {("game.started", str(later.game)), ("game.over", str(earlier.game))}


def test_nothing_is_skipped_that_happens_behind_the_look_at_the_webhooks() -> None:
    anna, bert = player(), player()
    off = hooked(bert)
    webhooks.change(off, enabled=False)
    seen: list[str] = []

    def watch(execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any) -> Any:  # noqa: FBT001
        done = execute(sql, params, many, context)
        if "FROM webhook WHERE enabled" in sql and not seen:
            seen.append(sql)
            webhooks.change(off, enabled=True)
            duel(anna, bert)
        return done

    with connection.execute_wrapper(watch):
        store.webhooks.skip_unheard()
    assert seen
    assert behind(WEBHOOKS)


def test_events_that_are_read_twice_are_sent_once() -> None:
    anna, bert = player(), player()
    webhook = hooked(anna)
    duel(anna, bert)
    follow()
    before = sent(webhook)
    rows("UPDATE checkpoint SET position = 0 WHERE projection = 'webhooks'")
    follow()

    assert sent(webhook) == before


def test_a_turn_that_is_over_is_not_announced() -> None:
    anna, bert = player(), player()
    webhook = hooked(anna, "game.your_turn")
    sitting = duel(anna, bert)
    for _ in range(5):
        sitting.move()
    follow()

    turns = [one["data"]["turn"] for one in sent(webhook)]
    assert turns == ([sitting.row.turn] if sitting.row.on_turn == 0 else [])


def test_a_payload_says_nothing_that_a_spectator_may_not_know() -> None:
    """Nothing but its numbers and places comes from the game, and all of these are public."""
    anna, bert = player(), player()
    webhook = hooked(anna)
    sitting = duel(anna, bert)
    for _ in range(6):
        sitting.move()
        follow()

    known = {"game", "version", "turn", "seat", "deadline", "winners", "places"}
    assert {name for one in sent(webhook) for name in one["data"]} <= known
    for one in sent(webhook):
        assert set(one) == {"type", "timestamp", "data"}
        assert one["data"]["game"] == str(sitting.game)
        assert one["data"]["version"] <= sitting.row.version


def test_a_webhook_that_is_deleted_meanwhile_stops_no_follower() -> None:
    anna, bert = player(), player()
    webhook = hooked(anna)
    duel(anna, bert)
    webhooks.remove(webhook)
    follow()

    assert not behind(WEBHOOKS)
    assert not WebhookDelivery.objects.exists()


def test_the_follower_starts_with_a_checkpoint_in_each_shard_and_a_delivery_is_due_at_once() -> None:
    found = rows("SELECT shard, status FROM checkpoint WHERE projection = 'webhooks' ORDER BY shard")
    assert found == [(shard, "running") for shard in SHARDS]

    anna, bert = player(), player()
    hooked(anna)
    duel(anna, bert)
    follow()
    ((late,),) = rows("SELECT due_at <= clock_timestamp() FROM webhook")
    assert late
    assert Webhook.objects.get().failures == 0
    assert PING not in EVERYTHING


def test_an_invitation_is_announced_to_whom_it_names_and_to_nobody_else() -> None:
    anna, bert, carl = player(), player(), player()
    hooks = {whose: hooked(whose) for whose in (anna, bert, carl)}
    deaf = hooked(bert, "game.over")
    game = services.open_game(player=anna, variant="mau_mau", seats=3, terms=Terms(visibility="private"))
    made = invitations.invite(game, maker=anna, player=bert)
    invitations.invite(game, maker=anna)

    (heard,) = sent(hooks[bert])
    expires = heard["data"].pop("expires_at")
    assert (heard["type"], heard["data"]) == ("invitation.received", {"invitation": str(made), "game": str(game)})
    assert heard["timestamp"] < expires
    assert [sent(one) for one in (hooks[anna], hooks[carl], deaf)] == [[], [], []]


def test_an_invitation_between_blocked_players_is_not_announced() -> None:
    anna, bert = player(), player()
    blocks.block(bert, anna)
    webhook = hooked(bert)
    game = services.open_game(player=anna, variant="mau_mau", seats=3)
    invitations.invite(game, maker=anna, player=bert)

    assert sent(webhook) == []


def test_a_table_that_expires_is_announced_once_to_those_who_sit_there() -> None:
    anna, bert, gone = player(), player(), player()
    heard, other, left = hooked(anna), hooked(bert, "game.over"), hooked(gone)
    game = services.open_game(player=anna, variant="mau_mau", seats=4)
    for one in (bert, gone):
        services.take_seat(game, player=one)
    services.leave_seat(game, player=gone)
    follow()
    before = types(left)
    rows("UPDATE game SET lapses_at = clock_timestamp() - interval '1 s' WHERE id = %s", [game])

    assert services.settle_lapsed().done == 1
    follow()
    rows("UPDATE checkpoint SET position = position - 1 WHERE projection = 'webhooks' AND position > 0")
    follow()

    row = store.find(game)
    assert row is not None
    (expired,) = [one for one in sent(heard) if one["type"] == "game.expired"]
    assert expired["data"] == {"game": str(game), "version": row.version, "seat": 0}
    assert types(heard)["game.over"] == 0
    assert types(other) == {}
    assert types(left) == before

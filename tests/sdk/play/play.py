"""Plays a whole game with the generated client alone. The argument is the address of the service."""

import json
import sys
from typing import Any
from uuid import UUID, uuid4

import maumau_client as sdk


def main(base: str) -> None:
    """Play, and write what happened as JSON."""
    configuration = sdk.Configuration(host=base)
    with sdk.ApiClient(configuration) as client:
        lobby, table_api = sdk.LobbyApi(client), sdk.PlayApi(client)
        configuration.access_token = sdk.AuthApi(client).create_guest(idempotency_key=str(uuid4())).access
        assert sdk.EventType.CARDS_MINUS_PLAYED in table_api.get_event_types().types
        options = choose_options(client)
        for clock in (sdk.GameClock(preset=sdk.ClockPreset.DAILY), sdk.GameClock(turn=3600, bank=7200)):
            terms = lobby.open_game(sdk.GameRequest(variant="mau_mau", seats=2, clock=clock)).terms
            assert terms.clock.turn is not None
            assert terms.clock.preset == clock.preset
            again = lobby.open_game(sdk.GameRequest(variant="mau_mau", seats=2, clock=terms.clock))
            assert again.terms.clock == terms.clock
        request = sdk.GameRequest(
            variant="mau_mau",
            seats=2,
            bots=["novice"],
            bot_pause=0,
            options=options,
            clock=sdk.GameClock(preset=sdk.ClockPreset.NONE),
        )
        opened = lobby.open_game(request, idempotency_key=str(uuid4()))
        assert opened.ruleset.options["deck"] == options["deck"]
        sys.stdout.write(json.dumps(play(table_api, opened.id)))


def choose_options(client: sdk.ApiClient) -> dict[str, sdk.OptionValue]:
    """Return options of each kind, as the variant offers them."""
    offered = {one.name: one.choices for one in sdk.RulesApi(client).get_variant("mau_mau").options}
    options = {"deck": offered["deck"][1], "score": offered["score"][0], "seven_stack": offered["seven_stack"][1]}
    assert (options["deck"].number, options["score"].choice, options["seven_stack"].flag) == (36, "off", True)
    return options


def refused(table_api: sdk.PlayApi, game: UUID, turn: int) -> str:
    """Make an illegal move on the own turn, and return what the problem says."""
    try:
        table_api.make_move(str(uuid4()), game, sdk.MoveRequest(turn=turn, move="believe"))
    except sdk.ApiException as error:
        document = sdk.ProblemDocument.from_json(error.body or "")
        assert document
        return f"{document.code} {str(bool(document.reason)).lower()} {str(document.errors is not None).lower()}"
    return ""


def play(table_api: sdk.PlayApi, game: UUID) -> dict[str, Any]:
    """Play to the end, and return how it went."""
    moves = version = decoded = 0
    problem = ""
    while True:
        page = table_api.list_game_events(game, after=version, limit=100, wait=20)
        for event in page.items:
            assert event.version == version + 1
            version, decoded = event.version, decoded + read(event)
        table = table_api.get_game(game)
        if table.version > version:
            continue
        if table.status == sdk.GameStatus.OVER:
            assert table.result
            places = len(table.result.places)
            unread = version - decoded
            return {
                "status": table.status.value,
                "moves": moves,
                "places": places,
                "unread": unread,
                "problem": problem,
            }
        legal = table.you.moves if table.you else []
        if table.you and table.on_turn == table.you.seat and legal:
            problem = problem or refused(table_api, game, table.turn)
            move = next((one for one in legal if not one[0].islower()), legal[0])
            key, request = str(uuid4()), sdk.MoveRequest(turn=table.turn, move=move)
            answer = table_api.make_move(key, game, request)
            if not moves:
                assert table_api.make_move(key, game, request).table.version == answer.table.version
            moves += 1


def read(event: sdk.GameEvent) -> int:
    """Return 1 if the class of this type reads the data; 0 for a type that this client does not know."""
    kind = getattr(sdk, "".join(map(str.capitalize, event.type.split("-"))) + "Data", None)
    return 0 if kind is None else int(isinstance(kind.from_dict(event.data), kind))


if __name__ == "__main__":
    main(sys.argv[1])

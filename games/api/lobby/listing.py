"""Lists of public games: those that wait for players, and those that are played. What such lists share: sitters."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

import structlog
from rest_framework.request import Request

from base.http.pagination import page
from base.http.problems import FieldErrors
from games import selectors, store
from games.api.lobby.schema import GamePage, ListedGame, Sitter
from games.api.profiles import People, people_of, person_among
from games.api.query import variant_asked
from games.api.tables.table import bot_of, terms_of, unrated_of
from games.api.variants.rulesets import of, pinned
from games.clocks import expiry_of
from games.log.codec import UnknownEvent
from games.rules.game import Status
from games.rules.observation import observe
from games.store import UnknownRuleset
from players.authentication import player_of
from players.blocks import blocked_among

STATUSES: Final = ("waiting", "playing")
_FLAGS: Final = {None: None, "true": True, "false": False}

_log = structlog.get_logger(__name__)


def game_page(request: Request) -> GamePage:
    """Return the page of public games that the query asks for.

    The number of queries does not depend on the number of games. Raises FieldErrors, BadCursor.
    """
    status, rated = request.query_params.get("status", "waiting"), request.query_params.get("rated")
    if status not in STATUSES:
        raise FieldErrors({"status": ["`waiting` or `playing`, please."]})
    if rated not in _FLAGS:
        raise FieldErrors({"rated": ["true or false, please."]})
    playing = status == "playing"
    rows = selectors.lobby(playing=playing, variant=variant_asked(request), rated=_FLAGS[rated])
    found = page(request, rows, ["-started_at", "-game"] if playing else ["created_at", "game"], lambda row: row)
    positions = _positions([row.game for row in found.items]) if playing else {}
    sitting = {row.game: {one["player"] for one in row.sitters if one and one["player"]} for row in found.items}
    everybody = set().union(*sitting.values())
    people = people_of(everybody)
    caller = None if playing else player_of(request)
    blocked = {str(one) for one in blocked_among(caller.id, map(UUID, everybody))} if caller else set()
    games = []
    for row in found.items:
        if sitting[row.game] & blocked:  # the caller could not take a seat there
            continue
        try:
            name = of(row.ruleset).name
        except UnknownRuleset as fault:
            _log.exception("a game cannot be read", game=str(row.game), exc_info=fault)
            continue
        if playing and row.game not in positions:  # it has ended since the list was made
            continue
        seats = []
        for sitter in row.sitters:
            one: Mapping[str, Any] = sitter or {"player": "", "bot": ""}
            seats.append(sitter_of(one["player"], one["bot"], people, program=bool(one.get("program"))))
        deal, on_turn = positions.get(row.game, (0, None))
        game = ListedGame(
            id=row.game,
            status="playing" if playing else "waiting",
            variant=row.variant,
            variant_name=name,
            ruleset=pinned(row.variant, row.ruleset, row.options),
            terms=terms_of(row.terms),
            unrated=unrated_of(row.unrated),
            seats=seats,
            free=row.sitters.count(None),
            created_at=row.created_at,
            expires_at=None if playing else expiry_of(row.terms, row.created_at),
            started_at=row.started_at,
            deal=deal,
            on_turn=on_turn,
        )
        games.append(game)
    return GamePage(games, found.next_cursor)


def sitter_of(player: str, bot: str, people: People, *, program: bool) -> Sitter:
    """Return who has a seat: a *player* by their id, a *bot* by its level, or the *program* of the player."""
    person = person_among(player, people) if player else None
    return Sitter(player=person, bot=bot_of(bot, program=program))


def _positions(games: list[UUID]) -> dict[UUID, tuple[int, int | None]]:
    """Return the deal and the seat on turn of those *games* that are played, as a spectator sees them."""
    found = {}
    for row in store.find_all(games):
        if row.status == Status.PLAYING:
            try:
                observation = observe(store.game_of(row), None)
            except (UnknownEvent, UnknownRuleset) as fault:  # one game that cannot be read must not hide the others
                _log.exception("a game cannot be read", game=str(row.id), exc_info=fault)
            else:
                found[row.id] = observation.deal, observation.on_turn
    return found

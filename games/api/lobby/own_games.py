"""Your own games: those that are not over, the soonest deadline first, and those that ended in the last week."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, cast
from uuid import UUID

import structlog
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.pagination import decode_cursor, encode_cursor, instant, limit_of
from games import selectors, services, store
from games.api.header import REVISION
from games.api.languages import language_of
from games.api.lobby.schema import LastLine, OwnGame, OwnGames, OwnResult, RatingBeforeAfter
from games.api.profiles import People, names_among, people_of
from games.api.standings.leaderboards import points
from games.api.tables.agreement_schema import pauses_of, proposal_of
from games.api.tables.current import seat_in
from games.api.tables.feed import read_by
from games.api.tables.schema import GameStatus
from games.api.tables.table import claims_for, expires_at, seat_summary
from games.api.variants import rulesets
from games.clocks import credited_deadline
from games.digest import Speech, last_line
from games.log.codec import UnknownEvent
from games.log.read import read_last
from games.rules.commands import ComeBack
from games.rules.fairness import NonceAsk
from games.rules.game import Game, Status
from games.rules.legality.absence import is_open, leaves_without_loss
from games.rules.observation import observe
from games.store import GameRow, UnknownRuleset

_NO_DEADLINE: Final = "never"
_LATEST: Final = 24
"""How many events of a game are read for its last line. Few moves cause so many, and no line needs those before."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class _Read:
    """A game as it was read for the list."""

    row: GameRow
    game: Game
    seat: int
    latest: Sequence[Mapping[str, Any]]
    """The last events of the caller's own feed."""
    variant_name: str


def own_games(request: Request, player: UUID, *, awaiting: bool) -> Response:
    """Return one page of the games of *player*, and how many wait for them; or 304 if they have it.

    For a 304 no state and no event is read. Otherwise the number of queries does not depend on the number of games.
    Raises FieldErrors and BadCursor.
    """
    limit, text, language = limit_of(request), request.query_params.get("cursor"), language_of(request)
    after = decode_cursor(text, _is_over, _instant, UUID) if text else None
    found = selectors.games_of(
        player, awaiting=awaiting, after=cast("selectors.OwnKey", tuple(after)) if after else None, limit=limit + 1
    )
    page, badge, now = found[:limit], selectors.awaiting_count(player), store.now()
    cursor = None
    if len(found) > limit:
        over, at, last = page[-1].key
        cursor = encode_cursor("over" if over else "open", at or _NO_DEADLINE, last)

    # Outages count only from the beginning of a turn, so one query for the earliest serves all.
    began = [game.turn_began for game in page if game.due and game.turn_began]
    outages = services.outages_since(min(began), now) if began else []
    deadlines = {
        game.id: credited_deadline(game.due, game.turn_began, outages, now)
        for game in page
        if game.due and game.turn_began
    }
    ended = [game.id for game in page if game.is_over]
    changes = selectors.rating_changes(player, ended) if ended else {}

    shown = [
        (one.id, one.version, one.seat, one.revision, one.rematch, deadlines.get(one.id), changes.get(one.id))
        for one in page
    ]
    etag = etags.weak("own-games", REVISION, player, language, badge, cursor, *shown)
    if etags.is_fresh(request, etag):
        return etags.not_modified(etag)

    read = _read([game.id for game in page], str(player))
    seated = {sitter.player for one in read.values() for sitter in one.game.sitters if sitter and sitter.player}
    taken = (event for one in read.values() for event in one.latest if event["type"] == "seat-taken")
    people = people_of(seated | {event["data"]["player"] for event in taken if event["data"]["player"]})
    items = [
        _item(game, read[game.id], people, language, deadline=deadlines.get(game.id), change=changes.get(game.id))
        for game in page
        if game.id in read
    ]
    answer = OwnGames(lang=language, items=items, badge=badge, next_cursor=cursor, server_time=now)
    return Response(answer, headers={"ETag": etag})


def _read(games: Sequence[UUID], player: str) -> dict[UUID, _Read]:
    """Return *games* with the last events of the feed of *player*. Games that cannot be read are left out."""
    rows = store.find_all(games)
    events = read_last({row.id: row.version for row in rows}, limit=_LATEST)
    found = {}
    for row in rows:
        try:
            game, name = store.game_of(row), rulesets.of(row.ruleset).name
        except (UnknownEvent, UnknownRuleset) as fault:  # one game that cannot be read must not hide the others
            _log.exception("a game cannot be read", game=str(row.id), exc_info=fault)
            continue
        # The seat in this very state: a seat may have changed hands since the list was read.
        seat = seat_in(game, player)
        if seat is not None:
            latest = read_by(events[row.id], seat, over=game.status == Status.OVER)
            found[row.id] = _Read(row, game, seat, latest, name)
    return found


def _item(  # noqa: PLR0913 - the list, the log, the names and the ladders each say something of one game
    listed: selectors.OwnGame,
    read: _Read,
    people: People,
    language: str,
    *,
    deadline: datetime | None,
    change: tuple[int, int] | None,
) -> OwnGame:
    """Return a game of the list. It shows what everybody sees, and a line from the feed of the caller."""
    row, game, seat = read.row, read.game, read.seat
    observation, sections = observe(game, None), game.rules.sections
    speech = Speech(language, sections.deck.pack, names_among(people))
    for place, sitter in enumerate(game.sitters):
        if sitter:
            speech.seats({"player": sitter.player, "bot": sitter.bot}, place)
    line = last_line(read.latest, speech)
    result = None
    if row.ended_at is not None and observation.places:
        rating = None if change is None else RatingBeforeAfter(*map(points, change))
        result = OwnResult(winners=observation.winners, places=observation.places, rating=rating, ended_at=row.ended_at)
    return OwnGame(
        id=row.id,
        variant=row.variant,
        variant_name=read.variant_name,
        status=cast("GameStatus", row.status),
        version=row.version,
        turn=row.turn,
        deal=observation.deal,
        seat=seat,
        seats=[seat_summary(one, sections.game.end, people) for one in observation.seats],
        on_turn=row.on_turn,
        ask=observation.ask,
        awaiting=row.on_turn == seat or listed.nonce_due is not None,
        nonce_due=None if listed.nonce_due is None else NonceAsk(listed.nonce_due),
        deadline=deadline,
        absence=game.terms["absence"],
        may_return=is_open(game, ComeBack(seat=seat)),
        claims=claims_for(game, seat),
        leaves_without_loss=leaves_without_loss(game, seat),
        pauses=pauses_of(game),
        proposal=proposal_of(game),
        last=None if line is None else LastLine(line.version, line.at, line.seat, line.code, line.text),
        result=result,
        rematch=listed.rematch,
        expires_at=expires_at(row),
    )


def _is_over(text: str) -> bool:
    if text not in ("over", "open"):
        raise ValueError("a game is over or open")
    return text == "over"


def _instant(text: str) -> datetime | None:
    return None if text == _NO_DEADLINE else instant(text)

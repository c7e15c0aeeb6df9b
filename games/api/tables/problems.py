"""Problems that answer requests about one table."""

from http import HTTPStatus
from typing import Annotated, Any, ClassVar, Final

from msgspec import Meta, field

from base.http.problems import CONTENT_TYPE, Problem, ProblemDocument
from games.api.tables import examples
from games.api.tables.schema import GameTable
from games.rules.refusal_reasons import Reason


class IllegalMoveDocument(ProblemDocument, frozen=True, kw_only=True):
    """The problem `illegal_move`: the rule that refuses your move, and the moves that you may make."""

    example: ClassVar = examples.ILLEGAL_MOVE
    version: Annotated[int, Meta(description="The version of the table that refused the move.")]
    turn: Annotated[int, Meta(description="The number of the decision that is due at that version.")]
    reason: Annotated[
        str,
        Meta(
            description="A code for the refusal. `GET /problems/{reason}` explains it.",
            extra_json_schema={"x-extensible-enum": sorted(Reason)},
        ),
    ]
    paragraph: Annotated[str, Meta(description="The paragraph of the rules that refuses the move.")]
    rule_example: Annotated[
        str | None, Meta(description="The address of an example of that rule; null if there is none.")
    ] = field(name="example")
    moves: Annotated[list[str], Meta(description="Your legal moves at that version.")]


class FreshTableDocument(ProblemDocument, frozen=True, kw_only=True):
    """A problem with a move that came too late: `turn_moved_on` or `time_is_up`."""

    table: Annotated[GameTable, Meta(description="The table as you see it now.")]


REFUSALS: Final[dict[Any, Any]] = {
    (403, CONTENT_TYPE): ProblemDocument,
    (409, CONTENT_TYPE): ProblemDocument,
    (422, CONTENT_TYPE): ProblemDocument,
}
"""What OpenAPI says of each operation that changes a game: how the game refuses it."""


class TurnRequired(Problem):
    """A move must name in `turn` the decision that it answers, so that a late move never answers another one."""

    status_code = HTTPStatus.PRECONDITION_REQUIRED
    code = "turn_required"
    title = "Turn required"
    default_detail = "Send the table's `turn` with the move: the decision that it answers."
    remedy = "Send the `turn` of the table that you showed to the player when they chose the move."


class NotSeated(Problem):
    """Only a player at this table may do this."""

    status_code = HTTPStatus.FORBIDDEN
    code = "not_seated"
    title = "Not seated"
    default_detail = "You do not sit at this table."
    remedy = "Take a seat first (`POST /games/{id}/seats`), if the game still waits for players."


class AccountRequired(Problem):
    """Guests play unrated games only, and have no webhooks."""

    status_code = HTTPStatus.FORBIDDEN
    code = "account_required"
    title = "Account required"
    default_detail = (
        "Guests play unrated games. To play rated ones, give your account a name and a password "
        "(`POST /me/credentials`); you keep all your games."
    )
    remedy = "Let the player choose a name and a password (`POST /me/credentials`), or an unrated game."


class EmailRequired(Problem):
    """Rated games need an account with a confirmed address."""

    status_code = HTTPStatus.FORBIDDEN
    code = "email_required"
    title = "Confirmed address required"
    default_detail = "To play rated games, confirm the address of your account (`PUT /me/email`)."
    remedy = "Let the player confirm an address (`PUT /me/email`), or choose an unrated game."


class SeatRefused(Problem):
    """You have blocked somebody who sits at this table, or somebody there has blocked you. It is not said which."""

    status_code = HTTPStatus.FORBIDDEN
    code = "seat_refused"
    title = "Seat refused"
    default_detail = "You cannot take a seat at this table."
    remedy = "Choose another table of the lobby (`GET /games`). It lists no tables at which you would get this answer."


class StillPlayed(Problem):
    """While a game runs you see only the view of your own seat. You can see the other views when it is over."""

    status_code = HTTPStatus.FORBIDDEN
    code = "still_played"
    title = "Still played"
    default_detail = "You may only see your own view until the game is over."
    remedy = "Leave `seat` out, or wait until the game is over."


class IllegalMove(Problem):
    """The rules refuse the move. Nothing has changed, and the `Idempotency-Key` is not used up.

    `reason` is a code for why, `paragraph` the paragraph of the rule book that says so, and `example` the address of an
    example of it, or null. `version` and `turn` belong to the table that refused the move, and `moves` are your legal
    moves there.
    """

    document = IllegalMoveDocument
    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "illegal_move"
    title = "Illegal move"
    default_detail = "The card has neither the suit nor the rank that is asked for."
    remedy = "Show `detail` to the player, and let them choose one of `moves`."


class Conflict(Problem):
    """The base of problems with a game whose state is not the one that the caller expects."""

    status_code = HTTPStatus.CONFLICT


class TooManyGames(Conflict):
    """You have a seat in as many games that are not over as one player may have. `GET /meta` says how many."""

    code = "too_many_games"
    title = "Too many games"
    default_detail = "You have as many games as one player may have at once. Finish one of them, or leave a table."
    remedy = "Let the player finish a game, or leave a table that waits (`DELETE /games/{id}/seats/me`)."


class TurnMovedOn(Conflict):
    """The move answers another decision than the one that is due. Usually somebody, or the clock, was faster.

    `table` is the table as you see it now.
    """

    document = FreshTableDocument
    code = "turn_moved_on"
    title = "Turn moved on"
    default_detail = "Another decision is due now."
    remedy = "Show `table`, and let the player decide again if it is their turn."


class TimeIsUp(Conflict):
    """The move came after the deadline, so the clock moves instead. `table` is the table as you see it now."""

    document = FreshTableDocument
    code = "time_is_up"
    title = "Time is up"
    default_detail = "The time of this turn is up. The clock has moved, or is about to move."
    remedy = "Show `table`. It may change once more within a second, when the clock has moved."


class AlreadySeated(Conflict):
    """You have a seat at this table already. Nobody can have two."""

    code = "already_seated"
    title = "Already seated"
    default_detail = "You sit at this table already."
    remedy = "Read the table (`GET /games/{id}`); `you.seat` is your seat."


class GameFull(Conflict):
    """All seats of this table are taken."""

    code = "game_full"
    title = "Game full"
    default_detail = "This table has no free seat."
    remedy = "Choose another table of the lobby (`GET /games`)."


class SeatOccupied(Conflict):
    """Somebody else has the seat that you asked for. Other seats of the table are free."""

    code = "seat_occupied"
    title = "Seat occupied"
    default_detail = "This seat is taken. Another one is free."
    remedy = "Read the table (`GET /games/{id}`) and choose a seat with neither player nor bot, or leave `seat` out."


class SeatKept(Conflict):
    """The free seats, or the one that you asked for, are kept for the players of the game before this rematch."""

    code = "seat_kept"
    title = "Seat kept"
    default_detail = "This seat is kept for a player of the game before."
    remedy = "Wait until the player comes, or until the seat is kept no longer: a day after the rematch was opened."


class NotOver(Conflict):
    """The game was not played to its end, so there is no rematch, no share link and no analysis.

    It is not over, or its table was closed before.
    """

    code = "not_over"
    title = "Not over"
    default_detail = "The game was not played to its end."
    remedy = "Play the game to its end first."


class InProgress(Conflict):
    """The game has started, so nobody can sit down or leave any more."""

    code = "in_progress"
    title = "In progress"
    default_detail = "The game has started, so its seats are closed."
    remedy = "Choose another table of the lobby. To give up a game that runs, resign (`POST /games/{id}/resignation`)."


class NonceNotAsked(Conflict):
    """The table is not sealed, or it does not ask your seat for a seal or a nonce at the moment."""

    code = "nonce_not_asked"
    title = "Nonce not asked for"
    default_detail = "This table does not ask you for that now."
    remedy = "Read the table: `nonces_due` says what it asks for, and which seats."


class NoncesMissing(Conflict):
    """The sealed table cannot start, because seats have not sealed or opened their nonces yet."""

    code = "nonces_missing"
    title = "Nonces missing"
    default_detail = "Some seats of this sealed table have not sent their nonces yet."
    remedy = "Wait for the other seats, or send your own nonce (`POST /games/{id}/nonces`)."


class NotAbsent(Conflict):
    """You are not absent in this game, so you cannot come back."""

    code = "not_absent"
    title = "Not absent"
    default_detail = "You are not absent. You play your turns yourself."
    remedy = "Read the table (`GET /games/{id}`): `you.may_return` says whether you can come back."


class NobodyAbsent(Conflict):
    """You cannot claim this. Claims are for tables of two players, while the other player is absent."""

    code = "nobody_absent"
    title = "Nobody absent"
    default_detail = "You can claim this only at a table of two players, while the other player is absent."
    remedy = "Read the table (`GET /games/{id}`): `you.claims` lists what you can claim."


class GameOver(Conflict):
    """The game is over, so nobody can move or resign."""

    code = "game_over"
    title = "Game over"
    default_detail = "The game is over."
    remedy = "Read the table again and show the result."

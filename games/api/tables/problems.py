"""Problems that answer requests about one table."""

from http import HTTPStatus

from players.http.problems import Problem


class TurnRequired(Problem):
    """A move must name in `turn` the decision that it answers. So a late move never answers another question."""

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
    """Guests play unrated games only."""

    status_code = HTTPStatus.FORBIDDEN
    code = "account_required"
    title = "Account required"
    default_detail = (
        "Guests play unrated games. To play rated ones, give your account a name and a password "
        "(`POST /me/credentials`); you keep all your games."
    )
    remedy = "Offer the player to choose a name and a password (`POST /me/credentials`), or an unrated game."


class StillPlayed(Problem):
    """While a game runs you see it only as you saw it yourself. Other seats' views are shown when it is over."""

    status_code = HTTPStatus.FORBIDDEN
    code = "still_played"
    title = "Still played"
    default_detail = "Until the game is over you may only see it as you saw it."
    remedy = "Leave `seat` out, or wait until the game is over."


class IllegalMove(Problem):
    """The rules refuse the move. Nothing has changed, and the `Idempotency-Key` is not used up.

    `reason` is a code for why, `paragraph` the paragraph of the rule book that says so, and `example` the address of an
    example of it, or null. `version` and `turn` belong to the table that refused the move, and `moves` are your legal
    moves there.
    """

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "illegal_move"
    title = "Illegal move"
    default_detail = "The card has neither the suit nor the rank that is asked for."
    remedy = "Show `detail` to the player, and let them choose one of `moves`."


class Conflict(Problem):
    """The base of problems with a game that stands otherwise than the caller thinks."""

    status_code = HTTPStatus.CONFLICT


class TurnMovedOn(Conflict):
    """The move answers a decision that has passed. Somebody else, the clock, or you on another device, was faster.

    `table` is the table as you see it now.
    """

    code = "turn_moved_on"
    title = "Turn moved on"
    default_detail = "Another decision is due than the one that this answers."
    remedy = "Show `table`, and let the player decide again if it is their turn."


class TimeIsUp(Conflict):
    """The move came after the deadline, and the clock moves in its place. `table` is the table as you see it now."""

    code = "time_is_up"
    title = "Time is up"
    default_detail = "The time of this turn is up; the clock has moved, or is about to."
    remedy = "Show `table`. It may change once more within a second, when the clock has moved."


class AlreadySeated(Conflict):
    """You have a seat at this table. Nobody has two."""

    code = "already_seated"
    title = "Already seated"
    default_detail = "You sit at this table already."
    remedy = "Read the table (`GET /games/{id}`); `you.seat` is your seat."


class GameFull(Conflict):
    """All seats of this table are taken, or the one that you asked for."""

    code = "game_full"
    title = "Game full"
    default_detail = "No seat is free, or not this one."
    remedy = "Choose another seat, or another table of the lobby (`GET /games`)."


class InProgress(Conflict):
    """The game has started, so nobody can sit down or leave any more."""

    code = "in_progress"
    title = "In progress"
    default_detail = "The game has started: its seats are closed."
    remedy = "Choose another table of the lobby. To give up a game that runs, resign (`POST /games/{id}/resignation`)."


class NonceNotAsked(Conflict):
    """The table is not sealed, or your seat owes it no seal and no nonce at the moment."""

    code = "nonce_not_asked"
    title = "Nonce not asked for"
    default_detail = "You owe this table no such thing now."
    remedy = "Read the table: it says which seats owe a seal or a nonce."


class NoncesMissing(Conflict):
    """The sealed table cannot start, because seats have not sealed or opened their nonces yet."""

    code = "nonces_missing"
    title = "Nonces missing"
    default_detail = "Seats of this sealed table still owe their nonces."
    remedy = "Wait for the other seats, or send your own nonce (`POST /games/{id}/nonces`)."


class GameOver(Conflict):
    """The game is over, so nobody can move or resign."""

    code = "game_over"
    title = "Game over"
    default_detail = "The game is over."
    remedy = "Read the table again and show the result."

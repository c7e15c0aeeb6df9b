"""The problems of the queue."""

from http import HTTPStatus

from base.http.problems import Problem


class TooManyQueueEntries(Problem):
    """You already wait in the queue as often as a player may."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_queue_entries"
    title = "Too many queue entries"
    default_detail = "You already wait for as many games as you may. Leave the queue for one of them first."
    remedy = "End an entry that the player no longer wants (`DELETE /queue-entries/{entry}`)."


class AlreadyMatched(Problem):
    """The entry of the queue has a game already, so it cannot be deleted."""

    status_code = HTTPStatus.CONFLICT
    code = "already_matched"
    title = "Already matched"
    default_detail = "The game has started."
    remedy = "Read the entry (`GET /queue-entries/{entry}`) and show its `game`."

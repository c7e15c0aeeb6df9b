"""Problems that answer the authors of variants."""

from http import HTTPStatus

from players.http.problems import Malformed, Problem


class MalformedTOML(Malformed):
    """The body is not UTF-8, so it cannot be TOML."""

    code = "malformed_toml"
    title = "Malformed TOML"
    default_detail = "The body is not UTF-8 (byte 17)."
    remedy = "Save the file in UTF-8 and send it again."


class RulesetRefused(Problem):
    """The ruleset did not pass its check, so it was not published. `report` lists what is wrong, with places."""

    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "ruleset_refused"
    title = "Ruleset refused"
    default_detail = "The ruleset did not pass: its report says why."
    remedy = "Correct what `report` lists. `POST /variants/check` checks a ruleset without publishing it."


class CheckRuns(Problem):
    """The service checks one ruleset of each author at a time, and another one of yours is being checked."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "check_runs"
    title = "A check runs"
    default_detail = (
        "Another ruleset of yours is being checked. Send this one when that is done, or order checks (?deals=)."
    )
    remedy = (
        "Send it again after the seconds in `Retry-After`, or have it checked in the background with `?deals=1000`."
    )
    retry_after = 5


class TooManyChecks(Problem):
    """You have as many checks waiting as one author may have, or too many checks wait in all."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "too_many_checks"
    title = "Too many checks"
    default_detail = (
        "You have as many checks waiting as one author may, or too many wait in all. Try again when one is done."
    )
    remedy = "Wait for a report, or at least for the seconds in `Retry-After`, then send it again."
    retry_after = 60


class NotCheckedYet(Problem):
    """The deals of this ruleset take long, so it must pass a check in the background before it is published."""

    status_code = HTTPStatus.CONFLICT
    code = "not_judged_yet"
    title = "Not checked yet"
    default_detail = (
        "Its deals take long. Send it to /api/v1/variants/check?deals=1000 first, publish it when it has passed."
    )
    remedy = "Send it to `POST /variants/check?deals=1000`. When the report says that it has passed, publish it."


class KeyTaken(Problem):
    """Another author has published a variant under this key."""

    status_code = HTTPStatus.CONFLICT
    code = "key_taken"
    title = "Key taken"
    default_detail = "Another author has this key."
    remedy = "Choose another `key` for the variant."


class TooManyVariants(Problem):
    """You have published as many variants, or as many editions of this one, as one author may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_variants"
    title = "Too many variants"
    default_detail = "You have as many variants, or this one as many editions, as there may be."
    remedy = "Publish a new edition of one of your variants, if that one is not full."

"""Problems for authors of variants."""

from http import HTTPStatus
from typing import Annotated

from msgspec import Meta

from base.http.problems import Malformed, Problem, ProblemDocument
from games.api.variants.schema import RulesetReport


class MalformedTOML(Malformed):
    """The body is not UTF-8, so it cannot be TOML."""

    code = "malformed_toml"
    title = "Malformed TOML"
    default_detail = "The body is not UTF-8 (byte 17)."
    remedy = "Save the file in UTF-8 and send it again."


class RulesetRefusedDocument(ProblemDocument, frozen=True, kw_only=True):
    """The problem `ruleset_refused`: the ruleset did not pass its check."""

    report: Annotated[RulesetReport, Meta(description="What is wrong with the ruleset, and where.")]


class RulesetRefused(Problem):
    """The ruleset did not pass its check, so it was not published. `report` lists what is wrong, with places."""

    document = RulesetRefusedDocument
    status_code = HTTPStatus.UNPROCESSABLE_ENTITY
    code = "ruleset_refused"
    title = "Ruleset refused"
    default_detail = "The ruleset did not pass its check. The report says why."
    remedy = "Correct what `report` lists. `POST /variants/check` checks a ruleset without publishing it."


class CheckRuns(Problem):
    """The service checks one ruleset of each author at a time, and another one of yours is being checked."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "check_runs"
    title = "A check runs"
    default_detail = "Another ruleset of yours is being checked. Wait until that is done, or order a check of this one."
    remedy = "Send it again after the seconds in `Retry-After`, or order a check with `POST /variants/checks`."
    retry_after = 5


class TooManyChecks(Problem):
    """As many of your checks are waiting as one author may have, or too many checks are waiting in all."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "too_many_checks"
    title = "Too many checks"
    default_detail = "Too many checks are waiting, yours or those of all authors. Try again when one is done."
    remedy = "Wait for a report, or at least for the seconds in `Retry-After`, then send it again."
    retry_after = 60


class NotCheckedYet(Problem):
    """Random deals of this ruleset take long, so it must pass a check in the background before you publish it."""

    status_code = HTTPStatus.CONFLICT
    code = "not_checked_yet"
    title = "Not checked yet"
    default_detail = (
        "Random deals take long. Send it to /api/v1/variants/checks first, and publish it when it has passed."
    )
    remedy = "Send it to `POST /variants/checks`. When the report says that it has passed, publish it."


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
    default_detail = (
        "You have as many variants as one author may have, or this variant has as many editions as it may have."
    )
    remedy = "Publish a new edition of one of your variants, if that one is not full."

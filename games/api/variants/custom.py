"""From what an author sends to what the services are asked, and from their refusals to problems."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

import msgspec
from rest_framework.request import Request

from games.api.variants import problems, rulesets
from games.api.variants.requests import VariantRequest
from games.api.variants.schema import Check, CheckStatus, Report
from games.rules import variants
from games.rules.variants import Variant
from games.services import authoring
from players.http.parsers import TextParser
from players.http.problems import Busy, FieldErrors

_BUSY_SECONDS: Final = 5
_NOT_CHECKED: Final = "The service is too busy to check rulesets. Send this one again in a few seconds."


class TOMLParser(TextParser):
    """`application/toml`: a whole ruleset, perhaps with `text` and `[[example]]`; read by the child that checks it."""

    media_type = "application/toml"
    field = "toml"
    malformed = problems.MalformedTOML


def document(request: Request) -> tuple[dict[str, Any], Variant | None]:
    """Return what the author sent, and the variant that it changes. Raises ValidationError, FieldErrors."""
    sent = VariantRequest.read(request)
    named = sent.pop("base", None)
    if named is None:
        return sent, None
    base = _base(named)
    if base is None:
        raise FieldErrors({"base": ["There is no such variant."]})
    return {"changes": {}, **sent}, base


def _base(named: str) -> Variant | None:
    return variants.load(named) if named in variants.KEYS else rulesets.find(named) or authoring.current(named)


def author_of(request: Request) -> UUID | None:
    """Return whose variants the query asks for, None for nobody's; FieldErrors for what is no id."""
    text = request.query_params.get("author")
    paged = {"cursor", "limit"} & {*request.query_params}
    if text is None and paged:
        raise FieldErrors({name: ["Only with an author."] for name in sorted(paged)})
    try:
        return None if text is None else UUID(text)
    except ValueError as error:
        raise FieldErrors({"author": ["A player's id, please."]}) from error


def deals_of(request: Request) -> int | None:
    """Return how many random deals the query asks for, None for none; FieldErrors otherwise."""
    text = request.query_params.get("deals")
    if text is None:
        return None
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= authoring.DEALS):
        raise FieldErrors({"deals": [f"A number from 1 to {authoring.DEALS}, please."]})
    return int(text)


def report_of(found: Mapping[str, Any]) -> Report:
    """Return the report that the child made."""
    return msgspec.convert(found, Report)


def shown(check: authoring.Check) -> Check:
    """Return a check that was ordered."""
    return Check(
        id=check.id,
        status=CheckStatus(check.status),
        deals=check.deals,
        created_at=check.created_at,
        expires_at=check.expires_at,
        report=None if check.report is None else report_of(check.report),
    )


def location(check: UUID | str) -> str:
    """Return where a check is."""
    return f"/api/v1/variants/check/{check}"


def step_aside(request: Request) -> None:
    """Let others in, who play, where the server lets in only so many: a check takes seconds."""
    if limit := getattr(request._request, "concurrency_limit", None):  # noqa: SLF001
        limit.leave(request._request)  # noqa: SLF001


@contextmanager
def refusals() -> Iterator[None]:
    """Turn refusals of `games.services.authoring` into problems."""
    try:
        yield
    except authoring.Refused as error:
        raise problems.RulesetRefused(members={"report": report_of(error.report)}) from error
    except authoring.CheckRuns as error:
        raise problems.CheckRuns from error
    except authoring.NotChecked as error:
        raise Busy(_NOT_CHECKED, headers={"Retry-After": str(_BUSY_SECONDS)}) from error
    except authoring.TooManyChecks as error:
        raise problems.TooManyChecks from error
    except authoring.DealsMissing as error:
        raise problems.NotCheckedYet from error
    except authoring.KeyTaken as error:
        raise problems.KeyTaken from error
    except authoring.TooManyVariants as error:
        raise problems.TooManyVariants from error

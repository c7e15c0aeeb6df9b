"""Custom variants: from the request of an author to the services, and from their refusals to problems."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext
from msgspec import to_builtins
from rest_framework.request import Request

from base.http.parsers import TextParser
from base.http.problems import Busy, FieldErrors
from games import selectors
from games.api.options import typed_options
from games.api.variants import problems, rulesets
from games.api.variants.requests import VariantRequest
from games.api.variants.schema import Check, CheckStatus, RulesetReport
from games.readers import Reader
from games.rules import variants
from games.rules.variants import Variant
from games.services import authoring

ORIGINS: Final = ("service", "players")
_BUSY_SECONDS: Final = 5
_read_report: Final = Reader(RulesetReport)
_NOT_CHECKED: Final = "The service is too busy to check rulesets. Send this one again in a few seconds."


class TOMLParser(TextParser):
    """`application/toml`: a whole ruleset, perhaps with `text` and `[[example]]`. The sandbox parses it."""

    media_type = "application/toml"
    field = "toml"
    malformed = problems.MalformedTOML


def document(request: Request) -> tuple[dict[str, Any], Variant | None]:
    """Return the body, and the variant that it changes, if any. Raises ValidationError, FieldErrors."""
    sent = VariantRequest.read(request)
    if "examples_toml" in sent:
        sent["examples"] = sent.pop("examples_toml")
    named = sent.pop("base", None)
    if named is None:
        return sent, None
    base = variants.load(named) if named in variants.KEYS else rulesets.find(named) or authoring.current(named)
    if base is None:
        raise FieldErrors({"base": ["There is no such variant."]})
    return {"changes": {}, **sent}, base


def published(request: Request) -> QuerySet[Any] | None:
    """Return the variants of players that the query asks for; None if it asks for those of the service.

    Raises FieldErrors for an author that is no id, and for paging in the list of the service, which is one page.
    """
    query = request.query_params
    author, origin = query.get("author"), query.get("origin", "service" if "author" not in query else "players")
    if origin not in ORIGINS or (author is not None and origin != "players"):
        choices = ", ".join(ORIGINS) if author is None else "players"
        raise FieldErrors({"origin": [gettext("Send one of these: {choices}.").format(choices=choices)]})
    if origin == "service":
        if paged := {"cursor", "limit"} & {*query}:
            raise FieldErrors({name: [gettext("Send this only with `author` or `origin`.")] for name in sorted(paged)})
        return None
    try:
        return selectors.published_variants() if author is None else selectors.variants_of(UUID(author))
    except ValueError as error:
        raise FieldErrors({"author": ["Send a player's id."]}) from error


def deals_of(request: Request) -> int:
    """Return how many random deals the query asks for, by default as many as it may. Raises FieldErrors."""
    text = request.query_params.get("deals", str(authoring.DEALS))
    if not (text.isascii() and text.isdigit() and len(text) < 10 and 1 <= int(text) <= authoring.DEALS):
        raise FieldErrors(
            {"deals": [gettext("Send a number from {least} to {largest}.").format(least=1, largest=authoring.DEALS)]}
        )
    return int(text)


def report_of(found: Mapping[str, Any]) -> RulesetReport:
    """Return the report that the sandbox made."""
    if deals := found["deals"]:
        troubles = [{**one, "options": to_builtins(typed_options(one["options"]))} for one in deals["troubles"]]
        found = {**found, "deals": {**deals, "troubles": troubles}}
    return _read_report(found)


def shown(check: authoring.Check) -> Check:
    """Return a check in the background as an answer."""
    return Check(
        id=check.id,
        status=CheckStatus(check.status),
        deals=check.deals,
        created_at=check.created_at,
        expires_at=check.expires_at,
        report=None if check.report is None else report_of(check.report),
    )


def location(check: UUID | str) -> str:
    """Return the address of a check."""
    return f"/api/v1/variants/checks/{check}"


def step_aside(request: Request) -> None:
    """Leave the place among those who are served, if there is one: a check takes seconds, and others want to play."""
    if place := getattr(request._request, "place", None):  # noqa: SLF001
        place.leave()


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

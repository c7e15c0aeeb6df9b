"""From a wish for a table to what the services are asked."""

from typing import Any

from rest_framework.request import Request

from games.api import rulesets
from games.clocks import Terms
from games.rules import variants
from players.api.problems import FieldErrors

_TERMS = ("clock", "absence", "visibility", "rated", "auto_accept")


def wish(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `services.open_game` for a valid GameRequest. Raises FieldErrors, TermsError."""
    terms = Terms(**{name: asked.pop(name) for name in _TERMS if name in asked})
    text = asked.pop("ruleset", None)
    if text is None:
        return {**asked, "terms": terms}
    found = rulesets.find(text)
    if found is None:
        raise FieldErrors({"ruleset": ["There is no such ruleset."]})
    return {**asked, "variant": None, "ruleset": found.hash, "terms": terms}


def only_waiting(request: Request) -> str | None:
    """Return the variant that the lobby is asked for, None for all. Raises FieldErrors for another status."""
    if request.query_params.get("status", "waiting") != "waiting":
        raise FieldErrors({"status": ["Only `waiting`, please."]})
    variant = request.query_params.get("variant")
    if variant is not None and variant not in variants.KEYS:
        raise FieldErrors({"variant": [f"One of these, please: {', '.join(variants.KEYS)}."]})
    return variant

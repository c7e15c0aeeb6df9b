"""From the request for a new game to the arguments of the service."""

from typing import Any

from base.http.problems import FieldErrors
from games.api.variants import rulesets
from games.clocks import Terms
from games.services import authoring

_TERMS = ("clock", "absence", "visibility", "rated", "auto_accept", "sealed", "bot_pause")


def new_game(asked: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of `services.open_game` for a valid GameRequest. Raises FieldErrors, TermsError."""
    terms = Terms(**{name: asked.pop(name) for name in _TERMS if name in asked})
    text, key = asked.pop("ruleset", None), asked.pop("variant", None)
    found = authoring.current(key) if text is None else rulesets.find(text)
    if found is not None:
        return {**asked, "variant": None, "ruleset": found.hash, "terms": terms}
    if text is not None:
        raise FieldErrors({"ruleset": ["There is no such ruleset."]})
    return {**asked, "variant": key, "terms": terms}

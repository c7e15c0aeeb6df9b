"""What moderators can do to a game: stop its clock, let it run again, and annul it."""

from typing import Final
from uuid import UUID

from django import forms
from django.http import HttpRequest, QueryDict

from games import services

_PERMISSION: Final = "games.change_game"
_DONE: Final = {
    "pause": "Stopped the clock: {reason}",
    "resume": "Let the clock run again: {reason}",
    "annul": "Annulled the game: {reason}",
}


class _Asked(forms.Form):
    act = forms.ChoiceField(choices=[(act, act) for act in _DONE])
    reason = forms.CharField(max_length=500)


def may_moderate(request: HttpRequest) -> bool:
    """Return whether the user may do this. Superusers may, and staff who may change games."""
    return request.user.has_perm(_PERMISSION)


def moderate(game: UUID, sent: QueryDict) -> tuple[str, str]:
    """Do what was *sent* to *game*, which exists. Return why it is refused, and what was done; one of them is empty."""
    asked = _Asked(sent)
    if not asked.is_valid():
        return "Say why, in at most 500 characters.", ""
    act, reason = asked.cleaned_data["act"], asked.cleaned_data["reason"]
    try:
        if act == "pause":
            services.pause_as_moderator(game)
        elif act == "resume":
            services.resume_as_moderator(game)
        elif not services.annul(game):
            return "The game is annulled already.", ""
    except services.NotRated:
        return "The game was not rated, or waits for it.", ""
    except services.GameOver:
        return "The game is over.", ""
    except services.PauseRefused as refusal:
        return f"{refusal}."[:1].upper() + f"{refusal}."[1:], ""
    return "", _DONE[act].format(reason=reason)

"""The bodies of requests about invitations."""

from typing import Any

from rest_framework import serializers

from base.http.fields import StrictSerializer, Text, WholeNumber
from games.api.lobby.requests import MOST_SEATS
from games.api.query import PlayerId
from games.services.invitations import LONGEST, SHORTEST
from players.names import USERNAME_LENGTH


class InvitationRequest(StrictSerializer):
    """Whom to invite, and for how long. `{}` makes a link for everybody who has it."""

    player = PlayerId(required=False, help_text="The id of the player whom you invite. Send this or `username`.")
    username = Text(
        max_length=USERNAME_LENGTH.stop - 1,
        required=False,
        help_text="The username of the player whom you invite. Send this or `player`.",
    )
    uses = WholeNumber(
        min_value=1,
        max_value=MOST_SEATS - 1,
        required=False,
        help_text="How many players can accept a link, at most as many as there are free seats. This is the default.",
    )
    expires_in = WholeNumber(
        min_value=int(SHORTEST.total_seconds()),
        max_value=int(LONGEST.total_seconds()),
        required=False,
        help_text="The seconds after which the invitation expires. The default is a week, unless the host has chosen "
        "another time.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the request. Raises ValidationError if it names two players, or uses of what is no link."""
        if {"player", "username"} <= attrs.keys():
            raise serializers.ValidationError({"username": ["Send either player or username."]})
        if "uses" in attrs and {"player", "username"} & attrs.keys():
            raise serializers.ValidationError({"uses": ["Only a link has uses."]})
        return attrs

"""The page that the link of an invitation opens in a browser, in the reader's language."""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import translation
from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop, ngettext
from django.views import View
from msgspec import UNSET

from base.http.languages import preferred
from base.http.rate_limits import limits_of, spend
from games.api.invitations import showing
from games.api.invitations.schema import Invitation
from games.api.profiles import Person
from games.services import NoSuchInvitation, invitations

_HEADERS: Final = {
    # It has no scripts and no forms. The address has the code, so no cache, search engine or other site may get it.
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex",
}
_WHY_OVER: Final[Mapping[str, str]] = {
    "revoked": gettext_noop("Somebody at the table has revoked it."),
    "used_up": gettext_noop("All its seats are taken."),
    "closed": gettext_noop("The table is closed."),
    "expired": gettext_noop("It has expired."),
}
_STARTED: Final = gettext_noop("The game has started.")


class InvitationPage(View):
    """Who invites to what. It needs no JavaScript, so messengers can read it, too.

    Its button leads to `/join/{code}`, where the page takes the seat. Both addresses are kept secret.
    """

    cost = "page"
    http_method_names = ("get", "head")

    def get(self, request: HttpRequest, code: str) -> HttpResponse:
        """Return the page. For a link that is gone its status is 410, for an unknown one 404. Raises Throttled."""
        spend(request, limits_of(self, request))
        language = preferred(request)
        with translation.override(language):
            status, context = _content(code)
            context |= {"language": language, "public": settings.PUBLIC_URL}
            answer = render(request, "games/invitation.html", context, status=status)
        for name, value in {**_HEADERS, "Content-Language": language, "Vary": "Accept-Language"}.items():
            answer.headers[name] = value
        return answer


def _content(code: str) -> tuple[HTTPStatus, dict[str, Any]]:
    """Return the status of the page for *code*, and what it says in the active language."""
    try:
        found = invitations.find(code, None)
    except NoSuchInvitation:
        texts = [gettext("Check that you have copied the whole link, or ask for a new one.")]
        return HTTPStatus.NOT_FOUND, {"title": gettext("There is no such invitation"), "texts": texts}
    shown = showing.shown([found]) if found.state == "open" else []
    if not shown:
        texts = [gettext(_WHY_OVER.get(found.state, _STARTED)), gettext("Ask for a new invitation.")]
        return HTTPStatus.GONE, {"title": gettext("This invitation is over"), "texts": texts}
    invitation = shown[0]
    how = gettext(
        "If you have an app for this service, open the link on that device. In any other client, enter the link or "
        "this code:"
    )
    return HTTPStatus.OK, {
        "title": gettext("{name} invites you to a game of {variant}").format(
            name=_name(invitation.inviter), variant=invitation.variant_name
        ),
        "texts": [*_terms(invitation)],
        "seats": [*_seats(invitation)],
        "accept": gettext("Sit down and play"),
        "how_title": gettext("How to accept"),
        "how": how,
        "code": code,
    }


def _terms(invitation: Invitation) -> list[str]:
    terms, clock = invitation.terms, invitation.terms.clock
    table = ngettext(
        "The table has {seats} seats. {free} of them is free.",
        "The table has {seats} seats. {free} of them are free.",
        invitation.free,
    )
    if clock.preset == "none":
        pace = gettext("There is no limit on the time to think.")
    elif clock.preset is UNSET:
        pace = gettext("Each player has {seconds} seconds for a turn.").format(seconds=clock.turn)
    else:
        pace = gettext("The pace is “{pace}”.").format(pace=clock.preset)
    return [
        table.format(seats=len(invitation.seats), free=invitation.free),
        gettext("The game counts for ratings, so you need an account with a password.")
        if terms.rated
        else gettext("The game is not rated, so you can play as a guest."),
        pace,
        gettext("You can accept until {time} UTC, as long as a seat is free.").format(
            time=date_format(invitation.expires_at, "DATETIME_FORMAT")
        ),
    ]


def _name(person: Person) -> str:
    """Return the name of a player. That of a guest says so, because nobody else vouches for it."""
    return gettext("{name} (guest)").format(name=person.name) if person.guest else person.name


def _seats(invitation: Invitation) -> list[str]:
    return [
        _name(seat.player)
        if seat.player
        else gettext("a bot ({level})").format(level=seat.bot)
        if seat.bot
        else gettext("a free seat")
        for seat in invitation.seats
    ]

"""`/me/notices`: your inbox, and by which channels you get what."""

from collections.abc import Collection, Iterable, Sequence
from types import MappingProxyType
from typing import Any, ClassVar
from uuid import UUID

from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.pagination import page
from base.http.problems import FieldErrors
from games import selectors, store
from games.api.endpoint import Endpoint
from games.api.languages import LANGUAGE, language_of
from games.api.notices import schema
from games.api.notices.requests import NoticePreferencesChange, ReadNotices
from games.api.openapi import CACHED, NOT_MODIFIED, PAGE
from games.api.profiles import Person, people_of, person_among
from games.notices.kinds import NoticeChannel, NoticeKind
from games.selectors import NoticeRow
from games.services import notices
from games.services.notice_texts import Reader, Text, write
from players.authentication import needs, signed_in
from players.models import Player
from players.rights import Right

_TAGS = ["me"]


class NoticesView(Endpoint):
    """Your inbox."""

    cost = "read"
    queries: ClassVar = {"GET": frozenset({"cursor", "limit", "lang", "unread", "kind"})}

    @extend_schema(
        operation_id="list_notices",
        parameters=[
            OpenApiParameter(
                "unread", {"type": "string", "enum": ["true"]}, description="Only those that you have not read."
            ),
            OpenApiParameter(
                "kind", {"type": "string", "enum": [str(kind) for kind in NoticeKind]}, description="Only this kind."
            ),
            LANGUAGE,
            *PAGE,
            *CACHED,
        ],
        responses={200: schema.NoticePage, 304: NOT_MODIFIED},
        tags=_TAGS,
    )
    @needs(Right.SEE_INBOX)
    def get(self, request: Request) -> Response:
        """List your notices, the newest first. The service keeps them for 30 days.

        What it told you of a turn is gone when you have moved in time.

        A notice is issued once, and only if it is still true then: nobody is told of a turn that is over.
        """
        player, language = signed_in(request), language_of(request)
        found = page(request, _asked(request, player.id), ["-issued_at", "-id"], lambda row: row)
        texts = write(found.items, [Reader(language, player.time_zone)] * len(found.items))
        answer = schema.NoticePage(
            language,
            _shown(found.items, texts),
            selectors.unread_count(player.id),
            found.next_cursor,
        )
        return etags.answer(request, answer)


class ReadView(Endpoint):
    """What you have read of your inbox."""

    cost = "lobby"

    @extend_schema(operation_id="read_notices", request=ReadNotices, responses={200: schema.UnreadNotices}, tags=_TAGS)
    @needs(Right.MARK_READ)
    def post(self, request: Request) -> Response:
        """Mark a notice and all older ones as read. If you do it again, nothing changes.

        An id that is not in your inbox, perhaps because it was deleted, changes nothing.
        """
        player = signed_in(request)
        notices.read(player.id, ReadNotices.read(request)["up_to"])
        return Response(schema.UnreadNotices(selectors.unread_count(player.id)))


class PreferencesView(Endpoint):
    """By which channels you get notices."""

    cost = MappingProxyType({"GET": "read", "PATCH": "lobby"})

    @extend_schema(
        operation_id="get_notice_preferences",
        parameters=CACHED,
        responses={200: schema.NoticePreferences, 304: NOT_MODIFIED},
        tags=_TAGS,
    )
    @needs(Right.SEE_PROFILE)
    def get(self, request: Request) -> Response:
        """Show by which channels you get which notices."""
        return etags.answer(request, _preferences(signed_in(request)))

    @extend_schema(
        operation_id="change_notice_preferences",
        request=NoticePreferencesChange,
        responses={200: schema.NoticePreferences},
        tags=_TAGS,
    )
    @needs(Right.ACCOUNT)
    def patch(self, request: Request) -> Response:
        """Switch channels on or off for kinds of notices. The inbox always has all of them."""
        player = signed_in(request)
        wanted = {
            (NoticeKind(one["kind"]), channel): one[channel]
            for one in NoticePreferencesChange.read(request).get("items", ())
            for channel in NoticeChannel
            if channel in one
        }
        notices.prefer(player.id, wanted)
        return Response(_preferences(player))


def _asked(request: Request, player: UUID) -> Any:
    found, kind = selectors.notices_of(player), request.query_params.get("kind")
    if kind is not None:
        if kind not in {*NoticeKind}:
            raise FieldErrors(
                {"kind": [gettext("Send one of these: {choices}.").format(choices=", ".join(NoticeKind))]}
            )
        found = found.filter(kind=kind)
    unread = request.query_params.get("unread")
    if unread is not None:
        if unread != "true":
            raise FieldErrors({"unread": [gettext("Send one of these: {choices}.").format(choices="true")]})
        found = found.filter(read_at=None)
    return found


def _shown(rows: Sequence[NoticeRow], texts: Iterable[Text]) -> list[schema.Notice]:
    """Return these notices with their texts. The number of queries does not depend on their number."""
    inviters = _inviters({row.about for row in rows if row.kind == NoticeKind.INVITATION and row.about})
    return [
        schema.Notice(
            id=row.id,
            kind=row.kind,
            title=text.title,
            body=text.body,
            game=row.game,
            seat=row.seat,
            turn=row.turn,
            deadline=row.deadline,
            invitation=row.about if row.kind == NoticeKind.INVITATION else None,
            player=None if row.kind == NoticeKind.INVITATION else row.about,
            inviter=inviters.get(row.about) if row.kind == NoticeKind.INVITATION else None,
            issued_at=row.issued_at,  # type: ignore[arg-type]  # the inbox has only those that were issued
            read_at=row.read_at,
        )
        for row, text in zip(rows, texts, strict=True)
    ]


def _inviters(invitations: Collection[UUID]) -> dict[UUID | None, Person]:
    """Return who has made each of the *invitations* that are still kept."""
    if not invitations:
        return {}
    makers = {one.id: str(one.maker) for one in store.invitations.find_all([*invitations])}
    people = people_of(makers.values())
    return {made: person_among(maker, people) for made, maker in makers.items()}


def _preferences(player: Player) -> schema.NoticePreferences:
    chosen = selectors.notice_preferences(player.id)
    items = [
        schema.NoticePreference(kind, chosen[kind, NoticeChannel.PUSH], chosen[kind, NoticeChannel.MAIL])
        for kind in NoticeKind
    ]
    return schema.NoticePreferences(items, bool(player.email) and player.email_verified)

"""`/me/blocks`: your block list."""

from types import MappingProxyType
from uuid import UUID

from django.db import transaction
from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.endpoint import Endpoint, no_content
from base.http.pagination import page
from base.http.parameters import CACHED, NOT_MODIFIED, PAGE
from base.http.problems import CONTENT_TYPE, FieldErrors, FieldErrorsDocument, ProblemDocument
from players import blocks
from players.api import schema
from players.api.service_errors import TooManyBlocks
from players.authentication import needs, signed_in
from players.models import Block, Player
from players.rights import Right


class BlocksView(Endpoint):
    """Your own block list."""

    cost = "read"

    @extend_schema(
        operation_id="list_my_blocks",
        parameters=[*PAGE, *CACHED],
        responses={200: schema.BlockPage, 304: NOT_MODIFIED},
    )
    @needs(Right.ACCOUNT)
    def get(self, request: Request) -> Response:
        """List the players whom you have blocked, the last one first. Nobody else can see this list."""

        def answer_of(block: Block) -> schema.BlockedPlayer:
            who = block.blocked
            return schema.BlockedPlayer(who.id, who.name, who.username, who.is_guest, block.created_at)

        found = page(request, blocks.blocks_of(signed_in(request)), ["-id"], answer_of)
        return etags.answer(request, schema.BlockPage(found.items, found.next_cursor))


class BlockView(Endpoint):
    """One player on your block list."""

    cost = MappingProxyType({"PUT": "lobby", "DELETE": "lobby"})

    @extend_schema(
        operation_id="block_player",
        request=None,
        responses={
            204: None,
            (409, CONTENT_TYPE): ProblemDocument,
            (422, CONTENT_TYPE): FieldErrorsDocument,
        },
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request, player: UUID) -> Response:
        """Block a player. To block them again changes nothing.

        From now on neither of you can take a seat at a table where the other one waits, invite the other one, find the
        other one in the search, or be matched with the other one by the queue. Games that have started go on, and so do
        seats that are already taken. Nobody is told. You can block up to 500 players.
        """
        try:
            with transaction.atomic():
                blocks.block(signed_in(request).id, player)
        except Player.DoesNotExist as error:
            raise Http404 from error
        except ValueError as error:
            raise FieldErrors({"player": ["You cannot block yourself."]}) from error
        except blocks.TooManyBlocks as error:
            raise TooManyBlocks from error
        return no_content()

    @extend_schema(operation_id="unblock_player", responses={204: None})
    @needs(Right.ACCOUNT)
    def delete(self, request: Request, player: UUID) -> Response:
        """End the block of a player. You get 204 even if the player was not blocked."""
        try:
            blocks.unblock(signed_in(request).id, player)
        except Player.DoesNotExist as error:
            raise Http404 from error
        return no_content()

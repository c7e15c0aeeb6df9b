"""Bare views to compare a move and a table with: REST framework doing the minimum with tokens and PostgreSQL.

Only the settings of the benchmark have these addresses.
"""

import secrets
from typing import Final

from django.db import connection, transaction
from rest_framework.authentication import TokenAuthentication
from rest_framework.authtoken.models import Token
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from base.sql import statements as sql
from players import accounts

GAMES: Final = 64
_TABLES: Final = """
    CREATE TABLE bare_game (id int PRIMARY KEY, version int NOT NULL, state text NOT NULL) WITH (fillfactor = 70);
    CREATE TABLE bare_event (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        game int NOT NULL, version int NOT NULL, content text NOT NULL
    );
"""
_PLAYER: Final = "SELECT user_id FROM authtoken_token WHERE key = %s"
_LOCK: Final = "SELECT version FROM bare_game WHERE id = %s FOR UPDATE"
_INSERT: Final = "INSERT INTO bare_event (game, version, content) VALUES (%s, %s, %s), (%s, %s, %s), (%s, %s, %s)"
_UPDATE: Final = "UPDATE bare_game SET version = %s, state = %s WHERE id = %s"
_STATE: Final = "s" * 1_500
_CONTENT: Final = "e" * 300
"""About as much as an event of ours, its secret, salt and hashes included."""


class Prepare(APIView):
    """Makes the tables, and a player who may use them."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    def post(self, request: Request) -> Response:  # noqa: ARG002
        """Return a token. Works once."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_TABLES)
            cursor.execute("INSERT INTO bare_game SELECT id, 0, %s FROM generate_series(1, %s) AS id", [_STATE, GAMES])
        player = accounts.make_guest({})
        token = Token.objects.create(user=player, key=secrets.token_hex(20))
        return Response({"token": token.key}, 201)


class Move(APIView):
    """Token authentication and one raw transaction: lock a row, insert three, update one."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)

    def post(self, request: Request, game: int) -> Response:
        """Append three events."""
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_LOCK, [game])
            (version,) = cursor.fetchone() or (0,)
            rows = [value for step in (1, 2, 3) for value in (game, version + step, _CONTENT)]
            cursor.execute(_INSERT, rows)
            cursor.execute(_UPDATE, [version + 3, _STATE, game])
        return Response({"version": version + 3, "moved": bool(request.data)}, 201)


class RawMove(APIView):
    """The same in two round trips of prepared statements, as a move of ours has; the token is looked up by hand."""

    authentication_classes = ()
    permission_classes = ()

    def post(self, request: Request, game: int) -> Response:
        """Append three events."""
        token = request.headers.get("Authorization", "").removeprefix("Token ")
        with transaction.atomic():
            players, games = sql.run([(_PLAYER, [token]), (_LOCK, [game])])
            if not players:
                return Response(status=401)
            version = games[0][0]
            rows = [value for step in (1, 2, 3) for value in (game, version + step, _CONTENT)]
            sql.run_with_commit([(_INSERT, rows), (_UPDATE, [version + 3, _STATE, game])])
        return Response({"version": version + 3, "moved": bool(request.data)}, 201)


class Table(APIView):
    """Token authentication, one query for the version, and a 304 for who has it."""

    authentication_classes = (TokenAuthentication,)
    permission_classes = (IsAuthenticated,)

    def get(self, request: Request, game: int) -> Response:
        """Return next to nothing."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT version FROM bare_game WHERE id = %s", [game])
            (version,) = cursor.fetchone() or (0,)
        etag = f'W/"{version}"'
        if request.headers.get("If-None-Match") == etag:
            return Response(status=304, headers={"ETag": etag})
        return Response({"version": version}, headers={"ETag": etag})

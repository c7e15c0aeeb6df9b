"""People at a table, as the services know them."""

from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID, uuid4

from django.db import connection

from games import bots, services, store
from games.log.shards import shard_of
from games.rules.commands import Move, OfAbsence
from games.rules.game import Game
from games.rules.observation import observe
from games.rules.ruleset import Options
from games.services import MoveResult, Terms, invitations
from games.store import GameRow


@dataclass
class Sitting:
    """A game and who sits there."""

    game: UUID
    players: tuple[UUID, ...]
    made: int = 0

    @classmethod
    def of(
        cls, seats: int, *, variant: str = "mau_mau", terms: Terms | None = None, options: Options | None = None
    ) -> "Sitting":
        players = tuple(uuid4() for _ in range(seats))
        game = services.open_game(player=players[0], variant=variant, seats=seats, options=options, terms=terms)
        for one in players[1:]:
            if terms and terms.visibility == "private":
                invitations.invite(game, maker=players[0], player=one)
            services.take_seat(game, player=one)
        return cls(game, players)

    @property
    def row(self) -> GameRow:
        row = store.find(self.game)
        assert row is not None
        return row

    @property
    def state(self) -> Game:
        return store.game_of(self.row)

    @property
    def mover(self) -> str:
        """The player on turn, as an actor."""
        assert self.row.on_turn is not None
        return str(self.players[self.row.on_turn])

    def a_move(self) -> Move:
        """A good move of the seat on turn."""
        game = self.state
        return bots.LEVELS["clever"](observe(game, game.on_turn), None, Random(game.turn), bots.BUDGET)

    def move(self, command: Move | OfAbsence | None = None, **differently: Any) -> MoveResult:
        """Make *command*, or any legal move, as the seat on turn would."""
        self.made += 1
        wish = {"turn": self.row.turn, "key": f"key {self.made}", "request_hash": b"hash"}
        actor = differently.pop("actor", None) or self.mover
        return services.make_move(self.game, command or self.a_move(), actor=actor, **{**wish, **differently})

    def play_on(self) -> None:
        """Play to the end of the game."""
        while self.row.status == "playing":
            self.move()

    def age(self, by: timedelta) -> None:
        """Let the turn have begun earlier: nobody waits for an hour in a test."""
        with connection.cursor() as cursor:
            cursor.execute(
                """UPDATE game SET turn_began = turn_began - make_interval(secs => %s),
                       deadline = deadline - make_interval(secs => %s) WHERE shard = %s AND id = %s""",
                [by.total_seconds(), by.total_seconds(), shard_of(self.game), self.game],
            )

"""A real game at a position, behind HTTP. Rules, table and feed come from the service's code."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any, Final
from uuid import UUID

from base.http.renderers import encode
from games.api.profiles import Person
from games.api.tables.feed import feed, read_by
from games.api.tables.table import TableContext, table_of
from games.api.variants.effective_rules import rules_of
from games.client import menu_view, table_view
from games.client.menu import group_moves, useful_moves
from games.client.names import Names
from games.client.narration import narrate
from games.clocks import Terms
from games.log.hash_chain import GENESIS
from games.log.stored_event import Source, StoredEvent, chain
from games.rules.decide import decide
from games.rules.examples.setting import set_up
from games.rules.examples.shape import Example
from games.rules.game import Sitter
from games.rules.notation import NotationError, happenings, parse_move
from games.rules.refusal_reasons import IllegalMove
from games.rules.ruleset import OptionValue
from games.rules.variants import load
from tests.games.client.scripted_server import Request, Says
from tests.games.client.test_table_view import shown

GAME: Final = UUID("01970000-0000-7000-8000-000000000001")
_NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)
_SOURCE: Final = Source(stream=GAME, actor="clock", key=None, at=_NOW)


class Position:
    """A game of *variant* at the position of an example, seen from *viewer*. The other seats are bots.

    It answers as the service does. After each move the others make the *replies* (seat and move, as in ``"1 7H"``).
    """

    def __init__(
        self,
        variant: str,
        *,
        options: Mapping[str, OptionValue] | None = None,
        viewer: int | None = 0,
        replies: Sequence[str] = (),
        **given: Any,
    ) -> None:
        self._variant = load(variant)
        seats = len(given["hands"]) if "hands" in given else given["players"]
        ruleset = self._variant.ruleset(seats, options)
        game, self._chance = set_up(Example(name="", given=given), ruleset)
        sitters = [Sitter(bot="clever") if seat != viewer else Sitter(player="a") for seat in range(seats)]
        self.game = replace(game, sitters=tuple(sitters), terms=Terms().pinned(seats))
        self.viewer = viewer
        self.log: list[StoredEvent] = []
        self._replies = list(replies)

    @property
    def table(self) -> dict[str, Any]:
        """The table in the service's answer to the viewer."""
        context = TableContext(
            id=GAME, variant=self._variant.key, version=len(self.log), head=GENESIS, deadline=None,
            server_time=_NOW, people={"a": Person("a", "Anna", "anna", guest=False)},
        )  # fmt: skip
        return dict(json.loads(encode(table_of(self.game, self.viewer, context))))

    @property
    def events(self) -> list[dict[str, Any]]:
        """The feed in the service's answer to the viewer."""
        return list(json.loads(encode(feed(self.log, self.viewer, over=False))))

    @property
    def heard(self) -> list[dict[str, Any]]:
        """The events as digests read them, with the data of the log."""
        return read_by(self.log, self.viewer, over=False)

    def do(self, *moves: str) -> "Position":
        """Make moves of any seat, as in ``"1 7H"``. Raises IllegalMove if the rules refuse one."""
        for seat, _, move in (text.partition(" ") for text in moves):
            decision = decide(self.game, parse_move(int(seat), move), chance=self._chance)
            happened = happenings(decision, self.game.turn)
            self.log += chain(happened, source=_SOURCE, version=len(self.log), before=GENESIS)
            self.game = decision.after
        return self

    def __call__(self, request: Request) -> Says:
        """Answer a request of the viewer."""
        path, _, query = request.path.removeprefix("/api/v1").partition("?")
        if path == "/auth/guest":
            return Says(201, {"access": "a", "refresh": "r", "player": {"name": "Anna"}})
        if path.endswith("/rules"):
            rules = self.game.rules
            return Says(body=json.loads(encode(rules_of(self._variant, rules.seats, dict(rules.options), "en"))))
        if path.endswith("/events"):
            fresh = self.events[int(query.partition("after=")[2].partition("&")[0]) :]
            waits_in_vain = "wait=" in query and not fresh
            return Says(410, {"detail": "Nothing more happens here."}) if waits_in_vain else Says(body={"items": fresh})
        return self._moved(request.body["move"]) if path.endswith("/moves") else Says(body=self.table)

    def _moved(self, move: str) -> Says:
        before = len(self.log)
        try:
            parse_move(0, move)
        except NotationError as error:
            return Says(422, {"detail": "Some fields are wrong.", "errors": {"move": [str(error)]}})
        try:
            self.do(f"{self.viewer} {move}", *self._replies[:1])
        except IllegalMove as illegal:
            problem = {"detail": illegal.reason.sentence, "reason": illegal.reason, "paragraph": illegal.paragraph}
            return Says(422, problem)
        self._replies = self._replies[1:]
        return Says(201, {"table": self.table, "events": self.events[before:]})


def sentences(position: Position) -> list[str]:
    """Return the narration so far."""
    return narrate(position.events, Names(position.table["seats"], position.viewer, position.table["ruleset"]["pack"]))


def drawn(position: Position) -> str:
    """Return the table and the menu below it."""
    table = position.table
    names = Names(table["seats"], position.viewer, table["ruleset"]["pack"])
    text = shown(table_view.table(table, names))
    return (
        f"{text}\n{shown(menu_view.menu(group_moves(useful_moves(table)), table, names))}"
        if useful_moves(table)
        else text
    )


def offers(position: Position) -> list[str]:
    """Return the lines of the menu."""
    return [choice.text for choice in group_moves(useful_moves(position.table))]

"""A game as the client knows it: its table, its events, and how far they were narrated to the player."""

from collections.abc import Callable, Iterable
from typing import Final

from games.client import nonces
from games.client.api_client import ApiClient
from games.client.http import Json
from games.client.names import Names
from games.client.narration import narrate

LONG_POLL: Final = 20
"""Seconds that the server holds a request open while nothing happens."""
_PAGE: Final = 100
"""Events on one page of the feed."""
_FIRST_SENTENCES: Final = 12
"""The most sentences about the past of a game that this client sees for the first time."""


class LiveGame:
    """A running game. *say* receives the sentences about what happened, each event once."""

    table: Json
    names: Names

    def __init__(self, api: ApiClient, game: str, say: Callable[[Iterable[str]], None]) -> None:
        self.api, self.id, self._say = api, game, say
        self.last_ending = ""
        """How the last deal ended."""
        self._etag = ""
        self.refresh()
        # A service that was restored from a backup may have fewer events than this client has narrated.
        self._narrated = min(api.account.games.get(game, 0), self.version)

    @property
    def version(self) -> int:
        """The number of events that this client knows."""
        return int(self.table["version"])

    @property
    def legal_moves(self) -> list[str]:
        """All that the player may do now, except to resign, which is never listed."""
        return list(self.table["you"]["moves"])

    @property
    def may_give_up(self) -> bool:
        """Whether the player has something to give up. A service that does not say takes every resignation."""
        return self.table["you"].get("resignation", {}) is not None

    def refresh(self) -> None:
        """Fetch the table, unless it is unchanged, and give the nonce that it asks for. Raises Refused."""
        answer = self.api.get(f"/games/{self.id}", **({"If_None_Match": self._etag} if self._etag else {}))
        if answer.status != 304:
            self._etag = answer.headers.get("etag", "")
            self._show(nonces.provide(self.api, answer.body, self._say))

    def resume(self) -> None:
        """Narrate the events since the player's last visit. Of a game new to this client, only the last ones."""
        if self._narrated == 0:
            recent = self.events(after=max(0, self.version - 3 * _FIRST_SENTENCES))
            self._say(narrate(recent, self.names)[-_FIRST_SENTENCES:])
            self._mark(recent)
        elif self._narrated < self.version:
            self._say(["Since you last looked:"])
        self._narrate(self.events(after=self._narrated))
        self.catch_up()

    def catch_up(self) -> None:
        """Narrate until the player has read of all that the table shows, and the table shows all that they have read.

        Others may move between the requests for the table and for its events: on an older table, the player would wait
        for a seat that has moved already. And a fresh table may make the client open a nonce, which deals the cards.
        """
        while self._narrated != self.version:
            if self._narrated < self.version:
                self._narrate(self.events(after=self._narrated))
            else:
                self.refresh()

    def wait(self, seconds: int) -> bool:
        """Wait up to *seconds* for an event, and narrate it. Return whether there was one."""
        events = self.events(after=self._narrated, wait=seconds)
        if events:
            # The table first: names and hands in the sentences come from it.
            self.refresh()
            self._narrate(events)
            self.catch_up()
        return bool(events)

    def apply(self, result: Json) -> None:
        """Take over the *result* of the player's move or resignation, and narrate what it caused."""
        self._show(result["table"])
        self._etag = ""
        # Somebody else may have acted just before: then the events are fetched, so that none is skipped.
        is_next = result["events"][0]["version"] == self._narrated + 1
        self._narrate(result["events"] if is_next else [])
        self.catch_up()

    def events(self, after: int, wait: int = 0) -> list[Json]:
        """Return all events after a version; with *wait*, one page as soon as there is an event. Raises Refused."""
        found: list[Json] = []
        while True:
            page = self.api.get(
                f"/games/{self.id}/events?after={after}&limit={_PAGE}{f'&wait={wait}' if wait else ''}"
            ).body["items"]
            found += page
            if wait or len(page) < _PAGE:
                return found
            after = page[-1]["version"]

    def forget(self) -> None:
        """Forget how far the game was narrated, because it is over."""
        self.api.account.games.pop(self.id, None)
        self.api.account.save()

    def _show(self, table: Json) -> None:
        self.table = table
        self.names = Names(table["seats"], table["you"]["seat"] if table["you"] else None, table["ruleset"]["pack"])

    def _narrate(self, events: list[Json]) -> None:
        self._say(narrate((event for event in events if event["version"] > self._narrated), self.names))
        self._mark(events)

    def _mark(self, events: list[Json]) -> None:
        """Remember how far the game was narrated, and how its last deal ended."""
        for event in events:
            if event["type"] == "deal-ended":
                self.last_ending = event["data"]["ending"]
        if events and events[-1]["version"] > self._narrated:
            self._narrated = self.api.account.games[self.id] = events[-1]["version"]
            self.api.account.save()

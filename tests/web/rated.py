"""Accounts that play rated games over the API, so that pages of standings have something to show."""

import random
import secrets
from typing import Any, Final
from uuid import uuid4

import httpx

PASSWORD: Final = "seven of leaves 42"  # noqa: S105  # of nobody


class Account:
    """A player with a password."""

    def __init__(self, url: str, name: str) -> None:
        self.username = f"{name.lower()}{secrets.token_hex(4)}"
        self._client = httpx.Client(base_url=f"{url}/api/v1/", timeout=60)
        wanted = {"username": self.username, "password": PASSWORD}
        tokens = self.post("auth/register", **wanted)
        self.id: str = tokens["player"]["id"]
        self._client.headers["Authorization"] = f"Bearer {tokens['access']}"
        self._client.patch("me", json={"name": name}, headers={"If-Match": "*"}).raise_for_status()
        self.session = tokens

    def close(self) -> None:
        """Close the connection."""
        self._client.close()

    def get(self, path: str) -> Any:
        """Return an answer of the API."""
        return self._client.get(path).raise_for_status().json()

    def post(self, path: str, **body: Any) -> Any:
        """Send a request once. Return the answer."""
        headers = {"Idempotency-Key": f"{uuid4()}{uuid4()}"}
        return self._client.post(path, json=body, headers=headers).raise_for_status().json()


def play_rated(variant: str, host: Account, guest: Account, chance: random.Random, *, moves: int | None = None) -> str:
    """Play a rated game by random moves, and return its id. After so many *moves* whoever is on turn gives up."""
    clock = {"preset": "daily"}
    opened = host.post("games", variant=variant, seats=2, rated=True, clock=clock, visibility="public")["id"]
    guest.post(f"games/{opened}/seats")
    players = {0: host, 1: guest}
    count = 0
    while True:
        table = host.get(f"games/{opened}")
        if table["status"] != "playing":
            return str(opened)
        on_turn = players[table["on_turn"]]
        if count == moves:
            on_turn.post(f"games/{opened}/resignation")
            continue
        own = on_turn.get(f"games/{opened}")
        on_turn.post(f"games/{opened}/moves", turn=own["turn"], move=chance.choice(own["you"]["moves"]))
        count += 1

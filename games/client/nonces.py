"""The nonces of sealed tables. The client makes, stores and opens them without asking the player."""

import hashlib
from collections.abc import Callable, Iterable

from games.client.api_client import ApiClient
from games.client.http import Json, Refused


def seal_of(nonce: str) -> str:
    """Return the seal of *nonce*: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def sit(api: ApiClient, path: str, body: Json, *, is_sealed: bool) -> str:
    """Send a request that gives the player a seat, with the seal of a nonce if the table needs one.

    Return the id of the game. Raises Refused.
    """
    if not is_sealed:
        return str(api.post(path, body).body["id"])
    # The nonce is on disk before its seal is sent. After a crash the same request has the same seal.
    kept = api.account.nonces
    nonce = kept.get(path) or api.account.new_nonce(path)
    game = str(api.post(path, {**body, "seal": seal_of(nonce)}).body["id"])
    # If the player has the seat already, the service still has the seal of the first time.
    kept.setdefault(game, kept.pop(path))
    api.account.save()
    return game


def provide(api: ApiClient, table: Json, say: Callable[[Iterable[str]], None]) -> Json:
    """Seal or open the player's nonce if *table* asks for it. Return the table after that. *say* receives errors."""
    due, you, game = table["nonces_due"], table["you"], table["id"]
    if not due or not you or you["seat"] not in due["seats"]:
        return table
    kept = api.account.nonces
    if due["ask"] == "seal":
        given = {"seal": seal_of(api.account.new_nonce(game))}
    elif game in kept:
        given = {"nonce": kept[game]}
    else:
        say(["This table asks for the nonce that you sealed, but it is stored with another client of yours."])
        return table
    try:
        return dict(api.post(f"/games/{game}/nonces", given).body)
    except Refused as refusal:
        say([str(refusal)])
        return table

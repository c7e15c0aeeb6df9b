"""The nonces of sealed tables: made, kept and opened without asking the player."""

import hashlib
from collections.abc import Callable, Iterable

from games.client.api_client import Caller
from games.client.http import Json, Refused


def sealed(nonce: str) -> str:
    """Return the seal of *nonce*: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def give(caller: Caller, table: Json, say: Callable[[Iterable[str]], None]) -> Json:
    """Seal or open the player's nonce where *table* asks for it; return the table after that."""
    due, you, game = table["nonces_due"], table["you"], table["id"]
    if not due or not you or you["seat"] not in due["seats"]:
        return table
    kept = caller.account.nonces
    if due["ask"] == "seal":
        given = {"seal": sealed(caller.account.new_nonce(game))}
    elif game in kept:
        given = {"nonce": kept[game]}
    else:
        say(["This table asks for the nonce that you sealed, but only another client of yours knows it."])
        return table
    try:
        return dict(caller.post(f"/games/{game}/nonces", given).body)
    except Refused as refusal:
        say([str(refusal)])
        return table

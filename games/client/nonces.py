"""The player's nonces: their share in the chance. The client makes, sends, stores and opens them without asking."""

import hashlib
from collections.abc import Callable, Iterable
from http import HTTPStatus

from games.client.api_client import ApiClient
from games.client.http import Json, Refused


def seal_of(nonce: str) -> str:
    """Return the seal of *nonce*: its SHA-256 in hexadecimal digits."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def sit(api: ApiClient, path: str, body: Json, *, is_sealed: bool, game: str = "") -> str:
    """Send a request that gives the player a seat, with a nonce, or with its seal at a sealed table.

    Return the id of the game, which may be known before. Raises Refused.
    """
    # The nonce is on disk before it is sent. After a crash the same request has the same nonce.
    kept = api.account.nonces
    before = kept.get(path)
    nonce = before or api.account.new_nonce(path)
    try:
        game = str(api.post(path, {**body, **({"seal": seal_of(nonce)} if is_sealed else {"nonce": nonce})}).body["id"])
    except Refused as refusal:
        if before and game and refusal.code == "already_seated":  # no answer came the first time
            kept.setdefault(game, kept.pop(path))
        elif not before and refusal.status < HTTPStatus.INTERNAL_SERVER_ERROR:
            del kept[path]
        api.account.save()
        raise
    if path.rpartition("/")[2] == "rematch":  # who has the seat already gave the first nonce
        kept.setdefault(game, nonce)
    else:
        kept[game] = nonce
    del kept[path]
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
        # Until now nobody knew the nonce. With this receipt, the house cannot change seed or seals when it does.
        api.account.add_opening(table["receipt"])
        given = {"nonce": kept[game]}
    else:
        say(["This table asks for the nonce that you sealed, but it is stored with another client of yours."])
        return table
    try:
        return dict(api.post(f"/games/{game}/nonces", given).body)
    except Refused as refusal:
        say([str(refusal)])
        return table


def kept_of(api: ApiClient, game: str) -> Json:
    """Return what the client kept of *game*, as docs/check_fairness.py reads it. Raises Refused."""
    account = api.account
    receipts = [kept[game] for kept in (account.openings, account.receipts) if game in kept]
    found: Json = {"game": game, "receipts": receipts}
    you = api.get(f"/games/{game}").body["you"]
    if you:
        found["seat"] = you["seat"]
        if game in account.nonces:
            found["nonce"] = account.nonces[game]
    return found

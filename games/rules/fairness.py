"""Chance: every random act of a game follows from a seed committed before any seat could influence it.

Random act *n* of a game has an HMAC-DRBG of its own (NIST SP 800-90A, 10.1.2, with SHA-256): entropy is the seed, the
nonce is the seats' nonces in seat order, the personalization is ``<game>/<n>``. Each part goes in with its length in
front (``framed``), and so does each nonce, so that no two lists of nonces are the same bytes. Cards go in in deck
order, whatever lay on the table, and come out by a Fisher-Yates shuffle whose numbers are drawn with rejection.
"""

import hashlib
import hmac
from collections.abc import Sequence
from enum import StrEnum
from typing import Protocol

from games.rules.cards import Card, Cards


class NonceSource(StrEnum):
    """Where the nonce of a seat comes from."""

    OWN = "own"
    """The player who sits there."""
    HOUSE = "house"
    """The house: it follows from the seed."""


class NonceAsk(StrEnum):
    """What the seats of a sealed table are asked for before the first card."""

    SEAL = "seal"
    """Seal a new nonce."""
    OPEN = "open"
    """Open the nonce that the seat has sealed."""


class Chance(Protocol):
    """Where the rules take their random acts from; the outcome goes into the events."""

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        """Return *cards* in the random order of act number *act*."""

    def draw_dealer(self, sides: int, act: int) -> int:
        """Return a number from 0 to *sides* - 1, by the random act number *act*."""


class Drbg:
    """HMAC-DRBG with SHA-256: ``generate`` gives bytes that the inputs determine and nobody can guess without them."""

    def __init__(self, entropy: bytes, nonce: bytes, personalization: bytes) -> None:
        self._key, self._value = bytes(32), b"\x01" * 32
        self._update(entropy + nonce + personalization)

    def _hmac(self, message: bytes) -> bytes:
        return hmac.digest(self._key, message, "sha256")

    def _update(self, provided: bytes = b"") -> None:
        for mark in (b"\x00", b"\x01") if provided else (b"\x00",):
            self._key = self._hmac(self._value + mark + provided)
            self._value = self._hmac(self._value)

    def generate(self, length: int) -> bytes:
        """Return the next *length* bytes."""
        out = b""
        while len(out) < length:
            self._value = self._hmac(self._value)
            out += self._value
        self._update()
        return out[:length]

    def below(self, bound: int) -> int:
        """Return a number from 0 to *bound* - 1, each equally likely (rejection, so without modulo bias)."""
        limit = 2**32 - 2**32 % bound
        while (number := int.from_bytes(self.generate(4), "big")) >= limit:
            pass
        return number % bound


class CommittedChance:
    """The chance of one game, determined by the committed *seed* and the *nonces* of the seats, in seat order."""

    def __init__(self, game: str, seed: str, nonces: Sequence[str]) -> None:
        self._game = game
        self._seed, self._nonces = framed(bytes.fromhex(seed)), framed(framed(*map(str.encode, nonces)))

    def _drbg(self, act: int) -> Drbg:
        return Drbg(self._seed, self._nonces, framed(f"{self._game}/{act}".encode()))

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:
        """Return *cards* in the order of random act *act*."""
        drbg, order = self._drbg(act), sorted(cards)
        for last in range(len(order) - 1, 0, -1):
            other = drbg.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)

    def draw_dealer(self, sides: int, act: int) -> int:
        """Return a number from 0 to *sides* - 1 by random act *act*."""
        return self._drbg(act).below(sides)


def house_nonce(seed: str, seat: int) -> str:
    """Return the nonce of a *seat* that gives none, in hexadecimal digits: HMAC-SHA256 of its number under *seed*.

    It was committed with the seed, before anybody else gave a nonce: the house cannot try several.
    """
    return hmac.digest(bytes.fromhex(seed), f"nonce/{seat}".encode(), "sha256").hex()


def commit(seed: str, *, game: str, ruleset: str, seats: int) -> str:
    """Return the commitment to *seed* (both in hexadecimal digits) for one *game* at a table of *seats*.

    It is the SHA-256 of a label, the seed, the game's id, the content hash of its *ruleset* and the number of seats,
    each framed. The same seed has another commitment in another game, so the house cannot move a seed between games.
    """
    claims = (game.encode(), ruleset.encode(), str(seats).encode())
    return hashlib.sha256(framed(b"maumau commitment v1", bytes.fromhex(seed), *claims)).hexdigest()


def seal(nonce: str) -> str:
    """Return the seal of a *nonce*: its SHA-256, in hexadecimal digits."""
    return hashlib.sha256(nonce.encode()).hexdigest()


def framed(*parts: bytes) -> bytes:
    """Return *parts* one after the other, each with its length in front as eight bytes, big-endian.

    >>> framed(b"ab").hex()
    '00000000000000026162'
    """
    return b"".join(len(part).to_bytes(8, "big") + part for part in parts)

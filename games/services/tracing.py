"""Where a record comes from: who signed it, and whether it is the one of the log of this service."""

from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Final
from uuid import UUID

from games import store
from games.log.read import read
from games.log.receipts import from_base64url, receipt_bytes
from games.records import Finding, Record, Tags, print_record, tag_line
from games.rules.game import Status
from games.services import signing
from games.services.records import record_bytes, record_of
from games.store import GameRow
from players.models import Player

SIGNATURES: Final = ("signed", "unknown_key", "unsigned")
"""The strongest first."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record comes from that is not forged."""

    signature: str
    """``signed`` by this service, word for word; by an ``unknown_key``; or ``unsigned``."""
    in_log: bool
    """Whether the game was played here, and the record is the one of the log."""


def trace(record: Record, author: UUID) -> Origin | Finding:
    """Return where *record*, which the rules allow, comes from; the line at fault if it is forged.

    A private game of this service is compared with the log only for an *author* who sat there: to everybody else it
    is as if it had never been played.
    """
    signature = _signature(record)
    if isinstance(signature, Finding):
        return signature
    row = _row(record.tags.game, author)
    if row is None:
        return Origin(signature, in_log=False)
    if row.status != Status.OVER:
        return _at(record, "Game", "the game is not over")
    return _difference(record, row, signature) or Origin(signature, in_log=True)


def _signature(record: Record) -> str | Finding:
    receipt = record.tags.receipt
    if receipt is None:
        return "unsigned"
    if receipt.kid not in {key.kid for key in signing.public_keys()}:
        return "unknown_key"
    if not _is_signed(receipt.kid, receipt.signature, receipt_bytes(asdict(receipt))):
        return _at(record, "Receipt", "the receipt is forged: its signature is not that of its key")
    if not _is_signed(receipt.kid, record.tags.signature, record_bytes(record)):
        return _at(record, "Signature", "the record was changed after it was signed")
    return "signed"


def _is_signed(kid: str, signature: str, content: bytes) -> bool:
    try:
        return signing.is_signature(kid, from_base64url(signature), content)
    except ValueError:
        return False


def _row(game: str, author: UUID) -> GameRow | None:
    """Return the row of a game that *author* may know of; None where there is none."""
    try:
        row = store.head(UUID(game))
    except ValueError:
        return None
    if row is None or (row.visibility != "public" and not store.sits(row.id, author)):
        return None
    return row


def _difference(record: Record, row: GameRow, signature: str) -> Finding | None:
    """Return the first line that differs from the log of this service; None if all are the same."""
    stored = read(row.id)
    players = [one.public["player"] for one in stored if one.type == "seat-taken" and one.public["player"]]
    names = {str(one): name for one, name in Player.objects.filter(id__in=players).values_list("id", "name")}
    played = record_of(stored, None, names)
    right = replace(played, tags=_with_own_words(played.tags, record.tags, signed=signature == "signed"))
    lines = zip_longest(print_record(record).split("\n"), print_record(right).split("\n"), fillvalue="")
    for number, (said, logged) in enumerate(lines, 1):
        if said != logged:
            why = f"in the log of this service this is {logged}" if logged else "the log of this service ends before it"
            return Finding(line=number, said=said, why=why)
    return None


def _with_own_words(log: Tags, given: Tags, *, signed: bool) -> Tags:
    """Return the tags of the *log* with those of the record that the log cannot know.

    Players change their names. A signed record keeps those that were signed; another one has today's, or none.
    """
    if len(log.sitters) == len(given.sitters):
        pairs = zip(log.sitters, given.sitters, strict=True)
        sitters = tuple(
            replace(one, name=other.name) if one and other and (signed or not other.name) else one
            for one, other in pairs
        )
        log = replace(log, sitters=sitters)
    head = log.head if given.head else ""
    return replace(log, site=given.site, head=head, receipt=given.receipt, signature=given.signature)


def _at(record: Record, tag: str, why: str) -> Finding:
    line, said = tag_line(record, tag)
    return Finding(line=line, said=said, why=why)

"""Where a record comes from: who signed it, and whether it is the record of a game in our log."""

from dataclasses import asdict, dataclass, replace
from itertools import zip_longest
from typing import Final
from uuid import UUID

from games import store
from games.log.read import read
from games.log.receipts import from_base64url, receipt_bytes
from games.records import Finding, Record, print_record, tag_line
from games.rules.game import Status
from games.services import signing
from games.services.records import record_bytes, record_of
from players.models import Player

SIGNATURES: Final = ("signed", "unknown_key", "unsigned")
"""The strongest first."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record comes from that is not forged."""

    signature: str
    """``signed`` by this service, and unchanged since; by an ``unknown_key``; or ``unsigned``."""
    in_log: bool
    """Whether the game was played here, and the record equals that of the log."""


def trace(record: Record, author: UUID) -> Origin | Finding:
    """Return where *record*, which keeps to the rules, comes from; or the line at fault if it is forged.

    A private game of this service is compared with the log only if *author* sat there. For everybody else the answer
    is the same as if it had never been played.
    """
    signature = _signature(record)
    if isinstance(signature, Finding):
        return signature
    try:
        row = store.head(UUID(record.tags.game))
    except ValueError:
        row = None  # a record of another service may have any name for its game
    if row is None or (row.visibility != "public" and not store.sits(row.id, author)):
        return Origin(signature, in_log=False)
    if row.status != Status.OVER:
        return _at(record, "Game", "the game is not over")

    stored = read(row.id)
    players = [one.public["player"] for one in stored if one.type == "seat-taken" and one.public["player"]]
    names = {str(one): name for one, name in Player.objects.filter(id__in=players).values_list("id", "name")}
    logged, given = record_of(stored, None, names), record.tags
    # Some tags cannot be compared with the log, so they are taken from the record. Players change their names: a
    # signed record keeps those that were signed, another one has today's, or none.
    tags, keeps_names = logged.tags, signature == "signed"
    if len(tags.sitters) == len(given.sitters):
        sitters = tuple(
            replace(one, name=other.name) if one and other and (keeps_names or not other.name) else one
            for one, other in zip(tags.sitters, given.sitters, strict=True)
        )
        tags = replace(tags, sitters=sitters)
    head = tags.head if given.head else ""
    tags = replace(tags, site=given.site, head=head, receipt=given.receipt, signature=given.signature)

    said_lines, log_lines = print_record(record).split("\n"), print_record(replace(logged, tags=tags)).split("\n")
    for number, (said, line) in enumerate(zip_longest(said_lines, log_lines, fillvalue=""), 1):
        if said != line:
            why = f"in the log of this service this is {line}" if line else "the log of this service ends before it"
            return Finding(line=number, said=said, why=why)
    return Origin(signature, in_log=True)


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


def _at(record: Record, tag: str, why: str) -> Finding:
    line, said = tag_line(record, tag)
    return Finding(line=line, said=said, why=why)

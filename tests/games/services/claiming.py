"""What workers would take next."""

from uuid import UUID

from games.services.due import credits_now
from games.store import Claim, claims


def claim_clock() -> Claim | None:
    return claims.claim_clock(credits_now())


def next_late() -> UUID | None:
    """The game in which the clock would speak next; nobody claims it."""
    claim = claim_clock()
    if claim:
        claims.release(claim)
    return claim.game if claim else None

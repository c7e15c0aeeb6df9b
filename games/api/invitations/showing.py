"""From the rows of invitations to the answers about them."""

from collections.abc import Sequence
from uuid import UUID

import structlog
from django.conf import settings
from msgspec import structs

from games import store
from games.api.invitations.schema import Invitation, NewInvitation, SentInvitation
from games.api.lobby.listing import sitter_of
from games.api.profiles import people_of, person_among
from games.api.tables.table import terms_of, unrated_of
from games.api.variants import rulesets
from games.log.codec import UnknownEvent
from games.services import invitations
from games.store import UnknownRuleset
from games.store.invitations import Invitation as Row

_log = structlog.get_logger(__name__)


def shown(rows: Sequence[Row]) -> list[Invitation]:
    """Return the invitations with their tables. Those whose game cannot be read are left out.

    The number of queries does not depend on the number of invitations.
    """
    tables = {}
    for found in store.find_all([row.game for row in rows]):
        try:
            tables[found.id] = found, store.game_of(found), rulesets.of(found.ruleset).name
        except (UnknownEvent, UnknownRuleset) as fault:  # one game that cannot be read must not hide the others
            _log.exception("a game cannot be read", game=str(found.id), exc_info=fault)
    sitters = [one for _, game, _ in tables.values() for one in game.sitters if one]
    people = people_of({str(row.maker) for row in rows} | {one.player for one in sitters if one.player})
    items = []
    for row in rows:
        if row.game not in tables:
            continue
        table, game, variant_name = tables[row.game]
        seats = [
            sitter_of(one.player, one.bot, people, program=one.program)
            if one
            else sitter_of("", "", people, program=False)
            for one in game.sitters
        ]
        item = Invitation(
            id=row.id,
            game=row.game,
            inviter=person_among(str(row.maker), people),
            variant=table.variant,
            variant_name=variant_name,
            ruleset=rulesets.pinned(table.variant, table.ruleset, game.options),
            terms=terms_of(game.terms),
            unrated=unrated_of(game.unrated),
            seats=seats,
            free=game.sitters.count(None),
            created_at=row.created_at,
            expires_at=row.expires_at,
        )
        items.append(item)
    return items


def sent(rows: Sequence[Row]) -> list[SentInvitation]:
    """Return the invitations as those at the table see them."""
    people = people_of({str(one) for row in rows for one in (row.maker, row.player) if one})
    return [
        SentInvitation(
            id=row.id,
            game=row.game,
            inviter=person_among(str(row.maker), people),
            player=person_among(str(row.player), people) if row.player else None,
            uses=row.uses,
            used=row.used,
            state=row.state,
            created_at=row.created_at,
            expires_at=row.expires_at,
        )
        for row in rows
    ]


def new(invitation: UUID) -> NewInvitation:
    """Return a new invitation with the code and the address of its link, if it is one."""
    (row,) = store.invitations.find_all([invitation])
    (made,) = sent([row])
    code = None if row.player else invitations.code_of(invitation)
    url = None if code is None else f"{settings.PUBLIC_URL}/i/{code}"
    return NewInvitation(**structs.asdict(made), code=code, url=url)

"""Open a table."""

import secrets
from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from base.identifiers import uuid7
from games import store
from games.clocks import Terms
from games.ladders import WhyUnrated
from games.log.append import CommandContext
from games.rules import variants
from games.rules.events import GameOpened
from games.rules.fairness import commit
from games.rules.game import Game
from games.rules.ruleset import Options, Ruleset
from games.rules.variants import Variant
from games.sandbox import check_bounds
from games.services.drafts import Draft
from games.services.errors import Lack, TableTooSmall
from games.services.seating import bot_sitting, check_room, player_sitting, start_if_full
from games.services.writing import write

SEED_BYTES = 32
_DAY: Final = 86_400


def open_game(  # noqa: PLR0913 - a table has as many sides
    *,
    player: UUID | None,
    variant: str | None,
    ruleset: str | None = None,
    options: Options | None = None,
    seats: int,
    bots: Sequence[str] = (),
    terms: Terms | None = None,
    nonce: str = "",
    seal: str = "",
    program: bool = False,
    lacks: Lack = None,
    owner: UUID | None = None,
) -> UUID:
    """Make a table, and return its id. *player* sits at seat 0, *bots* take the last seats.

    *variant* is the key of a variant of the service; *ruleset*, which wins, is the content hash of any kept one.
    With *player* None only bots play. The game starts at once if no seat is free.
    *program* says that a program plays for *player*, *guest* that they have no account yet. A sealed table takes a
    *seal* in place of a *nonce*. The experts think for *owner*, or for *player*.

    Raises RulesetError, UnknownRuleset, NoSuchBot, TableTooSmall, WrongNonce, TooManyGames; AccountRequired if a guest
    makes a rated table.
    """
    pinned = store.kept(ruleset) if ruleset is not None else variants.load(variant or "")
    terms = terms or Terms()
    if lacks and terms.rated:
        raise lacks
    rules = pinned.ruleset(seats, options)
    if pinned.key not in variants.KEYS:
        check_bounds(rules)  # options of a custom variant can make games that cost too much
    if len(bots) + (player is not None) > seats:
        raise TableTooSmall(f"{len(bots)} bots do not find a seat at a table of {seats}")
    draft = new_table(pinned, rules, seats, terms.pinned(seats))
    if player is not None:
        draft.handle(player_sitting(draft.game, 0, player, nonce=nonce, seal=seal, program=program))
    for seat, level in enumerate(bots, seats - len(bots)):
        draft.handle(bot_sitting(draft.game.seed, seat, level))
    with transaction.atomic():
        if player is not None:
            check_room(player)
        store_table(draft, pinned, actor=str(player) if player else "service", owner=owner or player, maker=player)
    return draft.game_id


def new_table(pinned: Variant, rules: Ruleset, seats: int, terms: dict[str, Any]) -> Draft:
    """Return the draft of a table with its first event. *terms* are as the log has them, but for how long it waits."""
    game_id, seed = uuid7(), secrets.token_hex(SEED_BYTES)
    days = settings.PUBLIC_TABLE_DAYS if terms["visibility"] == "public" else settings.PRIVATE_TABLE_DAYS
    terms = {**terms, "waits": days * _DAY}
    draft = Draft(game_id, Game(rules))
    draft.emit(
        GameOpened(
            ruleset=pinned.hash,
            options=rules.options,
            seats=seats,
            terms=terms,
            game=str(game_id),
            commitment=commit(seed, game=str(game_id), ruleset=pinned.hash, seats=seats),
            seed=seed,
            unrated=WhyUnrated.OPTIONS if terms["rated"] and rules.options else "",
        )
    )
    return draft


def store_table(
    draft: Draft, pinned: Variant, *, actor: str, owner: UUID | None = None, maker: UUID | None = None
) -> None:
    """Store a new table of the player *maker*, whose experts think for *owner*. The game starts if no seat is free."""
    with transaction.atomic():
        start_if_full(draft)
        store.keep(pinned)
        visibility = draft.game.terms["visibility"]
        row = store.open_stream(
            draft.game_id, ruleset=pinned.hash, variant=pinned.key, visibility=visibility, owner=owner, maker=maker
        )
        write(row, draft, CommandContext(actor=actor))

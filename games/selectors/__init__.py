"""Queries of the read models. None of them locks or writes."""

from games.selectors.driver import credits_since, ladders_waiting
from games.selectors.exports import Ended, exportable
from games.selectors.history import EndedGame, EndedSeat, Key, Wanted, history
from games.selectors.invitations import invitations_to, open_invitations
from games.selectors.leaderboards import (
    ABOVE_ALL,
    Place,
    Stand,
    around,
    is_settled,
    ladders,
    latest_season,
    leaderboard,
)
from games.selectors.lobby import is_empty, lobby
from games.selectors.notices import NoticeRow, fresh_notices, notice_preferences, notices_of, unread_count
from games.selectors.own_games import Key as OwnKey
from games.selectors.own_games import OwnGame, TakenSeat, awaiting_count, games_of, seats_at, seats_of
from games.selectors.players import LATEST, Met, Tallied, latest_results, meetings, tallies
from games.selectors.queue import queue_entries
from games.selectors.ratings import Happening, RatingChange, rating_changes, rating_history, ratings_of
from games.selectors.sampling import some_games
from games.selectors.subscriptions import OpenTurn, SubscriptionRow, open_turns, subscriptions_of
from games.selectors.variants import published_variants, variants_of
from games.selectors.webhooks import DeliveryRow, WebhookRow, deliveries_of, webhooks_of

__all__ = [
    "ABOVE_ALL",
    "LATEST",
    "DeliveryRow",
    "Ended",
    "EndedGame",
    "EndedSeat",
    "Happening",
    "Key",
    "Met",
    "NoticeRow",
    "OpenTurn",
    "OwnGame",
    "OwnKey",
    "Place",
    "RatingChange",
    "Stand",
    "SubscriptionRow",
    "TakenSeat",
    "Tallied",
    "Wanted",
    "WebhookRow",
    "around",
    "awaiting_count",
    "credits_since",
    "deliveries_of",
    "exportable",
    "fresh_notices",
    "games_of",
    "history",
    "invitations_to",
    "is_empty",
    "is_settled",
    "ladders",
    "ladders_waiting",
    "latest_results",
    "latest_season",
    "leaderboard",
    "lobby",
    "meetings",
    "notice_preferences",
    "notices_of",
    "open_invitations",
    "open_turns",
    "published_variants",
    "queue_entries",
    "rating_changes",
    "rating_history",
    "ratings_of",
    "seats_at",
    "seats_of",
    "some_games",
    "subscriptions_of",
    "tallies",
    "unread_count",
    "variants_of",
    "webhooks_of",
]

"""The tables of games. SQL in ``games/migrations/sql`` adds storage options, partitions, triggers and the view."""

from games.models.analyses import Analysis
from games.models.archives import Archive, EventLink
from games.models.claims import Claim
from games.models.clock import Heartbeat, Outage
from games.models.custom_variants import CheckJob, CustomVariant
from games.models.exports import ExportJob
from games.models.findings import FindingReport
from games.models.following import Checkpoint, LobbyRow, Projection
from games.models.games import Game, LatestSnapshot, Ruleset, Seat, Snapshot
from games.models.invitations import Invitation, Rematch
from games.models.ladders import Ladder, RatedPair, RatedStart, Rating, RatingChange, Rung, Standing, Unrated
from games.models.log import Event, MoveKey
from games.models.notes import Note
from games.models.notices import Notice, NoticeDelivery, NoticePreference
from games.models.plans import Plan
from games.models.puzzles import Puzzle, PuzzleSolution
from games.models.queue import QueueEntry
from games.models.records import ImportedRecord
from games.models.results import Encounter, Meeting, Result, SeatResult, Sitting, Tally
from games.models.shares import ShareLink
from games.models.signing import SigningKey
from games.models.subscriptions import Subscription
from games.models.vacations import Vacation
from games.models.webhooks import Webhook, WebhookDelivery
from games.models.work import KeptPicture, WorkSlot

__all__ = [
    "Analysis",
    "Archive",
    "CheckJob",
    "Checkpoint",
    "Claim",
    "CustomVariant",
    "Encounter",
    "Event",
    "EventLink",
    "ExportJob",
    "FindingReport",
    "Game",
    "Heartbeat",
    "ImportedRecord",
    "Invitation",
    "KeptPicture",
    "Ladder",
    "LatestSnapshot",
    "LobbyRow",
    "Meeting",
    "MoveKey",
    "Note",
    "Notice",
    "NoticeDelivery",
    "NoticePreference",
    "Outage",
    "Plan",
    "Projection",
    "Puzzle",
    "PuzzleSolution",
    "QueueEntry",
    "RatedPair",
    "RatedStart",
    "Rating",
    "RatingChange",
    "Rematch",
    "Result",
    "Ruleset",
    "Rung",
    "Seat",
    "SeatResult",
    "ShareLink",
    "SigningKey",
    "Sitting",
    "Snapshot",
    "Standing",
    "Subscription",
    "Tally",
    "Unrated",
    "Vacation",
    "Webhook",
    "WebhookDelivery",
    "WorkSlot",
]

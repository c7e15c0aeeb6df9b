"""Ladders: who is rated with whom, in which season, and how a result changes the ratings. Pure, like the rules."""

from games.ladders.contests import Contest, Contestant, Sitter, contests
from games.ladders.daily_limit import DAILY_LIMIT, limited_pairs
from games.ladders.eligibility import DETAIL, WhyUnrated, rated_actors, rated_contests, was_played
from games.ladders.events import EntrantErased, Entry, Rated
from games.ladders.names import KINDS, PACES, Kind, Ladder, Pace, pace_of
from games.ladders.ratings import FIRST, PROVISIONAL_GAMES, Rating, Standing
from games.ladders.reckoning import reckon
from games.ladders.seasons import LENGTHS, is_season, season_of

__all__ = [
    "DAILY_LIMIT",
    "DETAIL",
    "FIRST",
    "KINDS",
    "LENGTHS",
    "PACES",
    "PROVISIONAL_GAMES",
    "Contest",
    "Contestant",
    "EntrantErased",
    "Entry",
    "Kind",
    "Ladder",
    "Pace",
    "Rated",
    "Rating",
    "Sitter",
    "Standing",
    "WhyUnrated",
    "contests",
    "is_season",
    "limited_pairs",
    "pace_of",
    "rated_actors",
    "rated_contests",
    "reckon",
    "season_of",
    "was_played",
]

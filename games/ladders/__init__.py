"""Ladders: who is rated with whom, in which season, and how a result changes the ratings. Pure, like the rules."""

from games.ladders.contests import Contest, Contestant, Sitter, contests, is_player
from games.ladders.daily_limit import DAILY_LIMIT, limited_pairs
from games.ladders.eligibility import DETAIL, WhyUnrated, rated_contests
from games.ladders.events import Annulled, EntrantErased, Entry, Rated, Returned
from games.ladders.names import KINDS, PACES, Kind, Ladder, Pace, pace_of
from games.ladders.ratings import ESTABLISHED_OPPONENTS, FIRST, PROVISIONAL_GAMES, Basis, Rating, Standing
from games.ladders.reckoning import give_back, reckon
from games.ladders.seasons import LENGTHS, is_season, season_of
from games.ladders.trust import LATELY, SETTLED, RatedPair, is_settled, pairs_after

__all__ = [
    "DAILY_LIMIT",
    "DETAIL",
    "ESTABLISHED_OPPONENTS",
    "FIRST",
    "KINDS",
    "LATELY",
    "LENGTHS",
    "PACES",
    "PROVISIONAL_GAMES",
    "SETTLED",
    "Annulled",
    "Basis",
    "Contest",
    "Contestant",
    "EntrantErased",
    "Entry",
    "Kind",
    "Ladder",
    "Pace",
    "Rated",
    "RatedPair",
    "Rating",
    "Returned",
    "Sitter",
    "Standing",
    "WhyUnrated",
    "contests",
    "give_back",
    "is_player",
    "is_season",
    "is_settled",
    "limited_pairs",
    "pace_of",
    "pairs_after",
    "rated_contests",
    "reckon",
    "season_of",
]

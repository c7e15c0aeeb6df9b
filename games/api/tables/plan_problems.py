"""Why there is no plan, or none can be made."""

from http import HTTPStatus

from base.http.problems import Problem
from games.api.tables.problems import Conflict


class NoPlan(Problem):
    """You have no plan in this game. It may have been used, or dropped because no move of it was legal."""

    status_code = HTTPStatus.NOT_FOUND
    code = "no_plan"
    title = "No plan"
    default_detail = "You have no plan in this game."
    remedy = "Show that there is no plan. You can make one with `PUT /games/{id}/plan` while others are on turn."


class NotInGame(Conflict):
    """You have left this game, are out of it, or count as absent, so your seat makes no moves of yours."""

    code = "not_in_game"
    title = "Not in the game"
    default_detail = "You have left this game, or you are absent."
    remedy = "Come back first (`POST /games/{id}/return`) if `you.may_return` is true. Otherwise offer no plans."


class OtherDeal(Conflict):
    """Another deal runs than the one for which you made the plan."""

    code = "other_deal"
    title = "Other deal"
    default_detail = "Another deal has begun."
    remedy = "Read the table, and let the player make a plan for the new deal."


class OnTurn(Conflict):
    """It is your turn now, so you do not need a plan."""

    code = "your_turn"
    title = "Your turn"
    default_detail = "It is your turn now."
    remedy = "Read the table, and let the player make a move."

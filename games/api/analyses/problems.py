"""Why no analysis is ordered."""

from http import HTTPStatus

from base.http.problems import Problem


class TooManyAnalyses(Problem):
    """You have three analyses that are not done, or too many of all players are waiting."""

    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "too_many_analyses"
    title = "Too many analyses"
    default_detail = "Too many analyses are waiting, yours or those of all players. Try again when one is done."
    remedy = "Send it again after the seconds in `Retry-After`, when one of your analyses is done."
    retry_after = 60

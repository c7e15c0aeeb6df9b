"""The problem that answers requests about subscriptions."""

from http import HTTPStatus

from base.http.problems import Problem


class TooManySubscriptions(Problem):
    """You have as many subscriptions as an account may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_subscriptions"
    title = "Too many subscriptions"
    default_detail = "You have as many subscriptions as one account may have. Delete one of them first."
    remedy = (
        "Delete one that you do not need (`DELETE /me/subscriptions/{subscription}`). `used_at` shows which are not "
        "read."
    )

"""Problems that answer requests about webhooks."""

from http import HTTPStatus

from base.http.problems import Problem


class TooManyWebhooks(Problem):
    """You have as many webhooks as an account may have."""

    status_code = HTTPStatus.CONFLICT
    code = "too_many_webhooks"
    title = "Too many webhooks"
    default_detail = "You have as many webhooks as one account may have. Delete one of them first."
    remedy = "Delete one that you do not need (`DELETE /webhooks/{webhook}`), or use one for several purposes."


class WebhookOff(Problem):
    """The webhook is off, so nothing is sent to it. Its `disabled_reason` says why."""

    status_code = HTTPStatus.CONFLICT
    code = "webhook_off"
    title = "Webhook is off"
    default_detail = "This webhook is off. Switch it on first."
    remedy = 'Remove the reason, then switch it on: `PATCH /webhooks/{webhook}` with `{"enabled": true}`.'

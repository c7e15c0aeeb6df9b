"""`/auth/reset`, `/auth/email`, `/me/password` and `/me/email`: passwords and addresses, with mails."""

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from base.http.endpoint import Endpoint, no_content
from base.http.problems import CONTENT_TYPE, ProblemDocument
from players import accounts, mail
from players.api import requests, schema
from players.api.service_errors import refusals
from players.api.views.auth import SignIn
from players.authentication import current_session, needs, signed_in
from players.rights import Right
from players.sign_in_limits import spend_mail, spend_password


class ResetView(SignIn):
    """Requests of a new password."""

    @extend_schema(
        operation_id="request_password_reset", request=requests.ResetRequest, responses={202: schema.MailAnswer}
    )
    def post(self, request: Request) -> Response:
        """Send a mail with a link to choose a new password. The answer is the same whether the account exists or not.

        Only a verified address gets a mail. The link works once, for an hour.
        """
        asked = requests.ResetRequest.read(request)
        spend_mail(request._request, asked["account"])  # noqa: SLF001
        mail.request_reset(asked["account"])
        return Response(schema.mail_answer(), status=202)


class ResetConfirmView(SignIn):
    """New passwords by the code of a mail."""

    @extend_schema(
        operation_id="reset_password",
        request=requests.ResetConfirmation,
        responses={204: None, (410, CONTENT_TYPE): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Choose a new password with the code of a mail. All sessions of the player end, also those of bots and apps.

        If the password is refused, the code still works.
        """
        asked = requests.ResetConfirmation.read(request)
        with refusals():
            accounts.reset_password(asked["code"], asked["password"])
        return no_content()


class EmailConfirmView(SignIn):
    """Addresses by the code of a mail."""

    @extend_schema(
        operation_id="confirm_email",
        request=requests.EmailConfirmation,
        responses={204: None, (410, CONTENT_TYPE): ProblemDocument},
    )
    def post(self, request: Request) -> Response:
        """Confirm an address for mail with the code that was sent to it. It becomes the address of the account."""
        asked = requests.EmailConfirmation.read(request)
        with refusals():
            accounts.confirm_email(asked["code"])
        return no_content()


class PasswordView(Endpoint):
    """Your password."""

    cost = "sign-in"

    @extend_schema(
        operation_id="change_password",
        request=requests.PasswordChange,
        responses={204: None, (403, CONTENT_TYPE): ProblemDocument, (409, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request) -> Response:
        """Change your password. Your other sessions end, also those of bots and apps, and a mail tells you."""
        asked = requests.PasswordChange.read(request)
        spend_password(request._request, signed_in(request).username or "")  # noqa: SLF001
        with refusals("new_password"):
            accounts.change_password(current_session(request), asked["old_password"], asked["new_password"])
        return no_content()


class EmailView(Endpoint):
    """Your address for mail."""

    cost = "sign-in"

    @extend_schema(
        operation_id="request_email_change",
        request=requests.EmailChange,
        responses={202: schema.MailAnswer, (403, CONTENT_TYPE): ProblemDocument, (409, CONTENT_TYPE): ProblemDocument},
    )
    @needs(Right.ACCOUNT)
    def put(self, request: Request) -> Response:
        """Send a mail with a link to a new address, and a notice to the old one.

        The new address counts when somebody opens the link or sends its code to `POST /auth/email/confirm`. Send the
        address that you have to get the mail again.
        """
        asked = requests.EmailChange.read(request)
        player = signed_in(request)
        spend_password(request._request, player.username or "")  # noqa: SLF001
        spend_mail(request._request, asked["email"])  # noqa: SLF001
        with refusals():
            accounts.request_email_change(player.id, asked["password"], asked["email"])
        return Response(schema.mail_answer(), status=202)

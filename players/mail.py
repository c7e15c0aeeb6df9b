"""Mails to players. A request only stores that a mail is due, so its time does not show whether an account exists.

A worker writes the mail and sends it. The code in its link is made then, and only its SHA-256 is stored.
"""

import hashlib
import secrets
from contextlib import suppress
from datetime import timedelta
from email.utils import parseaddr
from smtplib import SMTP, SMTPRecipientsRefused, SMTPSenderRefused
from typing import Final, cast

import structlog
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.smtp import EmailBackend
from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now

from players import mail_texts
from players.models import MailCode, MailKind, OutgoingMail, Player
from players.names import BadName, normal_username

CODE_LIFETIME: Final = timedelta(hours=1)
_FIRST_PAUSE: Final = timedelta(seconds=30)
_REFUSED: Final = 400
"""Answers of a mail server from here on are refusals."""
_MOST_TRIES: Final = 7
"""Each pause is four times as long as the one before, so the last try is eleven hours after the first."""
_MOST_ACCOUNTS: Final = 5
"""One address can belong to several accounts. More than these get no mail for one request."""
_PAGES: Final = {MailKind.CONFIRM: "/accounts/email", MailKind.RESET: "/accounts/reset"}

_log = structlog.get_logger(__name__)


def send(kind: MailKind, player: Player, recipient: str = "") -> None:
    """Send a mail of this kind soon, to the address of the player unless `recipient` is another one."""
    OutgoingMail.objects.create(kind=kind, player=player, recipient=recipient or player.email)


def request_reset(account: str) -> None:
    """Send the link for a new password soon, if `account` is the username or the verified address of any account."""
    OutgoingMail.objects.create(kind=MailKind.RESET_REQUEST, recipient=account)


def digest_of(code: str) -> bytes:
    """Return the SHA-256 under which a code is stored."""
    return hashlib.sha256(code.encode()).digest()


def trouble() -> str:
    """Return why no mail can be sent now, or nothing. A server is asked to take a mail, which then is not sent."""
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    try:
        backend = get_connection()
        if not isinstance(backend, EmailBackend):
            return ""
        with backend:
            server = cast(SMTP, backend.connection)
            server.ehlo_or_helo_if_needed()
            status, said = server.mail(sender)
            if status >= _REFUSED:
                raise SMTPSenderRefused(status, said, sender)
            server.rset()
    except (OSError, ValueError, ImproperlyConfigured) as fault:
        return f"{type(fault).__name__}: {fault}"
    return ""


def send_next() -> bool:
    """Send the mail that is due first. Return False if none is due. Mails that cannot be sent are tried again later."""
    with transaction.atomic():
        due = OutgoingMail.objects.filter(due_at__lte=Now()).order_by("due_at")
        mail = due.select_for_update(skip_locked=True, of=("self",)).first()
        if mail is None:
            return False
        # The pause begins before the try, so no other worker takes the mail, and a killed worker does not keep it.
        pause = _FIRST_PAUSE * 4**mail.tries
        mail.tries += 1
        OutgoingMail.objects.filter(id=mail.id).update(tries=mail.tries, due_at=Now() + pause)
    try:
        _handle(mail)
    except Exception as fault:  # noqa: BLE001 - one mail that cannot be sent must not stop the others
        refused = isinstance(fault, SMTPRecipientsRefused) and all(code >= 500 for code, _ in fault.recipients.values())
        if mail.tries < _MOST_TRIES and not refused:
            # Only the kind of the fault: its text may have an address.
            _log.warning("cannot send a mail; trying again later", fault=type(fault).__name__, tries=mail.tries)
            return True
        _log.error("cannot send a mail; it is dropped", fault=type(fault).__name__, tries=mail.tries)
    OutgoingMail.objects.filter(id=mail.id).delete()
    return True


def _handle(mail: OutgoingMail) -> None:
    """Send a mail, or make those that a request asks for."""
    if mail.kind == MailKind.RESET_REQUEST:
        named = Q(email__iexact=mail.recipient)
        with suppress(BadName):
            named |= Q(username=normal_username(mail.recipient))
        found = Player.objects.filter(named, email_verified=True, is_active=True, username__isnull=False)
        with transaction.atomic():
            for owner in found.order_by("-id")[:_MOST_ACCOUNTS]:
                send(MailKind.RESET, owner)
            OutgoingMail.objects.filter(id=mail.id).delete()
        return
    player = mail.player
    if player is None or not player.is_active:
        return
    kind, link = MailKind(mail.kind), ""
    if page := _PAGES.get(kind):
        code = secrets.token_urlsafe(32)
        with transaction.atomic():
            MailCode.objects.filter(player=player, kind=kind).delete()  # only the newest link works
            MailCode.objects.create(
                digest=digest_of(code), player=player, kind=kind, email=mail.recipient, expires_at=Now() + CODE_LIFETIME
            )
        link = f"{settings.PUBLIC_URL}{page}?code={code}"
    subject, body = mail_texts.write(kind, player.locale, player.username or "", link)
    # A robot that is on holiday does not answer a mail with this header (RFC 3834).
    headers = {"Auto-Submitted": "auto-generated"}
    EmailMessage(subject, body, None, [mail.recipient], headers=headers).send()

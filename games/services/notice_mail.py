"""The messenger of notices by mail, and the links that switch such mails off at one click (RFC 8058)."""

from datetime import timedelta
from email.utils import parseaddr
from smtplib import SMTPRecipientsRefused
from typing import Final
from uuid import UUID

import structlog
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.utils.http import urlencode

from base.languages import catalogue
from games.notices.kinds import NoticeChannel, NoticeKind, Transport
from games.services import notices
from games.services.notice_texts import Reader, Text, write
from games.store import notice_deliveries
from games.store.failures import check_database
from games.store.notice_deliveries import Parcel
from players.models import Player

PATH: Final = "/notices/unsubscribe"
"""The page that switches mails off. It is an address in mails, so it never changes."""
_SIGNER: Final = "games.services.notice_mail"
_FIRST_PAUSE: Final = timedelta(seconds=30)
_MOST_TRIES: Final = 7
"""Each pause is four times as long as the one before, so the last try is eleven hours after the first."""

_log = structlog.get_logger(__name__)


class BadToken(Exception):
    """The token of a link is not one of this service."""


def send_next() -> bool:
    """Send the notice by mail that has been due for longest. Return False if none is due."""
    for parcel in notices.claim([Transport.MAIL], 1):
        _send(parcel)
        return True
    return False


def message(parcel: Parcel, player: Player, text: Text) -> EmailMessage:
    """Return the mail. It has the same id in each attempt, so that a mailbox can recognize a repetition."""
    gettext = catalogue(player.locale).gettext
    link = f"{settings.PUBLIC_URL}{PATH}?{urlencode({'token': token_of(player.id)})}"
    block = gettext("To block whoever invites you, open your inbox:")
    parts = [
        text.title,
        text.body,
        *([block, f"{settings.PUBLIC_URL}/inbox"] if parcel.kind == NoticeKind.INVITATION else []),
        gettext("You get this mail because you have switched mails about your games on."),
        gettext("To switch all of them off, open this page:"),
        link,
    ]
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    headers = {
        "Message-ID": f"<{parcel.id}@{domain}>",
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{link}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    subject = " ".join(text.title.split())
    return EmailMessage(subject, "\n\n".join(filter(None, parts)) + "\n", None, [player.email], headers=headers)


def token_of(player: UUID) -> str:
    """Return the token by which whoever has a mail of *player* switches such mails off. It can do nothing else."""
    return signing.Signer(salt=_SIGNER).sign(player.hex)


def unsubscribe(token: str) -> None:
    """Switch off all mails about games of the player whose token this is. Raises BadToken."""
    player = check(token)
    if Player.objects.filter(id=player, is_active=True).exists():
        notices.prefer(player, {(kind, NoticeChannel.MAIL): False for kind in NoticeKind})


def check(token: str) -> UUID:
    """Return the player whose token this is. Raises BadToken."""
    try:
        return UUID(signing.Signer(salt=_SIGNER).unsign(token))
    except (signing.BadSignature, ValueError) as fault:
        raise BadToken from fault


def _send(parcel: Parcel) -> None:
    try:
        player = Player.objects.get(id=parcel.player)
        (text,) = write([parcel], [Reader(player.locale, player.time_zone)])
        message(parcel, player, text).send()
    except Exception as fault:  # noqa: BLE001 - one mail that cannot be written or sent must not stop the others
        check_database(fault)
        refused = isinstance(fault, SMTPRecipientsRefused) and all(code >= 500 for code, _ in fault.recipients.values())
        # Only the kind of the fault: its text may have an address.
        kind = type(fault).__name__
        _log.warning("cannot send a notice by mail", fault=kind, tries=parcel.tries)
        if refused or parcel.tries >= _MOST_TRIES:
            notice_deliveries.settle(parcel, "failed", kind)
        else:
            notice_deliveries.put_off(parcel, _FIRST_PAUSE * 4 ** (parcel.tries - 1), kind)
        return
    notice_deliveries.settle(parcel, "sent")

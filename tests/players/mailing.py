"""Mails that tests read, with the codes in their links."""

import re
from collections.abc import Sequence

from django.core.mail import EmailMessage

from players import mail


def sent(mailoutbox: list[EmailMessage]) -> Sequence[tuple[str, str]]:
    """Send all mails that are due, and return recipient and subject of those that are new."""
    before = len(mailoutbox)
    while mail.send_next():
        pass
    return [(one.to[0], str(one.subject)) for one in mailoutbox[before:]]


def code_in(message: EmailMessage) -> str:
    """Return the code in the link of a mail."""
    found = re.search(r"\?code=([\w-]+)$", str(message.body), re.MULTILINE)
    assert found, message.body
    return found[1]

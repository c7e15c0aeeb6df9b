"""The texts of mails, in the language of the player."""

from typing import assert_never

from base.languages import catalogue
from players.models import MailKind


def write(kind: MailKind, locale: str, username: str, link: str) -> tuple[str, str]:
    """Return subject and body of a mail. The only words of a player in it are the username, which has no spaces."""
    gettext = catalogue(locale).gettext
    match kind:
        case MailKind.CONFIRM:
            subject = gettext("Confirm your e-mail address")
            parts = [
                gettext('Somebody, probably you, gave this address to the account "{username}" of Mau-Mau.'),
                gettext("If it was you, open this page within an hour:"),
                link,
                gettext("If it was not you, ignore this mail."),
            ]
        case MailKind.EMAIL_CHANGE:
            subject = gettext("Your e-mail address will change")
            parts = [
                gettext('Somebody, probably you, asked to give your account "{username}" another e-mail address.'),
                gettext("If it was not you, change your password now."),
            ]
        case MailKind.RESET:
            subject = gettext("Choose a new password")
            parts = [
                gettext('Somebody, probably you, asked for a new password for your account "{username}".'),
                gettext("To choose one, open this page within an hour:"),
                link,
                gettext("If it was not you, ignore this mail. Your password stays as it is."),
            ]
        case MailKind.PASSWORD_CHANGED:
            subject = gettext("Your password has changed")
            parts = [
                gettext('The password of your account "{username}" has changed. All other devices are signed out.'),
                gettext("If it was not you, ask for a new password now."),
            ]
        case MailKind.RESET_REQUEST:
            raise ValueError("a request is no mail")
        case _:
            assert_never(kind)
    return subject, "\n\n".join(part.replace("{username}", username) for part in parts) + "\n"

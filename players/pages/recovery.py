"""The pages at the links in mails. A GET changes nothing, because scanners of mail open links, too."""

from http import HTTPStatus

from django.http import HttpRequest, HttpResponse

from players import accounts
from players.pages.page import Page


class EmailPage(Page):
    """Confirms an address."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the button."""
        gettext = self.gettext
        return self.show(
            "form",
            title=gettext("Confirm your e-mail address"),
            button=gettext("Confirm"),
            code=request.GET.get("code", ""),
        )

    def post(self, request: HttpRequest) -> HttpResponse:
        """Confirm the address."""
        gettext = self.gettext
        try:
            accounts.confirm_email(request.POST.get("code", ""))
        except accounts.CodeInvalid:
            return stale(self)
        return self.message(gettext("Your address is confirmed"), gettext("You can close this page."))


class ResetPage(Page):
    """Takes a new password."""

    def get(self, request: HttpRequest) -> HttpResponse:
        """Show the form."""
        return self._form(request.GET.get("code", ""))

    def post(self, request: HttpRequest) -> HttpResponse:
        """Set the password."""
        gettext, code, password = self.gettext, request.POST.get("code", ""), request.POST.get("password", "")
        if len(password) > accounts.LONGEST_PASSWORD:
            return self._form(code, gettext("This password is too long."), status=HTTPStatus.UNPROCESSABLE_ENTITY)
        try:
            accounts.reset_password(code, password)
        except accounts.CodeInvalid:
            return stale(self)
        except accounts.WeakPassword:
            error = gettext("This password is too easy to guess. Take a longer one, without your name in it.")
            return self._form(code, error, status=HTTPStatus.UNPROCESSABLE_ENTITY)
        return self.message(gettext("Your password has changed"), gettext("Sign in with it in your app."))

    def _form(self, code: str, error: str = "", *, status: int = HTTPStatus.OK) -> HttpResponse:
        gettext = self.gettext
        return self.show(
            "form",
            title=gettext("Choose a new password"),
            password=gettext("New password"),
            button=gettext("Save"),
            code=code,
            error=error,
            status=status,
        )


def stale(page: Page) -> HttpResponse:
    """Return the page for a code that does not work."""
    gettext = page.gettext
    return page.message(
        gettext("This link does not work any more"),
        gettext("It was used before, or it is too old. Ask for a new mail."),
        status=HTTPStatus.GONE,
    )

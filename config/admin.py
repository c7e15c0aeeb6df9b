"""The site of the admin. Its sign-in has the same rate limits as that of the API."""

from typing import Any, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.http import HttpRequest

from players.sign_in_limits import spend_password


class SignIn(AdminAuthenticationForm):
    """Username and password. Tries count together with those over the API."""

    def clean(self) -> dict[str, Any]:
        """Return the fields if they are right. Raises ValidationError, or Throttled after too many tries."""
        spend_password(cast(HttpRequest, self.request), self.cleaned_data.get("username", ""))
        return super().clean()


class Site(AdminSite):
    """The site of the admin."""

    login_form = SignIn

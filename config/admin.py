"""The admin's site: its sign-in is as hard to guess as the API's."""

from typing import Any, cast

from django.contrib.admin import AdminSite
from django.contrib.admin.forms import AdminAuthenticationForm
from django.http import HttpRequest

from players.http.rate_limits import spend_password


class SignIn(AdminAuthenticationForm):
    """Username and password, counted together with those that come over the API."""

    def clean(self) -> dict[str, Any]:
        """Return what was typed if it signs someone in; Throttled after too many tries, ValidationError otherwise."""
        spend_password(cast(HttpRequest, self.request), self.cleaned_data.get("username", ""))
        return super().clean()


class Site(AdminSite):
    """The one site."""

    login_form = SignIn

"""The addresses of the pages of accounts."""

from django.urls import path

from players.pages import recovery

urlpatterns = [
    path("accounts/email", recovery.EmailPage.as_view(), name="email-page"),
    path("accounts/reset", recovery.ResetPage.as_view(), name="reset-page"),
]

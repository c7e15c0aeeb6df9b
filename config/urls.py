"""The addresses of the API, the documentation and the admin."""

from django.contrib import admin
from django.urls import include, path

from config.app_links import AndroidApps, AppleApps
from config.documentation import Description, Page, Site, ToPage
from games.api.invitations.page import InvitationPage
from games.api.notices.unsubscribe import UnsubscribePage
from games.api.subscriptions.documents import SubscriptionDocument
from games.notices.kinds import SubscriptionKind

_API = "api/v1/"
admin.site.site_header = admin.site.site_title = "Mau-Mau"

urlpatterns = [
    path(_API, include("games.api.urls")),
    path(_API, include("players.api.urls")),
    path("api/v1", ToPage.as_view(pattern_name="index")),
    path("", include("games.web.urls")),
    path(f"{_API}openapi.json", Description.as_view(), name="schema"),
    path(f"{_API}docs", ToPage.as_view()),
    path(f"{_API}docs/", Page.as_view(url_name="schema"), name="docs"),
    path("docs", ToPage.as_view(pattern_name="site")),
    path("docs/", Site.as_view(), name="site"),
    path("docs/<path:path>", Site.as_view()),
    path("", include("players.pages.urls")),
    path("notices/unsubscribe", UnsubscribePage.as_view(), name="unsubscribe-page"),
    path("subscriptions/<str:code>.ics", SubscriptionDocument.as_view(kind=SubscriptionKind.CALENDAR)),
    path("subscriptions/<str:code>.atom", SubscriptionDocument.as_view(kind=SubscriptionKind.NEWS)),
    path("i/<str:code>", InvitationPage.as_view(), name="invitation-page"),
    path(".well-known/apple-app-site-association", AppleApps.as_view()),
    path(".well-known/assetlinks.json", AndroidApps.as_view()),
    path("admin/", admin.site.urls),
]

handler400 = "base.http.exception_handler.bad_request"
handler403 = "base.http.exception_handler.permission_denied"
handler404 = "base.http.exception_handler.page_not_found"
handler500 = "base.http.exception_handler.server_error"

"""The addresses of the page."""

from django.urls import path

from games.web.page import EmbeddedPage, GamePage, JoinPage, Page
from games.web.preview import AnimatedPicture, PreviewPicture

_PAGE = Page.as_view()

urlpatterns = [
    path("", _PAGE, name="page"),
    path("g/<uuid:id>", GamePage.as_view()),
    path("g/<uuid:game>/preview.png", PreviewPicture.as_view()),
    path("g/<uuid:game>/end.gif", AnimatedPicture.as_view()),
    path("embed/<uuid:id>", EmbeddedPage.as_view()),
    path("new", _PAGE),
    path("lobby", _PAGE),
    path("watch", _PAGE),
    path("puzzles", _PAGE),
    path("join/<str:code>", JoinPage.as_view()),
    path("variants", _PAGE),
    path("v/new", _PAGE),
    path("v/<str:key>", _PAGE),
    path("p/<uuid:player>", _PAGE),
    path("standings", _PAGE),
    path("inbox", _PAGE),
    path("settings", _PAGE),
    path("about", _PAGE),
]

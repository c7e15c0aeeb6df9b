"""Notes of players at moves. Staff who may change notes can hide them, and show them again."""

from typing import ClassVar
from uuid import UUID

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import URLPattern, path

from games.admin.looking import Looking
from games.models import Note
from games.store import notes

_PERMISSION = "games.change_note"
_ACTS = {"hide": (notes.hide, "Hid the note."), "show": (notes.show, "Showed the note again.")}


@admin.register(Note)
class Notes(Looking):
    """Notes, those that were reported last first."""

    list_display = ("text", "player", "game", "version", "reported_at", "hidden_at")
    list_filter: ClassVar = [
        ("reported_at", admin.EmptyFieldListFilter),
        ("hidden_at", admin.EmptyFieldListFilter),
    ]
    list_select_related = ("player",)
    search_fields = ("game", "player__id")
    ordering = ("-reported_at", "-id")
    fields = ("text", "player", "game", "version", "created_at", "changed_at", "reported_at", "hidden_at")
    readonly_fields = fields
    change_form_template = "admin/games/note.html"

    def acts(self) -> list[URLPattern]:
        """Return the addresses at which a note is hidden, and shown again."""
        view = self.admin_site.admin_view(self._act)
        return [path(f"<uuid:note>/{act}/", view, {"act": act}, name=f"games_note_{act}") for act in _ACTS]

    def _act(self, request: HttpRequest, note: UUID, act: str) -> HttpResponse:
        if not request.user.has_perm(_PERMISSION):
            raise PermissionDenied
        found = Note.objects.filter(id=note).first()
        if found is None:
            raise Http404
        do, done = _ACTS[act]
        do(note)
        self.log_change(request, found, done)
        self.message_user(request, done)
        return redirect("admin:games_note_change", note)

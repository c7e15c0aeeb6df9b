"""Games that wait for players, and whether there are any games at all."""

from django.db.models import BooleanField, Func, QuerySet

from games.models import Game, LobbyRow, Projection


class AnybodyWaits(Func):
    """Tell whether a player sits at a table: one that everybody left is nobody's to join."""

    template = """jsonb_path_exists(%(expressions)s, '$[*].player ? (@ != "")')"""
    output_field = BooleanField()


def lobby(*, variant: str | None = None) -> QuerySet[LobbyRow]:
    """Return the public games that wait for players, of this *variant* if one is named."""
    generation = Projection.objects.filter(name="lobby").values("generation")
    rows = LobbyRow.objects.filter(AnybodyWaits("sitters"), generation__in=generation, visibility="public")
    return rows if variant is None else rows.filter(variant=variant)


def is_empty() -> bool:
    """Tell whether no game was ever made."""
    return not Game.objects.exists()

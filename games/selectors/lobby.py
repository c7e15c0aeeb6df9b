"""Public games that wait for players or are played, and whether there are any games at all."""

from django.db.models import BooleanField, Func, Q, QuerySet

from games.models import Game, LobbyRow


class IsAlive(Func):
    """Whether a player sits at a table, or bots on all seats. Lists leave out tables that everybody has left."""

    template = """(jsonb_path_exists(%(expressions)s, '$[*].player ? (@ != "")')
        OR NOT jsonb_path_exists(%(expressions)s, '$[*] ? (@ == null)'))"""
    output_field = BooleanField()


def lobby(*, playing: bool = False, variant: str | None = None, rated: bool | None = None) -> QuerySet[LobbyRow]:
    """Return the public games that wait for players, or that are *playing*.

    Only those of this *variant* if one is named, and only those that count for ratings, or do not, if *rated* says so.
    """
    rows = LobbyRow.live.filter(IsAlive("sitters"), visibility="public", started_at__isnull=not playing)
    if rated is not None:
        counts = Q(rated=True, unrated="")
        rows = rows.filter(counts if rated else ~counts)
    return rows if variant is None else rows.filter(variant=variant)


def is_empty() -> bool:
    """Return whether no game was ever made."""
    return not Game.objects.exists()

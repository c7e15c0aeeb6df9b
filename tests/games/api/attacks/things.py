"""Everything that one player has and others must not touch, and those who try."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection
from django.urls import URLPattern, URLResolver, get_resolver

from games.services import invitations, webhooks
from players import sessions
from players.models import App, Player, Scope
from players.oauth.registration import register_app
from tests.games.api.conftest import Caller

UNKNOWN: Final = "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"
PRIVATE: Final = frozenset(
    {
        "game",
        "webhook",
        "delivery",
        "invitation",
        "entry",
        "app",
        "session_id",
        "record",
        "check",
        "export_id",
        "subscription",
    }
)
"""The parameters of paths that name something of somebody."""
BODIES: Final[dict[str, Any]] = {
    "moves": {"turn": 1, "move": "draw"},
    "check": {"turn": 1, "move": "draw"},
    "claims": {"kind": "win"},
    "bots": {"level": "novice"},
    "nonces": {"nonce": "tulip"},
    "plan": {"deal": 1, "moves": [{"move": "draw"}]},
    "proposals": {"kind": "pause"},
    "vote": {"agrees": True},
    "<version>": {"text": "Well played."},
}
"""The bodies of requests that need one, by the last part of the path."""
_WITHOUT: Final = ("rate_bucket", "request_key", "django_", "auth_")


@dataclass(frozen=True)
class Operation:
    """A method of an address below `/api/v1`, such as `/games/<game>/moves`."""

    method: str
    route: str
    names: frozenset[str]
    view: Any

    def path(self, ids: dict[str, str]) -> str:
        """Return the address with these ids."""
        path = self.route
        for name, value in ids.items():
            path = path.replace(f"<{name}>", value)
        assert "<" not in path, path
        return path

    @property
    def body(self) -> Any:
        """What the request must have, if anything."""
        return BODIES.get(self.route.rsplit("/", 1)[1], {})


def operations() -> Iterator[Operation]:
    """Yield all operations whose path has a parameter."""
    return (one for one in all_operations() if one.names)


def all_operations() -> Iterator[Operation]:
    """Yield all operations below `/api/v1`."""
    for route, names, view in addresses(get_resolver().url_patterns, "/"):
        if route.startswith("/api/v1/") and hasattr(view, "cls"):
            for method in ("get", "post", "put", "patch", "delete"):
                if hasattr(view.cls, method):
                    yield Operation(method.upper(), route.removeprefix("/api/v1"), names, view.cls)


def addresses(patterns: list[Any], before: str) -> Iterator[tuple[str, frozenset[str], Any]]:
    """Yield route, parameters and view of each address."""
    for one in patterns:
        route = before + "".join(
            f"<{part.partition('>')[0].rpartition(':')[2]}>{part.partition('>')[2]}" if number else part
            for number, part in enumerate(str(one.pattern).split("<"))
        )
        if isinstance(one, URLResolver):
            yield from addresses(one.url_patterns, route)
        elif isinstance(one, URLPattern):
            yield route, frozenset(part.partition(">")[0] for part in route.split("<")[1:]), one.callback


def everything_of(owner: Caller, guest: Caller, *, game: str) -> dict[str, str]:
    """Let a full account have one of everything at a *game* of theirs, to which *guest* is invited. Return the ids."""
    webhook = webhooks.make(UUID(owner.id), url="https://hook.example.org/", events=["game.over"])
    delivery = webhooks.ping(webhook)
    invitation = invitations.invite(UUID(game), maker=UUID(owner.id), player=UUID(guest.id))
    player = Player.objects.get(id=owner.id)
    return {
        "game": game,
        "version": "1",
        "player": owner.id,
        "proposal": "1",
        "webhook": str(webhook),
        "delivery": str(delivery),
        "invitation": str(invitation),
        "entry": owner.post("/queue-entries", {"variant": "mau_mau", "seats": 2}).json()["id"],
        "app": str(register_app(player.id, "Board", ["https://app.example/cb"], is_public=False).id),
        "session_id": str(sessions.begin_bot(player, "Robot").id),
        "record": _made(owner.raw("POST", "/records", b"no record", Content_Type="text/plain")),
        "export_id": _made(owner.post("/me/export", {})),
        "subscription": owner.post("/me/subscriptions", {"kind": "news"}).json()["id"],
        "check": _made(owner.post("/variants/checks", {"base": "mau_mau", "changes": {}})),
    }


def _made(answer: Any) -> str:
    assert answer.status_code == 202, answer.content
    return str(answer.json()["id"])


def with_token(caller: Caller, scope: Scope) -> Caller:
    """Return a caller with a token of this scope for the same account: a bot's, or an app's."""
    player = Player.objects.get(id=caller.id)
    if scope == Scope.BOT:
        access = sessions.bot_token(sessions.begin_bot(player, "Robot"))
    else:
        app = App.objects.create(owner=player, name="An app", redirect_uris=["https://app.example/cb"])
        access = sessions.begin(player, scope=scope, app=app)[1].access
    return Caller(tokens={**caller.tokens, "access": access})


def stored() -> dict[str, str]:
    """Return a digest of each table, but for those that count requests."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT relname FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace")
        names = [name for (name,) in cursor.fetchall() if not name.startswith(_WITHOUT)]
        digest = "SELECT '{0}', md5(string_agg(t::text, ',' ORDER BY t::text)) FROM \"{0}\" AS t"
        cursor.execute(" UNION ALL ".join(map(digest.format, names)))
        return dict(cursor.fetchall())

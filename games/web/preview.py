"""What messengers and search engines see of a public game that is over: Open Graph tags in the page, and a picture."""

import asyncio
import hashlib
from collections.abc import Callable
from contextlib import nullcontext, suppress
from dataclasses import dataclass
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import translation
from django.utils.html import format_html, format_html_join
from django.utils.translation import gettext
from django.views.generic import View

from base.http.etags import is_fresh
from base.http.lanes import in_lane, lane_of
from base.http.problems import Busy, respond
from base.http.rate_limits import Throttled, limits_of, spend
from base.identifiers import uuid7
from games import store
from games.log.read import event_of, read
from games.rules.events import CardsPlayed
from games.rules.game import Status
from games.rules.observation import observe
from games.store import pictures, slots
from games.web import animation, picture
from games.web.animation import Step
from games.web.picture import Picture, Place
from players.models import Player
from players.owners import address_owner

_YEAR: Final = "public, max-age=31536000, immutable"
_LAST_EVENTS: Final = 100
"""Events at the end of a game in which its last moves are looked for."""
_LONGEST: Final = 60.0
"""Seconds after which a picture is surely drawn, however long it waited, or never will be."""
_TASKS: Final[set["asyncio.Future[HttpResponse]"]] = set()
"""What is answered now. Without a reference here it could end in the middle of it."""
_PAUSE: Final = 3
"""Seconds after which whoever has too many pictures drawn may ask again."""
_FAMILIES: Final = {
    "prsi": "burgundy", "faraon": "burgundy", "macau": "burgundy", "tschau_sepp": "burgundy",
    "pesten": "slate", "switch": "slate", "puque": "slate",
    "crazy_eights": "night", "haft_khabis": "night",
}  # fmt: skip
"""The colours of tables that are not green, as `src/looks/looks.ts` has them."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A public game that is over."""

    game: UUID
    version: int
    picture: Picture
    winners: tuple[str, ...]
    losers: tuple[str, ...]
    names: tuple[str, ...]
    """By seats."""

    @property
    def mark(self) -> str:
        """A hash of all that the picture shows. A player may have another name tomorrow."""
        return hashlib.sha256(repr(self.picture).encode()).hexdigest()[:16]


class Drawing(NamedTuple):
    """A picture that must be drawn, and has a slot of its owner."""

    work: UUID
    """What holds the slot."""
    found: Preview
    draw: Callable[[], bytes]


def preview_of(game: UUID) -> Preview | None:
    """Return what a preview shows of *game*; None if it is private, not over, or was never played."""
    row = store.find(game)
    if row is None or row.visibility != "public" or row.status != Status.OVER:
        return None
    state = store.game_of(row)
    seen = observe(state, None)
    if not seen.places:
        return None
    players = {seat.player for seat in seen.seats if seat.player}
    known = dict(Player.objects.filter(id__in=map(UUID, players)).values_list("id", "name"))
    names = [
        known.get(UUID(seat.player), gettext("Former player")) if seat.player else seat.bot.capitalize()
        for seat in seen.seats
    ]
    points = {"single": None, "deals_lost": "lost"}.get(seen.ruleset.sections.game.end, "score")
    order = sorted(range(len(names)), key=lambda seat: (seen.places[seat], seat))
    places = tuple(
        Place(
            number=seen.places[seat],
            name=names[seat],
            note="" if points is None else str(getattr(seen.seats[seat], points)),
            has_won=seat in seen.winners,
        )
        for seat in order
    )
    found = Picture(
        variant=store.kept(row.ruleset).name,
        family=_FAMILIES.get(row.variant, "green"),
        pack=seen.ruleset.sections.deck.pack,
        places=places,
        cards=tuple(map(str, seen.discards[-5:])),
        fonts=_fonts(),
    )
    return Preview(
        game=game,
        version=row.version,
        picture=found,
        winners=tuple(names[seat] for seat in order if seat in seen.winners),
        losers=tuple(names[seat] for seat in order if seat not in seen.winners),
        names=tuple(names),
    )


def tags(preview: Preview, language: str) -> str:
    """Return the tags for the head of the page, in a language."""
    with translation.override(language):
        winners, losers = ", ".join(preview.winners), ", ".join(preview.losers)
        title = gettext("{variant}: {winners} won").format(variant=preview.picture.variant, winners=winners)
        text = gettext("Against {losers}. Look back at every move, and check how the cards were shuffled.")
        text = text.format(losers=losers) if losers else ""
    address = f"{settings.PUBLIC_URL}/g/{preview.game}"
    pairs = {
        "og:type": "website",
        "og:site_name": "Mau-Mau",
        "og:url": address,
        "og:title": title,
        "og:description": text,
        "og:image": f"{address}/preview.png?v={preview.mark}",
        "og:image:type": "image/png",
        "og:image:width": str(picture.WIDTH),
        "og:image:height": str(picture.HEIGHT),
        "og:image:alt": title,
    }
    return format_html(
        '<meta name="description" content="{}"><meta name="twitter:card" content="summary_large_image">{}',
        f"{title}. {text}",
        format_html_join("", '<meta property="{}" content="{}">', pairs.items()),
    )


class PreviewPicture(View):
    """The preview picture of a public game that is over. It is drawn once, and then kept in the database.

    While one is drawn it holds a slot of its owner and the easel of its process, but no connection.
    """

    cost = "picture"
    http_method_names = ("get", "head")
    content_type = "image/png"

    async def get(self, request: HttpRequest, game: UUID) -> HttpResponse:
        """Return the picture. Caches keep it for ever at an address with its mark. Raises Http404, Throttled."""
        # A client that goes away does not end the thread that takes a slot or draws. So the task goes on, and frees it.
        task = asyncio.ensure_future(self._answer(request, game))
        _TASKS.add(task)
        task.add_done_callback(_TASKS.discard)
        return await asyncio.shield(task)

    async def _answer(self, request: HttpRequest, game: UUID) -> HttpResponse:
        """Return what `get` does."""
        try:
            answer, drawing = await in_lane(lane_of(request), lambda: self._kept(request, game))
            if drawing is not None:
                answer.content = await self._draw(request, drawing)
        except TimeoutError:
            return respond(Busy())
        return answer

    def _kept(self, request: HttpRequest, game: UUID) -> tuple[HttpResponse, Drawing | None]:
        """Return the answer with the picture if it is kept; else one without it, and what must be drawn.

        Raises Http404, Throttled.
        """
        spend(request, limits_of(self, request))
        found = preview_of(game)
        if found is None:
            raise Http404
        etag = f'"{found.mark}"'
        headers = {
            "ETag": etag,
            "Cache-Control": _YEAR if request.GET.get("v") == found.mark else "public, no-cache",
            # Other pages show it: messengers on the web.
            "Cross-Origin-Resource-Policy": "cross-origin",
        }
        if is_fresh(request, etag):
            return HttpResponse(status=304, headers=headers), None
        answer = HttpResponse(content_type=self.content_type, headers=headers)
        kept = pictures.find(game, self.content_type, found.mark)
        if kept is not None:
            answer.content = kept
            return answer, None
        work = uuid7()
        if not slots.take(address_owner(request), work, seconds=_LONGEST):
            raise Throttled(headers={"Retry-After": str(_PAUSE)}, members={"retry_after": _PAUSE})
        try:
            return answer, Drawing(work, found, self.drawing(found))
        except Exception:
            slots.leave(work)
            raise

    async def _draw(self, request: HttpRequest, drawing: Drawing) -> bytes:
        """Return a picture, which is kept from now on. Raises TimeoutError if too many are drawn."""
        easel, content = getattr(request, "easel", None), None
        try:
            async with easel.entered() if easel else nullcontext():
                content = await asyncio.to_thread(drawing.draw)
            return content
        finally:
            while True:
                with suppress(TimeoutError):  # others come first, but the slot must be freed
                    await in_lane(lane_of(request), lambda: self._put_away(drawing, content))
                    break

    def _put_away(self, drawing: Drawing, content: bytes | None) -> None:
        """Keep what was drawn, if anything was, and free the slot."""
        if content is not None:
            pictures.keep(drawing.found.game, self.content_type, drawing.found.mark, content)
        slots.leave(drawing.work)

    def drawing(self, found: Preview) -> Callable[[], bytes]:
        """Return what draws the picture of a game, without the database."""
        return partial(picture.drawn, found.picture)


class AnimatedPicture(PreviewPicture):
    """The last moves of a public game that is over, as a GIF."""

    content_type = "image/gif"

    def drawing(self, found: Preview) -> Callable[[], bytes]:
        """Return what draws the pictures of the last moves, one after the other."""
        steps = (
            Step(event.seat, tuple(map(str, event.cards)))
            for stored in read(found.game, after=max(0, found.version - _LAST_EVENTS))
            if isinstance(event := event_of(stored), CardsPlayed)
        )
        return partial(animation.drawn, found.picture, found.names, tuple(steps)[-animation.MOST_STEPS :])


def _fonts() -> tuple[str, ...]:
    """Return the files of the page's font, if the page is built."""
    app = settings.WEB_ROOT / "app"
    found = [
        next(iter(sorted(app.glob(f"figtree-{part}-wght-normal-*.woff2"))), None) for part in ("latin", "latin-ext")
    ]
    return tuple(str(file) for file in found if file) if all(found) else ()

"""The messenger of notices by push services: many requests at once, from the one thread that calls ``step``."""

import asyncio
import random
from collections.abc import Collection, Iterable, Mapping
from datetime import timedelta
from typing import Final

import httpx
import structlog
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import load_pem_private_key
from django.conf import settings
from django.db import transaction

from games.notices.kinds import OF_TURN, Transport
from games.push import web_push
from games.push.apns import Apns, AppleApp
from games.push.fcm import Fcm
from games.push.message import Address, Ending, Message, Outcome, PushSender
from games.services import notices
from games.store import notice_deliveries
from games.store.notice_deliveries import Parcel
from games.wakeups import LONGEST_WAIT
from games.webhooks.sending import Sender
from players import devices
from players.models import Device

SLOTS: Final = 64
"""Requests that one messenger has open at once."""
LONGEST: Final = 20.0
"""Seconds for an attempt, the token of OAuth included. The lease is longer."""
RETRIES: Final = (5, 30, 120, 600, 1_800, 3_600, 7_200, 14_400)
"""Seconds before each further attempt. After the last one a delivery has failed."""
LONGEST_RETRY_AFTER: Final = 6 * 3_600
"""Seconds by which a push service may put off a delivery, if it asks for more than we would wait."""
_JITTER: Final = 0.1

_log = structlog.get_logger(__name__)


def transports() -> list[Transport]:
    """Return the push services for which this service has credentials."""
    found = {
        Transport.WEB_PUSH: settings.VAPID_PRIVATE_KEY,
        Transport.FCM: settings.FCM_CREDENTIALS,
        Transport.APNS: settings.APNS_KEY,
    }
    return [transport for transport, credentials in found.items() if credentials]


def public_key() -> str | None:
    """Return the key that browsers need to subscribe, None if Web Push is off."""
    key: str = settings.VAPID_PRIVATE_KEY
    return web_push.public_key(web_push.private_key(key)) if key else None


def senders(wanted: Collection[Transport]) -> dict[Transport, PushSender]:
    """Return what sends to these push services, with the credentials of the settings."""
    return {transport: _sender(transport) for transport in wanted}


def _sender(transport: Transport) -> PushSender:
    match transport:
        case Transport.WEB_PUSH:
            key = web_push.private_key(settings.VAPID_PRIVATE_KEY)
            return web_push.WebPush(key, settings.VAPID_SUBJECT, Sender(settings.WEBHOOK_NETWORKS))
        case Transport.FCM:
            return Fcm(settings.FCM_CREDENTIALS, settings.FCM_URL, httpx.AsyncClient(timeout=LONGEST))
        case Transport.APNS:
            signing = load_pem_private_key(settings.APNS_KEY.encode(), None)
            assert isinstance(signing, ec.EllipticCurvePrivateKey)  # noqa: S101 - the settings have checked it
            app = AppleApp(signing, settings.APNS_KEY_ID, settings.APNS_TEAM_ID, settings.APNS_TOPIC)
            return Apns(app, settings.APNS_URL, httpx.AsyncClient(http1=False, http2=True, timeout=LONGEST))
        case _:
            raise ValueError(transport)


class Messenger:
    """Sends what is due by some push services. One thread uses it, and nobody else."""

    def __init__(self, senders: Mapping[Transport, PushSender]) -> None:
        self._senders = senders
        self._loop = asyncio.new_event_loop()
        self._sending: dict[asyncio.Task[Outcome], tuple[Parcel, Device]] = {}

    def step(self) -> float:
        """Begin what is due, and store what has ended. Return the seconds until the next step."""
        parcels = notices.claim(self._senders, SLOTS - len(self._sending))
        found = Device.objects.in_bulk([parcel.device for parcel in parcels if parcel.device is not None])
        for parcel in parcels:
            device = found.get(parcel.device or 0)
            if device is not None:  # otherwise it was removed since the claim, and the next one finds that
                task = self._loop.create_task(self._send(parcel, device))
                self._sending[task] = parcel, device
        if not self._sending:
            return LONGEST_WAIT
        for task in self._loop.run_until_complete(_ended(self._sending)):
            settle(*self._sending[task], task.result())
            del self._sending[task]  # not before it is stored: the database may be away
        return 0.0

    def close(self) -> None:
        """Stop sending. What was begun is sent again by others, after its lease."""

        async def cancel() -> None:
            for task in self._sending:
                task.cancel()
            await asyncio.gather(*self._sending, return_exceptions=True)
            await self._loop.shutdown_default_executor()

        self._loop.run_until_complete(cancel())
        self._loop.close()

    async def _send(self, parcel: Parcel, device: Device) -> Outcome:
        try:
            async with asyncio.timeout(LONGEST):
                return await self._senders[Transport(parcel.transport)].send(message(parcel, device))
        except Exception as fault:  # noqa: BLE001 - one that cannot be sent must not stop the others
            return Outcome(Ending.LATER, type(fault).__name__)  # its text may have an address


async def _ended(tasks: Iterable[asyncio.Task[Outcome]]) -> set[asyncio.Task[Outcome]]:
    """Return the tasks that have ended, as soon as there is one."""
    done, _ = await asyncio.wait([*tasks], timeout=LONGEST_WAIT, return_when=asyncio.FIRST_COMPLETED)
    return done


def message(parcel: Parcel, device: Device) -> Message:
    """Return what is sent. It says what has happened, and where; the app asks for the rest."""
    deadline = None if parcel.deadline is None else parcel.deadline.isoformat().replace("+00:00", "Z")
    return Message(
        id=parcel.id,
        to=Address(device.token, device.endpoint, device.p256dh, device.auth),
        body={
            "type": parcel.kind, "game": str(parcel.game), "turn": parcel.turn, "version": parcel.version,
            "deadline": deadline,
        },
        game=parcel.game,
        is_urgent=parcel.kind in OF_TURN,
        now=parcel.now,
        until=parcel.until,
    )  # fmt: skip


def settle(parcel: Parcel, device: Device, outcome: Outcome) -> None:
    """Store what came of an attempt, and delete the device if it is gone."""
    if outcome.ending == Ending.SENT:
        notice_deliveries.settle(parcel, "sent")
        return
    _log.warning(
        "cannot push a notice", transport=parcel.transport, ending=outcome.ending, fault=outcome.error,
        tries=parcel.tries,
    )  # fmt: skip
    if outcome.ending == Ending.LATER and parcel.tries <= len(RETRIES):
        chance = random.uniform(-_JITTER, _JITTER)  # noqa: S311 - no secret
        pause = RETRIES[parcel.tries - 1] * (1 + chance)
        asked = min(outcome.retry_after, LONGEST_RETRY_AFTER)
        notice_deliveries.put_off(parcel, timedelta(seconds=max(pause, asked)), outcome.error)
        return
    with transaction.atomic():
        notice_deliveries.settle(parcel, "failed", outcome.error)
        if outcome.ending == Ending.GONE:
            devices.forget(device)

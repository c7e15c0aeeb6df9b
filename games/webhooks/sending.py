"""Sends one delivery over HTTP: to an address that was checked, for a bounded time, without following redirects."""

import asyncio
import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from ipaddress import ip_address
from typing import Final
from uuid import UUID

import httpx
import structlog

from players.destinations import BadUrl, Network, check_url, is_allowed, is_listed

LONGEST: Final = 10.0
"""Seconds for everything: the look-up of the name, the connection, the request and the answer."""
_CONNECT: Final = 4.0
"""Seconds to connect to one address, so that another one of the same name may be tried."""
_BODY: Final = 1.0
"""Seconds to read the body of an answer. A receiver that is cut off while it writes might log an error."""
_MOST_ADDRESSES: Final = 3
_ANSWER_BYTES: Final = 16 * 1024
"""How much of an answer is read before the connection is closed. All of it is thrown away."""
_SECONDS: Final = re.compile(r"[0-9]{1,6}")

Resolve = Callable[[str, int], Awaitable[list[str]]]
"""Returns the addresses of a name. Raises OSError."""

_log = structlog.get_logger(__name__)


class DeliveryError(StrEnum):
    """Why a delivery failed."""

    ADDRESS = "address"
    """The name of the host leads to an address that is not public."""
    NAME = "name"
    """The name of the host has no address."""
    CONNECTION = "connection"
    """There was no connection, or it broke."""
    TLS = "tls"
    """The certificate is not valid for the name, or TLS failed in another way."""
    TIMEOUT = "timeout"
    """There was no answer within ten seconds."""
    PROTOCOL = "protocol"
    """The answer is not HTTP."""
    REDIRECT = "redirect"
    """The answer was a redirect. The service does not follow it."""
    STATUS = "status"
    """The answer had a status other than 2xx."""
    SECRET = "secret"  # noqa: S105 - a word
    """The service can no longer read the secret. Make a new one."""
    OFF = "off"
    """The webhook was switched off before it was delivered."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt."""

    error: DeliveryError | None
    status: int | None = None
    """The status of the answer, if there was one."""
    retry_after: int = 0
    """The seconds in the header ``Retry-After``."""
    seconds: float = 0.0
    """How long it took."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent. The headers have the signatures."""

    id: UUID
    url: str
    body: str | bytes
    headers: Mapping[str, str]
    """They may name another ``Content-Type`` than JSON."""


async def resolve(name: str, port: int) -> list[str]:
    """Return the addresses of *name* by the resolver of the system, those of IPv4 first."""
    found = await asyncio.get_running_loop().getaddrinfo(name, port, type=socket.SOCK_STREAM)
    return sorted(dict.fromkeys(str(one[4][0]) for one in found), key=lambda address: ":" in address)


class Sender:
    """Sends requests. It has no cookies, reads no proxy from the environment, and keeps no connection."""

    def __init__(self, networks: Collection[Network], *, resolve: Resolve = resolve, longest: float = LONGEST) -> None:
        self._networks = networks
        self._resolve = resolve
        self._longest = longest
        self._tls = httpx.create_ssl_context()  # SSL_CERT_FILE may name other authorities

    async def send(self, request: Request) -> Outcome:
        """Send *request*, and return what came of it. Raises nothing but CancelledError."""
        began = time.monotonic()
        try:
            async with asyncio.timeout(self._longest):
                status, retry_after = await self._send(request)
        except Exception as fault:  # noqa: BLE001 - an endpoint may answer anything
            return Outcome(_error_of(fault), seconds=time.monotonic() - began)
        return Outcome(_error_in(status), status, retry_after, time.monotonic() - began)

    async def _send(self, request: Request) -> tuple[int, int]:
        """Return the status, and the seconds in ``Retry-After``."""
        url = check_url(request.url, self._networks)
        port = url.port or (443 if url.scheme == "https" else 80)
        addresses = await self._addresses(url.host, port)
        for address in addresses:
            # The check and the connection use the same address: a name that changes in between changes nothing.
            listed = is_listed(ip_address(address), self._networks)
            if not is_allowed(address, self._networks) or (url.scheme == "http" and not listed):
                raise _Forbidden
        sent = {"Content-Type": "application/json", "User-Agent": "Mau-Mau webhooks", "Accept": "*/*",
                **request.headers, "Host": url.netloc.decode("ascii")}  # fmt: skip
        content = request.body.encode() if isinstance(request.body, str) else request.body
        limits = httpx.Timeout(self._longest, connect=_CONNECT)
        async with httpx.AsyncClient(
            verify=self._tls, trust_env=False, follow_redirects=False, timeout=limits
        ) as client:
            for number, address in enumerate(addresses, start=1):
                # TLS still asks for the name, and checks the certificate against it.
                where = url.copy_with(host=address, port=port)
                extensions = {"sni_hostname": url.host.rstrip(".")}
                try:
                    async with client.stream(
                        "POST", where, content=content, headers=sent, extensions=extensions
                    ) as answer:
                        await _skip_body(answer)
                        given = answer.headers.get("Retry-After", "").strip()
                        return answer.status_code, int(given) if _SECONDS.fullmatch(given) else 0
                except (httpx.ConnectError, httpx.ConnectTimeout):
                    if number == len(addresses):
                        raise
        raise AssertionError("every address answers or raises")

    async def _addresses(self, host: str, port: int) -> list[str]:
        try:
            return [str(ip_address(host))]
        except ValueError:
            pass
        try:
            found = await self._resolve(host, port)
        except (OSError, UnicodeError) as fault:
            raise _Nameless from fault
        if not found:
            raise _Nameless
        return found[:_MOST_ADDRESSES]


class _Forbidden(Exception):
    """The name leads to an address that is not allowed."""


class _Nameless(Exception):
    """The name has no address."""


async def _skip_body(answer: httpx.Response) -> None:
    """Read a little of the body, as it comes: nothing is decompressed, and nothing is kept."""
    count = 0
    with suppress(httpx.TransportError, TimeoutError):  # the status has come, and that is the answer
        async with asyncio.timeout(_BODY):
            async for part in answer.aiter_raw():
                count += len(part)
                if count >= _ANSWER_BYTES:
                    return


def _error_of(fault: BaseException) -> DeliveryError:
    causes = [*_causes(fault)]
    match fault:
        case _Forbidden() | BadUrl():
            return DeliveryError.ADDRESS
        case _Nameless():
            return DeliveryError.NAME
        case TimeoutError() | httpx.TimeoutException():
            return DeliveryError.TIMEOUT
        case _ if any(isinstance(one, ssl.SSLError) for one in causes):
            return DeliveryError.TLS
        case httpx.ProtocolError():
            return DeliveryError.PROTOCOL
        case httpx.TransportError() | OSError():
            return DeliveryError.CONNECTION
        case _:
            _log.error("a delivery fails in an unknown way", fault=type(fault).__name__)
            return DeliveryError.CONNECTION


def _error_in(status: int) -> DeliveryError | None:
    if 200 <= status < 300:
        return None
    return DeliveryError.REDIRECT if 300 <= status < 400 else DeliveryError.STATUS


def _causes(fault: BaseException | None) -> Iterator[BaseException]:
    while fault is not None:
        yield fault
        fault = fault.__cause__ or fault.__context__

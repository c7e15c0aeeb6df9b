"""A proxy before the service that kills a program in the middle of its requests."""

import json
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

PASSED_ON: Final = ("Authorization", "Content-Type", "Idempotency-Key", "If-None-Match")


@dataclass
class Taken:
    """A request that the service has answered."""

    path: str
    body: Any
    key: str
    answer: Any


@dataclass
class Courier:
    """The proxy. ``plan`` says what happens to the requests of each kind, one after the other.

    ``before`` and ``after`` mean that the program dies before the request is sent on, or before it gets its answer. A
    number is a status that the proxy answers by itself. With nothing left in the plan, requests go through.
    """

    base: str
    plan: dict[str, list[str | int]]
    status: int = 0
    """If it is not 0, the answer to every request."""
    resign_after: int = 0
    """After how many moves the player resigns behind the program's back, so that the test ends. 0: never."""
    kill: Any = None
    url: str = ""
    taken: list[Taken] = field(default_factory=list)

    def handle(self, caller: BaseHTTPRequestHandler) -> None:
        """Send a request on, and bring back the answer, as far as the plan lets it."""
        length = int(caller.headers.get("Content-Length") or 0)
        content = caller.rfile.read(length) if length else None
        key, path = caller.headers.get("Idempotency-Key", ""), caller.path.partition("?")[0]
        kind = path.rpartition("/")[2] if caller.command == "POST" else "look"
        planned = self.plan.get(kind, [])
        what = self.status or (planned.pop(0) if planned else "")
        if isinstance(what, int):
            self._answer(caller, what, {"Retry-After": "0"}, b'{"detail": "No."}')
            return
        if what == "before":
            self.kill()
            return
        headers = {name: caller.headers[name] for name in PASSED_ON if name in caller.headers}
        if kind == "moves" and self.resign_after and len(self.keys("moves") - {key}) >= self.resign_after:
            self.resign_after = 0
            self._send("POST", f"{path.removesuffix('moves')}resignation", b"{}", headers | {"Idempotency-Key": "end"})
        status, found, raw = self._send(caller.command, caller.path, content, headers)
        if status == 201:
            self.taken.append(Taken(path, json.loads(content or b"null"), key, json.loads(raw)))
        if what == "after":
            self.kill()
            return
        self._answer(caller, status, found, raw)

    def keys(self, kind: str) -> set[str]:
        """Return the keys of the requests of a kind that the service has done."""
        return {one.key for one in self.taken if one.path.endswith(f"/{kind}")}

    def _send(self, method: str, path: str, content: bytes | None, headers: dict[str, str]) -> Any:
        request = urllib.request.Request(self.base + path, content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, dict(answer.headers), answer.read()
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, dict(refusal.headers), refusal.read()

    @staticmethod
    def _answer(caller: BaseHTTPRequestHandler, status: int, headers: dict[str, str], content: bytes) -> None:
        with suppress(BrokenPipeError, ConnectionResetError):
            caller.send_response(status)
            for name, value in headers.items():
                if name.lower() in {"etag", "content-type", "retry-after"}:
                    caller.send_header(name, value)
            caller.send_header("Content-Length", str(len(content)))
            caller.end_headers()
            caller.wfile.write(content)


@contextmanager
def carrying(courier: Courier) -> Iterator[Courier]:
    """Run the proxy."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            courier.handle(self)

        do_POST = do_GET  # noqa: N815

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    courier.url = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    try:
        yield courier
    finally:
        server.shutdown()
        server.server_close()

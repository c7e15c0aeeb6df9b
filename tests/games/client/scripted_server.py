"""A real HTTP server with scripted answers."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True)
class Request:
    method: str
    path: str
    headers: dict[str, str]
    body: Any


@dataclass
class Says:
    """An answer. `hang_up` closes the connection before it, `closes` after it without a header that says so."""

    status: int = 200
    body: Any = None
    headers: dict[str, str] = field(default_factory=dict)
    hang_up: bool = False
    closes: bool = False


Script = Callable[[Request], Says]


class Scripted:
    """The server. `got` has every request that it has read."""

    def __init__(self, script: Script) -> None:
        self.got: list[Request] = []
        self._script = script
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def _serve(self) -> None:
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                headers = {name.lower(): value for name, value in self.headers.items()}
                request = Request(self.command, self.path, headers, json.loads(raw) if raw else None)
                outer.got.append(request)
                says = outer._script(request)
                if says.hang_up:
                    self.close_connection = True
                    return
                content = b"" if says.body is None else json.dumps(says.body).encode()
                self.send_response(says.status)
                kind = "application/problem+json" if says.status >= 400 else "application/json"
                for name, value in {"Content-Type": kind, "Content-Length": str(len(content)), **says.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                with suppress(BrokenPipeError):
                    self.wfile.write(content)
                self.close_connection = says.closes or self.close_connection

            do_GET = do_POST = _serve  # noqa: N815

            def log_message(self, *_: Any) -> None:
                pass

        return Handler


@contextmanager
def serving(script: Script) -> Iterator[Scripted]:
    server = Scripted(script)
    try:
        yield server
    finally:
        server.stop()

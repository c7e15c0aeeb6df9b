"""Push services of the test's own: one that speaks JSON as FCM does, and one that speaks HTTP/2 as APNs does."""

import json
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import h2.config
import h2.connection
import h2.events


@dataclass
class Received:
    path: str
    headers: Mapping[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


Answer = tuple[int, Any]
"""A status, and a body as JSON."""


@dataclass
class PushService:
    port: int
    answers: dict[str, list[Answer]] = field(default_factory=dict)
    """What is answered at each path: one after the other, the last again and again. Otherwise 200."""
    received: list[Received] = field(default_factory=list)
    connections: int = 0

    def answer(self, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        self.received.append(Received(path, headers, body))
        left = self.answers.get(path, [(200, {})])
        return left.pop(0) if len(left) > 1 else left[0]


@contextmanager
def json_service() -> Iterator[PushService]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            status, answered = service.answer(self.path, dict(self.headers), body)
            content = json.dumps(answered).encode()
            self.send_response(status)
            if status == 429:
                self.send_header("Retry-After", "300")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        service = PushService(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield service
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def http2_service(context: ssl.SSLContext) -> Iterator[PushService]:
    """Speak HTTP/2, and nothing else, with the TLS of *context*."""
    context.set_alpn_protocols(["h2"])
    with socket.create_server(("127.0.0.1", 0)) as listening:
        service = PushService(listening.getsockname()[1])

        def serve() -> None:
            while True:
                try:
                    there, _ = listening.accept()
                except OSError:
                    return
                service.connections += 1
                threading.Thread(target=speak, args=(there,), daemon=True).start()

        def speak(plain: socket.socket) -> None:
            with suppress(OSError), context.wrap_socket(plain, server_side=True) as there:
                _speak(there, service)

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield service
        finally:
            listening.shutdown(socket.SHUT_RDWR)


def _speak(there: ssl.SSLSocket, service: PushService) -> None:
    assert there.selected_alpn_protocol() == "h2"
    speaks = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
    speaks.initiate_connection()
    there.sendall(speaks.data_to_send())
    headers: dict[int, dict[str, str]] = {}
    bodies: dict[int, bytes] = {}
    while data := there.recv(65_536):
        for event in speaks.receive_data(data):
            match event:
                case h2.events.RequestReceived(stream_id=stream, headers=given):
                    headers[stream] = {str(name): str(value) for name, value in given}
                    bodies[stream] = b""
                case h2.events.DataReceived(stream_id=stream, data=part):
                    bodies[stream] += part
                    speaks.acknowledge_received_data(event.flow_controlled_length, stream)
                case h2.events.StreamEnded(stream_id=stream):
                    status, answered = service.answer(headers[stream][":path"], headers[stream], bodies[stream])
                    speaks.send_headers(stream, [(":status", str(status))])
                    speaks.send_data(stream, json.dumps(answered).encode(), end_stream=True)
                case _:  # settings, pings, and the like
                    pass
        there.sendall(speaks.data_to_send())

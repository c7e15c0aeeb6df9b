"""Receivers of webhooks: real servers of the test's own, with HTTP or HTTPS."""

import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from standardwebhooks import Webhook

from tests.games.children import await_that


@dataclass
class Received:
    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float = field(default_factory=time.monotonic)

    def verified(self, secret: str) -> Any:
        """Return the payload, as the published library verifies it."""
        return Webhook(secret).verify(self.body, dict(self.headers))


Answer = tuple[int, Mapping[str, str]]


@dataclass
class Receiver:
    """What came, and what is answered: by the number of the request, the last answer again and again."""

    port: int
    answers: list[Answer] = field(default_factory=lambda: [(204, {})])
    received: list[Received] = field(default_factory=list)
    seconds: float = 0.0
    """How long each answer takes."""
    released: threading.Event = field(default_factory=threading.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook"

    def await_requests(self, count: int, patience: float = 30) -> None:
        await_that(lambda: len(self.received) >= count, patience)


@contextmanager
def receiving(context: ssl.SSLContext | None = None) -> Iterator[Receiver]:
    """Serve on a free port of 127.0.0.1, with TLS if there is a *context*."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            receiver.received.append(Received(self.path, dict(self.headers), body))
            if receiver.seconds:
                receiver.released.wait(receiver.seconds)
            number = min(len(receiver.received), len(receiver.answers)) - 1
            status, headers = receiver.answers[number]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    class Server(ThreadingHTTPServer):
        def handle_error(self, *_: object) -> None:
            """Clients go away as they like."""

    with Server(("127.0.0.1", 0), Handler) as server:
        if context is not None:
            server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
        receiver = Receiver(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield receiver
        finally:
            receiver.released.set()
            server.shutdown()
            thread.join()


@contextmanager
def speaking(speak: Callable[[socket.socket], None]) -> Iterator[int]:
    """Let *speak* answer each connection in a thread of its own, in bytes as it likes; yield the port."""
    ended = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            while not ended.is_set():
                try:
                    there, _ = listening.accept()
                except OSError:
                    return
                threading.Thread(target=answer, args=(there,), daemon=True).start()

        def answer(there: socket.socket) -> None:
            with there:
                try:
                    request = b""
                    while not request.endswith(b"}"):  # all of it: otherwise the end of the connection resets it
                        request += there.recv(65_536) or b"}"
                    speak(there)
                except OSError:
                    pass

        threading.Thread(target=serve, daemon=True).start()
        try:
            yield listening.getsockname()[1]
        finally:
            ended.set()
            listening.shutdown(socket.SHUT_RDWR)


def certified(folder: Path, *names: str) -> ssl.SSLContext:
    """Return a server's TLS with a certificate for *names*, and write the certificate to ``ca.pem`` in *folder*."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "a test's own authority")])
    now = datetime.fromtimestamp(time.time(), UTC)
    alternatives: list[x509.GeneralName] = []
    for one in names:
        try:
            alternatives.append(x509.IPAddress(ip_address(one)))
        except ValueError:
            alternatives.append(x509.DNSName(one))
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1)).not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    pem = certificate.public_bytes(serialization.Encoding.PEM)
    (folder / "ca.pem").write_bytes(pem)
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    (folder / "server.pem").write_bytes(pem + private)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(folder / "server.pem")
    return context

"""nginx takes our configuration of the proxy, and writes no secrets into its logs."""

import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from uuid import uuid4

import httpx
import pytest
from django.urls import URLResolver, get_resolver

from tests.config.service import ROOT, await_that

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("nginx") is None, reason="there is no nginx here"),
]


def proxy(where: Path, ports: Mapping[int, int]) -> list[str]:
    """Return the command that starts nginx with our configuration: with a certificate, logs in *where*, and *ports*."""
    key, certificate = where / "key.pem", where / "certificate.pem"
    openssl = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=play.example"]
    subprocess.run([*openssl, "-keyout", str(key), "-out", str(certificate)], capture_output=True, check=True)
    text = (ROOT / "docker" / "nginx.conf").read_text(encoding="utf-8")
    text = re.sub(r"/etc/letsencrypt/\S+fullchain\.pem", str(certificate), text)
    text = re.sub(r"/etc/letsencrypt/\S+privkey\.pem", str(key), text)
    for port in (443, 80, 8000):
        text = re.sub(rf"(listen (?:\[::\]:)?|127\.0\.0\.1:){port}\b", rf"\g<1>{ports.get(port, 10_000 + port)}", text)
    (where / "logs").mkdir()
    text = text.replace("/var/log/nginx/", f"{where}/logs/")
    whole = where / "nginx.conf"
    whole.write_text(f"pid {where}/pid; events {{}} http {{ access_log off; {text} }}", encoding="utf-8")
    return ["nginx", "-c", str(whole), "-e", str(where / "log")]


def addresses_with_codes(code: str) -> Iterator[str]:
    """Yield the addresses of the service that have a code in their path."""
    for route in routes(get_resolver()):
        if re.search(r"<str:(?:code|invitation)>", route):
            yield "/" + re.sub(r"<\w+:\w+>", code, route)


def routes(resolver: URLResolver, before: str = "") -> Iterator[str]:
    for one in resolver.url_patterns:
        route = f"{before}{one.pattern}"
        if isinstance(one, URLResolver):
            yield from routes(one, route)
        else:
            yield route


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        port: int = server.getsockname()[1]
        return port


@contextmanager
def answering() -> Iterator[int]:
    """Yield the port of a server that answers everything with 200."""

    class Answering(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Write nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Answering) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.server_address[1]
        finally:
            server.shutdown()
            thread.join()


@contextmanager
def running(command: list[str], port: int) -> Iterator[None]:
    """Run a server until it listens, and end it at the end."""
    process = subprocess.Popen(command)
    try:
        await_that(lambda: is_open(port))
        yield
    finally:
        process.terminate()
        process.wait()


def is_open(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def test_nginx_takes_its_configuration(tmp_path: Path) -> None:
    done = subprocess.run([*proxy(tmp_path, {}), "-t"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("is_up", [True, False])
def test_nginx_writes_no_secret_into_its_logs(tmp_path: Path, *, is_up: bool) -> None:
    secret = uuid4().hex
    addresses = [*addresses_with_codes(secret), f"/recover?code={secret}", f"/oauth/authorize?state={secret}"]
    with ExitStack() as stack:
        upstream = stack.enter_context(answering()) if is_up else free_port()
        ports = {443: free_port(), 80: free_port(), 8000: upstream}
        stack.enter_context(running([*proxy(tmp_path, ports), "-g", "daemon off;"], ports[80]))
        for address in addresses:
            for url in (f"https://localhost:{ports[443]}{address}", f"http://localhost:{ports[80]}{address}"):
                asked = httpx.get(url, verify=False, headers={"Referer": f"https://play.example{address}"})  # noqa: S501
                assert asked.status_code in {200, 301, 502}

    written = [file.read_text() for file in (tmp_path / "logs").iterdir()]
    assert "".join(written).count("\n") >= 2 * len(addresses)
    assert "[hidden]" in "".join(written)
    assert secret not in "".join(written)

"""What the lab needs of this machine: Linux, root, and packages of Debian."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

PACKAGES: Final[Mapping[str, str]] = {
    "patroni": "patroni", "etcd-server": "etcd", "haproxy": "haproxy", "pgbouncer": "pgbouncer",
    "rabbitmq-server": "/usr/lib/rabbitmq/bin/rabbitmq-server", "postgresql-15": "/usr/lib/postgresql/15/bin/initdb",
    "iproute2": "ip", "nftables": "nft", "util-linux": "unshare",
}  # fmt: skip
"""Debian's packages, each with a program of it."""
_POLICY: Final = Path("/usr/sbin/policy-rc.d")
"""Debian asks this file whether a package may start its services."""


def missing_rights() -> str:
    """Return why this machine cannot run the lab, whatever is installed; empty if it can."""
    if sys.platform != "linux":
        return "it needs Linux."
    if os.geteuid() != 0:
        return "it needs root."
    tried = subprocess.run(
        ["unshare", "--net", "--mount", "--pid", "--fork", "ip", "link", "add", "switch", "type", "bridge"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    return f"it needs namespaces and a bridge: {tried.stderr.strip()}" if tried.returncode else ""


def missing_packages() -> list[str]:
    """Return Debian's packages that the lab needs and this machine lacks."""
    path = f"{os.environ.get('PATH', '')}:/usr/sbin:/sbin"
    return [package for package, program in PACKAGES.items() if not shutil.which(program, path=path)]


def install_packages(packages: list[str]) -> None:
    """Install Debian's *packages*. None of their services starts. Raises SystemExit, which says what to do by hand."""
    by_hand = f"The lab lacks packages of Debian. Install them: apt-get install {' '.join(packages)}"
    if not shutil.which("apt-get"):
        sys.exit(by_hand)
    sys.stdout.write(f"Installing {' '.join(packages)}\n")
    sys.stdout.flush()
    makes_policy = not _POLICY.exists()
    if makes_policy:
        _POLICY.write_text("#!/bin/sh\nexit 101\n", encoding="ascii")
        _POLICY.chmod(0o755)
    try:
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update", "-qq"], env=quiet, check=True)
        subprocess.run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages], env=quiet, check=True)
    except subprocess.CalledProcessError:
        sys.exit(by_hand)
    finally:
        if makes_policy:
            _POLICY.unlink()

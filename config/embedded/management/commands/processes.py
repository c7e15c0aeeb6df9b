"""`manage.py processes`: the processes of the running service, and their memory."""

from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from config.embedded.memory import usages

_MEGABYTE: Final = 1024 * 1024


class Command(BaseCommand):
    """Print each process of the service with its memory."""

    help = (
        "Print the processes of the service that runs. For each, print its own memory in MB, and the same with its "
        "part of what it shares. It needs Linux."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Declare whose processes."""
        parser.add_argument(
            "supervisor", nargs="?", type=int, metavar="PID",
            help="the process of `manage.py serve` or `manage.py up` (default: that of `make up`)",
        )  # fmt: skip

    def handle(self, *, supervisor: int | None, **_: Any) -> None:
        """Print a table. Raises CommandError if nothing runs, or the system does not count."""
        try:
            found = usages(supervisor or _embedded())
        except OSError as error:
            raise CommandError("No such service runs, or this system does not say how much memory it uses.") from error
        rows = [(one.name, str(one.pid), one.own, one.share) for one in found]
        others = [one for one in found if one.name != "postgres"]
        for name, which in (("all", found), ("all but postgres", others)):
            rows.append((name, "", sum(one.own for one in which), sum(one.share for one in which)))
        self.stdout.write(f"{'process':<18}{'id':>9}{'own MB':>9}{'with shared':>13}")
        for name, pid, own, share in rows:
            self.stdout.write(f"{name:<18}{pid:>9}{own / _MEGABYTE:>9.1f}{share / _MEGABYTE:>13.1f}")


def _embedded() -> int:
    from config.settings import embedded  # noqa: PLC0415  # it would make a directory for a host with another service

    try:
        return int((embedded.STATE / "up.lock").read_text())
    except ValueError as error:
        raise FileNotFoundError from error

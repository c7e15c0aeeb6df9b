"""What can fail, and how it is made to fail. Each failure lasts for a block."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Final

from tests.lab import configuration as files
from tests.lab.hosts import is_open
from tests.lab.lab import Lab, await_value
from tests.lab.recovery import restore_to_a_moment

Block = AbstractContextManager[None]
_BROKER_SECONDS: Final = 400.0
"""Seconds within which a node of RabbitMQ is back, also if it must be started twice."""
_BROKER_PORT: Final = 5672


@dataclass(frozen=True, slots=True)
class Failure:
    """One way in which the service loses a part."""

    name: str
    inflict: Callable[[Lab], Block]
    """Returns a block: the part fails where it begins, and comes back where it ends."""
    seconds: float
    """How long it lasts."""
    most: float
    """The seconds within which moves must be accepted again after it began."""
    is_short: bool = False
    """Whether `make test` has it too."""
    has_replicas: bool = True
    """Whether a replica may answer old reads while it lasts."""


@contextmanager
def crash_of_the_primary(lab: Lab) -> Iterator[None]:
    """Kill all processes of PostgreSQL on the primary's host with -9. Patroni goes on there."""
    lab.hosts[lab.primary()].run("pkill", "-KILL", "-x", "postgres")
    yield


@contextmanager
def power_of_the_primary(lab: Lab) -> Iterator[None]:
    """Cut the power of the primary's host. Later it comes back as a replica."""
    host = lab.hosts[lab.primary()]
    host.halt()
    yield
    host.boot()


@contextmanager
def power_of_the_synchronous_standby(lab: Lab) -> Iterator[None]:
    """Cut the power of the host for whose confirmation each commit waits."""
    host = lab.hosts[lab.synchronous()]
    host.halt()
    yield
    host.boot()


@contextmanager
def frozen_standby(lab: Lab) -> Iterator[None]:
    """Freeze PostgreSQL on the synchronous standby: it keeps its connections and confirms nothing."""
    host = lab.hosts[lab.synchronous()]
    host.run("pkill", "-STOP", "-x", "postgres")
    yield
    host.run("pkill", "-CONT", "-x", "postgres")


@contextmanager
def lagging_replicas(lab: Lab) -> Iterator[None]:
    """Let both replicas receive the log of the database, and not replay it: freeze the process that does.

    With `pg_wal_replay_pause()`, Patroni would let them go on within seconds.
    """
    hosts = [lab.hosts[name] for name in (lab.synchronous(), lab.asynchronous())]
    for host in hosts:
        host.run("pkill", "-STOP", "-f", "^postgres: .*startup")
    yield
    for host in hosts:
        host.run("pkill", "-CONT", "-f", "^postgres: .*startup")


@contextmanager
def crash_of_the_replicas(lab: Lab) -> Iterator[None]:
    """Kill Patroni and PostgreSQL on the hosts of both replicas. The primary goes on alone."""
    hosts = [lab.hosts[name] for name in (lab.synchronous(), lab.asynchronous())]
    for host in hosts:
        host.kill("patroni")
        host.run("sh", "-c", "pkill -KILL -x postgres; true")
    yield
    for host in hosts:
        host.start("patroni")


def cut_off_primary(lab: Lab) -> Block:
    """Cut the primary's host off from all others."""
    primary = lab.primary()
    return lab.cut({primary}, {*lab.hosts} - {primary})


def split_databases(lab: Lab) -> Block:
    """Cut the primary off from the other two database hosts. The proxies still reach all three."""
    primary = lab.primary()
    return lab.cut({primary}, {*files.DATABASES} - {primary})


def split_halves(lab: Lab) -> Block:
    """Cut one web, one worker, one proxy, a broker's node and a standby off from all others."""
    here = {"web2", "worker2", "proxy2", "mq3", lab.asynchronous()}
    return lab.cut(here, {*lab.hosts} - here)


@contextmanager
def cut_off_broker(lab: Lab, *, hangs: bool = False) -> Iterator[None]:
    """Cut a node of RabbitMQ off from the others, but from no client, until it notices and stops serving.

    If it *hangs*, it stands still from then on, until it is ended and started again.
    """
    host = lab.hosts["mq2"]
    with lab.cut({"mq2"}, {"mq1", "mq3"}):
        yield
        # Erlang gives up a node that has not answered for a minute. The smaller part of the cluster pauses then.
        await_value(lambda: not is_open("mq2", _BROKER_PORT), "the pause of the node that is cut off", _BROKER_SECONDS)
        if hangs:
            host.run("pkill", "-STOP", "-x", "beam.smp")
    if hangs:
        await_value(lambda: "rabbitmq" in host.ends, "the end of the node that hangs", _BROKER_SECONDS)
        host.ends.remove("rabbitmq")
    await_value(lambda: is_open("mq2", _BROKER_PORT), "the node that was cut off", _BROKER_SECONDS)


def power_of(*names: str) -> Callable[[Lab], Block]:
    """Cut the power of these hosts."""

    @contextmanager
    def inflict(lab: Lab) -> Iterator[None]:
        for name in names:
            lab.hosts[name].halt()
        yield
        for name in names:
            lab.hosts[name].boot()
        for name in set(names) & set(files.BROKERS):
            await_value(partial(is_open, name, _BROKER_PORT), f"RabbitMQ on {name}", _BROKER_SECONDS)

    return inflict


def killed(unit: str, *names: str) -> Callable[[Lab], Block]:
    """Kill a program on these hosts, and start it again later."""

    @contextmanager
    def inflict(lab: Lab) -> Iterator[None]:
        for name in names:
            lab.hosts[name].kill(unit)
        yield
        for name in names:
            lab.hosts[name].start(unit)

    return inflict


FAILURES: Final = (
    Failure("PostgreSQL on the primary is killed with -9", crash_of_the_primary, 10, 30, is_short=True),
    Failure("The primary is cut off from the other databases", split_databases, 45, 45),
    Failure("The primary's host loses its power", power_of_the_primary, 40, 45),
    Failure("The primary is cut off from all hosts", cut_off_primary, 45, 45),
    Failure("Half of the hosts are cut off from the primary's half", split_halves, 30, 30),
    Failure("The synchronous standby's host loses its power", power_of_the_synchronous_standby, 30, 30),
    Failure("The synchronous standby freezes", frozen_standby, 30, 30),
    Failure("Both replicas stop replaying", lagging_replicas, 15, 10, has_replicas=False),
    Failure("Both replicas are killed with -9", crash_of_the_replicas, 25, 30, has_replicas=False),
    Failure("A node of RabbitMQ loses its power", power_of("mq1"), 15, 10),
    Failure("A node of RabbitMQ is cut off from the others", cut_off_broker, 30, 10),
    Failure("A node of RabbitMQ is cut off, and hangs", partial(cut_off_broker, hangs=True), 30, 10),
    Failure("All nodes of RabbitMQ lose their power", power_of(*files.BROKERS), 20, 10),
    Failure("A web host loses its power", power_of("web1"), 20, 15),
    Failure("A worker host loses its power", power_of("worker1"), 20, 15, is_short=True),
    Failure("PgBouncer is killed on one proxy", killed("pgbouncer", "proxy1"), 10, 15),
    Failure("PgBouncer is killed on both proxies", killed("pgbouncer", *files.PROXIES), 10, 30),
    Failure("HAProxy is killed on one proxy", killed("haproxy", "proxy1"), 10, 15),
    Failure("HAProxy is killed on both proxies", killed("haproxy", *files.PROXIES), 10, 30),
    Failure("A proxy host loses its power", power_of("proxy1"), 20, 30),
    Failure("All hosts lose their power for more than five minutes", power_of(*files.HOSTS), 310, 420),
    Failure("The database is restored to a moment on another host", restore_to_a_moment, 0, 10, is_short=True),
)
"""In this order. Each begins when the one before is mended and checked."""

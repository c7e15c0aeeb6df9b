"""The manifests of deploy/kubernetes agree with the service: its settings, commands, queues, addresses and metrics."""

import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack
from copy import deepcopy
from pathlib import Path
from shutil import which
from typing import Any, Final

import promql_parser
import pytest
from django.conf import settings
from django.urls import resolve
from prometheus_client.parser import text_string_to_metric_families

from docs.generate import operation
from games import loops, services
from games.api.operation.metrics import exposition
from games.models import Heartbeat
from tests.config.service import ROOT, await_that
from tests.deploy import kubernetes
from tests.deploy.kubernetes import EXAMPLE, Manifest, build, name_of
from tests.docker.test_compose import DOCKERFILE, command_of, environment, image_command, started

__all__ = ["environment"]

ALL: Final = build(EXAMPLE)
BASE: Final = build(EXAMPLE.parents[1] / "base")
BY_NAME: Final = {name_of(one): one for one in ALL}
WEB: Final = BY_NAME["Deployment maumau-web"]
PODS: Final = {
    one["metadata"]["labels"]["app.kubernetes.io/component"]: one["spec"]["template"]
    for one in ALL
    if one["kind"] in {"Deployment", "Job"}
}
"""The template of the pods of each component."""


def containers(template: Manifest) -> list[dict[str, Any]]:
    """Return the containers of a pod, and those that run before."""
    spec = template["spec"]
    return [*spec.get("initContainers", ()), *spec["containers"]]


def command(component: str) -> list[str]:
    (container,) = PODS[component]["spec"]["containers"]
    return [*container["command"]]  # a copy, which tests may change


def queues(component: str) -> list[str]:
    found = command(component)
    return found[found.index("--queues") + 1].split(",") if "--queues" in found else []


def variables(container: dict[str, Any]) -> set[str]:
    """Return the names of all environment variables of a container."""
    given = {one["name"] for one in container.get("env", ())}
    for source in container["envFrom"]:
        kind = "ConfigMap" if "configMapRef" in source else "Secret"
        (name,) = (ref["name"] for ref in source.values())
        given |= set(BY_NAME[f"{kind} {name}"].get("data", ()))
    return given


def selected(selector: dict[str, str]) -> list[str]:
    """Return the components whose pods have these labels."""
    return [name for name, one in PODS.items() if selector.items() <= one["metadata"]["labels"].items()]


def test_make_check_finds_what_kubernetes_refuses_or_ignores(tmp_path: Path) -> None:
    bad = deepcopy(WEB)
    bad["spec"]["replica"] = 2
    (fault, same) = kubernetes.faults(bad)
    assert "'replica' was unexpected" in fault
    assert "'replica' was unexpected" in same
    assert "Couldn't find schema" in next(kubernetes.faults({**WEB, "kind": "Deploymint"}))

    custom = [one for one in ALL if kubernetes.is_custom(one)]
    assert [*kubernetes.unrecorded(custom)] == []
    bigger = deepcopy(BY_NAME["Cluster maumau-db"])
    bigger["spec"]["instances"] = 5
    (changed,) = kubernetes.unrecorded([bigger])
    assert changed.startswith("Cluster maumau-db has changed since it was validated.")
    assert "has no definition of Cluster" in next(kubernetes.record([bigger], tmp_path))


def test_custom_resources_are_held_to_their_definition() -> None:
    schema = {
        "properties": {
            "spec": {
                "type": "object", "required": ["size"],
                "properties": {
                    "size": {"type": "string"}, "port": {"x-kubernetes-int-or-string": True},
                    "labels": {"type": "object", "additionalProperties": {"type": "string"}},
                    "other": {"type": "object", "properties": {}, "x-kubernetes-preserve-unknown-fields": True},
                },
            }
        }
    }  # fmt: skip

    def faults(**spec: Any) -> list[str]:
        found = kubernetes.custom_faults({"kind": "Thing", "metadata": {"name": "it"}, "spec": spec}, schema)
        return [one.partition(": ")[2] for one in found]

    assert faults(size="1Gi", port="http", labels={"a": "b"}, other={"any": 1}) == []
    assert faults(size=1) == ["$.size: 1 is not of type 'string'"]
    assert faults(size="1Gi", sise="2Gi") == ["$: Additional properties are not allowed ('sise' was unexpected)"]
    assert faults(size="1Gi", labels={"a": 1}) == ["$.labels.a: 1 is not of type 'string'"]


def test_each_variable_is_one_that_production_reads() -> None:
    rows = re.findall(r"^\| `([A-Z_]+)` \|.*\|([^|]*)\|$", operation.settings(), re.MULTILINE)
    read = {name for name, default in rows if default.strip() != "-"}
    required = {name for name, default in rows if default.strip() == "required"}
    assert required >= {"SECRET_KEY", "ALLOWED_HOSTS", "DATABASE_URL", "BROKER_URL"}
    for component, template in PODS.items():
        for container in containers(template):
            expanded = set(re.findall(r"\$\((\w+)\)", " ".join(one.get("value", "") for one in container["env"])))
            assert variables(container) - expanded <= read, component
            assert required <= variables(container), component


def test_what_a_value_refers_to_stands_before_it() -> None:
    for template in PODS.values():
        for container in containers(template):
            known = set[str]()
            for one in container["env"]:
                assert set(re.findall(r"\$\((\w+)\)", one.get("value", ""))) <= known
                known.add(one["name"])


def test_the_example_has_no_secrets() -> None:
    secrets = {one["metadata"]["name"]: one["data"] for one in ALL if one["kind"] == "Secret"}
    assert set(secrets) == {"maumau-secrets", "maumau-database"}
    assert secrets["maumau-database"].pop("username") == "bWF1bWF1", "the role that grant_rights names"
    assert not any(value for data in secrets.values() for value in data.values())


def test_the_processes_are_those_of_the_compose_file() -> None:
    assert set(PODS) == {"migrate", "web", "worker", "bots", "clock", "checker", "beat"}
    assert command("web") == image_command()
    for name in ("clock", "checker", "beat"):
        assert command(name) == command_of(name), name
    assert command("migrate") == command_of("migrate")
    both = [*queues("worker"), *queues("bots")]
    for name in ("worker", "bots"):
        alike = command_of("worker")
        assert ",".join(both) == alike[alike.index("--queues") + 1]
        alike[alike.index("--queues") + 1] = ",".join(queues(name))
        assert command(name) == alike


def test_each_queue_has_a_worker() -> None:
    served = [queue for component in PODS for queue in queues(component)]
    assert sorted(served) == sorted(loops.OF_QUEUE)
    routed = {route["queue"] for route in settings.CELERY_TASK_ROUTES.values()}
    assert {settings.CELERY_TASK_DEFAULT_QUEUE, *routed} == set(served)


def test_images_run_as_nobody_and_can_change_nothing() -> None:
    assert "USER nobody" in DOCKERFILE
    for template in PODS.values():
        pod = template["spec"]["securityContext"]
        assert pod["runAsNonRoot"]
        assert pod["runAsUser"] == pod["runAsGroup"] == 65534, "nobody of Debian, on which the image stands"
        assert pod["seccompProfile"] == {"type": "RuntimeDefault"}
        assert template["spec"]["automountServiceAccountToken"] is False
        for container in containers(template):
            assert container["securityContext"] == {
                "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True, "capabilities": {"drop": ["ALL"]},
            }  # fmt: skip
            assert {"cpu", "memory"} == set(container["resources"]["requests"])
            assert "memory" in container["resources"]["limits"]
            assert container["image"] == "registry.example/maumau:0.3.0"


def test_ports_and_probes_are_those_of_the_server() -> None:
    (container,) = PODS["web"]["spec"]["containers"]
    (port,) = container["ports"]
    assert str(port["containerPort"]) == command("web")[-1]
    assert f"EXPOSE {port['containerPort']}" in DOCKERFILE
    for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
        asked = container[probe]["httpGet"]
        assert asked["port"] == port["name"]
        assert resolve(asked["path"]).url_name == "healthz"
    (service,) = BY_NAME["Service maumau-web"]["spec"]["ports"]
    assert service == {"name": "http", "port": 8000, "targetPort": port["name"]}
    (rule,) = BY_NAME["Ingress maumau"]["spec"]["rules"]
    assert rule["http"]["paths"][0]["backend"] == {"service": {"name": "maumau-web", "port": {"name": "http"}}}


def test_the_ingress_says_what_the_documented_proxy_says() -> None:
    annotations = BY_NAME["Ingress maumau"]["metadata"]["annotations"]
    nginx = dict(
        re.findall(
            r"^\s+(proxy_\w+|client_max_body_size) (\S+);", (ROOT / "docker" / "nginx.conf").read_text(), re.MULTILINE
        )
    )
    assert annotations["nginx.org/proxy-buffering"] == "False"
    assert nginx["proxy_buffering"] == "off"
    assert annotations["nginx.org/proxy-read-timeout"] == nginx["proxy_read_timeout"]
    assert annotations["nginx.org/client-max-body-size"] == nginx["client_max_body_size"]


def test_selectors_select_pods() -> None:
    for one in ALL:
        match one:
            case {"kind": "Deployment" | "PodDisruptionBudget", "spec": {"selector": {"matchLabels": labels}}}:
                assert selected(labels) == [one["metadata"]["name"].removeprefix("maumau-")]
            case {"kind": "Service", "spec": {"selector": labels}}:
                assert selected(labels) == ["web"]
            case {"kind": "ScaledObject", "spec": {"scaleTargetRef": {"name": name}}}:
                assert f"Deployment {name}" in BY_NAME
                assert "replicas" not in BY_NAME[f"Deployment {name}"]["spec"], "an apply would set it back"
            case _:
                pass
    several = {name_of(one) for one in BASE if one["kind"] == "Deployment" and one["spec"]["replicas"] > 1}
    budgets = {f"Deployment {one['metadata']['name']}" for one in BASE if one["kind"] == "PodDisruptionBudget"}
    assert several <= budgets


def test_only_the_worker_reaches_the_internet_and_only_web_is_reached() -> None:
    out, reached = [], []
    for one in (one for one in ALL if one["kind"] == "NetworkPolicy"):
        spec = one["spec"]
        pods = selected(spec["podSelector"]["matchLabels"])
        if any("ipBlock" in peer for rule in spec.get("egress", ()) for peer in rule["to"]):
            out += pods
        if spec.get("ingress"):
            reached += pods
    assert (out, reached) == (["worker"], ["web"])
    both = BY_NAME["NetworkPolicy maumau"]["spec"]
    assert (set(selected(both["podSelector"]["matchLabels"])), set(both["policyTypes"])) == (
        set(PODS),
        {"Ingress", "Egress"},
    )


def test_postgresql_has_connections_for_all_pods() -> None:
    """A web process has its pool and a listener, `/readyz` has one, and PgBouncer has its pool for all the others."""
    parameters = BY_NAME["Cluster maumau-db"]["spec"]["postgresql"]["parameters"]
    pooler = BY_NAME["Pooler maumau-pool"]["spec"]
    env = {one["name"]: one.get("value", "") for one in PODS["web"]["spec"]["containers"][0]["env"]}
    pods = (
        BY_NAME["ScaledObject maumau-web"]["spec"]["maxReplicaCount"]
        + WEB["spec"]["strategy"]["rollingUpdate"]["maxSurge"]
    )
    web = pods * int(env["WEB_CONCURRENCY"]) * (int(env["DATABASE_POOL"]) + 2)
    pooled = pooler["instances"] * int(pooler["pgbouncer"]["parameters"]["default_pool_size"])
    assert web + pooled + 10 <= int(parameters["max_connections"])
    assert pooler["pgbouncer"]["poolMode"] == "transaction"
    assert int(pooler["pgbouncer"]["parameters"]["max_prepared_statements"]) > 0


def triggers() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield the metadata of each trigger that reads the metrics of the service, by its object."""
    for one in (one for one in ALL if one["kind"] == "ScaledObject"):
        for trigger in one["spec"]["triggers"]:
            if trigger["type"] == "metrics-api":
                yield one["metadata"]["name"], trigger["metadata"]


@pytest.mark.django_db
def test_what_scales_pods_is_exported() -> None:
    services.record_heartbeat()
    samples = [sample for family in text_string_to_metric_families(exposition().decode()) for sample in family.samples]
    found = [*triggers()]
    assert {name for name, _ in found} == {"maumau-worker", "maumau-bots", "maumau-clock", "maumau-checker"}
    for _, metadata in found:
        selector = promql_parser.parse(metadata["valueLocation"])
        assert isinstance(selector, promql_parser.VectorSelector)
        wanted = {one.name: one.value for one in selector.matchers.matchers}
        assert [one for one in samples if one.name == selector.name and wanted.items() <= one.labels.items()], metadata
        assert resolve(metadata["url"].partition(":8000")[2]).url_name == "metrics"
        assert float(metadata["targetValue"]) > 0


@pytest.mark.slow
def test_a_pod_answers_its_probes_the_autoscaler_and_players_only(environment: dict[str, str], tmp_path: Path) -> None:
    env = {one["name"]: one.get("value", "") for one in PODS["web"]["spec"]["containers"][0]["env"]}
    settings_of = BY_NAME[f"ConfigMap {PODS['web']['spec']['containers'][0]['envFrom'][0]['configMapRef']['name']}"][
        "data"
    ]
    hosts = env["ALLOWED_HOSTS"]
    for name, value in (
        ("PUBLIC_HOSTS", settings_of["ALLOWED_HOSTS"]),
        ("POD_IP", "10.1.2.3"),
        ("POD_NAMESPACE", "maumau"),
    ):
        hosts = hosts.replace(f"$({name})", value)
    given = {
        **environment,
        **settings_of,
        "ALLOWED_HOSTS": hosts,
        "METRICS_TOKEN": "a token",
        "SECURE_SSL_REDIRECT": "",
    }
    asked = command("web")
    asked[asked.index("--port") + 1] = "0"
    with started([*asked], given, tmp_path / "log") as said:
        await_that(lambda: re.search(r'"http://127\.0\.0\.1:(\d+)"', said()))
        (port,) = set(re.findall(r'"http://127\.0\.0\.1:(\d+)"', said()))

        def status(host: str, path: str, **headers: str) -> int:
            request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Host": host, **headers})
            try:
                with urllib.request.urlopen(request, timeout=40) as answer:
                    return int(answer.status)
            except urllib.error.HTTPError as refusal:
                return refusal.code

        def metrics() -> str:
            headers = {"Host": "10.1.2.3:8000", "Authorization": "Bearer a token"}
            with urllib.request.urlopen(
                urllib.request.Request(f"http://127.0.0.1:{port}/api/v1/metrics", headers=headers), timeout=40
            ) as answer:
                return str(answer.read().decode())

        (one,) = PODS["web"]["spec"]["containers"]
        for probe in ("startupProbe", "readinessProbe", "livenessProbe"):
            assert status("10.1.2.3:8000", one[probe]["httpGet"]["path"]) == 200
        for metadata in (metadata for _, metadata in triggers()):
            host, _, path = metadata["url"].removeprefix("http://").partition("/")
            assert status(host, f"/{path}", Authorization="Bearer a token") == 200
            assert status(host, f"/{path}") == 401
        secure = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.9"}
        assert status("games.example", "/api/v1/variants", **secure) == 200
        assert status("10.9.9.9:8000", "/api/v1/healthz") == 400
        assert 'maumau_answers_total{status="2xx"} 1.0' in metrics(), "probes and scrapes are left out"


READ_ONLY: Final = ("unshare", "--mount", "--propagation", "private", "sh", "-euc",
                    'mount --bind "$TMPDIR" "$TMPDIR"; mount -o remount,bind,ro /; exec "$@"', "sh")  # fmt: skip
"""Runs a command in a mount namespace in which only TMPDIR can be written, like /tmp in a pod. Needs root."""


def can_make_mount_namespaces() -> bool:
    return bool(which("unshare")) and subprocess.run(["unshare", "--mount", "true"], check=False).returncode == 0


@pytest.mark.slow
@pytest.mark.skipif(not can_make_mount_namespaces(), reason="only root may make a mount namespace")
def test_processes_write_nothing_outside_their_temporary_directory(environment: dict[str, str], tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    given = {**environment, "TMPDIR": str(own), "PYTHONDONTWRITEBYTECODE": "1"}
    begun = {"web": '"serves"', "worker": "ready", "bots": "ready", "checker": "ready", "beat": "beat: Starting"}
    denied = subprocess.run(
        [*READ_ONLY, "sh", "-c", f"touch {own}/it && touch {tmp_path}/it"], env=given, capture_output=True, check=False
    )
    assert ((own / "it").exists(), denied.returncode != 0, b"Read-only" in denied.stderr) == (True, True, True)

    with ExitStack() as running:
        said = {}
        for component in (*begun, "clock"):
            started_with = [word.replace("/tmp/", f"{own}/") for word in command(component)]  # noqa: S108
            if component == "web":
                started_with[started_with.index("--port") + 1] = "0"
            log = tmp_path / component
            said[component] = running.enter_context(started([*READ_ONLY, *started_with], given, log))
        await_that(lambda: all(words in said[component]() for component, words in begun.items()), 120)
        await_that(Heartbeat.objects.filter(name="driver").exists, 60)
        assert not [line for log in said.values() for line in log().splitlines() if "Read-only" in line]

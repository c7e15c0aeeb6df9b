"""Alerts and the dashboard read metrics that the service exports, and the guide says what to do at each alert."""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any, Final

import promql_parser
import pytest
import yaml
from django.urls import resolve
from prometheus_client.parser import text_string_to_metric_families

from games import services
from games.api.operation.metrics import exposition
from tests.config.service import ROOT
from tests.deploy.test_kubernetes import PODS, WEB

MONITORING: Final = ROOT / "deploy" / "monitoring"
GUIDE: Final = (ROOT / "docs" / "how-to" / "monitor.md").read_text("utf-8")
RULES: Final[list[dict[str, Any]]] = [
    rule
    for group in yaml.safe_load((MONITORING / "alerts.yaml").read_text("utf-8"))["groups"]
    for rule in group["rules"]
]
DASHBOARD: Final[dict[str, Any]] = json.loads((MONITORING / "dashboard.json").read_text("utf-8"))
SCRAPES: Final[list[dict[str, Any]]] = [
    yaml.safe_load((MONITORING / name).read_text("utf-8")) for name in ("prometheus.yml", "prometheus-kubernetes.yml")
]
OTHERS: Final = frozenset(
    {
        "node_filesystem_avail_bytes", "node_filesystem_size_bytes", # node_exporter: the service does not see the disks
        "kubelet_volume_stats_available_bytes", "kubelet_volume_stats_capacity_bytes", # of its database
    }
)  # fmt: skip
"""Metrics of other exporters."""


def panels() -> list[dict[str, Any]]:
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


def expressions() -> list[str]:
    return [
        *(rule["expr"] for rule in RULES),
        *(target["expr"] for panel in panels() for target in panel["targets"]),
    ]


def nodes(expression: str) -> Iterator[promql_parser.Expr]:
    """Yield all parts of an expression. Raises ValueError if it is no PromQL."""
    found = list[promql_parser.Expr]()

    def visit(node: promql_parser.Expr) -> bool:
        found.append(node.vector_selector if isinstance(node, promql_parser.MatrixSelector) else node)
        return True

    promql_parser.walk(promql_parser.parse(expression), pre_visit=visit)
    yield from found


@pytest.mark.django_db
def test_the_service_exports_what_alerts_and_the_dashboard_read() -> None:
    services.record_heartbeat()
    exported = exposition().decode()
    names = set(re.findall(r"^# TYPE (\w+) ", exported, re.MULTILINE))
    labels: dict[str, dict[str, set[str]]] = {}
    for family in text_string_to_metric_families(exported):
        for sample in family.samples:
            of_metric = labels.setdefault(sample.name, {})
            for label, value in sample.labels.items():
                of_metric.setdefault(label, set()).add(value)

    for expression in expressions():
        for node in nodes(expression):
            if isinstance(node, promql_parser.VectorSelector) and node.name and node.name not in OTHERS:
                assert node.name in names, expression
                for matcher in node.matchers.matchers:
                    assert matcher.value in labels[node.name][matcher.name], expression
            if isinstance(node, promql_parser.AggregateExpr) and node.modifier:
                (metric,) = {one.name for one in nodes(str(node.expr)) if isinstance(one, promql_parser.VectorSelector)}
                if metric in labels:  # `maumau_finding_reports_open` has samples only when something is wrong
                    assert set(node.modifier.labels) <= set(labels[metric]), expression


def test_the_guide_says_what_to_do_at_each_alert() -> None:
    table = GUIDE.partition("## Alerts")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == [rule["alert"] for rule in RULES]
    for rule in RULES:
        assert rule["labels"]["severity"] in {"critical", "warning"}
        assert rule["annotations"]["summary"]


def test_each_panel_says_what_it_shows() -> None:
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])
    for panel in panels():
        assert panel["title"]
        assert panel["description"]
        assert panel["datasource"] == {"type": "prometheus", "uid": "${datasource}"}


def test_prometheus_asks_where_the_metrics_are() -> None:
    for config in SCRAPES:
        assert [(MONITORING / name).exists() for name in config["rule_files"]] == [True]
    jobs = [job for config in SCRAPES for job in config["scrape_configs"]]
    assert {resolve(job["metrics_path"]).url_name for job in jobs} == {"metrics"}
    _, job = jobs
    (found,) = job["kubernetes_sd_configs"]
    assert found["namespaces"]["names"] == [WEB["metadata"]["namespace"]]
    labels = dict(one.split("=") for one in found["selectors"][0]["label"].split(","))
    assert labels == WEB["spec"]["selector"]["matchLabels"]
    assert job["relabel_configs"][0]["regex"] == PODS["web"]["spec"]["containers"][0]["ports"][0]["name"]


@pytest.mark.skipif(shutil.which("promtool") is None, reason="there is no promtool here")
@pytest.mark.parametrize("check", [["check", "rules", "alerts.yaml"], ["test", "rules", "alerts.test.yaml"],
                                   ["check", "config", "--syntax-only", "prometheus.yml"]])  # fmt: skip
def test_prometheus_takes_the_files(check: list[str]) -> None:
    done = subprocess.run(["promtool", *check], cwd=MONITORING, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr

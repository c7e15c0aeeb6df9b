"""Build deploy/kubernetes as an operator does, and validate every object, as `make kubernetes` does.

Kubernetes' own kinds are validated against its published schemas, which are in the wheel kubernetes-validate. The
schemas of operators are in their CustomResourceDefinitions, which are too large to keep here (1.5 MB): `--crds` names a
directory with them, and what was validated is recorded. A resource that has changed since then is a fault.
"""

import argparse
import hashlib
import json
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, TypeAlias

import kubernetes_validate
import yaml
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]  # it has no types

ROOT: Final = Path(__file__).resolve().parents[2]
EXAMPLE: Final = ROOT / "deploy" / "kubernetes" / "overlays" / "example"
RECORD: Final = Path(__file__).parent / "custom_resources.json"
VERSIONS: Final = ("1.34", "1.37")
"""The oldest version of Kubernetes that the manifests are for, and the newest whose schemas there are."""
CUSTOM: Final = frozenset({"keda.sh", "postgresql.cnpg.io", "rabbitmq.com"})
"""The groups of the operators."""

Manifest: TypeAlias = dict[str, Any]


def build(where: Path) -> list[Manifest]:
    """Return the objects of a kustomization, as kubectl builds it. Raises CalledProcessError."""
    kubectl = Path(sys.executable).parent / "kubectl"
    built = subprocess.run([kubectl, "kustomize", where], capture_output=True, text=True, check=True)
    return [*yaml.safe_load_all(built.stdout)]


def name_of(manifest: Manifest) -> str:
    """Return the kind and the name of an object."""
    return f"{manifest['kind']} {manifest['metadata']['name']}"


def is_custom(manifest: Manifest) -> bool:
    """Return whether the schema of an object is its operator's."""
    return manifest["apiVersion"].partition("/")[0] in CUSTOM


def faults(manifest: Manifest) -> Iterator[str]:
    """Yield what Kubernetes would refuse, or ignore, in an object of its own."""
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(manifest, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            yield f"{name_of(manifest)}, Kubernetes {version}: {error.json_path}: {error.message}"
        except kubernetes_validate.SchemaNotFoundError as error:
            yield f"{name_of(manifest)}: {error.message}"


def definitions(where: Path) -> Iterator[Manifest]:
    """Yield the CustomResourceDefinitions in the YAML files of a directory."""
    for file in sorted(where.glob("*.y*ml")):
        documents = yaml.safe_load_all(file.read_text("utf-8"))
        yield from (one for one in documents if one and one["kind"] == "CustomResourceDefinition")


def custom_faults(manifest: Manifest, schema: Mapping[str, Any]) -> Iterator[str]:
    """Yield what a CustomResourceDefinition's schema would refuse, or drop, in the spec of a custom resource."""
    for error in Draft202012Validator(_strict(schema["properties"]["spec"])).iter_errors(manifest["spec"]):
        yield f"{name_of(manifest)}: {error.json_path}: {error.message}"


def _strict(schema: Any) -> Any:
    """Return a schema in which fields that it does not name are faults: a server would drop them silently."""
    if not isinstance(schema, dict):
        return schema
    if schema.get("x-kubernetes-int-or-string"):
        return {"type": ["integer", "string"]}
    strict = {key: _strict(value) for key, value in schema.items() if key not in {"format", "properties"}}
    if "properties" in schema:
        strict["properties"] = {name: _strict(value) for name, value in schema["properties"].items()}
        is_open = schema.get("x-kubernetes-preserve-unknown-fields")
        strict |= {} if is_open or "additionalProperties" in schema else {"additionalProperties": False}
    return strict


def digest(content: Any) -> str:
    """Return the SHA-256 of a JSON value."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()


def record(manifests: list[Manifest], crds: Path) -> Iterator[str]:
    """Validate custom resources against the definitions in a directory, and record those that fit. Yield faults."""
    schemas = {
        (crd["spec"]["group"], version["name"], crd["spec"]["names"]["kind"]): version["schema"]["openAPIV3Schema"]
        for crd in definitions(crds)
        for version in crd["spec"]["versions"]
    }
    known = {}
    for one in manifests:
        schema = schemas.get((*one["apiVersion"].split("/"), one["kind"]))
        if schema is None:
            yield f"{name_of(one)}: {crds} has no definition of {one['kind']} in {one['apiVersion']}."
        elif found := [*custom_faults(one, schema)]:
            yield from found
        else:
            known[name_of(one)] = {"spec": digest(one["spec"]), "schema": digest(schema)}
    RECORD.write_text(json.dumps(known, indent=2, sort_keys=True) + "\n", encoding="utf-8")


def unrecorded(manifests: list[Manifest]) -> Iterator[str]:
    """Yield each custom resource that has changed since it was validated."""
    known = json.loads(RECORD.read_text("utf-8"))
    for one in manifests:
        if known.get(name_of(one), {}).get("spec") != digest(one["spec"]):
            yield (
                f"{name_of(one)} has changed since it was validated. Put the CustomResourceDefinition of its operator "
                "into a directory, and run `make kubernetes ARGS='--crds DIRECTORY'`."
            )


def main() -> None:
    """Print the faults and exit with 1 if there are any."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--crds", type=Path, help="a directory with the CustomResourceDefinitions of the operators")
    crds: Path | None = parser.parse_args().crds
    manifests = build(EXAMPLE)
    custom = [one for one in manifests if is_custom(one)]
    found = [fault for one in manifests if one not in custom for fault in faults(one)]
    found += record(custom, crds) if crds else unrecorded(custom)
    if found:
        sys.exit("\n".join([*found, f"deploy/kubernetes has {len(found)} faults."]))
    sys.stdout.write(f"deploy/kubernetes: {len(manifests)} objects have no faults.\n")


if __name__ == "__main__":
    main()

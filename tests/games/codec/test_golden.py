"""A sample of every (type, schema) ever released: what was written once is read for ever.

What a sample says was written is never changed after its release; as what it is read gains a new field's default. A new
type, or a new schema of one, gets a new file.
"""

import hashlib
import json
from pathlib import Path

import pytest

from games.log.codec import canonical, decode, encode
from games.log.codec.names import KINDS

SAMPLES = sorted((Path(__file__).parent / "golden").glob("*.json"))


def test_there_is_a_sample_of_every_type_and_schema() -> None:
    wanted = {f"{name}.{schema}" for name, kind in KINDS.items() for schema in range(1, kind.schema + 1)}
    assert {sample.stem for sample in SAMPLES} == wanted


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_a_sample_is_read_as_the_event_it_was(sample: Path) -> None:
    told = json.loads(sample.read_text(encoding="utf-8"))
    name, schema = sample.stem.rsplit(".", 1)
    assert repr(decode(name, int(schema), told["public"], told["secret"])) == told["event"]


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.stem)
def test_the_newest_schema_is_written_so(sample: Path) -> None:
    told = json.loads(sample.read_text(encoding="utf-8"))
    name, schema = sample.stem.rsplit(".", 1)
    if int(schema) == KINDS[name].schema:
        again = encode(decode(name, int(schema), told["public"], told["secret"]))
        assert (again.public, again.secret) == (told["public"], told["secret"])


def test_every_change_of_a_schema_has_a_note() -> None:
    notes = (Path(__file__).parents[3] / "docs" / "how-to" / "upgrade.md").read_text(encoding="utf-8")
    changed = {(name, schema) for name, kind in KINDS.items() for schema in range(2, kind.schema + 1)}
    assert changed == {(name, schema) for name, schema in changed if f"\n| `{name}` | {schema} |" in notes}


def test_canonical_bytes_never_change() -> None:
    value = {"b": [1, -2, True, None], "a": {"ü": 'x"\\\n\u2028/', "": ""}, "aa": 2**60, "Z": []}
    assert canonical(value) == json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
    digest = "bf7f17794231dd2ec4290b794315e6b180ae07bb8aecf2730d5e55ff7475b9da"
    assert hashlib.sha256(canonical(value)).hexdigest() == digest

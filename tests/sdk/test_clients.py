"""Generated clients compile, and play a whole game through nothing but themselves."""

import json
import re
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.config.service import Service
from tests.sdk import clients

pytestmark = pytest.mark.slow
PROGRAMS = clients.HERE / "play"
GRAMMAR_LACKS = {"URLSessionImplementations.swift"}
"""Files of the generator's own, the same for every service, with Swift that the grammar does not know."""
SWIFT_TYPES = {"CaseIterable", "Codable", "CodingKey", "Encoder", "Hashable", "Identifiable", "Sendable", "Void"}


@pytest.fixture(scope="module")
def document() -> Any:
    try:
        clients.install()
    except clients.NotInstalled as error:
        pytest.skip(str(error))
    clients.generate()
    return json.loads((clients.OUTPUT / "openapi.json").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def address(document: Any) -> Iterator[str]:  # noqa: ARG001  # it takes memory to generate and to serve
    state = Path(tempfile.mkdtemp(prefix="maumau-state-"))
    state.chmod(0o711)
    service = Service(state)
    service.start()
    yield (state / "address").read_text()
    service.stop()
    shutil.rmtree(state)
    service.output.unlink()


def typescript(address: str) -> str:
    return clients.run_typescript(clients.compile_typescript(PROGRAMS / "play.ts"), address)


def python(address: str) -> str:
    clients.check_python(PROGRAMS / "play.py")
    return clients.run_python(PROGRAMS / "play.py", address)


def kotlin(address: str) -> str:
    return clients.run_kotlin(clients.compile_kotlin(PROGRAMS / "Play.kt"), "PlayKt", address)


@pytest.mark.parametrize("play", [typescript, python, kotlin])
def test_a_client_compiles_and_plays_a_whole_game(play: Callable[[str], str], address: str) -> None:
    """It sends options and clocks in all their forms, reads the data of each event, and repeats a move with its key."""
    told = json.loads(play(address))

    assert told.pop("moves") > 0
    assert told == {"status": "over", "places": 2, "problem": "illegal_move true false", "unread": 0}


@pytest.mark.parametrize("language", ["swift", "dart"])
def test_a_client_without_a_compiler_here_can_be_parsed(language: str, document: Any) -> None:
    """No package index has a compiler of Swift or of Dart, and Debian 12 has none."""
    trees = dict(clients.parse(language))
    text = {file.stem: file.read_text(encoding="utf-8") for file in trees}

    assert {file.name for file, root in trees.items() if root.has_error} <= GRAMMAR_LACKS
    for name, schema in document["components"]["schemas"].items():
        model = name if language == "swift" else re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower()
        for field in schema.get("properties", {}):
            assert re.search(rf"(?<!\w){re.escape(field)}\b", text[model]), (name, field)


def test_swift_refers_to_no_type_that_it_lacks(document: Any) -> None:  # noqa: ARG001
    declared, used = set(SWIFT_TYPES), set()
    for file, root in clients.parse("swift"):
        for node in nodes(root):
            if node.type in ("class_declaration", "protocol_declaration", "typealias_declaration"):
                declared.add(node.child_by_field_name("name").text.decode())
            elif node.type == "user_type" and {"APIs", "Models"} & {*file.parts}:
                used.add(node.children[0].text.decode())

    assert {"GameTable", "OptionValue", "CardsPlayedData"} <= used
    assert used <= declared


def nodes(root: Any) -> Iterator[Any]:
    """Yield all nodes of a syntax tree."""
    yield root
    for child in root.children:
        yield from nodes(child)


def test_without_a_package_index_nothing_is_installed(tmp_path: Path) -> None:
    with pytest.raises(clients.NotInstalled):
        clients.install(tmp_path, offline=True)
    assert not (tmp_path / ".in-step").exists()

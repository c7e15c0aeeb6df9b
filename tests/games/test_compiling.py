"""A copy of the project in which modules are compiled chooses as this one does, and stores what it plays."""

import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import pytest

from games import compiling

_ROOT: Final = Path(__file__).parents[2]
_COMPILES: Final = pytest.mark.skipif(not shutil.which("cc"), reason="needs a C compiler")
_SOME: Final = (
    "bots/[!_]*", "rules/commands", "rules/deal", "rules/game", "rules/observation", "rules/ruleset/compile",
)  # fmt: skip
"""What is compiled here: all bots, and the classes of the rules that they are sent. `make compiled` does all."""
_PLAY: Final = """
from games.bots import search
from games.bots.budget import Budget
from games.log.codec import dump_state, load_state
from games.management.bot_matches import play

game = play("crazy_eights", ["expert", "clever"], 3, budget=Budget(iterations=5))
stored = dump_state(game)
assert load_state(stored, game.ruleset) == game
print(search.__file__.endswith(".py"), stored.decode())
"""
_THINK: Final = """
from random import Random

from games import thinking
from games.bots.budget import Budget
from games.management.bot_matches import steps

budget = Budget(seconds=60.0, iterations=8)  # a busy machine may stop the child for seconds
asked = (one for one in steps("macau", ["clever", "clever"], 3) if one.observation and len(one.observation.moves) > 3)
observation, memory = next((one.observation, one.memory) for one in asked if one.game.table.plays > 4)
move = thinking.choose_apart("expert", observation, memory, Random(1), budget)
print(move, thinking.values_apart(observation, memory, move, Random(1), 4))
thinking.end()
"""


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("compiled")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MYPYC_OPT_LEVEL", "0")  # the C compiler takes a third of the time
        compiling.build(place, _SOME)
    return place


@_COMPILES
@pytest.mark.slow
def test_a_compiled_copy_plays_and_stores_the_same(compiled: Path) -> None:
    is_source, played = _run(_ROOT, "-c", _PLAY).split(" ", 1)
    is_compiled_source, played_compiled = _run(compiled, "-c", _PLAY).split(" ", 1)

    assert (is_source, is_compiled_source) == ("True", "False")
    assert played_compiled == played


@_COMPILES
@pytest.mark.slow
def test_the_child_process_of_a_compiled_copy_thinks_the_same(compiled: Path) -> None:
    """What a bot knows is pickled for it, and the move that it chose is pickled, too."""
    assert _run(compiled, "-c", _THINK) == _run(_ROOT, "-c", _THINK)


@_COMPILES
@pytest.mark.slow
@pytest.mark.parametrize(
    ("variant", "seats", "games"),
    [
        ("macau", "4", "8"),  # the discards become stock again
        ("pesten", "4", "4"),
        ("prsi", "3", "8"),  # in every second game cards are laid face down
    ],
)
def test_bots_keep_their_memory_in_long_games(compiled: Path, variant: str, seats: str, games: str) -> None:
    """Each game is played with a check of every memory, and with analyses; one digest stands for all of it."""
    asked = ("--variant", variant, "--seats", seats, "--games", games, "--iterations", "2")

    said, said_compiled = (_run(place, "-m", "tests.benchmarks.compiled_games", *asked) for place in (_ROOT, compiled))

    assert said.startswith("sources: ")
    assert said_compiled == said.replace("sources: ", "compiled: ")
    assert ", 0 faults," in said
    assert ", 0 with several pools," not in said
    assert ", 0 analysed," not in said


def test_no_compiled_annotation_unites_int_with_a_class_made_of_it() -> None:
    """mypyc takes such a union for int: it would make a number of a card."""
    trees = {path: ast.parse(path.read_text()) for path in sorted((_ROOT / "games").rglob("*.py"))}
    files = {path for name in compiling.MODULES for path in (_ROOT / "games").glob(f"{name}.py")}
    aliases = {name: value for tree in trees.values() for name, value in _aliases(tree)}
    made = {name for tree in trees.values() for name in _made_of_int(tree)}

    assert "Card" in made
    assert aliases.keys() >= {"Place", "Cards"}
    assert len(files) > len(compiling.MODULES)
    assert [f"{path.name}: {found}" for path in files for found in _mixed(trees[path], aliases, made)] == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("def lay(card: Card | int) -> None: ...", ["Card | int"]),
        ("laid: list[None | Place | Card] = []", ["None | Place | Card"]),
        ("laid: Union[int, 'Card']", ["Union[int, 'Card']"]),
        ("laid: 'dict[int, int | Card]'", ["int | Card"]),
        ("Laid: TypeAlias = Place | Card", ["Place | Card"]),
        ("laid: dict[Place, Card | None] = {number: card}\nfaces |= cards", []),
    ],
)
def test_the_search_for_such_unions_finds_them(text: str, found: list[str]) -> None:
    assert list(_mixed(ast.parse(text), {"Place": ast.parse("int", mode="eval").body}, {"Card"})) == found


def _run(project: Path, *arguments: str) -> str:
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "config.settings.test"}
    done = subprocess.run(
        [sys.executable, *arguments], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _aliases(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """Yield the name of each alias of a type, and what it stands for."""
    for node in tree.body:
        if isinstance(node, ast.AnnAssign) and node.value and ast.unparse(node.annotation) == "TypeAlias":
            yield ast.unparse(node.target), node.value


def _made_of_int(tree: ast.Module) -> Iterator[str]:
    """Yield the name of each class whose members are ints."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and {"int", "IntEnum", "IntFlag"} & {ast.unparse(one) for one in node.bases}:
            yield node.name


def _mixed(node: ast.AST, aliases: Mapping[str, ast.expr], made: set[str]) -> Iterator[str]:
    """Yield each union of int with one of the classes *made* of it, also in annotations that are text."""
    names = {ast.unparse(one) for one in _united(node, aliases)}
    if "int" in names and names & made:
        yield ast.unparse(node)
        return
    read = _read(node)
    for one in ast.iter_child_nodes(node) if read is None else [read]:
        yield from _mixed(one, aliases, made)


def _united(node: ast.AST, aliases: Mapping[str, ast.expr]) -> Iterator[ast.AST]:
    """Yield the types that a union unites, with those of the unions in it."""
    match node:
        case ast.BinOp(op=ast.BitOr()):
            parts: list[ast.expr] = [node.left, node.right]
        case ast.Subscript(value=ast.Name(id="Union" | "Optional"), slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
        case ast.Name(id=name) if name in aliases:
            parts = [aliases[name]]
        case _:
            yield node
            return
    for one in parts:
        yield from _united(_read(one) or one, aliases)


def _read(node: ast.AST) -> ast.expr | None:
    """Return the expression that an annotation as text holds; None for what is no text, or no expression."""
    if not (isinstance(node, ast.Constant) and isinstance(node.value, str)):
        return None
    try:
        return ast.parse(node.value, mode="eval").body
    except SyntaxError:
        return None

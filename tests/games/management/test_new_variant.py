"""`manage.py new_variant`, and folders with only the differences from a base."""

import re
from collections.abc import Iterable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from games.management.variant_checks.examples import load, run_examples
from games.rules import variants
from games.rules.ruleset import RulesetError
from games.rules.variants import KEYS, from_bytes, read_folder
from games.sandbox.document import parts_of
from tests.games.management.test_check_variants import check


def new(folder: Path, *arguments: str, key: str = "annas_mau") -> str:
    said = StringIO()
    call_command("new_variant", key, *arguments, "--folder", str(folder), stdout=said)
    return said.getvalue()


def test_a_new_variant_passes_as_it_is(tmp_path: Path) -> None:
    folder = tmp_path / "annas_mau"
    said = new(folder, "--base", "puque", "--name", "Anna's Mau")

    status, told = check(str(folder), "--deals", "1")

    assert f"check_variants {folder}" in said
    assert (status, told.splitlines()[-1]) == (0, "1 variant: no faults"), told
    assert (load(str(folder)).key, load(str(folder)).variant.name) == ("annas_mau", "Anna's Mau")


@pytest.mark.parametrize("base", KEYS)
def test_any_variant_is_a_base(tmp_path: Path, base: str) -> None:
    new(tmp_path / "new", "--base", base)

    told, original = run_examples(load(str(tmp_path / "new"))), run_examples(load(base))

    assert told.faults == ()
    assert (told.examples, told.proved, told.paragraphs) == (original.examples, original.proved, original.paragraphs)


CHANGES: dict[str, Any] = {
    "key": "annas-mau", "name": "Anna's Mau", "deal": {"size": {"2": 6}}, "wild": {"+suit": "9"},
    "=skip": {"cards": "K"}, "options": {"annas": {"default": True, "paragraph": "A-1", "values": {"on": {}}}},
}  # fmt: skip


def test_a_folder_changes_its_base_as_the_api_does(tmp_path: Path) -> None:
    base = variants.load("mau_mau")
    (tmp_path / "ruleset.toml").write_text(
        'base = "mau_mau"\nkey = "annas-mau"\nname = "Anna\'s Mau"\ndeal.size = { 2 = 6 }\nwild."+suit" = "9"\n'
        '"=skip" = { cards = "K" }\n[options.annas]\ndefault = true\nparagraph = "A-1"\nvalues = { on = {} }\n',
        encoding="utf-8",
    )
    (tmp_path / "rules.md").write_text("A-1 Nines are wild.", encoding="utf-8")
    sent = {"changes": CHANGES, "text": "A-1 Nines are wild."}

    folder = from_bytes(read_folder(tmp_path))
    api = parts_of(sent, {"rules": base.rules, "text": base.text})

    assert folder.content == variants.publish(api.rules, api.text, [])
    assert list(folder.options)[-1] == "annas"
    assert folder.text.startswith("A-1 Nines are wild.\n\n# Mau-Mau")


@pytest.mark.parametrize(
    ("rules", "place"),
    [
        ('base = "no_such"\nkey = "a"\nname = "A"', "base"),
        ('base = 5\nkey = "a"\nname = "A"', "base"),
        ('base = "mau_mau"\nname = "A"', "key"),
        ('base = "mau_mau"\nkey = "mau_mau"\nname = "A"', "key"),
        ('base = "mau_mau"\nkey = "a"', "key"),
        ('base = "mau_mau"\nkey = "a"\nname = "A"\n"=deal" = 5', "=deal"),
        ('base = "mau_mau"\nkey = "a"\nname = "A"\nwild.suit.x = 5', "wild.suit"),
        ('base = "mau_mau"\nkey = "a"\nname = "A"\ndeal.sizes = 5', "deal.sizes"),
    ],
)
def test_a_folder_that_fits_no_base_is_a_fault(tmp_path: Path, rules: str, place: str) -> None:
    (tmp_path / "ruleset.toml").write_text(rules, encoding="utf-8")

    with pytest.raises(RulesetError) as caught:
        from_bytes(read_folder(tmp_path))
    assert caught.value.place == place
    assert check(str(tmp_path))[0] == 1


@pytest.mark.parametrize(
    ("examples", "fault"),
    [
        ("", "annas_mau: there are no examples, so none of its 25 paragraphs is proved"),
        ('variant = "annas_mau"', "annas_mau: there are no examples, so none of its 25 paragraphs is proved"),
        ("example = 5", "Write each example as a table [[example]]."),
        ("example = [5]", "Write each example as a table [[example]]."),
        ("[example]", "Write each example as a table [[example]]."),
        ("[[example]]\nname = 5", "annas_mau: "),
        ("[[example", "Expected"),
    ],
)
def test_examples_that_prove_nothing_are_a_fault(tmp_path: Path, examples: str, fault: str) -> None:
    new(tmp_path / "new", "--base", "puque")
    (tmp_path / "new" / "examples.toml").write_text(examples, encoding="utf-8")

    status, told = check(str(tmp_path / "new"), "--deals", "1")

    assert status == 1
    assert fault in told.replace("\n", " "), told


@pytest.mark.parametrize(
    ("key", "arguments", "why"),
    [
        ("Annas Mau", (), "is not a key"),
        ("../annas", (), "is not a key"),
        ("mau_mau", (), "The variant mau_mau already exists"),
        ("annas_mau", ("--base", "no_such"), "There is no variant 'no_such'"),
        ("annas_mau", ("--name", 'a"b'), "A name must not have quotes"),
    ],
)
def test_a_new_variant_that_cannot_be_made(tmp_path: Path, key: str, arguments: tuple[str, ...], why: str) -> None:
    with pytest.raises(CommandError, match=why):
        new(tmp_path / "new", *arguments, key=key)
    assert not (tmp_path / "new").exists()


def test_a_folder_that_exists_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="exists"):
        new(tmp_path)
    assert not any(tmp_path.iterdir())


def examples_of(text: str) -> dict[str, str]:
    """Return the source of each example by its name. What stands before the first one has no name."""
    first, *rest = text.split("[[example]]\n")
    return {"": first} | {re.findall(r'^name = "(.*)"$', one, re.MULTILINE)[0]: one.rstrip() + "\n\n" for one in rest}


@pytest.mark.slow
def test_the_tutorial_can_be_finished(tmp_path: Path) -> None:
    page = (Path(__file__).resolve().parents[3] / "docs" / "tutorials" / "variant.md").read_text(encoding="utf-8")
    rules, paragraphs, first, others, own = re.findall(r"```(?:toml|markdown)\n(.*?)```", page, re.DOTALL)
    broken, done = re.findall(r"```text\n(.*?)```", page, re.DOTALL)
    folder = tmp_path / "new"
    new(folder)
    (folder / "ruleset.toml").write_text(rules, encoding="utf-8")
    (folder / "rules.md").write_text(paragraphs, encoding="utf-8")
    examples = examples_of((folder / "examples.toml").read_text(encoding="utf-8"))

    assert run_examples(load(str(folder))).faults == tuple(broken.splitlines()[:-1])
    assert broken.endswith("\n1 variant: 7 faults\n")
    for repairs, faults in ((first, 5), (others, 0)):
        for name, repaired in list(examples_of(repairs).items())[1:]:
            (old,) = [one for one in examples if f", {one}".endswith(f", {name}")]
            examples[old] = repaired
        write(folder, examples.values())
        assert len(run_examples(load(str(folder))).faults) == faults
    write(folder, [*examples.values(), own.removeprefix("[[example]]\n")])
    status, said = check(str(folder), "--deals", "1")
    assert (status, "49/49" in said, said.endswith(done)) == (0, True, True), said
    status, said = check(str(folder), "--mutate")
    assert (status, said.endswith(done)) == (0, True), said


def write(folder: Path, examples: Iterable[str]) -> None:
    (folder / "examples.toml").write_text("[[example]]\n".join(examples), encoding="utf-8")


def test_a_number_by_seats_holds_from_that_number_on(tmp_path: Path) -> None:
    new(tmp_path / "new")
    with (tmp_path / "new" / "ruleset.toml").open("a", encoding="utf-8") as file:
        file.write("[deal]\nsize = { 2 = 6 }\n")

    assert load(str(tmp_path / "new")).variant.ruleset(3).hand_size == 6

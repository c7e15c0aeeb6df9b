"""Names that look like those of others: refused to whoever takes them, and listed where they are."""

# ruff: noqa: RUF001

import re
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from config.embedded.pytest_plugin import CommittedDatabase
from config.settings.base import BASE_DIR
from players import namesakes
from players.accounts import UsernameTaken, register
from players.lookalikes import TABLE, skeleton, skeletons
from players.models import Player
from players.names import BadName, check_new_name, new_username, normal_username
from tests.players.conftest import PASSWORD

ALIKE = [
    "anna",
    "Anna",
    "ANNA",
    "аnna",
    "Αnna",
    "a n n a",
    "A.N.N.A.",
    "anna\ufe0f",
    "𝓐𝓷𝓷𝓪",
    "ａｎｎａ",
    "an\u200dna",
    "anna\u2800",
]
BOTS = ("Novice", "Clever", "Expert", "Program")


def change(caller: Any, body: dict[str, Any]) -> Any:
    return caller.send("PATCH", "/me", body, If_Match=caller.send("GET", "/me").headers["ETag"])


@pytest.mark.parametrize("name", ALIKE)
def test_what_looks_alike_has_a_common_skeleton(name: str) -> None:
    assert {*skeletons("anna")} & {*skeletons(name)}


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "Anka"), ("Jiří", "Jiri"), ("Änne", "Anne"), ("Ян", "Ana"),
        ("דנה", "דינה"), ("さらさ", "さくらさ"), ("くくく", "ノノノ"),  # letters that look like punctuation
    ],
)  # fmt: skip
def test_what_looks_different_has_none(name: str, other: str) -> None:
    assert not {*skeletons(name)} & {*skeletons(other)}


@pytest.mark.parametrize("name", ["PauI", "Pau1", "PAUL", "Рaul"])
def test_letters_that_look_like_others_in_one_case_only(name: str) -> None:
    assert {*skeletons("paul")} & {*skeletons(name)}


def test_capitals_count_as_the_small_letters_that_they_are() -> None:
    assert {*skeletons("βασίλης")} & {*skeletons("Βασίλης")}


def test_the_table_says_from_which_version_of_unicode_it_is() -> None:
    assert re.search(r"version \d+\.0\.0", TABLE.read_text(encoding="utf-8").splitlines()[0])


@pytest.mark.parametrize(
    "name",
    ["admin", "Αdmin", "ADMlN", "Mau-Mau", "mau mau", "MauMau", "clever", "CIever", "Clever 2", "expert-1", "Rusé",
     "Admin²", "Admin①", "Admin 1.", "ADMİN", "Admi\u0307n", "Admin\u2800"],
)  # fmt: skip
def test_nobody_takes_a_name_of_the_service(name: str) -> None:
    with pytest.raises(BadName, match="reserved"):
        check_new_name(name)


@pytest.mark.parametrize("name", ["\u0430nna", "Olga \u041f\u0435trova", "Vladimir \u03b1lpha"])
def test_no_word_mixes_scripts(name: str) -> None:
    with pytest.raises(BadName, match="script"):
        check_new_name(name)


@pytest.mark.parametrize(
    "name",
    [
        "Иван (Ivan)",
        "李小龍 Bruce",
        "ひらカナ漢字ー",
        "Zoë ♥",
        "O\u2019Neil",
        "R2-D2",
        "👩\u200d🚀 7",
        "Cleverly",
        "1",
        "Mª José",
        "Sº João",
        "Malin",
    ],
)
def test_other_names_are_good(name: str) -> None:
    check_new_name(name)


def test_what_bots_are_called_in_each_language_is_reserved() -> None:
    found = set()
    for catalogue in (BASE_DIR / "games" / "web" / "locales").glob("*.po"):
        text = catalogue.read_text(encoding="utf-8")
        found |= {re.search(f'^msgid "{bot}"\nmsgstr "(.+)"$', text, re.MULTILINE)[1] for bot in BOTS}  # type: ignore[index]
    assert found | {*BOTS} <= {*settings.RESERVED_NAMES}


@pytest.mark.parametrize("name", ["adm1n", "maumau", "c1ever"])
def test_no_username_looks_like_a_reserved_one(name: str) -> None:
    with pytest.raises(BadName, match="reserved"):
        new_username(name)


@pytest.mark.parametrize("name", ["Anna", "\uff21nna", "a-n-n-a"])
def test_nobody_takes_the_username_of_somebody_else_as_their_name(member: Any, guest: Any, name: str) -> None:
    refused = change(guest, {"name": name})
    made = guest.send("POST", "/auth/guest", {"name": name})
    registered = guest.send("POST", "/auth/register", {"username": "bert", "password": PASSWORD, "name": name})

    for answer in (refused, made, registered):
        assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["name"])
    assert change(member, {"name": name}).status_code == 200  # it is their own


@pytest.mark.parametrize(("username", "name"), [("αννα", "ΑΝΝΑ"), ("βοτ", "ΒΟΤ")])
def test_ones_own_username_opens_no_way_to_the_name_of_another(
    member: Any, guest: Any, username: str, name: str
) -> None:
    guest.send("POST", "/me/credentials", {"username": username, "password": PASSWORD})

    assert member.player.username == "anna"
    assert change(guest, {"name": username}).status_code == 200
    assert change(guest, {"name": name}).status_code == 422


@pytest.mark.parametrize("name", ["Bert\u2800", "\U0001d159Bert", "Be\U00016fe4rt", "Be\u3164rt"])
def test_a_name_has_no_invisible_characters(guest: Any, name: str) -> None:
    assert change(guest, {"name": name}).status_code == 422


@pytest.mark.slow
def test_of_names_that_look_alike_and_are_taken_at_once_one_is(committed_db: CommittedDatabase) -> None:  # noqa: ARG001
    def take(username: str) -> bool:
        try:
            register(username, PASSWORD, {})
        except UsernameTaken:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(4) as pool:
        assert sum(pool.map(take, ["racer.one", "racerone", "racer_one", "racer-one"])) == 1


@pytest.mark.parametrize("name", ["admin", "Mau-Mau", "clever", "\u0430nton"])
def test_the_api_refuses_names_of_the_service_and_mixed_scripts(guest: Any, name: str) -> None:
    answer = change(guest, {"name": name})

    assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["name"])


@pytest.mark.parametrize("username", ["a.nna", "an-na", "αnnα"])
def test_no_username_looks_like_another_one(member: Any, guest: Any, username: str) -> None:  # noqa: ARG001
    answer = guest.send("POST", "/me/credentials", {"username": username, "password": PASSWORD})

    assert answer.json()["code"] in {"username_taken", "invalid_fields"}
    assert Player.objects.filter(username__isnull=False).count() == 1


def test_names_that_exist_stay_and_are_listed(guest: Any, caller: Any) -> None:
    change(guest, {"name": "Anna"})
    caller.sign_in("/auth/register", {"username": "anna", "password": PASSWORD})

    assert change(guest, {"name": "Anna", "locale": "de"}).status_code == 200
    (found,) = namesakes.conflicts(limit=10)
    assert (found.player, found.name, found.username) == (guest.player.id, "Anna", None)
    assert (found.other, found.other_username) == (caller.player.id, "anna")


@pytest.mark.django_db
def test_names_of_older_versions_are_compared_too() -> None:
    Player.objects.bulk_create([Player(username="anna"), Player(username="bert", name="Αnna"), Player(name="Bert")])
    assert namesakes.conflicts(limit=10) == []

    assert namesakes.catch_up() == 3

    assert namesakes.catch_up() == 0
    found = {(one.name, one.other_username) for one in namesakes.conflicts(limit=10)}
    assert found == {("Bert", "bert"), ("Αnna", "anna")}


@pytest.mark.django_db
def test_usernames_of_older_versions_that_look_alike_are_listed() -> None:
    older, newer = Player(id=UUID(int=1), username="an.na"), Player(id=UUID(int=2), username="anna")
    Player.objects.bulk_create([newer, older])
    namesakes.catch_up()

    assert {(one.username, one.other_username) for one in namesakes.conflicts(limit=10)} == {("anna", "an.na")}


@given(st.text(st.characters(categories=["L", "M", "N"]), min_size=3, max_size=30))
def test_a_name_looks_like_the_username_that_is_written_like_it(text: str) -> None:
    try:
        username = normal_username(text)
    except BadName:
        return
    assert skeleton(username) in skeletons(text)

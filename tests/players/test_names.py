import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names import NAME_LENGTH, USERNAME_LENGTH, BadName, guest_name, new_username, normal_name, normal_username

WORDS = st.text(max_size=50) | st.text(st.characters(categories=["L", "M", "N", "Zs"]), min_size=2, max_size=31)


@given(WORDS)
def test_a_normal_username_is_its_own_normal_form(text: str) -> None:
    try:
        name = normal_username(text)
    except BadName:
        return
    assert normal_username(name) == name
    assert len(name) in USERNAME_LENGTH


@given(WORDS)
def test_a_normal_name_is_its_own_normal_form(text: str) -> None:
    try:
        name = normal_name(text)
    except BadName:
        return
    assert normal_name(name) == name
    assert len(name) in NAME_LENGTH
    assert name.strip() == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Anna", "ANNA"), ("Straße", "STRASSE"), ("Jiří", "JIR\u030cI\u0301"), ("\uff21nna", "anna"), ("ﬁnn", "FINN")],
)
def test_one_name_in_two_spellings(one: str, other: str) -> None:
    assert normal_username(one) == normal_username(other)


@pytest.mark.parametrize(
    "name", ["Jiří", "李小龍", "Ольга", "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", "👩\u200d🚀", "R2-D2", "¡Hola!"]
)
def test_names_of_all_the_world(name: str) -> None:
    assert normal_name(name) == name


def test_guests_have_friendly_names_that_differ() -> None:
    names = {guest_name() for _ in range(100)}

    assert len(names) > 90
    assert all(normal_name(name) == name for name in names)


@pytest.mark.parametrize(
    "name",
    [
        "Jiří_K",
        "Ольга-7",
        "李小龍",
        "ひらカナ漢字ー",
        "tokyo東京",
        "\u0639\u0644\u06cc\u06f1",
        "한국어abc",
        "αθήνα",
        "user42",
        "123",
    ],
)
def test_usernames_of_all_the_world(name: str) -> None:
    assert new_username(name) == normal_username(name)


@pytest.mark.parametrize(
    "name", ["\u0430nna", "ann\u03b1", "o\u043bga", "\u0455\u0441\u043epe", "ab\u0663", "한ひら", "anna\u02bcs"]
)
def test_scripts_are_not_mixed(name: str) -> None:
    with pytest.raises(BadName, match="script"):
        new_username(name)


@pytest.mark.parametrize(
    "name",
    ["admin", "ROOT", "Administrator", "sys.tem", "-_clock".lstrip("-_"), "bot", "Server", "\uff42ot", "moderator_"],
)
def test_some_names_are_the_services_own(name: str) -> None:
    with pytest.raises(BadName, match="reserved"):
        new_username(name)
    assert normal_username(name)

import pytest
from hypothesis import given
from hypothesis import strategies as st

from players.names import NAME_LENGTH, USERNAME_LENGTH, BadName, guest_name, normal_name, normal_username

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

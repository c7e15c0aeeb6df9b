"""The names of players: usernames, display names, and the names that guests get."""

import re
import secrets
import unicodedata
from functools import cache
from typing import Final

from django.conf import settings
from django.utils.translation import gettext

from players.lookalikes import BLANKS, skeletons

USERNAME_LENGTH: Final = range(3, 31)
PREFIX_LENGTH: Final = range(2, USERNAME_LENGTH.stop)
NAME_LENGTH: Final = range(1, 41)

_JOINERS: Final = frozenset("\u200c\u200d")
"""The zero-width joiner and non-joiner. Persian words and many emoji need them."""
_OF_SCRIPTS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})
_REFUSED: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})

_NUMBER: Final = re.compile(r"[\W_]*\d+[\W_]*$")
_RESERVED: Final = frozenset(
    {
        "admin",
        "administrator",
        "anonymous",
        "api",
        "bot",
        "bots",
        "clock",
        "deleted",
        "everyone",
        "guest",
        "help",
        "moderator",
        "nobody",
        "null",
        "official",
        "operator",
        "root",
        "security",
        "server",
        "service",
        "staff",
        "superuser",
        "support",
        "sysadmin",
        "system",
        "undefined",
        "webmaster",
    }
)
"""Names that others would take for the service's own. The setting RESERVED_NAMES has more."""
_EAST: Final = frozenset({"LATIN", "CJK", "IDEOGRAPHIC"})
_WRITTEN_TOGETHER: Final = (_EAST | {"HIRAGANA", "KATAKANA"}, _EAST | {"HANGUL"}, _EAST | {"BOPOMOFO"})
"""Scripts that one name may mix, because their letters do not look alike (UTS 39, "highly restrictive")."""

_QUALITIES: Final = [
    "Brave",
    "Bright",
    "Calm",
    "Cheery",
    "Clever",
    "Curious",
    "Daring",
    "Eager",
    "Fair",
    "Gentle",
    "Glad",
    "Happy",
    "Honest",
    "Jolly",
    "Keen",
    "Kind",
    "Lively",
    "Lucky",
    "Merry",
    "Mighty",
    "Nimble",
    "Noble",
    "Patient",
    "Plucky",
    "Polite",
    "Proud",
    "Quick",
    "Quiet",
    "Shrewd",
    "Sly",
    "Smart",
    "Steady",
    "Sunny",
    "Swift",
    "Wise",
    "Witty",
]
_ANIMALS: Final = [
    "Badger",
    "Beaver",
    "Bison",
    "Cat",
    "Crane",
    "Deer",
    "Dolphin",
    "Eagle",
    "Falcon",
    "Finch",
    "Fox",
    "Hare",
    "Hedgehog",
    "Heron",
    "Horse",
    "Ibex",
    "Jay",
    "Koala",
    "Lark",
    "Lion",
    "Lynx",
    "Magpie",
    "Marten",
    "Mole",
    "Moose",
    "Mouse",
    "Otter",
    "Owl",
    "Panda",
    "Penguin",
    "Puffin",
    "Rabbit",
    "Raven",
    "Robin",
    "Seal",
    "Stork",
    "Swan",
    "Wolf",
]


class BadName(ValueError):
    """A name that no player can have. The message says why."""


def guest_name() -> str:
    """Return a random name such as ``Merry Otter 427``. Two guests may have the same one."""
    return f"{secrets.choice(_QUALITIES)} {secrets.choice(_ANIMALS)} {secrets.randbelow(900) + 100}"


def normal_username(text: str) -> str:
    """Return the spelling in which a username is stored and found (NFKC, case folded).

    Raises:
        BadName: the username is too short or too long, or it has other characters than letters, digits, ``_``, ``-``
            and ``.``.

    >>> normal_username("Jiří_K")
    'jiří_k'
    """
    return _spelled(text, gettext("A username has {least} to {most} characters."), USERNAME_LENGTH)


def normal_prefix(text: str) -> str:
    """Return the beginning of usernames in the spelling in which they are stored.

    Raises:
        BadName: the beginning is too short or too long, or no username begins like this.

    >>> normal_prefix("JI")
    'ji'
    """
    return _spelled(text, gettext("A prefix has {least} to {most} characters."), PREFIX_LENGTH)


def _spelled(text: str, bounds: str, length: range) -> str:
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    if len(folded) not in length:
        raise BadName(bounds.format(least=length.start, most=length.stop - 1))
    allowed = [(c.isalnum() and c not in BLANKS) or c in "_-." for c in folded]
    if not (folded[0].isalnum() and all(allowed)):
        raise BadName("A username is made of letters, digits, '_', '-' and '.', and starts with a letter or a digit.")
    return folded


def new_username(text: str) -> str:
    """Return the stored spelling of a username for a new account. Names that exist need not pass these checks.

    Raises:
        BadName: as for `normal_username`, or the name looks like a reserved one, or it mixes scripts whose letters
            look alike.

    >>> new_username("Jiří_K")
    'jiří_k'
    """
    name = normal_username(text)
    if is_reserved(name):
        raise BadName("This username is reserved.")
    if _mixes({_script(character) for character in name}):
        raise BadName("A username must not mix scripts, such as Latin and Cyrillic letters.")
    return name


def normal_name(text: str) -> str:
    """Return a display name as it is stored: in NFC, with single blanks and none at the ends.

    Raises:
        BadName: the name is too short or too long, or it has invisible characters.

    >>> normal_name("  Anna   K. ")
    'Anna K.'
    """
    if any(c in BLANKS or (unicodedata.category(c) in _REFUSED and c not in _JOINERS) for c in text):
        raise BadName("A name must not have control characters or invisible characters.")
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if len(name) not in NAME_LENGTH or not any(unicodedata.category(c)[0] in "LNPS" for c in name):
        raise BadName(
            gettext("A name has {least} to {most} visible characters.").format(
                least=NAME_LENGTH.start, most=NAME_LENGTH.stop - 1
            )
        )
    return name


def check_new_name(name: str) -> None:
    """Check a display name, as `normal_name` returns it, that a player does not have yet.

    Raises:
        BadName: the name looks like one of the service's own, perhaps with a number, or a word of it mixes scripts.

    >>> check_new_name("Clever 2")
    Traceback (most recent call last):
    players.names.BadName: This name is reserved.
    """
    plain = unicodedata.normalize("NFKC", name)
    if is_reserved(name) or is_reserved(_NUMBER.sub("", plain)):
        raise BadName("This name is reserved.")
    for word in plain.split():
        if _mixes({_script(character) for character in word if unicodedata.category(character) in _OF_SCRIPTS}):
            raise BadName("A word of a name must not mix scripts, such as Latin and Cyrillic letters.")


def is_reserved(name: str) -> bool:
    """Return whether a name looks like one of the service's own."""
    return not reserved_shapes().isdisjoint(skeletons(name))


def reserved_shapes() -> frozenset[str]:
    """Return the skeletons of the names of the service."""
    return _reserved_shapes(tuple(settings.RESERVED_NAMES))


@cache
def _reserved_shapes(more: tuple[str, ...]) -> frozenset[str]:
    return frozenset(shape for name in (*_RESERVED, *more) for shape in skeletons(name))


def _mixes(scripts: set[str]) -> bool:
    """Return whether a word in these scripts mixes those whose letters look alike."""
    found = scripts - {""}
    return len(found) > 1 and not any(found <= written for written in _WRITTEN_TOGETHER)


def _script(character: str) -> str:
    """Return the script of a letter or digit: the first word of its Unicode name. Empty for other ASCII characters.

    By hand: Python's `unicodedata` does not have the property Script.
    """
    if character.isascii():
        return "LATIN" if character.isalpha() else ""
    return unicodedata.name(character, "UNKNOWN").removeprefix("EXTENDED ").split()[0].split("-")[0]

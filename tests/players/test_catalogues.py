"""Every language has every sentence of mails, pages and problems, and what is compiled is what is written."""

from gettext import GNUTranslations
from string import Formatter
from typing import Final

import pytest
from babel.messages.pofile import read_po
from django.conf import settings

from tests.config.service import ROOT
from tests.translations.sources import messages_of

LOCALE: Final = ROOT / "players" / "locale"
OTHERS: Final = [code for code, _ in settings.LANGUAGES if code != "en"]


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def test_there_is_a_catalogue_for_each_language_and_no_other() -> None:
    assert sorted(folder.name for folder in LOCALE.iterdir()) == sorted(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_what_the_sources_say(language: str) -> None:
    with (LOCALE / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        messages = [message for message in read_po(file, locale=language) if message.id]
    with (LOCALE / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = GNUTranslations(file)

    assert {(message.context, message.id) for message in messages} == messages_of("players")
    for message in messages:
        assert not message.fuzzy, message.id
        if isinstance(message.id, tuple):
            forms = tuple(message.string or ())
            assert all(forms), message.id
            assert compiled.ngettext(message.id[0], message.id[1], 5) == forms[-1]
        else:
            assert message.string, message.id
            assert fields(str(message.string)) == fields(str(message.id)), message.id
            assert compiled.gettext(str(message.id)) == message.string

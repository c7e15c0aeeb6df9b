"""Every language says everything that the sources say, and what is compiled is what is written."""

import re
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils.translation import trans_real

from games.digest import Speech
from games.digest.speech import words_of
from games.rules.refusal_reasons import Reason
from tests.games.digest import saying
from tests.translations.sources import messages_of

GAMES: Final = Path(__file__).parents[3] / "games"
LANGUAGES: Final = [code for code, _ in settings.LANGUAGES]
OTHERS: Final = [code for code in LANGUAGES if code != "en"]


def catalogue(language: str) -> Catalog:
    with (GAMES / "locale" / language / "LC_MESSAGES" / "django.po").open("rb") as file:
        return read_po(file, locale=language)


def said(language: str) -> list[Message]:
    return [message for message in catalogue(language) if message.id]


def forms(text: Any) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name}


def extracted() -> set[tuple[str | None, Any]]:
    found = extract_from_dir(GAMES / "digest")
    sentences: set[tuple[str | None, Any]] = {(None, reason.sentence) for reason in Reason}
    return {(context, text) for _, _, text, _, context in found} | sentences


def test_there_is_a_catalogue_for_each_language_and_no_other() -> None:
    assert sorted(folder.name for folder in (GAMES / "locale").iterdir()) == sorted(OTHERS)


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_says_what_the_sources_say(language: str) -> None:
    assert {(message.context, message.id) for message in said(language)} == messages_of("games")


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_to_be_translated(language: str) -> None:
    for message in said(language):
        translations = forms(message.string)
        assert all(translations), message.id
        assert len(translations) == (catalogue(language).num_plurals if message.pluralizable else 1), message.id
        assert not message.fuzzy, message.id


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_filled_in_is_filled_in_everywhere(language: str) -> None:
    for message in said(language):
        singular, plural = forms(message.id)[0], forms(message.id)[-1]
        *few, many = forms(message.string)
        assert fields(many) == fields(plural), message.id
        assert all(fields(singular) <= fields(text) <= fields(plural) for text in few), message.id
        assert not re.search(r"\s\s|^\s|\s$", "".join(forms(message.string))), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_compiled_is_what_is_written(language: str) -> None:
    with (GAMES / "locale" / language / "LC_MESSAGES" / "django.mo").open("rb") as file:
        compiled = GNUTranslations(file)

    for message in said(language):
        if message.pluralizable:
            shown = tuple(
                dict.fromkeys(compiled.ngettext(message.id[0], message.id[1], number) for number in (1, 2, 5))
            )
        elif message.context:
            shown = (compiled.pgettext(message.context, str(message.id)),)
        else:
            shown = (compiled.gettext(str(message.id)),)
        assert shown == forms(message.string), "`make messages` compiles them"


@pytest.mark.parametrize(
    ("language", "phrases"),
    [
        ("en", ["a card", "2 cards", "5 cards", "22 cards"]),
        ("de", ["eine Karte", "2 Karten", "5 Karten", "22 Karten"]),
        ("cs", ["jednu kartu", "2 karty", "5 karet", "22 karet"]),
        ("nl", ["een kaart", "2 kaarten", "5 kaarten", "22 kaarten"]),
        ("pt", ["uma carta", "2 cartas", "5 cartas", "22 cartas"]),
        ("pl", ["jedną kartę", "2 karty", "5 kart", "22 karty"]),
        ("fr", ["une carte", "2 cartes", "5 cartes", "22 cartes"]),
    ],
)
def test_numbers_of_cards(language: str, phrases: list[str]) -> None:
    speech = Speech(language, "french", {})

    assert [speech.cards(number) for number in (1, 2, 5, 22)] == phrases


@pytest.mark.parametrize(
    ("language", "pack", "cards", "suits"),
    [
        ("en", "french", "10♥, J♠, Q♦, A♣, a Joker", "spades hearts diamonds clubs"),
        ("de", "french", "♥ 10, ♠ Bube, ♦ Dame, ♣ Ass, einen Joker", "Pik Herz Karo Kreuz"),
        ("cs", "french", "♥ 10, ♠ kluka, ♦ dámu, ♣ eso, žolíka", "piky srdce káry kříže"),
        ("cs", "german", "červenou 10, zeleného spodka, kulového svrška, žaludové eso, žolíka",
         "zelené červené kule žaludy"),
        ("de", "german", "Herz-10, Laub-Unter, Schellen-Ober, Eichel-Ass, einen Joker", "Laub Herz Schellen Eichel"),
        ("de", "swiss", "Rosen-Banner, Schilten-Under, Schellen-Ober, Eichel-Ass, einen Joker",
         "Schilten Rosen Schellen Eichel"),
        ("nl", "french", "♥ 10, ♠ boer, ♦ vrouw, ♣ aas, een joker", "schoppen harten ruiten klaveren"),
        ("pt", "french", "o 10 de ♥, o valete de ♠, a dama de ♦, o ás de ♣, um joker", "espadas copas ouros paus"),
        ("pl", "french", "10 ♥, waleta ♠, damę ♦, asa ♣, jokera", "pików kierów kar trefli"),
        ("fr", "french", "le 10 de ♥, le valet de ♠, la dame de ♦, l\N{RIGHT SINGLE QUOTATION MARK}as de ♣, un joker",
         "pique cœur carreau trèfle"),
    ],
)  # fmt: skip
def test_cards_are_called_what_the_players_of_a_language_call_them(
    language: str, pack: str, cards: str, suits: str
) -> None:
    speech = Speech(language, pack, {})

    assert speech.cards(["TH", "JS", "QD", "AC", "X"]) == cards
    assert " ".join(map(speech.nominated, "SHDC")) == suits


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_is_as_it_was_proof_read(language: str) -> None:
    kept = (saying.FOLDER / f"{language}.md").read_text(encoding="utf-8")

    assert saying.written(language) == kept, "`python -m tests.games.digest.saying` writes them anew; read what changed"


def test_every_message_is_among_the_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is translated is proof-read: a message that no sentence of the kept files needs is missing there."""
    heard: set[tuple[str | None, Any]] = set()
    catalogue = trans_real.translation("de")

    def pgettext(context: str, message: str) -> str:
        heard.add((context, message))
        return message

    def ngettext(one: str, many: str, number: int) -> str:
        heard.add((None, (one, many)))
        return one if number == 1 else many

    def gettext(message: str) -> str:
        heard.add((None, message))
        return message

    monkeypatch.setattr(catalogue, "gettext", gettext)
    monkeypatch.setattr(catalogue, "pgettext", pgettext)
    monkeypatch.setattr(catalogue, "ngettext", ngettext)
    words_of.cache_clear()
    saying.written("de")
    words_of.cache_clear()  # it has what the catalogue was made to say

    assert heard == extracted()

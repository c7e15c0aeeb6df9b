"""The languages that the service speaks, and their catalogues."""

from gettext import NullTranslations
from typing import Final

from django.utils.translation import get_language, trans_real

OTHERWISE: Final = "en"


def spoken(language: str) -> str | None:
    """Return the language of the service for *language*: ``pt`` for ``pt-BR`` or ``PT``; None if there is none."""
    try:
        return trans_real.get_supported_language_variant(language.lower())
    except LookupError:
        return None


def active_language() -> str:
    """Return the language of the request that is being answered."""
    return get_language() or OTHERWISE


def catalogue(locale: str) -> NullTranslations:
    """Return the sentences in the language of a language tag, in English if the service does not speak it."""
    found: NullTranslations = trans_real.translation(spoken(locale) or OTHERWISE)
    return found

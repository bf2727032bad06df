"""The way every text to people goes, so that it can be translated.

Texts stand in English in the code, inside :func:`tr` and :func:`trn`, or inside :func:`mark` where they stand in a
table and are translated later. In which language a text comes out is settled in two places only: whoever answers a
person calls :func:`read_in` once, and whatever everyone in a server sees is built inside :func:`speaking`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Final, TypeVar

T = TypeVar("T")

DOMAIN: Final = "bezique"
LOCALE: Final = Path(__file__).parents[2] / "locale"
ENGLISH: Final = "en"
LANGUAGES: Final = {ENGLISH: "English", "fr": "Français"}
"""The languages there are, each by its own name. English is the language of the code and needs no catalogue."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_reader: ContextVar[str] = ContextVar("reader", default=ENGLISH)


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the translations into one of the :data:`LANGUAGES`.

    Raises:
        OSError: The compiled catalogue is not there.
    """
    if language == ENGLISH:
        return NullTranslations()
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


def tr(text: str, /, **values: object) -> str:
    """Return a text in the reader's language, with its named values put in.

    Args:
        text: The English text, whole, as it stands in the catalogue.
        values: What stands in its braces.
    """
    found = catalogue(_language.get()).gettext(text) if text else text
    return found.format(**values) if values else found


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text in the right number; ``count`` may stand in its braces too."""
    return catalogue(_language.get()).ngettext(one, many, count).format(count=count, **values)


def mark(texts: T) -> T:
    """Return texts unchanged: it tells the catalogue of texts in a table, which :func:`tr` translates when shown."""
    return texts


def pair(name: str, value: str) -> str:
    """Write a name and what belongs to it, both in the reader's language already, with its colon."""
    return tr("{name}: {value}", name=name, value=value)


def name_in(language: str, where: str, text: str) -> str:
    """Return the name of a command or of one of its options in a language; ``where`` tells equal names apart."""
    return catalogue(language).pgettext(where, text)


def language_of(locale: object) -> str:
    """Return which of the :data:`LANGUAGES` comes nearest to a locale of Discord's, such as ``en-GB``."""
    found = str(locale).partition("-")[0]
    return found if found in LANGUAGES else ENGLISH


def language() -> str:
    """Return the language in which texts come out now."""
    return _language.get()


def read_in(wanted: str) -> None:
    """Let every text come out in the language of the person who is answered, until the end of this task."""
    _reader.set(wanted)
    _language.set(wanted)


@contextmanager
def speaking(wanted: str) -> Iterator[None]:
    """Let texts come out in another language: that of a server's public messages, or of another member's panel."""
    before = _language.set(wanted)
    try:
        yield
    finally:
        _language.reset(before)


@contextmanager
def aside() -> Iterator[None]:
    """Speak to the person who is answered, in the middle of what everyone sees."""
    with speaking(_reader.get()):
        yield

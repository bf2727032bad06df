"""Translation of every text for people.

Texts stand in English in the code, inside :func:`tr` and :func:`trn`, or inside :func:`mark` where they stand in a
table and are translated later. The language of a text is set in two places only: code that answers a person calls
:func:`read_in` once, and code that writes for everyone in a server runs inside :func:`speaking`.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
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
"""The languages of the bot, each by its own name; English is the language of the code and needs no catalogue."""

_language: ContextVar[str] = ContextVar("language", default=ENGLISH)
_reader: ContextVar[str] = ContextVar("reader", default=ENGLISH)
_in_words: ContextVar[bool] = ContextVar("in_words", default=False)
_cuts_told: ContextVar[bool] = ContextVar("cuts_told", default=True)
_trumps_first: ContextVar[str] = ContextVar("trumps_first", default="")


@cache
def catalogue(language: str) -> NullTranslations:
    """Return the compiled translations into one of the :data:`LANGUAGES`."""
    if language == ENGLISH:
        return NullTranslations()
    with (LOCALE / language / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return GNUTranslations(file)


def tr(text: str, /, **values: object) -> str:
    """Return a whole English text in the reader's language, with named values in its braces."""
    found = catalogue(_language.get()).gettext(text) if text else text
    return found.format(**values) if values else found


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text in the singular or plural that fits a count; ``count`` may stand in its braces too."""
    return catalogue(_language.get()).ngettext(one, many, count).format(count=count, **values)


def mark(texts: T) -> T:
    """Return texts unchanged, marked for the catalogue; :func:`tr` translates them when they are shown."""
    return texts


def pair(name: str, value: str) -> str:
    """Write a name and its value with a colon; both are in the reader's language already."""
    return tr("{name}: {value}", name=name, value=value)


def name_in(language: str, where: str, text: str) -> str:
    """Return the name of a command or of one of its options in a language; ``where`` tells equal names apart."""
    return catalogue(language).pgettext(where, text)


def language_of(locale: object) -> str:
    """Return which of the :data:`LANGUAGES` comes nearest to a locale of Discord's, such as ``en-GB``.

    A value that is no locale, as a forged interaction may carry, means English.
    """
    name = getattr(locale, "value", locale)
    found = name.partition("-")[0] if isinstance(name, str) else ""
    return found if found in LANGUAGES else ENGLISH


def language() -> str:
    """Return the language in which texts come out now."""
    return _language.get()


def in_words() -> bool:
    """Tell whether cards are named in words now, for a reader whose screen is read aloud."""
    return _in_words.get()


def trumps_first() -> str:
    """Return how a reader who holds trumps first sorts the rest, by ``suit`` or by ``rank``; else an empty text."""
    return _trumps_first.get()


def cuts_told() -> bool:
    """Tell whether the words of cuts are shown now; a server may leave them out of what everyone reads."""
    return _cuts_told.get()


def read_in(wanted: str, *, in_words: bool = False, trumps_first: str = "") -> None:
    """Write every text in the language of the person who is answered, until the end of this task."""
    _reader.set(wanted)
    _language.set(wanted)
    _in_words.set(in_words)
    _trumps_first.set(trumps_first)


@contextmanager
def speaking(
    wanted: str, *, in_words: bool | None = None, cuts_told: bool | None = None, trumps_first: str | None = None
) -> Iterator[None]:
    """Write texts for other readers: everyone in a server, or another member; None leaves a taste as it is."""
    language = _language.set(wanted)
    told = _cuts_told.set(_cuts_told.get() if cuts_told is None else cuts_told)
    words = _in_words.set(_in_words.get() if in_words is None else in_words)
    held = _trumps_first.set(_trumps_first.get() if trumps_first is None else trumps_first)
    try:
        yield
    finally:
        _trumps_first.reset(held)
        _in_words.reset(words)
        _cuts_told.reset(told)
        _language.reset(language)


def aside() -> AbstractContextManager[None]:
    """Write texts for the person who is answered, in the middle of a text for everyone."""
    return speaking(_reader.get())

"""The way every text to people goes, so that it can be translated."""

from __future__ import annotations

from contextvars import ContextVar
from gettext import NullTranslations

_catalogue: ContextVar[NullTranslations] = ContextVar("catalogue", default=NullTranslations())  # noqa: B039 - immutable


def tr(text: str, /, **values: object) -> str:
    """Return a text in the reader's language, with its named values put in.

    Args:
        text: The English text, whole, as it stands in the catalogue.
        values: What stands in its braces.
    """
    found = _catalogue.get().gettext(text)
    return found.format(**values) if values else found


def trn(one: str, many: str, count: int, /, **values: object) -> str:
    """Return a text in the right number; ``count`` may stand in its braces too."""
    return _catalogue.get().ngettext(one, many, count).format(count=count, **values)

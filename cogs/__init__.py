"""What people see and press: a room for each subject, with its commands, handlers, pages and posts."""

from __future__ import annotations

import pkgutil


def cog_names() -> list[str]:
    """Return the full names of the rooms of this package, which are the extensions of the bot, sorted."""
    return sorted(f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__) if module.ispkg)

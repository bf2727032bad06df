"""Slash commands, one area a file: parse, ask the tables, answer through the interface."""

from __future__ import annotations

import pkgutil


def cog_names() -> list[str]:
    """Return the full names of the modules of this package, sorted."""
    return sorted(f"{__name__}.{module.name}" for module in pkgutil.iter_modules(__path__))

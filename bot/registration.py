"""Which slash commands Discord has, and whether they differ from the bot's own."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

# Given by Discord, or deprecated in favour of `contexts`: they say nothing about a difference.
_IGNORED = frozenset({"id", "application_id", "guild_id", "version", "dm_permission"})


def same_commands(ours: Iterable[Mapping[str, Any]], theirs: Iterable[Mapping[str, Any]]) -> bool:
    """Return whether two lists of command payloads mean the same, whatever their order and defaults.

    Discord adds ids and default values to what it was sent, and leaves out empty fields.
    """
    return _comparable(ours) == _comparable(theirs)


def _comparable(payloads: Iterable[Mapping[str, Any]]) -> list[str]:
    return sorted(json.dumps(_reduced({"type": 1, **payload}), sort_keys=True) for payload in payloads)


def _reduced(value: object) -> object:
    if isinstance(value, dict):
        reduced = {key: _reduced(item) for key, item in value.items() if key not in _IGNORED}
        return {key: item for key, item in reduced.items() if not _is_default(item)}
    if isinstance(value, list):
        numbers = [item for item in value if isinstance(item, int)]
        return sorted(numbers) if len(numbers) == len(value) else [_reduced(item) for item in value]
    return value


def _is_default(value: object) -> bool:
    return value is None or value is False or value in ("", [], {})

"""Slash commands named in texts: as mentions, which every member's Discord shows in its own language and can press."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

_COMMAND: Final = 1
_GROUP_OR_COMMAND: Final = (1, 2)
"""Discord's types: of a command that is typed; of a part of one that is no mere option."""
_NAMED: Final = re.compile(r"`/([a-z]+(?: [a-z]+)?)( [^`\n]*)?`")
_ids: dict[str, int] = {}


def learn_commands(registered: Iterable[Mapping[str, Any]]) -> None:
    """Take note of the ids under which Discord has the commands, in place of those known before.

    Args:
        registered: The commands as Discord describes them.
    """
    _ids.clear()
    for command in registered:
        if command.get("type", _COMMAND) != _COMMAND:
            continue
        name, parts = str(command["name"]), command.get("options") or ()
        below = [str(part["name"]) for part in parts if part["type"] in _GROUP_OR_COMMAND]
        _ids.update(dict.fromkeys([f"{name} {part}" for part in below] or [name], int(command["id"])))


def forget_commands() -> None:
    """Know no ids any more, as before the commands were registered."""
    _ids.clear()


def with_mentions(text: str) -> str:
    """Return a text in which commands named as `` `/table open` `` are mentions, as far as their ids are known."""
    return _NAMED.sub(_mention, text) if _ids and "`/" in text else text


def _mention(found: re.Match[str]) -> str:
    name, more = found[1], found[2] or ""
    if name not in _ids and " " in name:  # the second word is no part of the command's name
        name, _, second = name.partition(" ")
        more = f" {second}{more}"
    if name not in _ids:
        return found[0]
    return f"</{name}:{_ids[name]}>" + (f" `{more.strip()}`" if more.strip() else "")

"""Slash commands in texts as mentions, which Discord shows in each member's language and which can be pressed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from bot.club import is_former
from bot.ui.text.i18n import tr

_COMMAND: Final = 1
_GROUP_OR_COMMAND: Final = (1, 2)
"""Discord's types: of a slash command, and of a command's parts that are subcommands or groups, not options."""
_NAMED: Final = re.compile(r"`/([a-z]+(?: [a-z]+)?)( [^`\n]*)?`")
_MEMBER: Final = re.compile(r"<@(\d+)>")
_ids: dict[str, int] = {}


def learn_commands(registered: Iterable[Mapping[str, Any]]) -> None:
    """Replace the known ids of the commands with those that Discord has given them."""
    _ids.clear()
    for command in registered:
        if command.get("type", _COMMAND) != _COMMAND:
            continue
        name, parts = str(command["name"]), command.get("options") or ()
        below = [str(part["name"]) for part in parts if part["type"] in _GROUP_OR_COMMAND]
        _ids.update(dict.fromkeys([f"{name} {part}" for part in below] or [name], int(command["id"])))


def forget_commands() -> None:
    """Forget all ids, as before the commands were registered."""
    _ids.clear()


def with_mentions(text: str) -> str:
    """Return a text whose commands, written as `` `/play` ``, are mentions as far as their ids are known."""
    return _NAMED.sub(_mention, text) if _ids and "`/" in text else text


def _mention(found: re.Match[str]) -> str:
    name, more = found[1], found[2] or ""
    if name not in _ids and " " in name:  # the second word is no part of the command's name
        name, _, second = name.partition(" ")
        more = f" {second}{more}"
    if name not in _ids:
        return found[0]
    return f"</{name}:{_ids[name]}>" + (f" `{more.strip()}`" if more.strip() else "")


def former_named(text: str) -> str:
    """Return a text in which mentions of former players, whom nobody can mention, are words."""
    return _MEMBER.sub(lambda found: tr("a former player") if is_former(int(found[1])) else found[0], text)

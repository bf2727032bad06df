"""The page of the members that a member has blocked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.ui.kit.controls import SLATE, Layout, button, rows
from bot.ui.routes.safety import ListBlocked, Unblock
from bot.ui.text.i18n import tr
from cogs.table.pages.lists import pager

_PAGE: Final = 8


def blocked_page(blocked: Sequence[int], page: int, *, just: int | None = None) -> Layout:
    """Build the private page of a member's blocked members, with a button beside each to unblock them.

    Args:
        blocked: All blocked members, the latest first.
        page: The page, counted from 0; too high a number means the last.
        just: The member who has been blocked just now.
    """
    pages = max(0, len(blocked) - 1) // _PAGE + 1
    page = min(page, pages - 1)
    shown: list[discord.ui.Item[Any]] = [
        discord.ui.Section(f"<@{user}>", accessory=button(Unblock(user, page), tr("Take back")))
        for user in blocked[page * _PAGE : (page + 1) * _PAGE]
    ]
    said = tr("<@{user}> is blocked.", user=just) if just is not None else ""
    if not blocked:
        said = tr("You have blocked nobody. `/block member:` blocks somebody.")
    about = tr(
        "A blocked member cannot challenge or invite you, nor sit down at a table where you sit, in any server. "
        "Nobody is told. Games that have begun go on."
    )
    return Layout(
        SLATE, f"### {tr('Blocked members')}", said, *shown, *rows(pager(ListBlocked, page, pages)), f"-# {about}"
    )

"""Blocking members: the private page and its controls."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import discord

from bot.tables import Refused, Why
from bot.ui.kit.controls import SLATE, Layout, Page, button, member_picker, rows
from bot.ui.kit.reply import in_place
from bot.ui.routes.safety import Block, ListBlocked, Unblock
from bot.ui.routes.settings import ShowSettings, Whose
from bot.ui.text.i18n import tr
from cogs.table.app import App, Interaction

_PAGE: Final = 8


async def block(app: App, interaction: Interaction, route: Block) -> None:
    server = interaction.guild
    member = None if server is None else server.get_member(route.user_id)
    if member is not None and member.bot:
        raise Refused(Why.CHALLENGE_BOT)
    blocked = await app.members.blocks.block(interaction.user.id, route.user_id)
    await in_place(interaction, blocked_page(blocked, 0, just=route.user_id))


async def list_blocked(app: App, interaction: Interaction, route: ListBlocked) -> None:
    await in_place(interaction, blocked_page(await app.members.blocks.blocked_by(interaction.user.id), route.page))


async def unblock(app: App, interaction: Interaction, route: Unblock) -> None:
    blocked = await app.members.blocks.unblock(interaction.user.id, route.blocked_id)
    await in_place(interaction, blocked_page(blocked, route.page))


def blocked_page(blocked: Sequence[int], number: int, *, just: int | None = None) -> Layout:
    """Build a page of a member's blocked members, the latest first, with a button beside each to unblock them."""
    page = Page.at(number, len(blocked), _PAGE)
    shown: list[discord.ui.Item[Any]] = [
        discord.ui.Section(f"<@{user}>", accessory=button(Unblock(user, page.number), tr("Take back")))
        for user in blocked[page.part]
    ]
    said = tr("<@{user}> is blocked.", user=just) if just is not None else ""
    if not blocked:
        said = tr("You have blocked nobody.")
    about = tr(
        "They cannot challenge or invite you, nor join your tables, in any server. Nobody is told; games begun go on."
    )
    return Layout(
        SLATE,
        f"### {tr('Blocked members')}",
        said,
        *shown,
        member_picker(Block(0), tr("Block a member …")),
        *rows([*page.controls(ListBlocked), button(ShowSettings(Whose.MINE), tr("All settings"))]),
        f"-# {about}",
    )

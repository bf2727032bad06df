"""The message that tells those who asked for it that a table is open."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.tables import Kind, Table
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.routes import table as table_routes
from bot.ui.routes.settings import TellNoMore
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.words import rules_line

from .lobby import clock_line


def call(table: Table, users: Sequence[int]) -> Layout:
    """Build the message that mentions members who want to know of an open table.

    Args:
        table: The table.
        users: Whom it mentions.
    """
    name, mentions = shown_name(table.names[0]), ", ".join(f"<@{user}>" for user in users)
    if table.kind is Kind.CHALLENGE:
        words = tr("{mentions}: {name} challenges whoever likes.", mentions=mentions, name=name)
        sit = button(table_routes.Accept(table.id), tr("Accept"), discord.ButtonStyle.success)
    else:
        words = tr("{mentions}: {name} has opened table {table}.", mentions=mentions, name=name, table=table.id)
        sit = button(table_routes.Join(table.id, table.terms.edition), tr("Join"), discord.ButtonStyle.success)
    return Layout(
        BRASS,
        words,
        f"-# {rules_line(table.rules, table.terms.preset)}\n{clock_line(table)}",
        *rows([sit, button(TellNoMore(), tr("No more of these"))]),
    )

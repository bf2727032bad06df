"""The list of a server's open challenges, each with its buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any, Final

import discord

from bot.tables import Table
from bot.ui.kit.controls import BRASS, Control, Layout, button, divider, rows
from bot.ui.routes.lobby import ListChallenges, Reply, ReplyTo
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.words import moment, rules_line
from cogs.table.pages.lists import pager
from cogs.table.pages.lobby import clock_line

PAGE: Final = 5


def challenges_page(
    shown: Sequence[Table],
    user_id: int,
    page: int,
    pages: int,
    until: Callable[[Table], datetime | None],
    *,
    said: str = "",
) -> Layout:
    """Build a private page of open challenges: those to the reader, those to anybody, and the reader's own.

    Args:
        shown: The challenges of this page.
        user_id: The reader.
        page: The page's number, counted from 0.
        pages: Number of pages.
        until: Returns when a challenge expires.
        said: The result of the reader's last answer.
    """
    head = f"### {tr('Challenges')}" + (f"\n{said}" if said else "")
    if not shown:
        return Layout(
            BRASS, head, tr("No challenge waits here. `/challenge` makes one, to a member or to whoever likes.")
        )
    items: list[discord.ui.Item[Any] | str] = []
    for table in shown:
        items += [divider()] if items else []
        items += [_words(table, user_id, until(table)), *rows(_replies(table, user_id, page))]
    return Layout(BRASS, head, *items, *rows(pager(ListChallenges, page, pages)))


def _words(table: Table, user_id: int, until: datetime | None) -> str:
    name = shown_name(table.names[0])
    if table.opener_id == user_id:
        who = (
            tr("You challenge whoever likes")
            if table.invited_id is None
            else tr("You challenge {name}", name=shown_name(table.lobby.challenged))
        )
    elif table.invited_id is None:
        who = tr("{name} challenges whoever likes", name=name)
    else:
        who = tr("{name} challenges you", name=name)
    board = table.message("board")
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    link = f"{place}/{board.message_id}" if board is not None else place
    ends = "" if until is None else " · " + tr("ends {moment}", moment=moment(until))
    number = tr("table {table}", table=table.id)
    return (
        f"**{who}** · [{number}]({link}){ends}\n-# {rules_line(table.rules, table.terms.preset)}\n{clock_line(table)}"
    )


def _replies(table: Table, user_id: int, page: int) -> list[Control]:
    if table.opener_id == user_id:
        return [button(ReplyTo(table.id, Reply.WITHDRAW, page), tr("Withdraw"))]
    replies = [button(ReplyTo(table.id, Reply.ACCEPT, page), tr("Accept"), discord.ButtonStyle.success)]
    if table.invited_id == user_id:
        replies.append(button(ReplyTo(table.id, Reply.DECLINE, page), tr("Decline"), discord.ButtonStyle.danger))
    return replies

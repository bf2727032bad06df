"""Challenges: how they are made, the page of those that are open, and the replies to them."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import discord
from discord import app_commands

from bot.tables import Clock, Refused, Status, Table, Why
from bot.tables.decisions import lobby
from bot.tables.memory import Entry
from bot.tables.values.parts import Terms
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, Page, button, divider, member_picker, rows
from bot.ui.kit.reply import in_place, routes_in
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.lobby import ChallengeMember, ListChallenges, Reply, ReplyTo
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.refusals import refusal_text
from bot.ui.text.words import moment, rules_line
from cogs.table.app import App, Interaction, player_of
from cogs.table.house_rules import meant_by
from cogs.table.lobby import call, guest_of, member_of, of_length, put_up
from cogs.table.pages.lobby import clock_line

_PAGE: Final = 5
"""Challenges a page."""


async def turn(app: App, interaction: Interaction, route: ListChallenges) -> None:
    await in_place(interaction, await challenges(app, interaction, route.page))


async def challenges(app: App, interaction: Interaction, number: int = 0, said: str = "") -> Layout:
    """Build a page of the open challenges: first those to the reader, then those to anyone, then the reader's own."""
    user = interaction.user.id

    def rank(entry: Entry) -> int:
        return 2 if entry.opener_id == user else 1 if entry.invited_id is None else 0

    there = app.tables.memory.live.challenges(interaction.guild_id or 0)
    waiting = [entry for entry in there if user in (entry.opener_id, entry.invited_id)]
    waiting += await _to_whoever_likes(app, interaction)
    waiting.sort(key=lambda entry: (rank(entry), entry.id))
    page = Page.at(number, len(waiting), _PAGE)
    shown = await app.tables.several(entry.id for entry in waiting[page.part])
    head = f"### {tr('Challenges')}" + (f"\n{said}" if said else "")
    make = [
        member_picker(ChallengeMember(0), tr("Challenge a member …")),
        *rows([*page.controls(ListChallenges), button(ChallengeMember(0), tr("Challenge whoever likes"))]),
    ]
    if not shown:
        return Layout(BRASS, head, tr("No challenge waits here."), *make)
    items: list[discord.ui.Item[Any] | str] = []
    for table in shown:
        items += [divider()] if items else []
        items += [_words(table, user, app.tables.stands_until(table)), *rows(_replies(table, user, page.number))]
    return Layout(BRASS, head, *items, *make)


async def _to_whoever_likes(app: App, interaction: Interaction) -> list[Entry]:
    """Return the open challenges to whoever likes that a member may know of, without the member's own."""
    user, visibility = interaction.user.id, visibility_of(interaction)
    blocking = await app.tables.invitations.blocking(user)
    return [
        entry
        for entry in app.tables.memory.live.challenges(interaction.guild_id or 0)
        if entry.invited_id is None
        and entry.opener_id != user
        and visibility.table(entry)
        and entry.opener_id not in blocking
    ]


async def reply(app: App, interaction: Interaction, route: ReplyTo) -> None:
    """Take a reply to a challenge, and show the page without that challenge."""
    table, user = await app.table_here(interaction, route.table_id), interaction.user
    if route.reply is Reply.ACCEPT:
        table, said = await _accepted(app, interaction, table)
    elif route.reply is Reply.DECLINE:
        table = await app.tables.ask(table.id, lobby.decline, user.id)
        said = tr("Declined.")
    else:
        table = await app.tables.ask(table.id, lobby.cancel, user.id)
        said = tr("Taken back.")
    await in_place(interaction, await challenges(app, interaction, route.page, said))
    await app.show(interaction, table)


async def _accepted(app: App, interaction: Interaction, table: Table) -> tuple[Table, str]:
    """Accept a challenge if the challenger is still in the server."""
    user = interaction.user
    if table.status is Status.LOBBY and table.invited_id in (user.id, None):
        present = await app.attendance.sweep(table, user.id, surely=True)
        if present is not table:
            return present, tr("The challenger has left this server.")
    done = await app.tables.accept(table.id, player_of(user))
    return done.table, tr("Table {table} has begun: `/hand` shows your cards.", table=table.number)


async def challenge(
    app: App,
    interaction: Interaction,
    member: discord.User | discord.Member | None,
    rules: str | None = None,
    *,
    auto_draw: bool | None = None,
    clock: Clock | None = None,
    length: app_commands.Choice[str] | None = None,
    best_of: int | None = None,
) -> None:
    """Challenge a member, or whoever likes, to a game, with a card in the channel.

    Where that member has challenged this one or whoever likes already, that challenge is accepted, unless other terms
    are asked for. Where somebody else challenges whoever likes in the channel, that is offered first.
    """
    if member is not None and member.id == interaction.user.id:
        raise Refused(Why.CHALLENGE_SELF)
    invited = None if member is None else guest_of(member)
    anybody = await _to_whoever_likes(app, interaction)
    theirs: list[Entry] = []  # what the member has open to whoever likes, unless there is one for this challenger
    live, guild_id = app.tables.memory.live, interaction.guild_id or 0
    if invited is not None and live.challenge(guild_id, invited.id, interaction.user.id) is None:
        theirs = [entry for entry in anybody if entry.opener_id == invited.id]
    here = any(entry.channel_id == interaction.channel_id for entry in anybody)
    if invited is None and here and not any(isinstance(route, ReplyTo) for route in routes_in(interaction.message)):
        said = tr("Somebody challenges whoever likes here already; accept that, or challenge all the same.")
        await in_place(interaction, await challenges(app, interaction, said=said))
        return

    def is_meant(table: Table) -> bool:
        terms, series = table.terms, table.series
        asked = (clock, terms.clock), (auto_draw, terms.auto_draw), (best_of, series.best_of if series else 1)
        same = all(wanted in (None, there) for wanted, there in asked)
        return same and ((rules is None and length is None) or (chosen, friendly) == (table.rules, terms.friendly))

    async def take_up(table: Table) -> None:
        table, said = await _accepted(app, interaction, table)
        await in_place(interaction, Layout(SLATE, said))
        await app.show(interaction, table)

    with app.public.board(interaction) as permit:
        preset, chosen, friendly = await meant_by(app, interaction, rules or "modern")
        chosen = of_length(chosen, length)
        if chosen.players != 2:
            raise Refused(Why.CHALLENGE_PLAYERS)
        for entry in theirs:
            if is_meant(table := await app.tables.get(entry.id)):
                await take_up(table)
                return
        last = await app.members.preferences.offered(guild_id, interaction.user.id)
        try:
            table = await app.tables.challenge(
                guild_id=guild_id,
                channel_id=interaction.channel_id or 0,
                challenger=player_of(interaction.user),
                invited=None if invited is None else player_of(invited),
                rules=chosen,
                terms=Terms(
                    preset,
                    auto_draw=auto_draw is not False,
                    clock=last.clock if clock is None else clock,
                    friendly=friendly,
                ),
                best_of=best_of or 1,
                answering=interaction.token,
            )
        except Refused as refused:
            if refused.why is not Why.CHALLENGED_FIRST:
                raise
            table = await app.table_here(interaction, refused.table_id or 0)
            if is_meant(table):
                await take_up(table)
            else:
                await in_place(interaction, await challenges(app, interaction, said=refusal_text(refused)))
            return
        await put_up(
            app, interaction, table, permit, discord.AllowedMentions(users=[] if invited is None else [invited])
        )
        if invited is None:
            await call(app, interaction, table)


async def challenge_member(app: App, interaction: Interaction, route: ChallengeMember) -> None:
    """Challenge a member who was chosen from the menu, or whoever likes."""
    member = None
    if route.member_id:
        member = await member_of(interaction.guild, route.member_id)
        if member is None:
            raise Refused(Why.CHALLENGE_ABSENT)
    await challenge(app, interaction, member)


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
    number = tr("table {table}", table=table.number)
    rules = rules_line(table.rules, table.terms.preset)
    return f"**{who}** · [{number}]({link}){ends}\n-# {rules}\n-# {clock_line(table)}"


def _replies(table: Table, user_id: int, page: int) -> list[Control]:
    if table.opener_id == user_id:
        return [button(ReplyTo(table.id, Reply.WITHDRAW, page), tr("Withdraw"))]
    replies = [button(ReplyTo(table.id, Reply.ACCEPT, page), tr("Accept"), discord.ButtonStyle.success)]
    if table.invited_id == user_id:
        replies.append(button(ReplyTo(table.id, Reply.DECLINE, page), tr("Decline"), discord.ButtonStyle.danger))
    return replies

"""Handlers for the list of open challenges."""

from __future__ import annotations

from bot.tables import Status, Table
from bot.tables.decisions import lobby
from bot.tables.register import Entry
from bot.ui.kit.controls import Layout
from bot.ui.kit.reply import in_place
from bot.ui.kit.sight import sight_of
from bot.ui.routes.lobby import ListChallenges, Reply, ReplyTo
from bot.ui.text.i18n import tr
from cogs.table.desk import Desk, Interaction, player_of
from cogs.table.pages.challenges import PAGE, challenges_page


async def turn(desk: Desk, interaction: Interaction, route: ListChallenges) -> None:
    """Turn to a page of the challenges."""
    await in_place(interaction, await challenges(desk, interaction, route.page))


async def challenges(desk: Desk, interaction: Interaction, page: int = 0, said: str = "") -> Layout:
    """Build a page of the open challenges: first those to the reader, then those to anyone, then the reader's own."""
    user, sight = interaction.user.id, sight_of(interaction)
    blocking = await desk.tables.invitations.blocking(user)

    def rank(entry: Entry) -> int:
        return 2 if entry.opener_id == user else 1 if entry.invited_id is None else 0

    waiting = [
        entry
        for entry in desk.tables.register.challenges(interaction.guild_id or 0)
        if user in (entry.opener_id, entry.invited_id)
        or (entry.invited_id is None and sight.table(entry) and entry.opener_id not in blocking)
    ]
    waiting.sort(key=lambda entry: (rank(entry), entry.id))
    pages = max(0, len(waiting) - 1) // PAGE + 1
    page = min(page, pages - 1)
    shown = await desk.tables.several(entry.id for entry in waiting[page * PAGE : (page + 1) * PAGE])
    return challenges_page(shown, user, page, pages, desk.tables.stands_until, said=said)


async def reply(desk: Desk, interaction: Interaction, route: ReplyTo) -> None:
    """Take a reply to a challenge, and show the page without that challenge."""
    table, user = await desk.table_here(interaction, route.table_id), interaction.user
    if route.reply is Reply.ACCEPT:
        table, said = await _accepted(desk, interaction, table)
    elif route.reply is Reply.DECLINE:
        table = await desk.tables.ask(table.id, lobby.decline, user.id)
        said = tr("Declined.")
    else:
        table = await desk.tables.ask(table.id, lobby.cancel, user.id)
        said = tr("Taken back.")
    await in_place(interaction, await challenges(desk, interaction, route.page, said))
    await desk.show(interaction, table)


async def _accepted(desk: Desk, interaction: Interaction, table: Table) -> tuple[Table, str]:
    """Accept a challenge if the challenger is still in the server."""
    user = interaction.user
    if table.status is Status.LOBBY and table.invited_id in (user.id, None):
        present = await desk.attendance.sweep(table, user.id, surely=True)
        if present is not table:
            return present, tr("The challenger has left this server.")
    done = await desk.tables.accept(table.id, player_of(user))
    return done.table, tr("The game at table {table} has begun: `/hand` shows your cards.", table=table.id)

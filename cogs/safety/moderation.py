"""Handlers for moderators; a member who is none (any more) is refused."""

from __future__ import annotations

from bot.club.moderation.service import Measure
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import moderating
from bot.ui.kit.controls import Layout
from bot.ui.kit.readers import CHANNELS
from bot.ui.kit.reply import in_place
from bot.ui.routes.safety import CloseTable, KeepTo, SendAway, ShowOrder, VoidRating
from bot.ui.text.i18n import tr
from cogs.safety.moderation_pages import channels_page, close_question, log_page, order_page, void_question
from cogs.table.desk import Desk, Interaction, choose_for_server


async def table(desk: Desk, interaction: Interaction, table_id: int, said: str = "") -> None:
    """Show a moderator the possible actions at a table.

    Raises:
        Refused: The member is no moderator, or there is no such table here.
    """
    await _shown(desk, interaction, await _at(desk, interaction, table_id), said)


async def log(desk: Desk, interaction: Interaction) -> None:
    """Show a moderator the latest actions of moderators."""
    check_moderator(desk, interaction)
    await in_place(interaction, log_page(await desk.club.moderation.latest(interaction.guild_id or 0)))


async def channels(desk: Desk, interaction: Interaction) -> None:
    """Show a moderator the channels to which the bot is restricted."""
    check_moderator(desk, interaction)
    await in_place(interaction, channels_page(desk.showing.readers.channels_of(interaction.guild_id or 0)))


async def show(desk: Desk, interaction: Interaction, route: ShowOrder) -> None:
    """Show the possible actions at a table again."""
    await table(desk, interaction, route.table_id)


async def close(desk: Desk, interaction: Interaction, route: CloseTable) -> None:
    """Close a table, after one question."""
    found = await _at(desk, interaction, route.table_id)
    if found.live and not route.sure:
        await in_place(interaction, close_question(found))
        return
    closed = await desk.tables.ask(found.id, moderating.close)
    await note_done(desk, interaction, Measure.CLOSE, found.id)
    await _shown(desk, interaction, closed, tr("Done."))
    await desk.show(interaction, closed)


async def send_away(desk: Desk, interaction: Interaction, route: SendAway) -> None:
    """Take a member out of a lobby."""
    found = await _at(desk, interaction, route.table_id)
    after = await desk.tables.ask(found.id, moderating.send_away, route.user_id)
    await note_done(desk, interaction, Measure.SEND_AWAY, found.id, route.user_id)
    await _shown(desk, interaction, after, tr("Done."))
    await desk.show(interaction, after)


async def void(desk: Desk, interaction: Interaction, route: VoidRating) -> None:
    """Take back the ratings of a game, after one question."""
    found = await _at(desk, interaction, route.table_id)
    if not await desk.club.moderation.is_rated(found.id):
        raise Refused(Why.NOT_RATED, table_id=found.id)
    if not route.sure:
        await in_place(interaction, void_question(found))
        return
    await desk.club.moderation.void(found.guild_id, found.id, interaction.user.id)
    await _shown(desk, interaction, found, tr("Done."))
    await desk.presenter.results.changed(found.id)


async def keep_to(desk: Desk, interaction: Interaction, route: KeepTo) -> None:
    """Restrict the bot to the chosen channels; without any, it may be used in all."""
    check_moderator(desk, interaction)
    guild = interaction.guild
    wanted = [int(each) for each in route.channels.split() if each.isascii() and each.isdigit()]
    there = [each for each in wanted if guild is not None and guild.get_channel(each) is not None]
    await choose_for_server(desk, interaction, {CHANNELS: there or None})
    await note_done(desk, interaction, Measure.CHANNELS)
    await in_place(interaction, channels_page(there, saved=True))


def check_moderator(desk: Desk, interaction: Interaction) -> None:
    """Check that the member is a moderator.

    Raises:
        Refused: The member is no moderator, or no longer one.
    """
    if not desk.showing.readers.is_moderator(interaction):
        raise Refused(Why.NOT_MODERATOR)


async def _at(desk: Desk, interaction: Interaction, table_id: int) -> Table:
    check_moderator(desk, interaction)
    return await desk.table_here(interaction, table_id)


async def _shown(desk: Desk, interaction: Interaction, found: Table, said: str = "") -> None:
    rated = found.status is Status.FINISHED and await desk.club.moderation.is_rated(found.id)
    layout: Layout = order_page(found, rated=rated, said=said)
    await in_place(interaction, layout)


async def note_done(
    desk: Desk, interaction: Interaction, what: Measure, table_id: int | None = None, about: int | None = None
) -> None:
    """Store a moderator's action for the log."""
    await desk.club.moderation.note(interaction.guild_id or 0, interaction.user.id, what, table_id, about)

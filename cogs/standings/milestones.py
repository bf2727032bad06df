"""A member's milestones: shown once in private, with a picture that can be shared."""

from __future__ import annotations

from collections.abc import Sequence

from bot.club import MilestoneRow
from bot.club.milestones import BY_KEY
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.kit.reply import refuse, say_publicly
from bot.ui.pictures.standings import Line
from bot.ui.routes.standings import ALL, ShareMilestones, ShowStats
from bot.ui.text.faces import Look, Picture, shown_name, title_name
from bot.ui.text.i18n import pair, tr
from cogs.table.app import App, Interaction

_NEWEST = 4
"""Number of milestones in the picture."""


async def new_milestones(app: App, interaction: Interaction) -> Layout | None:
    """Return the page of the milestones that a member has reached and not yet seen; None without any."""
    guild, user = interaction.guild_id or 0, interaction.user
    reached = await app.club.milestones.of(guild, user.id)
    if all(each.shown for each in reached):
        return None
    await app.club.milestones.shown(guild, user.id)
    wanted = app.renderer.reader(user.id)[0].look is Look.PICTURES
    picture = await _picture(app, reached, user.display_name, guild) if wanted else None
    share, me = button(ShareMilestones(), tr("Share it here")), button(ShowStats(user.id, ALL), tr("Me"))
    return Layout(BRASS, f"### {tr('Milestones')}", picture or _words(reached, user.display_name), *rows([share, me]))


async def share_milestones(app: App, interaction: Interaction, _route: ShareMilestones) -> None:
    """Post the picture of the newest milestones of the member who presses in this channel."""
    with app.public.message(interaction) as permit:
        app.costly(interaction)
        guild, user = interaction.guild_id or 0, interaction.user
        reached = await app.club.milestones.of(guild, user.id)
        if not reached:
            await refuse(interaction, tr("Nothing to share: you have finished no game with people here."))
            return
        picture = await app.renderer.in_public(guild, lambda: _picture(app, reached, user.display_name, guild))
        with app.renderer.readers.for_all(guild):
            heading = f"### {shown_name(user.display_name)} · {tr('Milestones')}"
            layout = Layout(BRASS, heading, picture or _words(reached, user.display_name))
        await say_publicly(interaction, layout, permit)


async def _picture(app: App, reached: Sequence[MilestoneRow], name: str, guild: int) -> Picture | None:
    lines = milestone_lines(reached)
    return await app.renderer.scenes.podium("milestones.png", name, lines, _words(reached, name), guild)


def milestone_lines(reached: Sequence[MilestoneRow]) -> list[Line]:
    """Return the lines of the picture: the newest milestones, each with its number in the order of reaching them."""
    count = len(reached)
    return [Line(count - at, tr(BY_KEY[each.milestone].words), "") for at, each in enumerate(reached[:_NEWEST])]


def _words(reached: Sequence[MilestoneRow], name: str) -> str:
    return pair(title_name(name), ", ".join(f"{line.place}. {line.name}" for line in milestone_lines(reached)))

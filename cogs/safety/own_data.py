"""What is kept of a member: a summary, all of it as a file, and the deletion."""

from __future__ import annotations

import gzip
import io
from collections.abc import Mapping
from datetime import timedelta
from typing import Final, NamedTuple

import discord

from bot.club.people import Kept
from bot.ui.kit.controls import ROSE, SLATE, Layout, button, rows
from bot.ui.kit.public_posts import Pace
from bot.ui.kit.reply import in_own_message, in_place, refuse, say_privately
from bot.ui.routes.safety import AskDelete, DeleteData, ShowData, TakeData, Where
from bot.ui.routes.settings import ShowSettings, Whose
from bot.ui.text.i18n import mark, pair, tr, trn
from cogs.table.app import App, Interaction

EXPORTS: Final = 3
"""Number of files with all their data that a member may get within a day."""
_LARGEST: Final = 8_000_000
"""Bytes above which the file is compressed; Discord's limit is ten million bytes."""


class OwnData:
    """The handlers for a member's own data, with a limit on the number of files."""

    def __init__(self, links: Links) -> None:
        self._links = links
        self._exports = Pace(EXPORTS, timedelta(days=1))

    async def show(self, app: App, interaction: Interaction, _route: ShowData | None = None) -> None:
        kept = await app.club.people.kept(interaction.user.id, interaction.guild_id)
        await in_place(interaction, data_page(kept, self._links, here=interaction.guild_id is not None))

    async def take(self, app: App, interaction: Interaction, _route: TakeData) -> None:
        now = app.tables.now()
        wait = self._exports.wait(interaction.user.id, now)
        if wait is not None:
            hours = max(1, -(-wait // timedelta(hours=1)))
            await refuse(
                interaction,
                tr("You had this file {most} times today; the next comes in {hours} h.",
                   most=EXPORTS, hours=hours),
            )  # fmt: skip
            return
        await interaction.response.defer(ephemeral=True, thinking=True)
        written, name = await app.club.people.export(interaction.user.id, now), "bezique-data.json"
        if len(written) > _LARGEST:
            written, name = gzip.compress(written), f"{name}.gz"
        file = discord.File(io.BytesIO(written), name)
        page = Layout(
            SLATE,
            f"### {tr('What I keep of you')}",
            tr("All as JSON, with the records of finished games and the times of your moves. Of others it "
               "holds names in records alone."),
            discord.ui.File(file),
        )  # fmt: skip
        await interaction.followup.send(view=page, file=file, ephemeral=True)

    async def ask(self, _desk: App, interaction: Interaction, route: AskDelete) -> None:
        await in_place(interaction, delete_page(_where(interaction, route.where)))

    async def delete(self, app: App, interaction: Interaction, route: DeleteData) -> None:
        """Delete the member's data, and update the tables and tournaments that change by it."""
        where, own, user = _where(interaction, route.where), in_own_message(interaction), interaction.user.id
        await interaction.response.defer(ephemeral=True, thinking=not own)
        await app.club.erasing.ask(user, interaction.guild_id if where is Where.HERE else None)
        erased = await app.club.erasing.go_on(user)
        page = deleted_page(done=user not in erased.pending, until_midnight=user in erased.until_midnight)
        if own:
            await interaction.edit_original_response(**page.editing())
        else:
            await say_privately(interaction, page)
        await interaction.client.show_renamed()
        for table_id in erased.tables:
            await app.presenter.show(table_id)
        for number in erased.tournaments:
            await app.tournament_posts.show(number)


def _where(interaction: Interaction, where: Where) -> Where:
    """Return the extent of a deletion: always everything in a direct message, which has no server."""
    return where if interaction.guild_id is not None else Where.EVERYWHERE


_PLAIN: Final = ("games", "lobbies", "cuts", "user_settings", "blocks")
_WITH_GAMES: Final = ("seats", "results")
"""Parts of a member's games, which are counted as ``games`` or ``lobbies``."""


class Links(NamedTuple):
    """The addresses of the privacy notice and the terms; empty if the operator of the bot names none."""

    privacy: str = ""
    terms: str = ""

    @property
    def line(self) -> str:
        """Both links as one line; empty if there are none."""
        named = ((mark("Privacy"), self.privacy), (mark("Terms"), self.terms))
        return " · ".join(f"[{tr(name)}]({address})" for name, address in named if address)


def data_page(kept: Kept, links: Links, *, here: bool) -> Layout:
    """Build the page with a summary of a member's data; `here` is whether it is shown in a server."""
    lines = [pair(f"**{tr('In this server')}**", _counted(kept.here))] if here else []
    lines.append(pair(f"**{tr('Everywhere')}**", _counted(kept.everywhere)))
    said = tr(
        "Of a game: seats, names, cards, moves, times. Of you: settings, lessons, statistics, "
        "tournaments, reports. I do not read channels."
    )
    if kept.pending:
        lines.append(tr("Some of it is being deleted."))
    controls = [button(TakeData(), tr("Take it as a file"), discord.ButtonStyle.primary)]
    controls.append(button(ShowSettings(Whose.MINE), tr("All settings")))
    if kept.everywhere:
        controls.append(button(AskDelete(Where.EVERYWHERE), tr("Delete everything …")))
    if kept.here:
        controls.append(button(AskDelete(Where.HERE), tr("Delete in this server …")))
    return Layout(
        SLATE,
        f"### {tr('What I keep of you')}",
        "\n".join(lines),
        said,
        *rows(controls),
        f"-# {links.line}" if links.line else None,
    )


def delete_page(where: Where) -> Layout:
    """Build the question before a deletion, which lists what is deleted and what stays."""
    everywhere = where is Where.EVERYWHERE
    title = (
        tr("Delete all, everywhere, for good?") if everywhere else tr("Delete what is kept in this server, for good?")
    )
    goes = tr(
        "name (then *a former player*), rating, statistics, names of tournaments and rules, cuts with proof, "
        "open tables, your reports, closed ones of you"
    )
    if everywhere:
        goes += ", " + tr("settings, exercises, blocks")
    stays = tr(
        "games; open reports of you; messages, nameless where possible; limits and blocks against you, hashed, "
        "8 days or longer."
    )
    return Layout(
        ROSE,
        f"### {title}",
        pair(f"**{tr('Deleted')}**", f"{goes}."),
        "-# " + pair(f"**{tr('Kept')}**", stays),
        tr("Games in play are given up and count."),
        *rows(
            [
                button(DeleteData(where), tr("Delete"), discord.ButtonStyle.danger),
                button(ShowData(), tr("Keep everything")),
            ]
        ),
    )


def deleted_page(*, done: bool, until_midnight: bool) -> Layout:
    """Build the answer after a deletion, which goes on by itself if it is not done."""
    if done:
        left = tr("Only that you have played today's deal is kept, until midnight (UTC).")
        again = tr("If you play again, you begin anew.")
        return Layout(SLATE, f"### {tr('It is deleted')}", f"{left} {again}" if until_midnight else again)
    return Layout(
        SLATE,
        f"### {tr('It is being deleted')}",
        tr("A game could not be left yet; `/settings` shows what is left."),
    )


def _counted(counts: Mapping[str, int]) -> str:
    """Write in words how much data there is of each kind."""
    other = sum(n for name, n in counts.items() if name not in (*_PLAIN, *_WITH_GAMES))
    games, lobbies, cuts = counts.get("games", 0), counts.get("lobbies", 0), counts.get("cuts", 0)
    settings, blocks = counts.get("user_settings", 0), counts.get("blocks", 0)
    words = [
        trn("{count} game", "{count} games", games) if games else "",
        trn("{count} table never begun", "{count} tables never begun", lobbies) if lobbies else "",
        trn("{count} typed cut", "{count} typed cuts", cuts) if cuts else "",
        trn("{count} setting", "{count} settings", settings) if settings else "",
        trn("{count} blocked member", "{count} blocked members", blocks) if blocks else "",
        trn("{count} other entry", "{count} other entries", other) if other else "",
    ]
    return ", ".join(each for each in words if each) or tr("nothing")

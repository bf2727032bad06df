"""Announcement of each season's podium in the servers that want it, once even if this process ends."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

import discord

from bot.club import Board, By, Club, Leaders
from bot.club.standings.rating import KINDS
from bot.club.standings.seasons import PODIUM, TOLD, due, may_be_due
from bot.members import Members
from bot.tables import Tables
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.kit.outbox import Outbox, nonce_for
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import Reconciler, reason
from bot.ui.routes.standings import NOBODY, to_board
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import in_words, pair, tr
from cogs.standings.leaderboards import NAMES, figure, kind_name, season_name, told_of
from cogs.standings.membership import Membership

log = logging.getLogger(__name__)

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
MOST = 10
"""Number of names, at most, that the podium lists for the first three places."""
OTHERS = (By.POINTS, By.BEST_DEAL)
"""The other measures for which a podium names the best."""
APART = tuple(kind.name for kind in KINDS.values() if kind.has_value)
"""The kinds of games that are not counted with the others, and have lines of their own."""
OF_APART = (By.WINS, By.BEST_VALUE)


class Podiums:
    """The poster of podiums.

    Before a podium is posted, a note without a message id is stored. If the note is found later, the message is looked
    for by its mark before it is posted again. If the bot cannot look, nothing is posted.
    """

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        members: Members,
        club: Club,
        readers: Readers,
        membership: Membership,
        outbox: Outbox,
    ) -> None:
        self._client = client
        self._outbox = outbox
        self._tables = tables
        self._preferences = members.preferences
        self._club = club
        self._readers = readers
        self._membership = membership
        self._loop = Reconciler(self._announce_due, lambda guild_id: {"guild": guild_id}, name="a podium")

    async def tick(self) -> None:
        """Announce the podiums that are due, in all servers of this process."""
        if self._loop.is_running() or not may_be_due(self._tables.now()):
            return
        for guild_id in self._loop.take_due(await self._preferences.of_all_servers(PODIUM)):
            await self._loop.sync(guild_id)

    async def _announce_due(self, guild_id: int) -> None:
        """Announce a server's podium if it is due and this process answers for the server."""
        choices = await self._preferences.of_server(guild_id)
        guild, season = self._client.get_guild(guild_id), due(choices, self._tables.now())
        if guild is not None and season is not None and self._tables.memory.owns(guild_id):
            await self._announce(guild, season, choices)

    async def _announce(self, guild: discord.Guild, season: str, choices: Mapping[str, Any]) -> None:
        channel = guild.get_channel_or_thread(int(choices[PODIUM]["channel"]))
        layout = await self._layout(guild, season)
        if layout is None or channel is None or not isinstance(channel, discord.abc.Messageable):
            await self._told(guild, season, 0)
            return
        since = None
        if (choices.get(TOLD) or {}).get("season") == season:
            since = datetime.fromisoformat(choices[TOLD]["at"])
        else:
            await self._told(guild, season, None)
        nonce, mentions = (
            nonce_for(f"bzp{guild.id % 10**6}.", guild.id, season, channel.id),
            discord.AllowedMentions.none(),
        )
        try:
            sent = await self._outbox.once(channel, nonce, layout, since=since, allowed_mentions=mentions)
            await self._told(guild, season, sent.message_id)
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            log.warning("a podium is not announced: %s", reason(error))  # a retry would fail too
            await self._told(guild, season, 0)

    async def _layout(self, guild: discord.Guild, season: str) -> Layout | None:
        """Build the announcement; None if nobody has played."""
        standings, board = self._club.standings, Board(guild.id, By.WINS, season)
        leaders = await self._membership.leaderboard(guild, board, 0, MOST)
        boards = [replace(board, by=by) for by in OTHERS]
        boards += [replace(board, game_kind=kind, by=by) for kind in APART for by in OF_APART]
        others = [await standings.leaderboard(each, 0, MOST) for each in boards]
        if not any(each.rows for each in (leaders, *others)):
            return None
        with self._readers.for_all(guild.id):
            return podium_page(board, leaders, others)

    async def _told(self, guild: discord.Guild, season: str, message_id: int | None) -> None:
        """Note the podium that is being announced (None) or was (the message's id, or 0 if none can be posted)."""
        told: dict[str, object] = {"season": season, "at": self._tables.now().isoformat()}
        if message_id is not None:
            told["message"] = message_id
        await self._preferences.set_of_server(guild.id, {TOLD: told})


def podium_page(board: Board, leaders: Leaders, others: Sequence[Leaders]) -> Layout:
    """Build the announcement of the first three places of a season by wins, and of the best by other measures."""
    first = [row for row in leaders.rows if row.place <= len(_MEDALS)][:MOST]
    lines = []
    for row in first:
        sign = f"**{row.place}.**" if in_words() else _MEDALS[row.place]
        lines.append(f"{sign} **{shown_name(leaders.names.get(row.user_id, '?'))}** · {told_of(row, board)}")
    best = []
    for each in others:
        if top := [row for row in each.rows if row.place == 1]:
            names = ", ".join(shown_name(each.names.get(row.user_id, "?")) for row in top[:3])
            what = " · ".join(
                [*([kind_name(kind)] if (kind := each.board.game_kind) else []), tr(NAMES[each.board.by])]
            )
            best.append(pair(what, f"{names} · **{figure(top[0], each.board)}**"))
    heading = tr("The podium of {season}", season=season_name(board.season))
    return Layout(
        BRASS,
        f"## {heading}" if in_words() else f"## 🏆 {heading}",
        "\n".join(lines) or None,
        "\n".join(f"-# {line}" for line in best) or None,
        *rows([button(to_board(board, NOBODY), tr("Leaderboard"))]),
    )

"""Short notices at tables, such as reminders and requests, which are deleted once they have served their purpose."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from contextlib import suppress
from datetime import timedelta
from functools import partial

import discord

from bot.tables import DatabaseError, Due, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.preferences import Preferences
from bot.tables.values.parts import READY_FOR, asked_by
from bot.ui.kit.controls import Layout
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Aside, reason
from cogs.table.pages.notices import ROWS, At
from cogs.table.posts.posts import Posts, channel_of

log = logging.getLogger(__name__)

_TRY_AGAIN = timedelta(seconds=60)


def asks(table: Table) -> bool:
    """Tell whether the players are to decide on something in public."""
    asked = asked_by(table.undo) is not None or table.yet_to_let_look or table.yet_to_adjourn
    return table.time_is_up or bool(asked)


class Notices:
    """The notices of all tables."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        preferences: Preferences,
        readers: Readers,
        posts: Posts,
        beside: Aside,
    ) -> None:
        self._client = client
        self._tables = tables
        self._preferences = preferences
        self._readers = readers
        self._posts = posts
        self._aside = beside
        self._posting: set[tuple[int, str]] = set()
        """The notices being posted now, by table and role, so that none is posted twice."""

    async def post(
        self, table: Table, role: str, users: Collection[int] | None = None, left: int | None = None
    ) -> bool:
        """Post a notice and return True, unless it stands already or nobody is to be told.

        Args:
            users: The members to be told, where not all of its row are.
            left: The player waited for, if they have left the server; who has left is not mentioned.
        """
        row, now = ROWS[role], self._tables.now()
        told = row.users(table, now) if users is None else users
        if not told or table.message(role) is not None:
            return False
        awake = await self._preferences.awake(told, now) if row.spares else told
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in awake])
        if left in told:
            mentions = discord.AllowedMentions.none()
        await self._post(table, role, partial(self.words, table, role, told, left), mentions)
        return True

    def words(self, table: Table, role: str, users: Collection[int] | None = None, left: int | None = None) -> Layout:
        """Build a notice as it reads now."""
        row, now = ROWS[role], self._tables.now()
        return row.words(table, At(self._tables, now, row.users(table, now) if users is None else users, left))

    async def again(self, table: Table, role: str) -> None:
        """Update a posted notice that still has something to say; an edit notifies no one again."""
        message = table.message(role)
        if message is not None and ROWS[role].stands(table, message, self._tables.now()):
            await self._edit(table, role)

    async def _edit(
        self, table: Table, role: str, users: Collection[int] | None = None, left: int | None = None
    ) -> None:
        message = table.message(role)
        if message is None:
            return
        with self._readers.for_table(table):
            layout = self.words(table, role, users, left)
        with suppress(*DISCORD_TROUBLE):
            place = channel_of(self._client, table, message.message_id)
            mentions = discord.AllowedMentions.none()
            await place.get_partial_message(message.message_id).edit(view=layout, allowed_mentions=mentions)

    async def nudge(self, table: Table) -> None:
        """Remind the player who keeps the table waiting, once, in a notice that is deleted when they act."""
        user = table.keeps_waiting
        if user is None or any(table.message(role) is not None for role in ("nudge", "timeup")):  # either says it
            return
        await self.post(table, "nudge", left=None if await self.is_here(table, user) else user)

    async def time_up(self, table: Table) -> None:
        """Let the others decide on a player whose time is up, in place of the reminder of the turn."""
        if table.message("timeup") is not None or not ROWS["timeup"].users(table, self._tables.now()):
            return
        user = table.turn_users[0]
        await self.post(table, "timeup", left=None if await self.is_here(table, user) else user)
        table = await self._tables.get(table.id)
        reminder = table.message("nudge")
        if reminder is None or table.message("timeup") is None:
            return
        with suppress(*DISCORD_TROUBLE):
            await self._take_away(table, reminder.message_id)

    async def decide_again(self, table: Table, absent_id: int) -> None:
        """Update the notice that lets the others decide on a player with those who have yet to agree."""
        if table.claims is None or not table.live:
            return
        role = "nudge" if table.message("timeup") is None else "timeup"
        left = role == "nudge" or not await self.is_here(table, absent_id)
        await self._edit(table, role, [absent_id], absent_id if left else None)

    async def call_missing(self, table: Table, role: str) -> None:
        """Mention the players who are missing where another is ready, at most once per `READY_FOR`."""
        now, called = self._tables.now(), table.message(role)
        if not ROWS[role].users(table, now):
            return
        if called is not None and now - called.posted_at < READY_FOR:
            if role == "there":
                await self.again(table, role)
            return
        if called is not None:
            table = await self._take_away(table, called.message_id)
        await self.post(table, role)

    async def rematch(self, table: Table) -> bool:
        """Tell the others, once, that a player would like a rematch; return whether somebody is there to be asked.

        Who has blocked the player who asks is not told.
        """
        others = ROWS["rematch"].users(table, self._tables.now())
        if not others or table.message("rematch") is not None:
            return False
        blocking = await self._tables.invitations.blocking(table.rematch.votes[0])
        return await self.post(table, "rematch", [user for user in others if user not in blocking])

    async def settle(self, table: Table) -> None:
        """Delete the notices that have served their purpose, and post the requests that are missing.

        They are missing after a restart, or where the bot could not post.
        """
        await self.drop(table)
        table = await self._tables.get(table.id)
        if table.live and asks(table):
            await self.time_up(table)
            for role in ("undo", "look", "adjourn"):
                await self.post(table, role)

    async def drop(self, table: Table, *, all_of_them: bool = False) -> None:
        """Delete the notices that have served their purpose, or all of them."""
        for role, row in ROWS.items():
            message = table.message(role)
            if message is not None and (all_of_them or not row.stands(table, message, self._tables.now())):
                table = await self._take_away(table, message.message_id)

    async def _take_away(self, table: Table, message_id: int) -> Table:
        try:
            place = channel_of(self._client, table, message_id)
            await place.get_partial_message(message_id).delete()
        except discord.HTTPException as error:
            if error.status not in (403, 404):
                raise
        return await self._tables.ask(table.id, dealing.unposted, message_id)

    async def is_here(self, table: Table, user_id: int) -> bool:
        """Tell whether a player is still in the table's server; return True if that cannot be found out."""
        guild = self._client.get_guild(table.guild_id)
        if guild is None and self._tables.memory.owns(table.guild_id):
            return True
        try:
            if guild is None:  # a server of another process, reached from a direct message
                await self._client.http.get_member(table.guild_id, user_id)
            else:
                await guild.fetch_member(user_id)
        except discord.NotFound:
            return False
        except DISCORD_TROUBLE:
            return True
        return True

    async def _post(
        self, table: Table, role: str, words: Callable[[], Layout], mentions: discord.AllowedMentions
    ) -> None:
        key = (table.id, role)
        if key in self._posting:
            return
        self._posting.add(key)
        try:
            with self._readers.for_table(table):
                layout = words()
            now, _, _ = await self._posts.once(table, role, layout, allowed_mentions=mentions)
        except discord.RateLimited:
            self._aside.begin(self._post(table, role, words, mentions))
            return
        except DISCORD_TROUBLE as error:
            log.warning("a reminder could not be posted", extra={"table": table.id, "why": reason(error)})
            return
        except DatabaseError:
            if role == "nudge":  # reading the table anew would make the reminder due at once
                self._tables.put_off(table.id, Due.NUDGE, _TRY_AGAIN)
            raise
        finally:
            self._posting.discard(key)
        # If the player has acted meanwhile, the notice names the wrong one.
        await self.drop(now, all_of_them=now.ply_for(None) != table.ply_for(None))

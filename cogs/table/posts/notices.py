"""Short notices at tables, such as reminders and requests, which are deleted once they have served their purpose."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from functools import partial

import discord

from bot.house.roster import is_house
from bot.tables import DatabaseError, Due, Status, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.decisions.fixtures import awaited_there
from bot.tables.preferences import Preferences
from bot.tables.values.parts import READY_FOR, asked_by
from bot.ui.kit.controls import Layout
from bot.ui.kit.leisure import Aside
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, reason
from cogs.table.pages.adjourning import asked_to_undo
from cogs.table.pages.notices import (
    adjourn_request,
    call,
    decide_on_time,
    ends_soon,
    goes_on,
    has_left,
    look_request,
    rematch_wish,
    time_up,
    undo_request,
    would_go_on,
    your_turn,
)
from cogs.table.pages.thread import called_to_play
from cogs.table.posts.edits import channel_of
from cogs.table.posts.posts import NOTICES, Posts

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

    async def nudge(self, table: Table) -> None:
        """Remind the player who keeps the table waiting, once, in a notice that is deleted when they act."""
        user = table.keeps_waiting
        if user is None or any(table.message(role) is not None for role in ("nudge", "timeup")):  # either says it
            return
        if await self.is_here(table, user):
            words = partial(self._reminder, table, user)
            mentions = discord.AllowedMentions(users=[discord.Object(user)])
        else:
            words, mentions = partial(has_left, table, user), discord.AllowedMentions.none()
        await self._post(table, "nudge", words, mentions)

    async def time_up(self, table: Table) -> None:
        """Tell the others that a player's time is up and let them decide, in place of the reminder of the turn.

        Only those who are not in quiet hours are mentioned.
        """
        deciders = decide_on_time(table)
        if not table.time_is_up or not deciders or table.message("timeup") is not None:
            return
        others = await self._preferences.awake(deciders, self._tables.now())
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in others])
        left = not await self.is_here(table, table.turn_users[0])
        await self._post(table, "timeup", partial(time_up, table, left=left), mentions)
        table = await self._tables.get(table.id)
        reminder = table.message("nudge")
        if reminder is None or table.message("timeup") is None:
            return
        with suppress(*DISCORD_TROUBLE):
            await self._take_away(table, reminder.message_id)

    def _reminder(self, table: Table, user: int) -> Layout:
        """Build the reminder of a turn as it reads now."""
        until, late = self._tables.runs_until(table), self._tables.is_late(table)
        return your_turn(table, user, until, late=late)

    async def decide_again(self, table: Table, absent_id: int) -> None:
        """Update the notice that lets the others decide on a player with those who have yet to agree."""
        if table.claims is None or not table.live:
            return
        if table.message("timeup") is not None:
            left = not await self.is_here(table, absent_id)
            await self._again(table, "timeup", partial(time_up, table, left=left))
        else:
            await self._again(table, "nudge", partial(has_left, table, absent_id))

    async def call(self, table: Table, users: Sequence[int]) -> None:
        """Mention members who asked to hear of open tables, in a notice that is deleted once no seat is free."""
        if table.status is Status.LOBBY and table.message("call") is None:
            mentions = discord.AllowedMentions(users=[discord.Object(user) for user in users])
            await self._post(table, "call", partial(call, table, users), mentions)

    async def undo(self, table: Table) -> None:
        """Ask the others, in public, whether a player's last act may be undone."""
        if asked_by(table.undo) is None or table.message("undo") is not None:
            return
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in asked_to_undo(table)])
        await self._post(table, "undo", partial(undo_request, table), mentions)

    async def look(self, table: Table) -> None:
        """Ask the others, in public, whether the tricks may be looked at; house players are not asked."""
        others = table.yet_to_let_look
        if not others or table.message("look") is not None:
            return
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in others])
        await self._post(table, "look", partial(look_request, table), mentions)

    async def look_again(self, table: Table) -> None:
        """Update the notice of a request to look at the tricks; an edit notifies no one again."""
        if table.looking is not None:
            await self._again(table, "look", lambda: look_request(table))

    async def _again(self, table: Table, role: str, words: Callable[[], Layout]) -> None:
        message = table.message(role)
        if message is None:
            return
        with self._readers.for_table(table):
            layout = words()
        with suppress(*DISCORD_TROUBLE):
            place = channel_of(self._client, table, message.message_id)
            mentions = discord.AllowedMentions.none()
            await place.get_partial_message(message.message_id).edit(view=layout, allowed_mentions=mentions)

    async def adjourn(self, table: Table) -> None:
        """Ask the others, in public, to adjourn; house players are not asked."""
        others = table.yet_to_adjourn
        if not others or table.message("adjourn") is not None:
            return
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in others])
        await self._post(table, "adjourn", partial(adjourn_request, table), mentions)

    async def adjourn_again(self, table: Table) -> None:
        """Update the notice of a request to adjourn with the players who have yet to answer."""
        if table.yet_to_adjourn:
            await self._again(table, "adjourn", lambda: adjourn_request(table))

    async def call_to_go_on(self, table: Table) -> None:
        """Mention the players for whom an adjourned game waits once another is ready, at most once per `READY_FOR`."""
        now = self._tables.now()
        waited, called = table.yet_to_go_on(now), table.message("there")
        if not waited or not table.ready_at(now):
            return
        if called is not None and now - called.posted_at < READY_FOR:
            await self._again(table, "there", lambda: would_go_on(table, now))
            return
        if called is not None:
            await self._take_away(table, called.message_id)
            table = await self._tables.get(table.id)
        awake = await self._preferences.awake(waited, self._tables.now())
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in awake])
        await self._post(table, "there", partial(would_go_on, table, now), mentions)

    async def goes_on(self, table: Table) -> None:
        """Mention the players of an adjourned game that resumes at the agreed time."""
        await self._tell(table, "goes-on", partial(goes_on, table))

    async def ends_soon(self, table: Table) -> None:
        """Mention the players of an adjourned game that ends soon without a result."""
        if table.adjourned is not None:
            await self._tell(table, "ends-soon", partial(ends_soon, table))

    async def _tell(self, table: Table, role: str, words: Callable[[], Layout]) -> None:
        if len(table.people) < 2 and role == "goes-on":  # the board says it
            return
        awake = await self._preferences.awake(table.people, self._tables.now())
        await self._post(table, role, words, discord.AllowedMentions(users=[discord.Object(user) for user in awake]))

    async def rematch(self, table: Table) -> bool:
        """Mention, once, the players who have yet to ask for a rematch; return whether somebody is there to be asked.

        Who has blocked the player who asks is not mentioned.
        """
        votes = table.rematch.votes
        if len(votes) != 1 or table.rematch.next_id is not None or table.message("rematch") is not None:
            return False
        blocking = await self._tables.invitations.blocking(votes[0])
        others = [user for user in table.users if not is_house(user) and user not in (*votes, *blocking)]
        if not others:
            return False
        awake = await self._preferences.awake(others, self._tables.now())
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in awake])
        await self._post(table, "rematch", partial(rematch_wish, table, others), mentions)
        return True

    async def call_to_play(self, table: Table) -> None:
        """Mention the players missing at a tournament's table where another is ready, at most once per `READY_FOR`."""
        now, waited = self._tables.now(), awaited_there(table, self._tables.now())
        called = table.message("ready")
        if not waited or len(waited) == len(table.users) or (called is not None and now - called.posted_at < READY_FOR):
            return
        if called is not None:
            await self.drop(table, all_of_them=True)
            table = await self._tables.get(table.id)
        awake = await self._preferences.awake(waited, self._tables.now())
        mentions = discord.AllowedMentions(users=[discord.Object(user) for user in awake])
        await self._post(table, "ready", partial(called_to_play, table, now), mentions)

    async def ask_again(self, table: Table) -> None:
        """Post the open requests whose notices are missing, as after a restart or while the bot could not post."""
        await self.time_up(table)
        await self.undo(table)
        await self.look(table)
        await self.adjourn(table)

    async def settle(self, table: Table) -> None:
        """Delete the notices that have served their purpose, and post those that are missing."""
        await self.drop(table)
        table = await self._tables.get(table.id)
        if table.live and asks(table):
            await self.ask_again(table)

    async def drop(self, table: Table, *, all_of_them: bool = False) -> None:
        """Delete the notices that have served their purpose, or all of them."""
        since = table.turn_since
        for role in NOTICES:
            message = table.message(role)
            if message is None:
                continue
            waiting = bool(table.turn_users) and (since is None or message.posted_at > since)
            if role == "call":
                waiting = table.status is Status.LOBBY and not table.full
            if role == "undo":
                waiting = asked_by(table.undo) is not None
            if role == "ready":
                waiting = bool(awaited_there(table, self._tables.now()))
            if role == "look":  # the notice also shows the outcome of the request
                waiting = table.looking is not None
            if role == "adjourn":
                waiting = bool(table.yet_to_adjourn)
            if role == "goes-on":
                playing = bool(table.turn_users) or table.awaits_deal
                waiting = playing and (since is None or message.posted_at >= since)
            if role == "rematch":
                waiting = table.rematch.next_id is None
            if role in ("there", "ends-soon"):
                waiting = table.adjourned is not None
            if waiting and (role != "timeup" or table.time_is_up) and not all_of_them:
                continue
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

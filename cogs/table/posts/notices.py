"""Short notices at tables, such as reminders and requests: when each stands, whom it tells, what it says.

They are deleted once they have served their purpose.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import field
from datetime import datetime, timedelta
from functools import partial
from typing import Final, NamedTuple

import discord

from bot.house.roster import is_house
from bot.lazy import dataclass
from bot.tables import DatabaseError, Due, Kind, Message, Status, Table, Tables
from bot.tables.decisions import dealing
from bot.tables.decisions.fixtures import awaited_there
from bot.tables.preferences import Preferences
from bot.tables.values.parts import READY_FOR, asked_by
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Aside, reason
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.settings import TellNoMore
from bot.ui.routes.tournaments import Ready
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.words import joined, moment, rules_line
from cogs.table.pages.adjourning import (
    HOLDS_MINUTES,
    answers,
    asked_to_undo,
    asked_words,
    go_on_button,
    name_of,
    pressed_words,
)
from cogs.table.pages.board import board_link, my_hand
from cogs.table.pages.lobby import clock_line
from cogs.table.pages.result import rematch_words
from cogs.table.posts.attendance import Attendance
from cogs.table.posts.posts import Posts, channel_of
from cogs.table.posts.reminders import decide_on_time, has_left, reminded, time_up, your_turn

log = logging.getLogger(__name__)

_TRY_AGAIN = timedelta(seconds=60)


def asks(table: Table) -> bool:
    """Tell whether the players are to decide on something in public."""
    asked = asked_by(table.undo) is not None or table.yet_to_let_look or table.yet_to_adjourn
    return table.time_is_up or bool(asked)


def call(table: Table, users: Sequence[int]) -> Layout:
    """Build the message that mentions members who want to know of an open table."""
    name, mentions = shown_name(table.names[0]), ", ".join(f"<@{user}>" for user in users)
    if table.kind is Kind.CHALLENGE:
        words = tr("{mentions}: {name} challenges whoever likes.", mentions=mentions, name=name)
        sit = button(lobby_routes.Accept(table.id), tr("Accept"), discord.ButtonStyle.success)
    else:
        words = tr("{mentions}: {name} has opened table {table}.", mentions=mentions, name=name, table=table.number)
        sit = button(lobby_routes.Join(table.id, table.terms.edition), tr("Join"), discord.ButtonStyle.success)
    return Layout(
        BRASS,
        words,
        f"-# {rules_line(table.rules, table.terms.preset)}\n-# {clock_line(table)}",
        *rows([sit, button(TellNoMore(), tr("Send me no more of these"))]),
    )


def look_request(table: Table) -> Layout:
    """Build the message that asks the others to let the tricks be looked at, or tells the result."""
    asked, deal = table.looking, len(table.game.deals) - 1
    name = name_of(table, asked.user if asked is not None else None)
    others, led = table.yet_to_let_look, asked.ply if asked is not None else 0
    if others:
        words = tr(
            "{name} asks to look at the tricks of table {table}. {others}, is that all right?",
            name=name, table=table.number, others=joined([f"<@{user}>" for user in others]),
        )  # fmt: skip
        choices = [
            button(table_routes.AllowLook(table.id, led), tr("Let them be looked at"), discord.ButtonStyle.success),
            button(table_routes.RefuseLook(table.id, led), tr("Leave them closed")),
        ]
    elif table.tricks_lie_open:
        words = tr("The tricks of table {table} lie open until the next lead.", table=table.number)
        choices = [button(table_routes.ShowTricks(table.id, deal), tr("Tricks"), discord.ButtonStyle.primary)]
    else:
        words, choices = tr("The tricks of table {table} stay closed.", table=table.number), []
    return Layout(BRASS, f"{words} {board_link(table)}", *rows(choices))


def undo_request(table: Table) -> Layout:
    others = joined([f"<@{user}>" for user in asked_to_undo(table)])
    ply = table.undo.ply if table.undo is not None else table.ply_for(None)
    return Layout(
        BRASS,
        tr(
            "{name} asks to undo the last move at table {table}. {others}, is that all right?",
            name=name_of(table, asked_by(table.undo)),
            table=table.number,
            others=others,
        )
        + f" {board_link(table)}",
        *rows(
            [
                button(table_routes.AllowUndo(table.id, ply), tr("Let it be undone"), discord.ButtonStyle.success),
                button(table_routes.RefuseUndo(table.id, ply), tr("Let it stand")),
            ]
        ),
    )


def adjourn_request(table: Table) -> Layout:
    others = joined([f"<@{user}>" for user in table.yet_to_adjourn])
    where = tr("Table {table}.", table=table.number)
    asked = tr("{others}, is that all right?", others=others) if others else ""
    return Layout(BRASS, f"{where} {asked_words(table)} {asked} {board_link(table)}", *rows(answers(table)))


def would_go_on(table: Table, now: datetime) -> Layout:
    """Build the message that tells the others that a player is ready to resume an adjourned game.

    In a live game with a clock that readiness lapses. The message is not edited then, and its words stay true.
    """
    lies, there = table.adjourned, table.ready_at(now)
    others = joined([f"<@{user}>" for user in table.yet_to_go_on(now)])
    if lies is not None and table.readiness_lapses:
        pressed = [pressed_words(table, user, at) for user, at in lies.ready if user in there]
        asked = tr("{others}, the game goes on once all press it within {count} minutes.",
                   others=others, count=HOLDS_MINUTES)  # fmt: skip
        words = " ".join([tr("Table {table}.", table=table.number), *pressed, asked])
    else:
        names = joined([name_of(table, user) for user in there])
        words = tr("{names} would go on at table {table}. {others}: press **Resume**.",
                   names=names, table=table.number, others=others)  # fmt: skip
    until = lies.until if lies is not None else None
    at_last = "" if until is None else tr("It goes on {moment} in any case.", moment=moment(until))
    return Layout(BRASS, f"{words} {at_last} {board_link(table)}", *rows([go_on_button(table)]))


def goes_on(table: Table) -> Layout:
    """Build the message that tells all players that an adjourned game goes on now, as its time has come."""
    people = joined([f"<@{user}>" for user in table.people])
    words = tr("{people}, table {table} goes on.", people=people, table=table.number)
    return Layout(BRASS, f"{words} {board_link(table)}", *rows([my_hand(table)]))


def ends_soon(table: Table) -> Layout:
    """Build the message that tells all players that an adjourned game will soon end without a result, or go on."""
    people, lies = joined([f"<@{user}>" for user in table.people]), table.adjourned
    if lies is not None and lies.until is not None:
        words = tr("{people}, table {table} goes on {moment}, or sooner once all press "
        "**Resume**.", people=people, table=table.number,
                   moment=moment(lies.until))  # fmt: skip
        return Layout(BRASS, f"{words} {board_link(table)}", *rows([go_on_button(table)]))
    until = moment(lies.ends) if lies is not None else ""
    words = tr("{people}, adjourned table {table} ends without a result {moment}, unless it goes "
    "on.", people=people, table=table.number, moment=until)  # fmt: skip
    return Layout(BRASS, f"{words} {board_link(table)}", *rows([go_on_button(table)]))


def rematch_wish(table: Table, others: Sequence[int]) -> Layout:
    """Build the message that asks the other players of a finished game for a rematch, or says who declines."""
    where, posted = tr("Table {table}.", table=table.number), table.message("result")
    if posted is not None:
        where = f"[{where}](https://discord.com/channels/{table.guild_id}/{posted.channel_id}/{posted.message_id})"
    words = [*(f"<@{user}>" for user in others), rematch_words(table), where]
    if table.rematch.declined:
        return Layout(BRASS, "-# " + " ".join(words))
    yes = button(table_routes.Rematch(table.id), tr("Rematch"), discord.ButtonStyle.success)
    return Layout(BRASS, " ".join(words), *rows([yes, button(table_routes.NoRematch(table.id), tr("No, thanks"))]))


def called_to_play(table: Table, now: datetime) -> Layout:
    """Build the message that tells the missing players that the others are ready to play."""
    waited = awaited_there(table, now)
    here = [shown_name(name) for user, name in zip(table.users, table.names, strict=True) if user not in waited]
    words = tr(
        "{waited}, {names} would like to play: press **Ready**.",
        waited=joined([f"<@{user}>" for user in waited]),
        names=joined(here),
    )
    return Layout(BRASS, words, *rows([button(Ready(table.id), tr("Ready"), discord.ButtonStyle.success)]))


def _waits(table: Table, message: Message, now: datetime) -> bool:  # noqa: ARG001 - a row's question
    """Tell whether the turn still waits in which a notice was posted."""
    return bool(table.turn_users) and (table.turn_since is None or message.posted_at > table.turn_since)


def _goes_on(table: Table, message: Message, now: datetime) -> bool:  # noqa: ARG001 - a row's question
    playing = bool(table.turn_users) or table.awaits_deal
    return playing and (table.turn_since is None or message.posted_at >= table.turn_since)


def _wanted_again(table: Table, now: datetime) -> list[int]:  # noqa: ARG001 - a row's question
    """Return the members who have yet to say whether they would like a rematch where another would."""
    wishes = table.rematch
    if not wishes.votes or wishes.declined or wishes.next_id is not None:
        return []
    return [user for user in table.users if not is_house(user) and user not in wishes.votes]


def _awaited(table: Table, now: datetime) -> list[int]:
    """Return the players missing at a tournament's table where another is ready."""
    awaited = awaited_there(table, now)
    return awaited if len(awaited) < len(table.users) else []


class At(NamedTuple):
    """What a notice tells of beside its table."""

    tables: Tables
    now: datetime
    users: Collection[int]
    """The members whom it tells."""
    left: int | None
    """The player waited for, if they have left the server."""


class Row(NamedTuple):
    """One kind of notice."""

    stands: Callable[[Table, Message, datetime], bool]
    """Whether a posted one still has something to say."""
    users: Callable[[Table, datetime], Collection[int]]
    """The members whom it tells; where there are none, it is not posted."""
    words: Callable[[Table, At], Layout]
    spares: bool = False
    """Whether members in their quiet hours are not mentioned."""


def _nudge(table: Table, at: At) -> Layout:
    """Build the reminder of a turn as it reads now, or the message that its player has left."""
    if at.left is not None:
        return has_left(table, at.left)
    return your_turn(table, at.users, at.tables.runs_until(table), late=at.tables.is_late(table))


ROWS: Final[Mapping[str, Row]] = {
    "nudge": Row(
        _waits,
        lambda table, _: reminded(table),
        _nudge,
    ),
    "timeup": Row(
        lambda table, message, now: table.time_is_up and _waits(table, message, now),
        lambda table, _: decide_on_time(table) if table.time_is_up else (),
        lambda table, at: time_up(table, left=at.left is not None),
        spares=True,
    ),
    "undo": Row(
        lambda table, *_: asked_by(table.undo) is not None,
        lambda table, _: asked_to_undo(table),
        lambda table, _: undo_request(table),
    ),
    "look": Row(  # it also shows the outcome of the request
        lambda table, *_: table.looking is not None,
        lambda table, _: table.yet_to_let_look,
        lambda table, _: look_request(table),
    ),
    "ready": Row(
        lambda table, _, now: bool(awaited_there(table, now)),
        _awaited,
        lambda table, at: called_to_play(table, at.now),
        spares=True,
    ),
    "call": Row(  # whom it tells follows from the members who have asked for it
        lambda table, *_: table.status is Status.LOBBY and not table.full,
        lambda _table, _: (),
        lambda table, at: call(table, list(at.users)),
    ),
    "adjourn": Row(
        lambda table, *_: bool(table.yet_to_adjourn),
        lambda table, _: table.yet_to_adjourn,
        lambda table, _: adjourn_request(table),
    ),
    "there": Row(
        lambda table, *_: table.adjourned is not None,
        lambda table, now: table.yet_to_go_on(now) if table.ready_at(now) else (),
        lambda table, at: would_go_on(table, at.now),
        spares=True,
    ),
    "goes-on": Row(
        _goes_on,
        lambda table, _: table.people if len(table.people) > 1 else (),  # to one alone the board says it
        lambda table, _: goes_on(table),
        spares=True,
    ),
    "ends-soon": Row(
        lambda table, *_: table.adjourned is not None,
        lambda table, _: table.people if table.adjourned is not None else (),
        lambda table, _: ends_soon(table),
        spares=True,
    ),
    "rematch": Row(
        lambda table, *_: table.rematch.next_id is None,
        _wanted_again,
        lambda table, at: rematch_wish(table, list(at.users)),
        spares=True,
    ),
}  # fmt: skip
"""The kinds of notices: when each stands, whom it tells, and what it says."""


@dataclass(eq=False, repr=False)
class Notices:
    """The notices of all tables."""

    _client: discord.Client
    _tables: Tables
    _preferences: Preferences
    _readers: Readers
    _attendance: Attendance
    _posts: Posts
    _aside: Aside
    _posting: set[tuple[int, str]] = field(init=False, default_factory=set)
    """The notices being posted now, by table and role, so that none is posted twice."""

    async def post(
        self, table: Table, role: str, users: Collection[int] | None = None, left: int | None = None
    ) -> bool:
        """Post a notice and return True, unless it stands already or nobody is to be told.

        Args:
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

    async def time_up(self, table: Table) -> None:
        """Let the others decide on a player whose time is up, in place of the reminder of the turn."""
        if table.message("timeup") is not None or not ROWS["timeup"].users(table, self._tables.now()):
            return
        user = table.late_user
        await self.post(table, "timeup", left=None if await self._attendance.is_here(table.guild_id, user) else user)
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
        left = role == "nudge" or not await self._attendance.is_here(table.guild_id, absent_id)
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

        Who has blocked the player who asks is not told. What others say then changes that message.
        """
        others = ROWS["rematch"].users(table, self._tables.now())
        if table.message("rematch") is not None and table.rematch.next_id is None:
            await self._edit(table, "rematch", ())
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

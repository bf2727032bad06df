"""The reminders of a turn: a notice in the channel, and a direct message for who asked for it; their words.

`Presenter.happened` calls for them when their deadline has come, which `turn_begins` sets
(``bot/tables/decisions/turns.py``). A direct message is sent once a turn and deleted after it. It is stored before it
is sent, so that a crash in between leads to no message, never to two.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection
from dataclasses import field, replace
from datetime import datetime, timedelta
from functools import partial
from typing import Final, Protocol

import discord

from bot.engine import Phase
from bot.lazy import dataclass
from bot.members import TurnMessage, TurnMessages
from bot.tables import DatabaseError, Table, Tables
from bot.tables.decisions.overtime import claims_from, deciding, yet_to_agree
from bot.tables.preferences import BY_MESSAGE
from bot.tables.values.rated import is_for_rating
from bot.ui.kit.controls import BRASS, Control, Layout, button, rows
from bot.ui.kit.outbox import Outbox, nonce_for, takes_no_messages
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Aside, at_leisure, reason
from bot.ui.routes import table as table_routes
from bot.ui.routes.settings import TellTurns
from bot.ui.text.faces import shown_name, shown_title
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import joined, moment
from cogs.table.pages.adjourning import name_of
from cogs.table.pages.board import board_link, my_hand, name_in_line
from cogs.table.posts.attendance import Attendance

log = logging.getLogger(__name__)

_AT_ONCE = 10
"""Largest number of messages being sent, so that a start does not open a crowd of conversations at once."""
_LOOKED_FOR = timedelta(days=1)
"""Time after sending within which a message whose id is not known is still looked for."""


class PostNotice(Protocol):
    """What posts a notice in a table's channel (:meth:`.Notices.post`)."""

    async def __call__(self, table: Table, role: str, *, left: int | None = None) -> bool:
        """Post a notice of a role."""


@dataclass(eq=False, repr=False)
class Reminders:
    """The reminders of turns at all tables."""

    _client: discord.Client
    _tables: Tables
    _turn_messages: TurnMessages
    _readers: Readers
    _attendance: Attendance
    _outbox: Outbox
    _aside: Aside
    _post_notice: PostNotice
    _few_at_a_time: asyncio.Semaphore = field(init=False, default_factory=partial(asyncio.Semaphore, _AT_ONCE))
    _leaving: set[tuple[int, int]] = field(init=False, default_factory=set)
    """The messages being deleted, by table and member."""
    _sending: set[tuple[int, int]] = field(init=False, default_factory=set)
    """The messages being sent, by table and member."""

    async def in_channel(self, table: Table) -> None:
        """Remind the player who keeps the table waiting, once, in a notice that is deleted when they act."""
        user = table.keeps_waiting
        if user is None or any(table.message(role) is not None for role in ("nudge", "timeup")):  # either says it
            return
        left = None if await self._attendance.is_here(table.guild_id, user) else user
        await self._post_notice(table, "nudge", left=left)

    async def by_message(self, table: Table) -> None:
        """Send the direct message to the player on move, if they want it and are still in the server."""
        user, turns = table.keeps_waiting, self._turn_messages
        await self._settle(table)  # a message of an earlier turn may be left over
        if user is None or user not in self._tables.preferences.told or turns.at(table.id, user):
            return
        key = table.id, user
        if key in self._sending:
            return
        self._sending.add(key)
        try:
            async with self._few_at_a_time:
                with at_leisure():
                    await self._tell(table, user)
        finally:
            self._sending.discard(key)
        await self._settle(await self._tables.get(table.id))  # they may have played meanwhile

    async def _tell(self, table: Table, user: int) -> None:
        if self._client.get_guild(table.guild_id) is None or not await self._attendance.is_here(table.guild_id, user):
            return
        row = TurnMessage(table.id, user, table.ply_for(None), self._tables.now())
        await self._turn_messages.keep(row)
        try:
            await self._send(table, row)
        except DISCORD_TROUBLE as error:
            log.warning("nobody could be told of a turn", extra={"table": table.id, "why": reason(error)})
            if isinstance(error, discord.HTTPException) and error.status < 500:  # refused: not sent
                await self._turn_messages.gone(row)
            if takes_no_messages(error):
                await self._tables.preferences.cannot_reach(user, BY_MESSAGE)

    async def _send(self, table: Table, row: TurnMessage) -> None:
        guild = self._client.get_guild(table.guild_id)
        with self._readers.for_member(row.user_id, table.guild_id):
            until = self._tables.runs_until(table)
            layout = turn_message(table, row.user_id, guild.name if guild is not None else "", until)
        place = await self._client.create_dm(discord.Object(row.user_id))
        await self._turn_messages.keep(replace(row, channel_id=place.id))
        mentions = discord.AllowedMentions.none()
        sent = await self._outbox.once(place, _nonce(row), layout, allowed_mentions=mentions)
        await self._turn_messages.keep(replace(row, channel_id=place.id, message_id=sent.message_id))

    def settle(self, table: Table) -> None:
        if self._turn_messages.at(table.id):
            self._aside.begin(self._settle(table))

    async def _settle(self, table: Table) -> None:
        for row in self._turn_messages.at(table.id):
            waited = table.live and table.keeps_waiting == row.user_id and table.ply_for(None) == row.ply
            if waited or ((table.id, row.user_id) in self._sending and row.message_id is None):
                continue  # in the second case the message is being sent, and is checked afterwards
            if (key := (table.id, row.user_id)) in self._leaving:
                continue
            self._leaving.add(key)
            try:
                await self._take_away(row)
            except (*DISCORD_TROUBLE, DatabaseError) as error:
                log.warning("a message could not be taken away", extra={"table": table.id, "why": reason(error)})
            finally:
                self._leaving.discard(key)

    async def _take_away(self, row: TurnMessage) -> None:
        message_id = row.message_id
        if message_id is None and row.channel_id is not None and self._tables.now() - row.at < _LOOKED_FOR:
            message_id = await self._outbox.search(row.channel_id, _nonce(row), row.at)
        if message_id and row.channel_id is not None:
            try:
                place = self._client.get_partial_messageable(row.channel_id)
                await place.get_partial_message(message_id).delete()
            except discord.HTTPException as error:
                if error.status not in (403, 404):
                    raise
        await self._turn_messages.gone(row)


def _nonce(row: TurnMessage) -> str:
    return nonce_for(f"bzt{row.game_id}.", row.game_id, row.user_id, row.ply, row.at.isoformat())


def turn_message(table: Table, user_id: int, server: str, until: datetime | None) -> Layout:
    """Build the direct message for one turn of one member; it shows no card."""
    others = joined([shown_name(seat.name) for seat in table.seats if seat.user_id != user_id])
    words = tr("Your turn at table {table} in {server}, with {others}.",
               table=table.number, server=shown_title(server), others=others)  # fmt: skip
    time = " " + tr("Time is up {moment}.", moment=moment(until)) if until is not None else ""
    play = button(table_routes.ShowHand(table.id), tr("Play"), discord.ButtonStyle.primary)
    return Layout(
        BRASS,
        f"**{words}**{time} {board_link(table)}",
        *rows([play, button(TellTurns(on=False), tr("Send me no more of these"))]),
        "-# " + tr("This message goes when you have played."),
    )


def reminded(table: Table) -> Collection[int]:
    """Return the player on move, and a partner who may have to declare first: nobody is to tell which of the two."""
    view, sides = table.view(), table.game.law.sides
    if table.keeps_waiting is None or view is None:
        return ()
    if view.phase is not Phase.DECLARE or not table.passes_by_itself:
        return (table.keeps_waiting,)
    return [user for seat, user in enumerate(table.users) if sides[seat] == sides[view.turn] and user in table.people]


def your_turn(table: Table, users: Collection[int], until: datetime | None, *, late: bool = False) -> Layout:
    """Build the reminder of a turn, which is sent once; the partner reads it too, where one of the two may declare."""
    who = joined([f"<@{user}>" for user in users])
    words = tr("{who}, it is your turn at table {table}.", who=who, table=table.number)
    time = " " + tr("Time is up {moment}.", moment=moment(until)) if until is not None else ""
    if late:
        time = " " + tr("Your time is up; play before the others decide.")
    buttons = [my_hand(table)]
    if table.terms.clock.by_correspondence:
        buttons.append(button(TellTurns(on=True), tr("Also by direct message")))
    return Layout(BRASS, f"{words}{time} {board_link(table)}", *rows(buttons))


# ---------------------------------------------------------------- when time is up, or the player has left


def opponents(table: Table) -> list[int]:
    """Return the people who play against the player on move; house players decide nothing."""
    deal = table.game.deal
    if deal is None:
        return []
    sides = deal.law.sides
    here = table.people
    return [user for seat, user in enumerate(table.users) if sides[seat] != sides[deal.turn] and user in here]


def decide_on_time(table: Table) -> list[int]:
    """Return the members who decide what happens when the player on move runs out of time."""
    deal = table.game.deal
    return deciding(table, deal.turn) if deal is not None else []


def time_up(table: Table, *, left: bool) -> Layout:
    """Ask the others to decide what happens when a player's time is up, who may have left the server."""
    name = name_of(table, table.late_user)
    others = joined([f"<@{user}>" for user in decide_on_time(table)])
    words = tr("{others}, wait, let the house play on for {name}, or claim the game.", others=others, name=name)
    choices = [
        button(table_routes.Wait(table.id, table.ply_for(None)), tr("Wait"), discord.ButtonStyle.success),
        _house_plays_on(table),
        button(
            table_routes.ClaimTime(table.id, table.ply_for(None)), tr("Claim the game …"), discord.ButtonStyle.danger
        ),
    ]
    if not opponents(table):  # all opponents are house players
        words = tr("{others}, you may let the house play on for {name}.", others=others, name=name)
        choices = [_house_plays_on(table)]
    elif table.fixture is not None:  # in a tournament the house never plays for a member
        words = tr("{others}, wait, or claim the game.", others=others)
        del choices[1]
    happened = tr("{name}'s time is up at table {table}.", name=name, table=table.number)
    if left:
        happened = f"{tr('{name} has left this server.', name=name)} {happened}"
    else:
        words += " " + tr("{name} may still play.", name=name)
    return Layout(
        BRASS,
        f"{happened} {board_link(table)}",
        words,
        *_wishes(table, table.late_user),
        *rows(choices),
    )


_WISHES: Final = {
    False: mark("{names} would claim the game."),
    True: mark("{names} would let the house play on."),
}
"""What is said of a wish to which some have yet to agree, by whether it is for the house to play on."""


def _wishes(table: Table, absent_id: int) -> list[str]:
    """Say what letting the house play on costs, and for each choice who wants it and who has yet to agree."""
    lines = []
    if is_for_rating(table) and table.fixture is None:
        lines.append(tr("Once the house plays on, the game is not rated."))
    for for_house, words in _WISHES.items():
        wanted = claims_from(table, absent_id, for_house=for_house)
        missing = yet_to_agree(table, absent_id, for_house=for_house)
        if wanted and missing:
            names, others = (joined([name_of(table, user) for user in users]) for users in (wanted, missing))
            lines.append(f"{tr(words, names=names)} {tr('Yet to agree: {names}.', names=others)}")
    return lines


def _house_plays_on(table: Table, absent_id: int = 0) -> Control:
    words = tr("Let the house play on, unrated") if is_for_rating(table) else tr("Let the house play on")
    return button(table_routes.LetHousePlay(table.id, absent_id), words)


def has_left(table: Table, user_id: int) -> Layout:
    """Build the message that a player has left the server, with the choices of the others."""
    seat = table.seat_of(user_id) or 0
    name, others = (
        shown_name(table.names[seat]),
        joined([shown_name(name) for at, name in enumerate(table.names) if at != seat]),
    )
    words = tr("{others}, wait, let the house play on for {name}, or claim the game.", others=others, name=name)
    claim = button(table_routes.Claim(table.id, user_id), tr("Claim the game …"), discord.ButtonStyle.danger)
    choices = [_house_plays_on(table, user_id), claim]
    if table.fixture is not None:
        words = tr("{others}, wait, or claim the game.", others=others)
        choices = [claim]
    return Layout(
        BRASS,
        f"**{name_in_line(table)}** · {tr('{name} has left this server.', name=name)} {words} {board_link(table)}",
        *_wishes(table, user_id),
        *rows(choices),
    )

"""Open private panels, kept up to date by the tokens of their owners' last clicks.

A player has one live panel at a table, the one opened or clicked last. An older one is deleted. If its token is dead,
it says at its next click that there was a newer one, and is the live one from then on.

A panel stands below its board. When the board is posted again or a new deal is dealt, the panel is sent anew, or, if
its token is dead, with its owner's next click. A panel that waits for others falls asleep before its token dies, so
that it never shows a turn that has passed.

At a private table the next commitment is shown in a new message, never by an edit of the panel of the deal before.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import AbstractContextManager, suppress
from datetime import timedelta
from typing import Any, Final

import discord
import orjson

from bot.engine.shuffle import board_entropy, message_entropy
from bot.lazy import dataclass
from bot.tables import DatabaseError, Refused, Status, Table, Tables
from bot.ui.kit.controls import Layout
from bot.ui.kit.readers import Readers
from bot.ui.kit.reconcile import DISCORD_TROUBLE, Reconciler
from bot.ui.kit.reply import Sent, age, in_own_message
from bot.ui.text.i18n import speaking
from cogs.table.pages.lobby import closed_sheet
from cogs.table.pages.panel import asleep
from cogs.table.posts.posts import TOKEN_LIFE, alive
from cogs.table.posts.renderer import Renderer


class TableWatchers:
    """The futures of tables, by table."""

    def __init__(self) -> None:
        self._waiting: dict[int, asyncio.Future[None]] = {}

    def at(self, table_id: int) -> asyncio.Future[None]:
        found = self._waiting.get(table_id)
        if found is None:
            found = self._waiting[table_id] = asyncio.get_running_loop().create_future()
        return found

    def wake(self, table_id: int) -> None:
        found = self._waiting.pop(table_id, None)
        if found is not None and not found.done():
            found.set_result(None)


@dataclass(slots=True, eq=False)
class Panel:
    """The live panel of a player at a table."""

    token: discord.Interaction[Any]
    sent: Sent
    shown: str
    at: Table
    """The table as it was when the panel was built; the panel is not rebuilt while the table is the same."""
    note: str = ""
    """The text on top of the panel until the next action."""
    lost: bool = False
    """Whether the panel cannot be edited until its next click; it may also be gone."""
    leaving: bool = False
    """Whether another panel is on its way to the owner and will replace this one."""


class OpenPanels:
    """The panels of all tables."""

    def __init__(self) -> None:
        self._by_table: dict[int, dict[int, Panel]] = {}
        self._newest: dict[int, dict[int, int]] = {}
        """The message ids of panels with dead tokens, by table and player; a token would hold a whole message."""
        self._by_age: OrderedDict[tuple[int, int], None] = OrderedDict()

    def get(self, table_id: int, user_id: int) -> Panel | None:
        """Return a player's panel at a table, or None if there is none or its dead token was dropped."""
        return self._by_table.get(table_id, {}).get(user_id)

    def put(self, table_id: int, user_id: int, panel: Panel) -> None:
        """Keep a panel in place of the player's earlier one."""
        self._by_table.setdefault(table_id, {})[user_id] = panel
        self._by_age[table_id, user_id] = None
        self._by_age.move_to_end((table_id, user_id))

    def message_of(self, table_id: int, user_id: int) -> int | None:
        """Return the message id of a player's newest panel, even if its token is dead, or None if there is none."""
        panel = self.get(table_id, user_id)
        return panel.sent.message_id if panel is not None else self._newest.get(table_id, {}).get(user_id)

    def at(self, table_id: int) -> dict[int, Panel]:
        return dict(self._by_table.get(table_id, {}))

    def by_table(self) -> list[tuple[int, dict[int, Panel]]]:
        return list(self._by_table.items())

    def of(self, user_id: int) -> list[Panel]:
        return [panels[user_id] for panels in self._by_table.values() if user_id in panels]

    def forget(self, table_id: int) -> None:
        for user_id in self._by_table.pop(table_id, {}):
            self._by_age.pop((table_id, user_id), None)
        self._newest.pop(table_id, None)

    def aged(self, least: timedelta, is_edited: Callable[[Panel], bool]) -> list[tuple[int, int, Panel]]:
        """Return the panels whose tokens are so old, and drop those with dead tokens, unless they are being edited."""
        found = []
        for table_id, user_id in list(self._by_age):  # in the order of their clicks
            panel = self._by_table[table_id][user_id]
            if age(panel.token) < least:
                break
            if alive(panel.token) or is_edited(panel):
                found.append((table_id, user_id, panel))
                continue
            del self._by_age[table_id, user_id], self._by_table[table_id][user_id]
            if not self._by_table[table_id]:
                del self._by_table[table_id]
            self._newest.setdefault(table_id, {})[user_id] = panel.sent.message_id
        return found


BEDTIME: Final = TOKEN_LIFE - timedelta(seconds=40)
"""Age of a panel's token at which the panel falls asleep, just before it could no longer be edited."""


def fingerprint(layout: Layout) -> str:
    """Return a message's content in a form that can be compared."""
    components = orjson.dumps(layout.written(), default=str, option=orjson.OPT_SORT_KEYS)
    return hashlib.sha256(components).hexdigest()[:32]


@dataclass(slots=True)
class _Missing:
    """The players whose panel was not below the board when it was posted or its cards were dealt."""

    deals: int
    """The number of the table's deals then."""
    ply: int
    """The spectator's ply for which `asked` was made."""
    users: set[int]
    """Those who have opened none since."""
    asked: frozenset[int]
    """Those whom the board asks."""


class Sheets:
    """The private sheets of house rules that are open, by table and message; they end when the game begins."""

    def __init__(self, tables: Tables, readers: Readers) -> None:
        self._tables = tables
        self._readers = readers
        self._open: dict[int, dict[int, tuple[discord.Interaction[Any], Sent]]] = {}

    def __contains__(self, table_id: int) -> bool:
        return table_id in self._open

    def keep(self, interaction: discord.Interaction[Any], table_id: int, sent: Sent) -> None:
        """Remember a sheet as a click has left it."""
        sheets = self._open.get(table_id, {})
        still = {message: each for message, each in sheets.items() if alive(each[0])}
        self._open[table_id] = still | {sent.message_id: (interaction, sent)}

    async def end(self, table: Table) -> None:
        """Take the controls from the sheets of a table that is no lobby any more."""
        for token, sent in self._open.pop(table.id, {}).values():
            if alive(token):
                with _speaking(self._readers, token), suppress(*DISCORD_TROUBLE):
                    await _edit_sent(token, sent, closed_sheet(table))

    def forget(self, table_id: int) -> None:
        self._open.pop(table_id, None)


class Panels:
    """The live panels of all tables, by table and player."""

    def __init__(self, tables: Tables, renderer: Renderer) -> None:
        self._tables = tables
        self._renderer = renderer
        self._panels = OpenPanels()
        self._missing: dict[int, _Missing] = {}
        """By table, the players whose panel was not below the board when it was posted."""
        self.sheets = Sheets(tables, renderer.readers)
        self.loop = Reconciler(self._show_once, lambda panel: {"table": panel.at.id}, name="a panel")
        self.watchers = TableWatchers()
        """Futures that complete when a table is shown after something happened there."""
        self._looking = False
        renderer.without_panel = self.without

    async def keep(
        self,
        interaction: discord.Interaction[Any],
        table: Table,
        layout: Layout,
        sent: Sent,
        *,
        note: str = "",
    ) -> None:
        """Remember a private panel, which is refreshed while its token lives, and delete the older one."""
        user = interaction.user.id
        older = self._panels.get(table.id, user)
        self._panels.put(table.id, user, Panel(interaction, sent, fingerprint(layout), table, note))
        if table.id in self._missing and not _is_above(table, sent.message_id, interaction):
            self._missing[table.id].users.discard(user)
        if older is not None and older.sent.message_id != sent.message_id:
            await self._take_away(older, table)

    def replacing(self, table_id: int, user_id: int) -> None:
        """Leave a player's panel as it is, because another one is on its way and will replace it."""
        if (known := self._panels.get(table_id, user_id)) is not None:
            known.leaving = True

    def is_older(self, interaction: discord.Interaction[Any], table_id: int) -> bool:
        """Tell whether a click was made on a private message older than the player's newest panel."""
        newest, clicked = self._panels.message_of(table_id, interaction.user.id), interaction.message
        if newest is None or clicked is None or not in_own_message(interaction):
            return False
        return clicked.id < newest

    def without(self, table: Table) -> tuple[int, ...]:
        """Return the players whom the board asks to press *My hand*, as their panels are not below it.

        The list is made when the board is posted or its cards are dealt, so that no board reveals when a player's token
        dies. Who opens a panel leaves it with the next card: that alone would be an edit of the board for each player.
        """
        known, ply = self._missing.get(table.id), table.ply_for(None)
        if known is None or known.deals != len(table.deals):
            users = {user for user in table.people if not self.stands(table, user)}
            known = self._missing[table.id] = _Missing(len(table.deals), ply, users, frozenset(users))
        elif known.ply != ply:
            known.ply, known.asked = ply, frozenset(known.users)
        return tuple(user for user in table.people if user in known.asked)

    def stands(self, table: Table, user_id: int) -> bool:
        """Tell whether a player's panel stands in the table's channel and can be edited."""
        known = self._panels.get(table.id, user_id)
        return known is not None and not known.lost and alive(known.token) and _is_here(table, known.token)

    def board_renewed(self, table_id: int) -> None:
        """Forget which panels were missing below the board, as the board is about to be posted again."""
        self._missing.pop(table_id, None)

    async def _take_away(self, panel: Panel, table: Table) -> None:
        """Delete a panel that a newer one has replaced, if its token lives."""
        if panel.lost or not alive(panel.token):
            return
        with suppress(*DISCORD_TROUBLE):
            await self._delete(table, panel.token, panel.sent, before=_is_before(table, panel))

    async def _delete(self, table: Table, token: discord.Interaction[Any], sent: Sent, *, before: bool = False) -> None:
        """Delete a panel, but leave what stays of a private table's message that shows a deal or a commitment."""
        if (layout := await self._remains(table, sent.message_id, before=before)) is not None:
            await _edit_sent(token, sent, layout)
        elif sent.original:
            await token.delete_original_response()
        else:
            await token.followup.delete_message(sent.message_id)

    async def _remains(self, table: Table, message_id: int, *, before: bool) -> Layout | None:
        """Build what stays of a panel; return None if it is to be deleted."""
        seal = table.seal
        if seal is None or not table.place.private:
            return None
        if before:
            anew = any(void.deal == seal.number for void in table.sealing.void)
            return await self._renderer.parting(table, seal.number if anew else seal.number - 1)
        if _goes_in(table, message_id) or (not table.live and seal.deck is None):
            return await self._renderer.parting(table, seal.number)
        return None

    async def refresh(self, table_id: int, *, undealt: bool = False) -> None:
        """Bring a table's panels up to date, also while cards are dealt (`undealt`); forget them when it is over."""
        self.watchers.wake(table_id)
        panels = self._panels.at(table_id)
        kept = bool(panels) or table_id in self._missing or table_id in self.sheets
        if not kept and table_id in self._tables.memory.live:
            return
        try:
            table = await self._tables.get(table_id)
        except Refused:  # the table is gone or its record is broken
            self._forget(table_id)
            return
        except DatabaseError:  # the clock brings them up to date
            for panel in panels.values():
                self.loop.plan(panel)
            return
        if table.status is not Status.LOBBY and table_id in self.sheets:
            await self.sheets.end(table)
        if table.being_dealt and not undealt:
            return
        outdated = [panel for panel in panels.values() if panel.at is not table and _is_kept(panel)]
        await asyncio.gather(*(self.loop.sync(panel) for panel in outdated))
        if not table.live:
            self._forget(table_id)

    async def refresh_one(self, table_id: int, user_id: int) -> None:
        """Bring one player's panel up to date, so that nobody else's can tell that something has happened."""
        self.watchers.wake(table_id)
        known = self._panels.get(table_id, user_id)
        if known is not None and _is_kept(known):
            await self.loop.sync(known)

    def let_go(self, table_id: int) -> None:
        """Leave a table's panels as they are; the next click there brings a new one."""
        for panel in self._panels.at(table_id).values():
            self.loop.forget(panel)
        self._forget(table_id)

    def _forget(self, table_id: int) -> None:
        self._missing.pop(table_id, None)
        self.sheets.forget(table_id)
        self._panels.forget(table_id)

    async def redraw(self, user_id: int) -> None:
        """Rebuild a member's panels after they changed how they see cards."""
        await asyncio.gather(*(self.loop.sync(panel) for panel in self._panels.of(user_id) if not panel.lost))

    async def _show_once(self, known: Panel) -> None:
        """Show a panel as its table stands, and note whether it can still be edited."""
        user_id = known.token.user.id
        if not alive(known.token):
            known.lost = True
            return
        try:
            table = await self._tables.get(known.at.id)
            with _speaking(self._renderer.readers, known.token):
                note = known.note if table.ply_for(user_id) == known.at.ply_for(user_id) else ""
                layout = await self._renderer.panel(table, user_id, note=note)
            text, shown = fingerprint(layout), known.shown
            known.shown = ""  # if the call fails, Discord may have done it all the same
            if _is_above(table, known.sent.message_id, known.token) or _is_before(table, known):
                await self._send_below(table, user_id, known, layout)
            elif text != shown:
                await _edit_sent(known.token, known.sent, layout)
            known.shown, known.at, known.note = text, table, note
        except Refused:  # the table is gone or its record is broken
            known.lost = True
        except discord.HTTPException as error:
            if error.status >= 500:
                raise
            known.lost = True  # it was dismissed or the client restarted; [My hand] opens a new one

    async def _send_below(self, table: Table, user_id: int, known: Panel, layout: Layout) -> None:
        """Send a panel anew below a board that was posted after it, and delete the old message."""
        sent = await known.token.followup.send(**layout.sending(), ephemeral=True, wait=True)
        before = _is_before(table, known)
        if self._panels.get(table.id, user_id) is not known:  # its owner has opened another one meanwhile
            older, before = Sent(sent.id, original=False), False
        else:
            older, known.sent = known.sent, Sent(sent.id, original=False)
        with suppress(*DISCORD_TROUBLE):
            await self._delete(table, known.token, older, before=before)

    # ---------------------------------------------------------------- a click on one that stands too high

    def is_above(self, interaction: discord.Interaction[Any], table: Table) -> bool:
        """Tell whether a click was made on a panel that stands above its board, or is older than a private seal."""
        clicked = interaction.message
        if clicked is None or not in_own_message(interaction):
            return False
        return _is_above(table, clicked.id, interaction) or (is_between(table) and not carries(clicked, table))

    async def answer_below(self, interaction: discord.Interaction[Any], table: Table, layout: Layout) -> Sent:
        """Answer a click on a panel by sending it anew below the board and deleting the old message."""
        if not interaction.response.is_done():
            await interaction.response.defer()
        sent = await interaction.followup.send(**layout.sending(), ephemeral=True, wait=True)
        clicked, older = interaction.message, self._panels.get(table.id, interaction.user.id)
        if older is not None and clicked is not None and older.sent.message_id == clicked.id:
            older.lost = True  # so that it is not taken away twice
        with suppress(*DISCORD_TROUBLE):
            gone = Sent(0 if clicked is None else clicked.id)
            await self._delete(table, interaction, gone, before=is_between(table))
        return Sent(sent.id, original=False)

    # ---------------------------------------------------------------- at tables of other processes

    def elsewhere(self) -> dict[int, int]:
        """Return the tables of other processes with a panel opened here, each with the version it last showed."""
        if self._tables.memory.part is None:
            return {}
        found: dict[int, int] = {}
        for table_id, panels in self._panels.by_table():
            for panel in panels.values():
                if not panel.lost and not self._tables.memory.owns(panel.at.guild_id):
                    found[table_id] = max(panel.at.version, found.get(table_id, 0))
        return found

    def due(self) -> Iterator[Coroutine[Any, Any, object]]:
        """Yield the updates of panels that are due without any act; call it on each tick of the clock."""
        if (known := self.elsewhere()) and not self._looking:
            yield self._look_elsewhere(known)
        for panel in self.loop.take_due():
            if self._is_wanted(panel):
                yield self.loop.sync(panel)
            else:
                self.loop.forget(panel)
        for table_id, user_id, panel in self._panels.aged(BEDTIME, self.loop.is_running):
            if not panel.lost and not self.loop.is_running(panel) and _waits(panel.at, user_id):
                yield self._put_to_sleep(table_id, user_id)

    def _is_wanted(self, panel: Panel) -> bool:
        """Tell whether to try a panel again; a newer panel replaces it, and a deal about to begin shows it anyway."""
        table, newest = self._tables.memory.if_awake(panel.at.id), self._panels.get(panel.at.id, panel.token.user.id)
        return _is_kept(panel) and newest in (panel, None) and (table is None or not table.being_dealt)

    async def _look_elsewhere(self, known: dict[int, int]) -> None:
        """Update the panels of other processes' tables that have changed; only this process has their tokens."""
        self._looking = True
        try:
            versions = await self._tables.whereabouts.versions(known)
            for table_id, version in known.items():
                if versions.get(table_id, version) != version:
                    await self.refresh(table_id)
        finally:
            self._looking = False

    async def _put_to_sleep(self, table_id: int, user_id: int) -> None:
        """Edit a panel to say that it is no longer kept up to date and how to wake it."""
        known = self._panels.get(table_id, user_id)
        if known is None or known.lost or not alive(known.token):
            return
        known.lost = True
        with _speaking(self._renderer.readers, known.token):
            layout = asleep(known.at)
        with suppress(*DISCORD_TROUBLE):
            await _edit_sent(known.token, known.sent, layout)


def _is_kept(panel: Panel) -> bool:
    """Tell whether a panel can be edited and no other one is about to replace it."""
    return not panel.lost and not panel.leaving


def _speaking(readers: Readers, token: discord.Interaction[Any]) -> AbstractContextManager[None]:
    """Set the language and look of texts to those of the member who made a click."""
    return speaking(readers.language_of(token), **readers.manner_of(token.user.id))


def _edit_sent(token: discord.Interaction[Any], sent: Sent, layout: Layout) -> Awaitable[object]:
    if sent.original:
        return token.edit_original_response(**layout.editing())
    return token.followup.edit_message(sent.message_id, **layout.editing())


def _goes_in(table: Table, message_id: int) -> bool:
    """Tell whether a message's id goes, or has gone, into the newest deal of a table."""
    seal, names = table.seal, {message_entropy(message_id), board_entropy(message_id)}
    return seal is not None and (seal.message_id == message_id or not names.isdisjoint(seal.entropy))


def is_between(table: Table) -> bool:
    """Tell whether a private table waits for its player to have the next deal dealt."""
    return table.place.private and table.awaits_deal and not table.being_dealt


def carries(message: discord.Message | discord.InteractionMessage, table: Table) -> bool:
    """Tell whether a private message has shown the commitment of a table's newest deal since it was posted.

    In version 1.0.0 the message of a deal showed the next commitment too, when the deal was over.
    """
    board = board_entropy(message.id)
    if table.seal is None or any(board in deal.entropy for deal in table.deals[:-1]):
        return False
    return table.seal.commitment in json.dumps([each.to_dict() for each in message.components], default=str)


def _is_before(table: Table, panel: Panel) -> bool:
    """Tell whether a panel was posted before the seal of a private table's next deal, which no edit may show."""
    if not is_between(table) or table.seal is None or panel.at.seal is None:
        return False
    return panel.at.seal.commitment != table.seal.commitment


def _waits(table: Table, user_id: int) -> bool:
    """Tell whether a player's panel says that others are to act."""
    return table.status is Status.PLAYING and user_id not in table.turn_users and not is_between(table)


def _is_here(table: Table, token: discord.Interaction[Any]) -> bool:
    """Tell whether a click was made where the table's board stands now."""
    return token.channel_id == table.channel_id


def _is_above(table: Table, message_id: int, token: discord.Interaction[Any]) -> bool:
    """Tell whether a panel of a deal in play stands above its board, in the same channel."""
    board = table.message("board")
    if table.status is not Status.PLAYING or table.awaits_deal or board is None or table.seal is None:
        return False
    posted = board.deal == table.seal.number and board.channel_id == table.channel_id
    return posted and _is_here(table, token) and message_id < board.message_id

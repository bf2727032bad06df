"""The desk: answers every button, menu and dialogue, whenever its message was posted."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

import discord

from bot.engine import RulesError
from bot.house.roster import is_house
from bot.tables import DatabaseError, Player, Refused, Status, Table, Tables, Why
from bot.tables.decisions import dealing, lobby, play
from bot.ui.kit.controls import ROSE, SLATE, Layout, Press, button, read_press, rows
from bot.ui.kit.reply import kindly, note, refuse, say_privately
from bot.ui.pages.panel import WARN
from bot.ui.pages.result import joined
from bot.ui.sync.attendance import Attendance
from bot.ui.sync.presenter import Presenter
from bot.ui.sync.threads import result_in
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import tr
from bot.ui.text.refusals import refusal_text

log = logging.getLogger(__name__)

Answer = Callable[[discord.Interaction[Any], Press], Awaitable[None]]


def player_of(user: discord.abc.User) -> Player:
    """Return a member as a player, by the name shown in the server."""
    return Player(user.id, user.display_name)


class Desk:
    """Answers controls by asking the tables, and has the presenter show what came of it."""

    def __init__(self, tables: Tables, presenter: Presenter) -> None:
        self.tables = tables
        self.presenter = presenter
        self.attendance = Attendance(tables, presenter)
        self._answers: dict[str, Answer] = {
            "join": self._join,
            "leave": self._leave,
            "cancel": self._cancel,
            "start": self._start,
            "accept": self._accept,
            "decline": self._decline,
            "cut": self._cut,
            "deal": self._deal,
            "hand": self._hand,
            "panel": self._panel,
            "resign": self._ask_to_resign,
            "resign-yes": self._resign,
            "dismiss": self._dismiss,
            "rematch": self._rematch,
        }
        for extra in ("act", "actb", "actbb"):  # the menus of one panel need ids of their own
            self._answers[extra] = self._act

    def add(self, op: str, answer: Answer) -> None:
        """Let somebody else answer an operation of theirs.

        Raises:
            ValueError: The operation is answered already.
        """
        if op in self._answers:
            raise ValueError(op)
        self._answers[op] = answer

    async def pressed(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Answer a control."""
        answer = self._answers.get(press.op)
        async with kindly(interaction, press.op):
            if answer is None:
                await refuse(interaction, tr("That button is from an older version. `/hand` shows your table anew."))
            else:
                with self.owing(press.table_id):
                    await answer(interaction, press)
        await self._look_for_absent(interaction, press)

    @contextmanager
    def owing(self, table_id: int) -> Iterator[None]:
        """Have a table shown by the clock where answering fails: what was done there is stored, and others wait."""
        try:
            yield
        except (Refused, RulesError):  # nothing was done
            raise
        except Exception:
            if self.tables.known(table_id) is not None:
                self.presenter.owe(table_id)
            raise

    async def _look_for_absent(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """After any click at a table that has not begun: see whether everyone who sits there is still in the server."""
        table = self.tables.live_table(press.table_id)
        if table is None or table.status is not Status.LOBBY or table.guild_id != interaction.guild_id:
            return
        try:
            if await self.attendance.sweep(table, interaction.user.id) is not table:
                await self.presenter.show(table.id)
        except (DatabaseError, Refused) as error:  # the next click finds out
            log.warning("absent members could not be looked for: %s", type(error).__name__, extra={"table": table.id})

    async def interaction_arrived(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click on a control that its message has lost in the meantime, which the library passes over."""
        if interaction.type is not discord.InteractionType.component or interaction.message is None:
            return
        data: Any = interaction.data or {}
        wanted = data.get("custom_id", "")
        press = read_press(wanted, data.get("values") or ())
        if press is None:
            return
        view_class = discord.ui.LayoutView if interaction.message.flags.components_v2 else discord.ui.View
        shown = view_class.from_message(interaction.message, timeout=None)
        if not any(getattr(item, "custom_id", None) == wanted for item in shown.walk_children()):
            await self.pressed(interaction, press)

    async def table_here(self, interaction: discord.Interaction[Any], table_id: int) -> Table:
        """Return a table of the server in which an interaction happens.

        Raises:
            Refused: There is none of that number here.
        """
        table = await self.tables.get(table_id)
        if table.guild_id != interaction.guild_id:
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        return table

    async def show(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Have the table shown, and tell the person who acted once what keeps it from being shown."""
        trouble = await self.presenter.show(table.id)
        if trouble is not None and self.presenter.is_news(table.id, interaction.user.id):
            await refuse(interaction, trouble)

    # ------------------------------------------------------------ before the game

    async def _join(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.table_here(interaction, press.table_id)
        table = await self.tables.join(press.table_id, player_of(interaction.user), press.ply)
        await self.on_board(interaction, table)

    async def _leave(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.table_here(interaction, press.table_id)
        await self.on_board(interaction, await self.tables.ask(press.table_id, lobby.leave, interaction.user.id))

    async def _cancel(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.table_here(interaction, press.table_id)
        await self.on_board(interaction, await self.tables.ask(press.table_id, lobby.cancel, interaction.user.id))

    async def _start(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self.table_here(interaction, press.table_id)
        if table.status is Status.LOBBY and table.seat_of(interaction.user.id) is not None:
            present = await self.attendance.sweep(table, interaction.user.id, surely=True)
            if present is not table:
                await self.on_board(interaction, present)
                return
        done = await self.tables.start(press.table_id, interaction.user.id)
        await self.on_board(interaction, done.table)

    async def _accept(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self.table_here(interaction, press.table_id)
        if table.status is Status.LOBBY and table.invited_id == interaction.user.id:
            present = await self.attendance.sweep(table, interaction.user.id, surely=True)
            if present is not table:  # the challenger is gone
                await self.on_board(interaction, present)
                return
        done = await self.tables.accept(press.table_id, player_of(interaction.user))
        await self.on_board(interaction, done.table)

    async def _decline(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.table_here(interaction, press.table_id)
        await self.on_board(interaction, await self.tables.ask(press.table_id, lobby.decline, interaction.user.id))

    async def on_board(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer a click on a table's public message, and have everything else shown."""
        await self.presenter.answer_on_board(interaction, table)
        await self.show(interaction, table)

    # ------------------------------------------------------------ sealing and dealing

    async def _cut(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self.table_here(interaction, press.table_id)
        if table.seat_of(interaction.user.id) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if not table.live or table.seal is None or table.seal.deck is not None:
            raise Refused(Why.DEAL_RUNNING, table_id=table.id)
        await interaction.response.send_modal(CutDialogue(self, table.id))

    async def cut_given(self, interaction: discord.Interaction[Any], table_id: int, words: str) -> None:
        """Take the words that a player cuts with."""
        async with kindly(interaction, "cut"):
            table = await self.tables.ask(table_id, dealing.cut, interaction.user.id, words)
            said = tr("Your words are in the shuffle of the next deal of table {table}.", table=table_id)
            with self.owing(table_id):
                await note(interaction, said)
            await self.show(interaction, table)

    async def _deal(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.table_here(interaction, press.table_id)
        done = await self.tables.ask(press.table_id, dealing.deal, interaction.user.id)
        if done.stale and not done.table.live:
            raise Refused(Why.OVER if done.table.game.result else Why.CLOSED, table_id=press.table_id)
        await self.on_board(interaction, done.table)  # over already, where the seven turned up was enough

    # ------------------------------------------------------------ the hand

    async def _hand(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self.table_here(interaction, press.table_id)
        user = interaction.user.id
        if table.seat_of(user) is None:
            await note(interaction, _watching(table))
            return
        layout = await self.presenter.showing.panel(table, user)
        current = table.message("board")
        if current is not None and interaction.message is not None and interaction.message.id == current.message_id:
            # Deferring makes the board this click's own message, so that the click's token can edit it.
            await interaction.response.defer()
            self.presenter.keep_token(interaction, table)
            sent = await interaction.followup.send(**layout.sending(), ephemeral=True, wait=True)
            self.presenter.keep_panel(interaction, table, layout, message_id=sent.id)
        else:
            await interaction.response.send_message(**layout.sending(), ephemeral=True)
            self.presenter.keep_panel(interaction, table, layout)
        self.presenter.look_around(interaction, table, eager=True)
        await self.show(interaction, table)

    async def hand(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Answer a command with a player's panel."""
        layout = await self.presenter.showing.panel(table, interaction.user.id)
        message_id = await say_privately(interaction, layout)
        self.presenter.keep_panel(interaction, table, layout, message_id=message_id)
        self.presenter.look_around(interaction, table, eager=True)
        self.presenter.doubt(table.id)  # whoever types this may not find the board any more
        await self.show(interaction, table)

    async def _panel(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self.table_here(interaction, press.table_id)
        await self.in_panel(interaction, table)

    async def _act(self, interaction: discord.Interaction[Any], press: Press) -> None:
        if press.words.startswith(f"{WARN} "):  # an entry of a menu that is asked about first
            await self._answers[WARN](interaction, replace(press, op=WARN, words=press.words.removeprefix(f"{WARN} ")))
            return
        table = await self.table_here(interaction, press.table_id)
        said, drew = "", False
        try:
            done = await self.tables.act(press.table_id, interaction.user.id, press.words, press.ply)
            table = done.table
            drew = press.words == "pass" and not done.stale and table.turn_users == (interaction.user.id,)
            if done.stale and not _just_done(table, interaction.user.id, press.words):
                said = tr("The table has moved on since that button was made. This is how it stands now.")
        except Refused as refused:
            if refused.why is not Why.ILLEGAL:
                raise
            said = refusal_text(refused)
        await self.in_panel(interaction, table, said)
        self.presenter.look_around(interaction, table, eager=False)
        if drew:
            await self.presenter.show_soon(table.id)
        else:
            await self.show(interaction, table)

    async def in_panel(self, interaction: discord.Interaction[Any], table: Table, said: str = "") -> None:
        """Answer a click with the player's panel: in the private message that was clicked, or in a new one.

        Raises:
            Refused: Not seated.
        """
        if table.seat_of(interaction.user.id) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        layout = await self.presenter.showing.panel(table, interaction.user.id, note=said)
        clicked, message_id = interaction.message, None
        if clicked is not None and clicked.flags.ephemeral:
            await interaction.response.edit_message(**layout.editing())
        else:  # never into a message that everyone sees, whatever control it is said to carry
            message_id = await say_privately(interaction, layout)
        self.presenter.keep_panel(interaction, table, layout, message_id=message_id, note=said)

    async def page_in_panel(self, interaction: discord.Interaction[Any], table: Table, page: Layout | None) -> None:
        """Show a page in the place of a player's panel until the table moves on; without one, the panel itself."""
        clicked = interaction.message
        if page is None or clicked is None or not clicked.flags.ephemeral:
            await self.in_panel(interaction, table)
            return
        await interaction.response.edit_message(**page.editing())
        # Remembered as the panel that it stands for, so only a change at the table takes the page away.
        layout = await self.presenter.showing.panel(table, interaction.user.id)
        self.presenter.keep_panel(interaction, table, layout)

    # ------------------------------------------------------------ giving up, and again

    async def ask_to_resign(self, interaction: discord.Interaction[Any], table: Table) -> None:
        """Ask once whether a player means to give up.

        Raises:
            Refused: Not seated, or nothing to resign from.
        """
        if table.seat_of(interaction.user.id) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        if table.status is not Status.PLAYING or not table.game.deals:
            raise Refused(Why.NOT_STARTED if table.live else Why.OVER, table_id=table.id)
        two = len(table.users) == 2 and not any(is_house(user) for user in table.users)
        await say_privately(
            interaction,
            Layout(
                ROSE,
                tr(
                    "Give up the game at table **{table}**? It counts as lost, and cannot be taken back.",
                    table=table.id,
                ),
                *rows(
                    [
                        button(Press(table.id, 0, "resign-yes"), tr("Resign"), discord.ButtonStyle.danger),
                        *([button(Press(table.id, 0, "draw-offer"), tr("Offer a draw"))] if two else []),
                        button(Press(table.id, 0, "dismiss"), tr("Keep playing")),
                    ]
                ),
            ),
        )

    async def _ask_to_resign(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.ask_to_resign(interaction, await self.table_here(interaction, press.table_id))

    async def _resign(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self.table_here(interaction, press.table_id)
        done = await self.tables.ask(press.table_id, play.resign, interaction.user.id)
        words = tr("You resigned at table {table}.", table=press.table_id)
        await interaction.response.edit_message(view=Layout(SLATE, words))
        await self.show(interaction, done.table)

    async def _dismiss(self, interaction: discord.Interaction[Any], _press: Press) -> None:
        await interaction.response.edit_message(
            view=Layout(SLATE, tr("Nothing has changed. `/hand` shows your cards."))
        )

    async def _rematch(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self.table_here(interaction, press.table_id)
        if table.seat_of(interaction.user.id) is not None and table.rematch.next_id is None:
            gone = await self.attendance.gone(table, [user for user in table.users if user != interaction.user.id])
            if gone:
                names = joined([shown_name(seat.name) for seat in table.seats if seat.user_id in gone])
                raise Refused(Why.NOBODY_TO_PLAY, table_id=table.id, detail=names)
        table, new = await self.tables.rematch(press.table_id, interaction.user.id)
        clicked = interaction.message.id if interaction.message is not None else 0
        try:
            with self.presenter.showing.for_all(table):
                layout = result_in(table, clicked)
            await interaction.response.edit_message(view=layout)
        finally:  # what everyone has asked for begins, also where that message can no longer be changed
            await self.show(interaction, table)
            if new is not None:
                await self.show(interaction, new)


def _just_done(table: Table, user_id: int, words: str) -> bool:
    """Tell whether a player has done this a moment ago, so that a second click on it wants no remark."""
    seat = table.seat_of(user_id)
    return any(row.seat == seat and row.action == f"{seat} {words}" for row in table.actions[-3:])


def _watching(table: Table) -> str:
    if table.status is Status.LOBBY:
        return tr("Table {table} has not begun. Press **Join** to play.", table=table.id)
    return tr(
        "You are watching table {table}: the board shows everything that is public. To play yourself, open a table "
        "with `/table open`.",
        table=table.id,
    )


class CutDialogue(discord.ui.Modal):
    """Asks a player for a few words to shuffle into the next deal."""

    def __init__(self, desk: Desk, table_id: int) -> None:
        super().__init__(title=tr("Cut the cards"), timeout=900)
        self._desk = desk
        self._table_id = table_id
        self.words: discord.ui.TextInput[CutDialogue] = discord.ui.TextInput(
            placeholder=tr("for luck"), max_length=100, required=True
        )
        self.add_item(
            discord.ui.Label(
                text=tr("A few words of your own"),
                description=tr("They are shuffled into the next deal, and shown when it is over."),
                component=self.words,
            )
        )

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        """Hand the words to the desk."""
        await self._desk.cut_given(interaction, self._table_id, self.words.value)

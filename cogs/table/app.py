"""The app, which every handler and command is given, and the dispatcher, which passes every click to its handler."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import timedelta
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeAlias, TypeVar

import discord

from bot.club import Club
from bot.club.daily import unnamed
from bot.engine import RulesError
from bot.members import Members
from bot.tables import OUTSIDE, DatabaseError, Player, Refused, Status, Table, Tables, Why
from bot.tables.decisions import dealing
from bot.tables.decisions.dealing import BOARD
from bot.tables.decisions.occasion import Done, Occasion
from bot.ui.kit.controls import Layout
from bot.ui.kit.outbox import Outbox
from bot.ui.kit.public_posts import Pace, PublicPosts
from bot.ui.kit.reply import error_boundary, in_own_message, in_place, refuse, say_privately, tell
from bot.ui.kit.visibility import visibility_of
from bot.ui.routes.custom_ids import BUTTON_ID, MENU_ID, Route, read_route
from bot.ui.text.i18n import tr
from cogs.table.pages.board import lost_message
from cogs.table.posts.panels import is_between
from cogs.table.posts.presenter import Presenter
from cogs.table.posts.renderer import Renderer

if TYPE_CHECKING:
    from cogs.standings.membership import Membership
    from cogs.tournaments.posts import TournamentPosts

log = logging.getLogger(__name__)

COSTLY: Final = 20
"""Number of costly requests that a member may make in a minute."""
SLOW_SECONDS: Final = 2.0
"""Seconds after which others are shown a table although the answer to whoever acted is not done."""
_MINUTE: Final = timedelta(minutes=1)

Interaction: TypeAlias = discord.Interaction[Any]
P = ParamSpec("P")
D = TypeVar("D", Table, Done)


def player_of(user: discord.abc.User) -> Player:
    """Return a member as a player, with the name shown in the server."""
    return Player(user.id, user.display_name)


class App:
    """What handlers and commands are given: tables, members and club, and the means to show them."""

    def __init__(
        self,
        tables: Tables,
        members: Members,
        club: Club,
        presenter: Presenter,
        tournament_posts: TournamentPosts,
        membership: Membership,
        outbox: Outbox,
    ) -> None:
        self.tables = tables
        self.members = members
        self.club = club
        self.presenter = presenter
        self.posts, self.boards, self.panels = presenter.posts, presenter.boards, presenter.panels
        self.notices, self.results, self.seals = presenter.notices, presenter.results, presenter.seals
        self.tournament_posts = tournament_posts
        self.renderer: Renderer = presenter.renderer
        self.attendance = presenter.attendance
        self.membership = membership
        self.outbox = outbox
        self.public = PublicPosts(tables.now)
        self.dealt_now: set[int] = set()
        """The private tables for whose deal a message is being sent."""
        self._pace = Pace(COSTLY, _MINUTE)

    @contextmanager
    def redeliver_on_failure(self, table_id: int, *, quiet: bool = False) -> Iterator[None]:
        """Have the clock show a table if answering fails or takes long; `quiet`: an edit by then would tell."""
        slow = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._show_meanwhile, table_id)
        if quiet:
            slow.cancel()
        try:
            yield
        except (Refused, RulesError):  # nothing was done
            raise
        except Exception:
            self._show_later(table_id)
            raise
        finally:
            slow.cancel()

    def _show_meanwhile(self, table_id: int) -> None:
        self.boards.doubt(table_id)  # the answer may be an edit of the board
        self._show_later(table_id)

    def _show_later(self, table_id: int) -> None:
        if table_id in self.tables.memory.live or self.tables.memory.known(table_id) is not None:
            self.presenter.loop.plan(table_id)

    async def table_here(self, interaction: Interaction, table_id: int, *, for_panel: bool = False) -> Table:
        """Return a table that the member may know of: one of this server, or, in a direct message, one of their own."""
        table = await self.tables.get(table_id)
        if table.daily is not None:
            return await self._daily(interaction.user.id, table, for_panel=for_panel)
        if not visibility_of(interaction).table(table):
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)
        if interaction.guild_id is None and not await self.attendance.is_member(table.guild_id, interaction.user.id):
            raise Refused(Why.NO_SUCH_TABLE, table_id=table_id)  # the message is from before they left the server
        playing = table.status is Status.PLAYING
        if playing and interaction.message is not None and interaction.user.id not in table.people:
            self.boards.note_watcher(table)
        return await self.dealt_or_sealed_anew(table) if table.place.private else table

    async def ask(
        self,
        interaction: Interaction,
        table_id: int,
        decide: Callable[Concatenate[Table, Occasion, int, P], D],
        *args: P.args,
        **kwargs: P.kwargs,
    ) -> D:
        """Apply a decision to a table of the interaction's server, as a request of the member (`Tables.ask`)."""
        await self.table_here(interaction, table_id)
        return await self.tables.ask(table_id, decide, interaction.user.id, *args, **kwargs)

    async def tables_of(self, interaction: Interaction) -> list[Table]:
        """Return the live tables at which a member sits: in this channel first, then on move, then the newest.

        A daily deal in play is included, whichever server it was begun in.
        """
        user, here, live = interaction.user.id, interaction.channel_id, self.tables.memory.live
        daily = await self.tables.whereabouts.daily_of(user)
        mine = await self.tables.several([*live.of_member(interaction.guild_id or OUTSIDE, user), *daily])
        return sorted(mine, key=lambda t: (t.channel_id != here, user not in t.turn_users, -t.id))

    async def dealt_or_sealed_anew(self, table: Table) -> Table:
        """Return a table; the deal of a private one is sealed anew if its message may be sent and is not known."""
        lost = table.place.private and table.being_dealt and table.id not in self.dealt_now
        return await self.tables.ask(table.id, dealing.sealed_anew) if lost else table

    async def _daily(self, user_id: int, table: Table, *, for_panel: bool) -> Table:
        """Return a table of a daily deal if the user may look at it, whichever server it was begun in.

        While the game is played, only its player may look at it. Once it is over, its cards stay closed until the
        deal can no longer be played. Then its player may look at it again. Everyone may look at the best game of that
        deal, which is shown without its player's name.
        """
        assert table.daily is not None
        if table.seat_of(user_id) is not None:
            if table.live or for_panel or self.tables.now() >= table.daily.until:
                return table
            raise Refused(Why.DAILY_RUNNING, table_id=table.id)
        if await self.club.daily.best(table.daily.number) == table.id:
            return unnamed(table, tr("The best"))
        raise Refused(Why.NO_SUCH_TABLE, table_id=table.id)

    def costly(self, interaction: Interaction) -> None:
        """Count a costly request (a file, a chart, a search), and refuse more than `COSTLY` a minute."""
        wait = self._pace.wait(interaction.user.id, self.tables.now())
        if wait is not None:
            raise Refused(Why.TOO_FAST, detail=str(max(1, round(wait.total_seconds()))))

    async def show(self, interaction: Interaction, table: Table, *, for_card: bool = False) -> None:
        """Show the table, and tell the member who acted, once, why its board cannot be shown."""
        trouble = await self.presenter.show(table.id, for_card=for_card)
        if trouble is not None and self.presenter.is_news(table.id, interaction.user.id):
            await refuse(interaction, trouble)

    async def on_board(self, interaction: Interaction, table: Table) -> None:
        """Answer a click on a table's public message by updating that message, then show everything else."""
        await self.presenter.answer_on_board(interaction, table)
        await self.show(interaction, table)

    async def on_notice(self, interaction: Interaction, table: Table, role: str) -> None:
        """Answer a click on a notice by updating it, if the notice still stands, then show the table."""
        posted, clicked = table.message(role), interaction.message
        if table.live and posted is not None and clicked is not None and clicked.id == posted.message_id:
            with self.renderer.for_all(table):
                layout = self.notices.words(table, role)
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.defer()
        await self.show(interaction, table)

    async def in_panel(self, interaction: Interaction, table: Table, said: str = "") -> None:
        """Answer a click with the player's panel, in the private message that was clicked or in a new one."""
        if table.seat_of(interaction.user.id) is None:
            raise Refused(Why.NOT_SEATED, table_id=table.id)
        said = self.said_in(interaction, table, said)
        layout = await self.renderer.panel(table, interaction.user.id, note=said)
        if self.panels.is_above(interaction, table):
            sent = await self.panels.answer_below(interaction, table, layout)
        else:
            sent = await in_place(interaction, layout)
        await self.panels.keep(interaction, table, layout, sent, note=said)

    def said_in(self, interaction: Interaction, table: Table, said: str) -> str:
        """Return the note on top of the panel that answers a click; it says so if a newer panel had been opened."""
        if not self.panels.is_older(interaction, table.id):
            return said
        older = tr("From now on this panel is kept up to date.")
        return f"{older} {said}".strip()

    async def page_in_panel(self, interaction: Interaction, table: Table, page: Layout | None) -> None:
        """Show a page in place of a player's panel until the table moves on; show the panel if the page is None."""
        misplaced = self.panels.is_older(interaction, table.id) or self.panels.is_above(interaction, table)
        if page is None or not in_own_message(interaction) or misplaced:
            await self.in_panel(interaction, table)
            return
        sent = await in_place(interaction, page)
        # The page is remembered as the panel it replaces, so only a change at the table removes the page.
        layout = await self.renderer.panel(table, interaction.user.id)
        await self.panels.keep(interaction, table, layout, sent)

    async def hand(self, interaction: Interaction, table: Table) -> None:
        """Answer a command with a player's panel."""
        self.tables.touch(table.id, interaction.user.id)
        table = await self.dealt_or_sealed_anew(table)
        layout = await self.renderer.panel(table, interaction.user.id)
        if is_between(table):  # no edit may show the commitment
            sent = await say_privately(interaction, layout)
        else:
            sent = await in_place(interaction, layout)  # in place of the menu, if the table was chosen in one
        await self.panels.keep(interaction, table, layout, sent)
        self.presenter.move_if_out_of_sight(interaction, table, eager=True)
        await self.show(interaction, table)


Handler: TypeAlias = Callable[[App, Interaction, Any], Awaitable[None]]
"""The handler of one kind of route."""


class Dispatcher:
    """The dispatcher of controls."""

    def __init__(self, app: App, handlers: Mapping[type[Route], Handler]) -> None:
        self._app = app
        self._handlers = handlers

    async def arrived(self, interaction: Interaction) -> None:
        """Answer a click on any control, also one its message no longer shows, or a form opened before a restart."""
        strange = interaction.client.arrivals.strange
        unknown = interaction.id in strange
        strange.discard(interaction.id)
        if unknown and interaction.type is discord.InteractionType.modal_submit:
            async with error_boundary(interaction, "an old form"):
                await refuse(interaction, tr("I was started anew; open that form again."))
            return
        if not (unknown or _is_control(interaction)):  # the library passes commands and forms to their functions
            return
        route = None if unknown else _route_of(interaction)
        table_id, passes = getattr(route, "table_id", 0), getattr(route, "action", "") == "pass"
        if not passes:
            self._app.tables.touch(table_id, interaction.user.id)
        async with error_boundary(interaction, route.op if route is not None else "an unknown control"):
            if route is None:
                await refuse(interaction, tr("That button is outdated: `/hand` shows your table."))
            else:
                route.check(self._app.tables.now())  # before anything is read or written
                clicked = interaction.message
                public = clicked is not None and not clicked.flags.ephemeral and interaction.guild_id is not None
                with self._app.redeliver_on_failure(table_id, quiet=passes):
                    if not (table_id and public and await self._retired(interaction, table_id)):
                        await self._handlers[type(route)](self._app, interaction, route)
                if (
                    interaction.user.id in self._app.tables.preferences.unreachable
                    and not interaction.context.dm_channel
                ):
                    await self._say_unreachable(interaction)
        table = self._app.tables.memory.if_awake(table_id)
        if table is not None and table.status is Status.LOBBY and not interaction.client.is_closed():
            await self._look_for_absent(interaction, table)

    async def _retired(self, interaction: Interaction, table_id: int) -> bool:
        """Take the controls from a public message that a restored backup does not know; tell whether it was one."""
        message = interaction.message
        assert message is not None
        try:
            table = await self._app.tables.get(table_id)
        except Refused:
            return False
        if not (visibility_of(interaction).table(table) and self._app.posts.is_lost(table, message)):
            return False
        self._app.boards.note_watcher(table)
        self._app.boards.doubt(table_id)  # the board that the backup knows may have been closed since
        await self._app.presenter.show(table_id)
        table = await self._app.tables.get(table_id)
        if not self._app.posts.is_lost(table, message):  # it was posted just before a crash, and is found now
            return False
        with self._app.renderer.for_all(table):
            layout = lost_message(table, table.message(BOARD))
        await interaction.response.edit_message(**layout.editing())
        return True

    async def _say_unreachable(self, interaction: Interaction) -> None:
        """Tell a member once that the bot cannot send them direct messages, and stop sending them."""
        await self._app.tables.preferences.reached_again(interaction.user.id)
        await tell(
            interaction,
            tr("Your direct messages are closed to me; allow them in your privacy settings here, then switch mine on "
            "again."),
        )  # fmt: skip

    async def _look_for_absent(self, interaction: Interaction, table: Table) -> None:
        """Check, after a click at a table that has not begun, that all who sit there are still in the server."""
        if table.guild_id != interaction.guild_id or not visibility_of(interaction).table(table):
            return
        try:
            if await self._app.attendance.sweep(table, interaction.user.id) is not table:
                await self._app.presenter.show(table.id)
        except (DatabaseError, Refused) as error:  # the next click finds out
            log.warning("absent members could not be looked for: %s", type(error).__name__, extra={"table": table.id})


def _is_control(interaction: Interaction) -> bool:
    if interaction.type is not discord.InteractionType.component:
        return False
    data: Any = interaction.data or {}
    custom_id = data.get("custom_id", "")
    return bool(BUTTON_ID.fullmatch(custom_id) or MENU_ID.fullmatch(custom_id))


def _route_of(interaction: Interaction) -> Route | None:
    """Read what is asked for by a click; return None if its id is unknown."""
    data: Any = interaction.data
    values = data.get("values") or ()
    whole = isinstance(values, list | tuple) and all(isinstance(value, str) for value in values)
    return read_route(data["custom_id"], " ".join(values)) if whole else None

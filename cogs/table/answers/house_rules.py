"""Handlers of the sheet of house rules."""

from __future__ import annotations

from collections.abc import Awaitable
from functools import partial

from bot.engine import Option, RulesError
from bot.engine.options import BY_KEY, MAX_TARGET, MIN_TARGET, TARGET_STEP, Value, write_value
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import terms
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES, clock_of
from bot.tables.values.rule_sets import Owner
from bot.ui.kit.entry import Entry, NotUnderstoodError, read_clock, read_target
from bot.ui.kit.reply import in_place
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.lobby import Flag, Typed
from bot.ui.routes.settings import PlayBy
from bot.ui.text.i18n import tr
from bot.ui.text.refusals import refusal_text, rules_error_text
from cogs.table.answers.typed_rules import meant_by_set
from cogs.table.desk import Desk, Interaction
from cogs.table.pages.house_rules import page_of, sheet


async def open_sheet(desk: Desk, interaction: Interaction, route: lobby_routes.OpenSheet) -> None:
    """Show a page of the sheet to the opener."""
    await _show(desk, interaction, await _own(desk, interaction, route.table_id), route.page)


async def set_book(desk: Desk, interaction: Interaction, route: lobby_routes.SetBook) -> None:
    """Play by another rule book."""
    table, user = await _own(desk, interaction, route.table_id), interaction.user.id
    await _changed(desk, interaction, table, desk.tables.ask(table.id, terms.set_rules, user, {}, preset=route.book))


async def play_by(desk: Desk, interaction: Interaction, route: PlayBy) -> None:
    """Play by a rule set; one that cannot be played any more changes nothing.

    Raises:
        Refused: It is kept no more, or cannot be played.
    """
    table, user = await _own(desk, interaction, route.table_id), interaction.user.id
    shelves = await desk.members.rule_sets.here(table.guild_id, user)
    found = (shelves.own if route.owner is Owner.MEMBER else shelves.server).numbered(route.number)
    if found is None:
        raise Refused(Why.NO_SUCH_RULE_SET)
    preset, rules, friendly = meant_by_set(found)
    change = desk.tables.ask(table.id, terms.play_by, user, preset, rules, friendly=friendly)
    await _changed(desk, interaction, table, change)


async def set_clock(desk: Desk, interaction: Interaction, route: lobby_routes.SetClock) -> None:
    """Play with another clock."""
    table, user = await _own(desk, interaction, route.table_id), interaction.user.id
    change = desk.tables.ask(table.id, terms.set_table, user, clock=clock_of(route.clock))
    await _changed(desk, interaction, table, change)


async def set_flag(desk: Desk, interaction: Interaction, route: lobby_routes.SetFlag) -> None:
    """Tick something, or take the tick away."""
    table, user, tables = await _own(desk, interaction, route.table_id), interaction.user.id, desk.tables
    if route.flag is Flag.AUTO_DRAW:
        change = tables.ask(table.id, terms.set_table, user, auto_draw=route.on)
    elif route.flag is Flag.INVITED_ONLY:
        change = tables.ask(table.id, terms.set_table, user, invited_only=route.on)
    elif route.flag is Flag.PARTNERS_DRAWN:
        change = tables.ask(table.id, terms.set_table, user, partners_drawn=route.on)
    elif route.flag is Flag.FRIENDLY:
        change = tables.ask(table.id, terms.set_table, user, friendly=route.on)
    elif route.flag is Flag.BEST_OF_THREE:
        change = tables.ask(table.id, terms.set_table, user, best_of_three=route.on)
    else:
        change = tables.ask(table.id, terms.set_table, user, hints=route.on)
    await _changed(desk, interaction, table, change)


async def set_option(desk: Desk, interaction: Interaction, route: lobby_routes.SetOption) -> None:
    """Play with another house rule; what cannot go together is said on the sheet and changes nothing."""
    table, user, option = await _own(desk, interaction, route.table_id), interaction.user.id, BY_KEY.get(route.option)
    if option is None:
        await _show(desk, interaction, table, 0)
        return
    change = desk.tables.ask(table.id, terms.set_rules, user, {option.key: _read(option, route.value)})
    await _changed(desk, interaction, table, change, page_of(option.key))


async def enter(desk: Desk, interaction: Interaction, route: lobby_routes.Enter) -> None:
    """Ask for a number."""
    table = await _own(desk, interaction, route.table_id)
    if route.what is Typed.TARGET:
        words = (tr("Another target"), tr("Points that win the game"))
        line = tr("A multiple of {step} from {least} to {most}.", step=TARGET_STEP, least=MIN_TARGET, most=MAX_TARGET)
    else:
        words = (tr("Another time"), tr("Time for a move"))
        line = tr("Minutes, such as 7, up to {minutes}; or days, such as 4 d, up to {days}.",
                  minutes=MOST_MINUTES, days=MOST_DAYS)  # fmt: skip
    taken = partial(_entered, desk, table.id, route.what)
    await interaction.response.send_modal(Entry(*words, line, route.typed, taken))


async def _entered(desk: Desk, table_id: int, what: Typed, interaction: Interaction, typed: str) -> None:
    table, user = await _own(desk, interaction, table_id), interaction.user.id
    said, kept, page = "", "", page_of(what) if what is Typed.TARGET else 0
    try:
        if what is Typed.TARGET:
            table = await desk.tables.ask(table_id, terms.set_rules, user, {what.value: read_target(typed)})
        else:
            table = await desk.tables.ask(table_id, terms.set_table, user, clock=clock_of(read_clock(typed)))
    except NotUnderstoodError as error:
        said, kept = str(error), typed
    with desk.redeliver_on_failure(table_id):
        await _show(desk, interaction, table, page, said=said, typed=kept)
    await desk.show(interaction, table)


async def _own(desk: Desk, interaction: Interaction, table_id: int) -> Table:
    """Return a table whose rules the member may settle now.

    Raises:
        Refused: It is another's, or has begun.
    """
    table = await desk.table_here(interaction, table_id)
    if table.status is not Status.LOBBY:
        raise Refused(Why.ALREADY_STARTED if table.live else Why.CLOSED, table_id=table.id)
    if table.opener_id != interaction.user.id:
        raise Refused(Why.NOT_OPENER, table_id=table.id)
    return table


async def _changed(desk: Desk, interaction: Interaction, table: Table, change: Awaitable[Table], page: int = 0) -> None:
    """Make a change, and show the sheet as it stands then; where it cannot be made it is said there why."""
    said = ""
    try:
        table = await change
    except RulesError as error:  # rules that cannot go together
        said = rules_error_text(error)
    except Refused as refused:
        if refused.why is not Why.SEATS_TAKEN:
            raise
        said = refusal_text(refused)
    await _show(desk, interaction, table, page, said=said)
    await desk.show(interaction, table)


async def _show(
    desk: Desk, interaction: Interaction, table: Table, page: int, *, said: str = "", typed: str = ""
) -> None:
    shelves = await desk.members.rule_sets.here(table.guild_id, interaction.user.id)
    await in_place(interaction, sheet(table, page, shelves, said=said, typed=typed))


def _read(option: Option, text: str) -> Value:
    """Read a stored value of an option; an unknown one stays a text, which the rules then refuse."""
    if option.key == "target" and text.isdigit() and MIN_TARGET <= int(text) <= MAX_TARGET:
        return int(text)
    return next((c.value for c in option.choices if write_value(c.value) == text), text)

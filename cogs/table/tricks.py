"""The private page with the tricks of a deal, as far as the rules allow, and the request to look at all of them."""

from __future__ import annotations

import discord

from bot.engine import View, observe_deal
from bot.tables import Refused, Table, Why
from bot.tables.decisions import consent
from bot.ui.kit.controls import CLOTH, Control, Layout, button, rows
from bot.ui.kit.reply import in_own_message, in_place, say_privately
from bot.ui.routes import table as table_routes
from bot.ui.routes.table import AllowLook, AskLook, RefuseLook, ShowTricks
from bot.ui.text.faces import PLAIN, Style
from bot.ui.text.history import full_history, turn_up_text
from bot.ui.text.i18n import tr, trn
from bot.ui.text.table_lines import gone_grid
from cogs.table.app import App, Interaction
from cogs.table.pages.adjourning import name_of
from cogs.table.pages.board import title

_BESIDE_GRID = 6
"""Most lines of tricks on the page with the grid, and half as many as on those before it."""
_PAGE = 3400
"""Most characters of a page; Discord takes 4,000 in a message."""


def tricks_page(table: Table, number: int, back: int = 0, style: Style = PLAIN, *, reader: int | None = None) -> Layout:
    """Build a page of the tricks of a deal, the newest first; `back` counts the pages after it."""
    view = _public(table, number)
    own = table.seen_by(reader).view if reader is not None and number == len(table.game.deals) - 1 else None
    grid = gone_grid(own) if own is not None and not own.over and len(own.tricks) == own.tricks_played else None
    pages = _pages(full_history(view, table.names, style), _BESIDE_GRID if grid else _PAGE)
    back = min(back, len(pages) - 1)
    said = [title(table, number), trn("{count} trick so far", "{count} tricks so far", view.tricks_played)]
    if view.over or not table.live:
        said[1] = trn("{count} trick", "{count} tricks", view.tricks_played)
    else:
        said[1] += f" · {turn_up_text(view)}"
    if len(view.tricks) < view.tricks_played:
        said.append("-# " + tr("By the rules of this table only the last trick may be looked at."))
        said += _asked(table, reader)
    elif number == len(table.game.deals) - 1 and table.tricks_lie_open:
        said.append("-# " + tr("The tricks lie open until the next lead."))
    turning = [
        button(ShowTricks(table.id, number, back + 1), tr("Earlier"), disabled=back + 1 >= len(pages)),
        button(ShowTricks(table.id, number, max(back - 1, 0)), tr("Later"), disabled=back == 0),
    ]
    return Layout(
        CLOTH,
        "\n".join(said),
        grid if back == 0 else None,
        pages[len(pages) - 1 - back] or tr("No trick has been played yet."),
        *rows(turning if len(pages) > 1 else []),
        *rows(_asking(table, view, number, reader)),
    )


def _asked(table: Table, reader: int | None) -> list[str]:
    asked = table.looking
    if asked is None:
        return []
    if asked.declined:
        return ["-# " + tr("It was asked for, and not everyone wants it.")]
    if asked.user == reader:
        return ["-# " + tr("You ask to look at the others. They decide.")]
    return ["-# " + tr("{name} asks to look at the others.", name=name_of(table, asked.user))]


def _asking(table: Table, view: View, number: int, reader: int | None) -> list[Control]:
    """Build the buttons that ask the others to let the tricks be looked at, or answer such a request."""
    hidden = len(view.tricks) < view.tricks_played and number == len(table.game.deals) - 1
    if not hidden or reader is None or table.seat_of(reader) is None or not table.live:
        return []
    if table.looking is None:
        return [button(AskLook(table.id, number), tr("Ask to look at all tricks"))]
    if reader not in table.yet_to_let_look:
        return []
    led = table.looking.ply
    return [
        button(AllowLook(table.id, led), tr("Let them be looked at"), discord.ButtonStyle.success),
        button(RefuseLook(table.id, led), tr("Leave them closed")),
    ]


def _public(table: Table, number: int) -> View:
    """Return the public view of a deal, or refuse where there was none."""
    if not 0 <= number < len(table.game.deals):
        raise Refused(Why.NO_SUCH_DEAL, table_id=table.id)
    view = table.view() if number == len(table.game.deals) - 1 else None
    return view if view is not None else observe_deal(table.game.deals[number], None)


def _pages(lines: list[str], newest: int) -> list[str]:
    """Divide lines between pages, the newest of which has at most so many."""
    pages: list[list[str]] = [[]]
    for line in reversed(lines):
        most = newest if len(pages) == 1 else 2 * newest
        if len(pages[-1]) == most or sum(len(each) + 1 for each in pages[-1]) + len(line) > _PAGE:
            pages.append([])
        pages[-1].insert(0, line)
    return ["\n".join(page) for page in reversed(pages)]


async def tricks(app: App, interaction: Interaction, route: table_routes.ShowTricks) -> None:
    """Show the member the tricks of a deal that may be looked at; another page replaces the present one."""
    table = await app.table_here(interaction, route.table_id)
    style, _ = app.renderer.reader(interaction.user.id)
    page = tricks_page(table, route.deal, route.back, style, reader=interaction.user.id)
    await (say_privately if route.panel else in_place)(interaction, page)


async def ask_look(app: App, interaction: Interaction, route: table_routes.AskLook) -> None:
    """Ask the others to let the tricks be looked at, and say on the page how that stands."""
    table = await app.table_here(interaction, route.table_id)
    with app.public.request(table.guild_id, interaction.user.id) as permit:
        table = await app.tables.ask(table.id, consent.ask_look, interaction.user.id)
        if table.yet_to_let_look:
            permit.use()
    style, _ = app.renderer.reader(interaction.user.id)
    with app.redeliver_on_failure(table.id):
        await in_place(interaction, tricks_page(table, route.deal, style=style, reader=interaction.user.id))
    await app.notices.post(table, "look")
    await app.show(interaction, table)


async def allow_look(app: App, interaction: Interaction, route: table_routes.AllowLook) -> None:
    """Let the tricks be looked at; others may be asked as well."""
    table = await app.ask(interaction, route.table_id, consent.allow_look, route.ply)
    await _answered_look(app, interaction, table, panel=bool(route.panel))


async def refuse_look(app: App, interaction: Interaction, route: table_routes.RefuseLook) -> None:
    table = await app.ask(interaction, route.table_id, consent.refuse_look, route.ply)
    await _answered_look(app, interaction, table, panel=bool(route.panel))


async def _answered_look(app: App, interaction: Interaction, table: Table, *, panel: bool) -> None:
    """Show what came of a request where it was answered: in the notice, in the panel, or on the page of the tricks."""
    if not in_own_message(interaction):
        await app.on_notice(interaction, table, "look")
        return
    with app.redeliver_on_failure(table.id):
        if panel:
            await app.in_panel(interaction, table)
        else:
            style, _ = app.renderer.reader(interaction.user.id)
            number = len(table.game.deals) - 1
            await in_place(interaction, tricks_page(table, number, style=style, reader=interaction.user.id))
    await app.notices.again(table, "look")
    await app.show(interaction, table)

"""The private sheet on which the opener of a table settles the house rules, group by group."""

from __future__ import annotations

from functools import partial
from typing import Any

import discord

from bot.engine import OPTIONS, PRESETS, Option, Rules, RulesError, write_code
from bot.engine.options import BY_KEY, MAX_TARGET, MIN_TARGET, TARGET_STEP, Value, write_value
from bot.tables import CLOCKS, Refused, Status, Table, Why
from bot.tables.decisions import terms
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES, clock_of
from bot.ui.kit.controls import BRASS, SLATE, Layout, Press, button, menu, menu_row, rows
from bot.ui.kit.entry import LONGEST, Entry, NotUnderstoodError, read_clock, read_target
from bot.ui.kit.reply import kindly
from bot.ui.text.i18n import pair, tr
from bot.ui.text.refusals import refusal_text, rules_error_text
from bot.ui.text.words import clock_words, rules_line

from .desk import Desk

GROUPS = tuple(dict.fromkeys(option.group for option in OPTIONS))
"""The pages, in the order of the options."""
_HIDDEN = "irregularities"


class HouseRules:
    """Answers the controls of the sheet."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        desk.add("arrange", self._page)
        desk.add("set", self._set)
        desk.add("enter", self._enter)
        desk.add("agree", self._agree)
        desk.add("sit", self._sit)

    async def _page(self, interaction: discord.Interaction[Any], press: Press) -> None:
        table = await self._desk.table_here(interaction, press.table_id)
        self._check(table, interaction.user.id)
        page = int(press.words) if press.words.isdigit() else 0
        await self._turn_to(interaction, sheet(table, page))

    async def _set(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Take a choice: ``KEY=VALUE``; what cannot go together is said on the sheet and changes nothing."""
        table = await self._desk.table_here(interaction, press.table_id)
        self._check(table, interaction.user.id)
        key, _, text = press.words.partition("=")
        user, said = interaction.user.id, ""
        tables = self._desk.tables
        try:
            if key == "book":
                table = await tables.ask(table.id, terms.set_rules, user, {}, preset=text)
            elif key == "clock":
                table = await tables.ask(table.id, terms.set_table, user, clock=clock_of(text))
            elif key == "auto_draw":
                table = await tables.ask(table.id, terms.set_table, user, auto_draw=text == "true")
            elif key == "invited_only":
                table = await tables.ask(table.id, terms.set_table, user, invited_only=text == "true")
            elif key == "partners_cut":
                table = await tables.ask(table.id, terms.set_table, user, partners_cut=text == "true")
            elif key == "hints":
                table = await tables.ask(table.id, terms.set_table, user, hints=text == "true")
            elif key in BY_KEY:
                table = await tables.ask(table.id, terms.set_rules, user, {key: _read(BY_KEY[key], text)})
        except RulesError as error:  # rules that cannot go together
            said = rules_error_text(error)
        except Refused as refused:
            if refused.why is not Why.SEATS_TAKEN:
                raise
            said = refusal_text(refused)
        page = GROUPS.index(BY_KEY[key].group) if key in BY_KEY else 0
        await self._turn_to(interaction, sheet(table, page, said=said))
        await self._desk.show(interaction, table)

    async def _enter(self, interaction: discord.Interaction[Any], press: Press) -> None:
        """Ask for a number: ``KEY=TYPED``, where TYPED is what could not be taken the last time."""
        table = await self._desk.table_here(interaction, press.table_id)
        self._check(table, interaction.user.id)
        key, _, typed = press.words.partition("=")
        if key == "target":
            words = (tr("Another target"), tr("Points that win the game"))
            line = tr(
                "A multiple of {step} from {least} to {most}.", step=TARGET_STEP, least=MIN_TARGET, most=MAX_TARGET
            )
        else:
            words = (tr("Another time"), tr("Time for a move"))
            line = tr("Minutes, such as 7, up to {minutes}; or days, such as 4 d, up to {days}.",
                      minutes=MOST_MINUTES, days=MOST_DAYS)  # fmt: skip
        await interaction.response.send_modal(
            Entry(*words, line, typed, partial(self._entered, table.id, "target" if key == "target" else "clock"))
        )

    async def _entered(self, table_id: int, key: str, interaction: discord.Interaction[Any], typed: str) -> None:
        async with kindly(interaction, "house rules"):
            table = await self._desk.table_here(interaction, table_id)
            self._check(table, interaction.user.id)
            user, said, kept = interaction.user.id, "", ""
            try:
                if key == "target":
                    table = await self._desk.tables.ask(table_id, terms.set_rules, user, {key: read_target(typed)})
                else:
                    table = await self._desk.tables.ask(
                        table_id, terms.set_table, user, clock=clock_of(read_clock(typed))
                    )
            except NotUnderstoodError as error:
                said, kept = str(error), typed
            page = GROUPS.index(BY_KEY[key].group) if key in BY_KEY else 0
            with self._desk.owing(table_id):
                await self._turn_to(interaction, sheet(table, page, said=said, typed=kept))
            await self._desk.show(interaction, table)

    async def _agree(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        table = await self._desk.tables.ask(press.table_id, terms.agree, interaction.user.id, press.ply)
        await self._desk.on_board(interaction, table)

    async def _sit(self, interaction: discord.Interaction[Any], press: Press) -> None:
        await self._desk.table_here(interaction, press.table_id)
        seat = int(press.words) if press.words.isdigit() else -1
        table = await self._desk.tables.ask(press.table_id, terms.change_seat, interaction.user.id, seat)
        await self._desk.on_board(interaction, table)

    @staticmethod
    async def _turn_to(interaction: discord.Interaction[Any], layout: Layout) -> None:
        """Show a page in the sheet that was clicked, or in a new one; never in a message that everyone sees."""
        clicked = interaction.message
        if clicked is not None and clicked.flags.ephemeral:
            await interaction.response.edit_message(view=layout)
        else:
            await interaction.response.send_message(view=layout, ephemeral=True)

    @staticmethod
    def _check(table: Table, user_id: int) -> None:
        if table.status is not Status.LOBBY:
            raise Refused(Why.ALREADY_STARTED if table.live else Why.CLOSED, table_id=table.id)
        if table.opener_id != user_id:
            raise Refused(Why.NOT_OPENER, table_id=table.id)


def sheet(table: Table, page: int, *, said: str = "", typed: str = "") -> Layout:
    """Build a page of the sheet.

    Args:
        table: The table.
        page: Which group of rules.
        said: Why the last choice could not be taken.
        typed: What was typed and could not be taken: it is offered again to be mended.
    """
    if table.status is not Status.LOBBY:
        return Layout(SLATE, tr("This table has begun; its rules stand."))
    page = page % len(GROUPS)
    rules = table.rules
    head = [f"### {tr('House rules · table {table}', table=table.id)}", rules_line(rules, table.terms.preset)]
    items: list[discord.ui.Item[Any] | str | None] = []
    if page == 0:
        books = [(tr(p.title), f"book={p.name}", tr(p.line)) for p in PRESETS.values()]
        items.append(_choice(table, "book", tr("Rule book"), books, f"book={table.terms.preset}"))
        clocks = [(tr(c.label), f"clock={c.key}", "") for c in CLOCKS.values()]
        if table.terms.clock.key not in CLOCKS:
            clocks.append((clock_words(table.terms.clock), f"clock={table.terms.clock.key}", ""))
        items.append(_choice(table, "clock", tr("Clock"), clocks, f"clock={table.terms.clock.key}"))
        items.append(_enter_row(table, "clock", tr("Another time …"), typed))
    wanted = [option for option in OPTIONS if option.group == GROUPS[page] and _means_something(option, rules)]
    for option in wanted:
        items.append(_option_menu(table, option))
        if option.key == "target":
            items.append(_enter_row(table, "target", tr("Another target …"), typed))
    if not wanted:
        items.append(tr("Nothing is to be chosen here: without a turned-up trump, sevens never count ten."))
    if page == 0:
        items += rows(_toggles(table))
    items += rows(
        [
            button(Press(table.id, 0, "arrange", str(number)), tr(group),
                   discord.ButtonStyle.primary if number == page else discord.ButtonStyle.secondary,
                   disabled=number == page)
            for number, group in enumerate(GROUPS)
        ],
        3,
    )  # fmt: skip
    code = f"-# {pair(tr('To type these rules again'), f'`{write_code(rules, table.terms.preset)}`')}"
    return Layout(BRASS, "\n".join(head), f"⚠ {said}" if said else None, f"**{tr(GROUPS[page])}**", *items, code)


def _means_something(option: Option, rules: Rules) -> bool:
    """Tell whether an option can make a difference under the other rules, so that no menu leads nowhere."""
    if option.key == _HIDDEN:
        return False
    if option.key == "partners":
        return rules.players == 4
    if option.key == "packs":
        return rules.players == 3
    return not (rules.trump == "first_marriage" and option.key in ("seven_scores", "seven_exchange"))


def _option_menu(table: Table, option: Option) -> discord.ui.Item[Any]:
    value = table.rules.values()[option.key]
    choices = [(tr(c.label), f"{option.key}={write_value(c.value)}", tr(c.line)) for c in option.choices]
    now = f"{option.key}={write_value(value)}"
    if all(stored != now for _, stored, _ in choices):
        choices.append((option.label(value), now, ""))
    return _choice(table, option.key, tr(option.title), choices, now)


def _choice(table: Table, key: str, title: str, choices: list[tuple[str, str, str]], now: str) -> discord.ui.Item[Any]:
    labelled = [(pair(title, label), value, line) for label, value, line in choices]
    shown = next((label for label, value, _ in labelled if value == now), title)
    return menu_row(menu(Press(table.id, 0, "set", key), shown, labelled, chosen=now))


def _enter_row(table: Table, key: str, text: str, typed: str) -> discord.ui.Item[Any]:
    """Make the button that asks for a number; what could not be taken of it goes along."""
    kept = "".join(c for c in typed if c.isprintable())[:LONGEST]
    return discord.ui.ActionRow(button(Press(table.id, 0, "enter", f"{key}={kept}" if kept else key), text))


def _toggles(table: Table) -> list[Any]:
    flags = [
        ("auto_draw", table.terms.auto_draw, tr("Draws by itself")),
        ("invited_only", table.lobby.invited_only, tr("Invited members only")),
        ("hints", table.terms.hints, tr("Hints allowed")),
    ]
    if table.rules.partners:
        flags.append(("partners_cut", table.terms.partners_cut, tr("Partners by cutting")))
    return [
        # The words stay the same with and without the tick: an empty box beside the opposite would say it twice over.
        button(Press(table.id, 0, "set", f"{key}={write_value(not now)}"), ("☑ " if now else "☐ ") + words)
        for key, now, words in flags
    ]


def _read(option: Option, text: str) -> Value:
    """Read a stored value of an option; an unknown one stays a text, which the rules then refuse."""
    if option.key == "target" and text.isdigit() and MIN_TARGET <= int(text) <= MAX_TARGET:
        return int(text)
    return next((c.value for c in option.choices if write_value(c.value) == text), text)

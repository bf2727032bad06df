"""The private sheet on which a table's opener sets the house rules, one group to a page."""

from __future__ import annotations

from functools import partial
from typing import Any, Final, TypeAlias

import discord

from bot.engine import OPTIONS, PRESETS, Option, Rules, RulesError, write_code
from bot.engine.options import BY_KEY, write_value
from bot.tables import CLOCKS, Status, Table
from bot.tables.values.rule_sets import NO_SETS, Owner, RuleSet, Shelves
from bot.ui.kit.controls import BRASS, SLATE, Control, Layout, button, menu, rows, switch
from bot.ui.kit.tree import LONGEST
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.lobby import Flag, Typed
from bot.ui.routes.settings import NameRules, PlayBy
from bot.ui.text.i18n import mark, pair, tr
from bot.ui.text.refusals import rules_error_text
from bot.ui.text.typed import title_line
from bot.ui.text.words import book_title, clock_words, has_effect, rules_line

GROUPS = tuple(dict.fromkeys(option.group for option in OPTIONS))
"""Groups of rules, one for each page after the first, in the order of the options."""
FIRST: Final = ("players", "partners", "length", "target")
"""The options on the first page, which has the clock too."""
BOOKS: Final = 1
"""The page with the book, the rule sets and what can be ticked."""
_Choice: TypeAlias = tuple[str, Route, str]


def page_of(option: str) -> int:
    """Return the number of the page on which an option stands, counted from 0."""
    return 0 if option in FIRST else 1 + GROUPS.index(BY_KEY[option].group)


def sheet(
    table: Table, page: int, shelves: Shelves = NO_SETS, *, said: str = "", typed: tuple[Typed, str] | None = None
) -> Layout:
    """Build a page of the sheet.

    Args:
        page: The number of the page: 0 for what most tables choose, then one for each group of rules.
        shelves: The rule sets from which the opener can choose.
        said: Why the last choice was refused.
        typed: A typed text that was refused, and what it should be; it is offered again for correction.
    """
    if table.status is not Status.LOBBY:
        return Layout(
            SLATE, tr("This table has begun; its rules stand.") if table.live else tr("This table is closed.")
        )
    page = page % (1 + len(GROUPS))
    head = [
        f"### {tr('House rules · table {table}', table=table.number)}",
        rules_line(table.rules, table.terms.preset),
        *([f"**{tr(GROUPS[page - 1])}**"] if page else []),
    ]
    items = _group(table, page, shelves) if page else _first(table, typed)
    return Layout(BRASS, "\n".join(head), f"⚠ {said}" if said else None, *items)


def _first(table: Table, typed: tuple[Typed, str] | None) -> list[discord.ui.Item[Any] | str]:
    """Lay out the first page: players, partners, length and time."""
    wanted = [BY_KEY[key] for key in FIRST if _means_something(BY_KEY[key], table.rules)]
    clocks: list[_Choice] = [(tr(c.label), lobby_routes.SetClock(table.id, c.key), "") for c in CLOCKS.values()]
    now = lobby_routes.SetClock(table.id, table.terms.clock.key)
    if table.terms.clock.key not in CLOCKS:
        clocks.append((clock_words(table.terms.clock), now, ""))
    buttons = [
        _enter(table, Typed.CLOCK, tr("Another time …"), typed),
        button(lobby_routes.OpenSheet(table.id, BOOKS), tr("More…")),
        button(lobby_routes.LobbyMore(table.id), tr("Back")),
    ]
    if table.rules.length == "target":
        buttons.insert(0, _enter(table, Typed.TARGET, tr("Another target …"), typed))
    return [*(_option_menu(table, option) for option in wanted), _menu(tr("Time"), clocks, now), *rows(buttons)]


def _group(table: Table, page: int, shelves: Shelves) -> list[discord.ui.Item[Any] | str]:
    """Lay out the page of a group of rules; the first of them has the book, the rule sets and what can be ticked."""
    rules, group = table.rules, GROUPS[page - 1]
    items: list[discord.ui.Item[Any] | str] = []
    if page == BOOKS:
        books: list[_Choice] = [
            (book_title(p.name), lobby_routes.SetBook(table.id, p.name), tr(p.line)) for p in PRESETS.values()
        ]
        items.append(_menu(tr("Book"), books, lobby_routes.SetBook(table.id, table.terms.preset)))
        items += set_menus(table.id, shelves, table.terms.preset, rules)
    items += [_option_menu(table, option) for option in _options_of(group, rules)]
    if page == BOOKS:
        items += rows(_toggles(table))
    items += rows(
        [
            button(lobby_routes.OpenSheet(table.id, number), tr(name),
                   discord.ButtonStyle.primary if number == page else discord.ButtonStyle.secondary,
                   disabled=number == page)
            for number, name in enumerate([_ESSENTIALS, *GROUPS])
            if number <= BOOKS or _options_of(name, rules)
        ],
        3,
    )  # fmt: skip
    code = f"-# {pair(tr('To type these rules again'), f'`{write_code(rules, table.terms.preset)}`')}"
    return [*items, code, discord.ui.ActionRow(button(NameRules(table.id), tr("Save these rules …")))]


_ESSENTIALS: Final = mark("Essentials")
"""The button that leads back to the first page."""


def _options_of(group: str, rules: Rules) -> list[Option]:
    """List a group's options with an effect that are not on the first page; the game is chosen with its book."""
    wanted = (option for option in OPTIONS if option.group == group and option.key not in (*FIRST, "game"))
    return [option for option in wanted if _means_something(option, rules)]


def _means_something(option: Option, rules: Rules) -> bool:
    """Return whether an option has any effect under the other rules; the sheet leaves out the others."""
    if option.key == "partners":
        return rules.players == 4
    if option.key == "packs":
        return rules.players == 3
    return has_effect(option.key, rules)


def _option_menu(table: Table, option: Option) -> discord.ui.Item[Any]:
    value = table.rules.values()[option.key]
    ask = partial(lobby_routes.SetOption, table.id, option.key)
    choices: list[_Choice] = [(tr(c.label), ask(write_value(c.value)), tr(c.line)) for c in option.choices]
    now = ask(write_value(value))
    if all(route != now for _, route, _ in choices):
        choices.append((option.label(value), now, ""))
    return _menu(tr(option.brief or option.title), choices, now)


def _menu(title: str, choices: list[_Choice], now: Route) -> discord.ui.Item[Any]:
    labelled = [(pair(title, label), route, line) for label, route, line in choices]
    shown = next((label for label, route, _ in labelled if route == now), title)
    return menu(shown, labelled, chosen=now)


def _enter(table: Table, what: Typed, text: str, typed: tuple[Typed, str] | None) -> Control:
    """Make the button that asks for a typed value; it carries the text that was refused last."""
    refused = typed[1] if typed is not None and typed[0] is what else ""
    kept = " ".join("".join(c if c.isprintable() else " " for c in refused)[:LONGEST].split())
    return button(lobby_routes.Enter(table.id, what, kept), text)


def _toggles(table: Table) -> list[Control]:
    flags = [
        *([(Flag.AUTO_DRAW, table.terms.auto_draw, tr("Draws by itself"))] if not table.is_honour else []),
        (Flag.INVITED_ONLY, table.lobby.invited_only, tr("Invited members only")),
        (Flag.HINTS, table.terms.hints, tr("Hints allowed")),
        (Flag.FRIENDLY, table.terms.friendly, tr("Friendly, not rated")),
    ]
    if table.rules.players == 2:
        flags.append((Flag.BEST_OF_THREE, table.series is not None, tr("Best of three")))
    if table.rules.partners:
        flags.append((Flag.PARTNERS_DRAWN, table.terms.partners_drawn, tr("Partners by lot")))
    return [switch(lobby_routes.SetFlag(table.id, flag, not now), words, on=now) for flag, now, words in flags]


def set_menus(table_id: int, shelves: Shelves, preset: str, rules: Rules) -> list[discord.ui.Item[Any]]:
    """Build the menus of rule sets on a lobby's sheet, one for each owner that has any.

    Args:
        table_id: The lobby's table id.
        shelves: The opener's rule sets and the server's.
        preset: The book from which the lobby's rules started.
        rules: The lobby's rules.
    """
    items: list[discord.ui.Item[Any]] = []
    own = tr("Rules of yours"), Owner.MEMBER, shelves.own.sets
    for title, owner, sets in (own, (tr("Rules of this server"), Owner.SERVER, shelves.server.sets)):
        if sets:
            entries = [(*rule_set_entry(each), PlayBy(table_id, owner, each.number)) for each in sets]
            now = next((PlayBy(table_id, owner, each.number) for each in sets if each.plays(preset, rules)), None)
            named = [(pair(title, label), route, line) for label, line, route in entries]
            items.append(menu(f"{title} …", named, chosen=now))
    return items


def rule_set_entry(found: RuleSet) -> tuple[str, str]:
    """Return a rule set's label and description in a menu: its name and its rules."""
    rules, _ = playable(found)
    name = title_line(found.name, _LABEL) or "?"
    if rules is None:
        return f"⚠ {name}", tr("cannot be played any more")
    return name, rules_line(rules, found.preset, brief=True)


_LABEL: Final = 100


def playable(found: RuleSet) -> tuple[Rules | None, str]:
    """Return a rule set's rules, or None and the sentence that says why they cannot be played any more."""
    try:
        return found.rules(), ""
    except RulesError as error:
        return None, rules_error_text(error)

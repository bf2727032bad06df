"""House rules: the private sheet on which a table's opener sets them, one group to a page, and what is typed."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias

import discord
from discord import app_commands

from bot.engine import OPTIONS, PRESETS, Option, Rules, RulesError, code_words, read_code, write_code
from bot.engine.options import BY_KEY, MAX_TARGET, MIN_TARGET, TARGET_STEP, Value, write_value
from bot.tables import CLOCKS, Refused, Status, Table, Why
from bot.tables.decisions import terms
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES, clock_of
from bot.tables.values.rule_sets import NO_SETS, Owner, RuleSet, Shelves, same_name
from bot.ui.kit.controls import BRASS, Control, Layout, button, menu, rows, switch
from bot.ui.kit.reply import in_own_message, in_place
from bot.ui.kit.tree import LONGEST, Entry, NotUnderstoodError, read_clock, read_target
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.lobby import Flag, Typed
from bot.ui.routes.settings import NameRules, PlayBy
from bot.ui.text.i18n import mark, pair, tr
from bot.ui.text.refusals import mended, nearest, refusal_text, rules_error_text
from bot.ui.text.typed import one_line, title_line
from bot.ui.text.words import book_title, clock_words, has_effect, rules_line
from cogs.table.app import App, Interaction
from cogs.table.pages.lobby import closed_sheet

GROUPS = tuple(dict.fromkeys(option.group for option in OPTIONS))
"""Groups of rules, one for each page after the first, in the order of the options."""
FIRST: Final = ("players", "partners", "length", "target")
"""The options on the first page, which has the clock too."""
BOOKS: Final = 1
"""The page with the book, the rule sets and what can be ticked."""
_Choice: TypeAlias = tuple[str, Route, str]


async def open_sheet(app: App, interaction: Interaction, route: lobby_routes.OpenSheet) -> None:
    await _show(app, interaction, await _own(app, interaction, route.table_id), route.page)


async def set_book(app: App, interaction: Interaction, route: lobby_routes.SetBook) -> None:
    table, user = await _own(app, interaction, route.table_id), interaction.user.id
    await _changed(
        app, interaction, table, app.tables.ask(table.id, terms.set_rules, user, {}, preset=route.book), BOOKS
    )


async def play_by(app: App, interaction: Interaction, route: PlayBy) -> None:
    """Play by a rule set; one that is kept no more or cannot be played any more changes nothing."""
    table, user = await _own(app, interaction, route.table_id), interaction.user.id
    shelves = await app.members.rule_sets.here(table.guild_id, user)
    found = (shelves.own if route.owner is Owner.MEMBER else shelves.server).numbered(route.number)
    if found is None:
        raise Refused(Why.NO_SUCH_RULE_SET)
    preset, rules, friendly = meant_by_set(found)
    change = app.tables.ask(table.id, terms.play_by, user, preset, rules, friendly=friendly)
    await _changed(app, interaction, table, change, BOOKS)


async def set_clock(app: App, interaction: Interaction, route: lobby_routes.SetClock) -> None:
    table, user = await _own(app, interaction, route.table_id), interaction.user.id
    change = app.tables.ask(table.id, terms.set_table, user, clock=clock_of(route.clock))
    await _changed(app, interaction, table, change)


async def set_flag(app: App, interaction: Interaction, route: lobby_routes.SetFlag) -> None:
    table, user = await _own(app, interaction, route.table_id), interaction.user.id
    term: dict[str, Any] = {route.flag.name.lower(): route.on}  # each box is named after its term
    change = app.tables.ask(table.id, terms.set_table, user, **term)
    await _changed(app, interaction, table, change, BOOKS)


async def set_option(app: App, interaction: Interaction, route: lobby_routes.SetOption) -> None:
    """Play with another house rule, chosen on the lobby or the sheet; what cannot go together changes nothing."""
    table, user, option = await _own(app, interaction, route.table_id), interaction.user.id, BY_KEY.get(route.option)
    if option is None:
        await _show(app, interaction, table, 0)
        return
    change = app.tables.ask(table.id, terms.set_rules, user, {option.key: _read(option, route.value)})
    if in_own_message(interaction):
        await _changed(app, interaction, table, change, page_of(option.key))
    else:
        await app.on_board(interaction, await change)


async def enter(app: App, interaction: Interaction, route: lobby_routes.Enter) -> None:
    table = await _own(app, interaction, route.table_id)
    if route.what is Typed.TARGET:
        words = (tr("Another target"), tr("Points that win the game"))
        line = tr("A multiple of {step} from {least} to {most}.", step=TARGET_STEP, least=MIN_TARGET, most=MAX_TARGET)
    else:
        words = (tr("Another time"), tr("Time for a move"))
        line = tr("Minutes up to {minutes}, or days (4 d) up to {days}.",
                  minutes=MOST_MINUTES, days=MOST_DAYS)  # fmt: skip
    taken = partial(_entered, app, table.id, route.what)
    await interaction.response.send_modal(Entry(*words, line, route.typed, taken))


async def _entered(app: App, table_id: int, what: Typed, interaction: Interaction, typed: str) -> None:
    table, user = await _own(app, interaction, table_id), interaction.user.id
    said, kept = "", None
    try:
        if what is Typed.TARGET:
            table = await app.tables.ask(table_id, terms.set_rules, user, {what.value: read_target(typed)})
        else:
            table = await app.tables.ask(table_id, terms.set_table, user, clock=clock_of(read_clock(typed)))
    except NotUnderstoodError as error:
        said, kept = str(error), (what, typed)
    with app.redeliver_on_failure(table_id):
        await _show(app, interaction, table, 0, said=said, typed=kept)
    await app.show(interaction, table)


async def _own(app: App, interaction: Interaction, table_id: int) -> Table:
    """Return the member's own table, whose rules they may settle now."""
    table = await app.table_here(interaction, table_id)
    if table.status is not Status.LOBBY:
        raise Refused(Why.ALREADY_STARTED if table.live else Why.CLOSED, table_id=table.id)
    if table.opener_id != interaction.user.id:
        raise Refused(Why.NOT_OPENER, table_id=table.id)
    return table


async def _changed(app: App, interaction: Interaction, table: Table, change: Awaitable[Table], page: int = 0) -> None:
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
    await _show(app, interaction, table, page, said=said)
    await app.show(interaction, table)


async def _show(
    app: App,
    interaction: Interaction,
    table: Table,
    page: int,
    *,
    said: str = "",
    typed: tuple[Typed, str] | None = None,
) -> None:
    shelves = await app.members.rule_sets.here(table.guild_id, interaction.user.id)
    sent = await in_place(interaction, sheet(table, page, shelves, said=said, typed=typed))
    app.panels.sheets.keep(interaction, table.id, sent)


def _read(option: Option, text: str) -> Value:
    """Read a stored value of an option; an unknown one stays a text, which the rules then refuse."""
    if option.key == "target" and text.isdigit() and MIN_TARGET <= int(text) <= MAX_TARGET:
        return int(text)
    return next((c.value for c in option.choices if write_value(c.value) == text), text)


# ---------------------------------------------------------------- pages


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
        return closed_sheet(table)
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
    """Build the menus of rule sets on a lobby's sheet, one for each owner that has any."""
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
    name = title_line(found.name, _LONGEST) or "?"
    if rules is None:
        return f"⚠ {name}", tr("cannot be played any more")
    return name, rules_line(rules, found.preset, brief=True)


def playable(found: RuleSet) -> tuple[Rules | None, str]:
    """Return a rule set's rules, or None and the sentence that says why they cannot be played any more."""
    try:
        return found.rules(), ""
    except RulesError as error:
        return None, rules_error_text(error)


# ---------------------------------------------------------------- typed rules

FRIENDLY: Final = "friendly"
"""The word in a typed rule code that makes a game unrated."""
SERVERS: Final = "server:"
"""Prefix that marks a name as the server's rule set, even if the member has a set of the same name."""
_SHOWN: Final = 40
"""Number of characters of an unknown name that the refusal repeats."""
_MOST: Final = 25
"""Largest number of suggestions that Discord takes."""
_LONGEST: Final = 100
"""Largest number of characters that Discord takes in a suggestion, and in a label of a menu."""


class Meant(NamedTuple):
    """The rules that somebody means."""

    preset: str
    rules: Rules
    friendly: bool = False
    """The game is not to be rated."""


def read_typed(code: str, players: int | None = None) -> Meant:
    """Read a typed rule code; players chosen beside it count where it names none; ``friendly`` wants no rating."""
    words = code_words(code)
    kept = [word for word in words if word.lower() != FRIENDLY]
    preset, rules = read_code(" ".join(kept), beside=(FRIENDLY,), players=players or 2)
    return Meant(preset, rules, len(kept) < len(words))


def meant_by_set(found: RuleSet) -> Meant:
    """Return the rules of a rule set, or refuse it where they cannot be played any more."""
    try:
        return Meant(found.preset, found.rules(), found.friendly)
    except RulesError as error:
        raise Refused(Why.RULE_SET_BROKEN) from error


async def meant_by(app: App, interaction: Interaction, typed: str, players: int | None = None) -> Meant:
    """Return the rules that somebody means by what they have typed: a rule code, else the name of a rule set."""
    try:
        return read_typed(typed, players)
    except RulesError:
        words = typed.split()
        kept = [word for word in words if word.lower() != FRIENDLY]
        for name, friendly in ((typed, False), (" ".join(kept), True)):
            if (found := await _called(app, interaction, name)) is not None:
                meant = meant_by_set(found)
                return meant._replace(friendly=meant.friendly or friendly)
        # A rule code begins with a book, a number of players or an option.
        if kept and "=" not in kept[0] and not kept[0].isdigit() and kept[0].lower() not in PRESETS:
            near = await _near(app, interaction, kept)
            raise Refused(Why.NO_SUCH_RULES, detail=one_line(typed, _SHOWN), near=near) from None
        raise


async def _near(app: App, interaction: Interaction, words: Sequence[str]) -> list[str]:
    """Return what may be meant by words that mean nothing: a rule book's name with what follows it, or a rule set."""
    own, server = await app.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    books = [" ".join((name, *words[1:])) for name in nearest(words[0], PRESETS)]
    books = [mended(" ".join(words), read_typed), *(mended(code, read_typed) or code for code in books)]
    sets = nearest(" ".join(words), [*_books(), *(each.name for each in (*own.sets, *server.sets))])
    return list(dict.fromkeys([*filter(None, books), *(_books().get(name, name) for name in sets)]))[:2]


def _books() -> dict[str, str]:
    """Return the rule books' names by what they are called in the reader's language."""
    return {tr(book.title): book.name for book in PRESETS.values()}


async def _called(app: App, interaction: Interaction, name: str) -> RuleSet | None:
    own, server = await app.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    if name.startswith(SERVERS) and (found := server.called(name.removeprefix(SERVERS))) is not None:
        return found
    return own.called(name) or server.called(name)


async def rule_choices(app: App, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Return the rule books, member's rule sets and server's rule sets whose names contain the typed text.

    If none does, return similar names and the typed text as a rule code, with typing errors mended if that makes it
    valid.
    """
    own, server = await app.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    offered = [(pair(tr(book.title), tr(book.line)), book.name) for book in PRESETS.values()]
    offered += _offered(own.sets, "") + _offered(server.sets, SERVERS)
    wanted = same_name(typed)
    found = [(name, value) for name, value in offered if wanted in same_name(name)]
    if not found:
        known = {value: (name, value) for name, value in offered}
        near, code = nearest(typed, known), mended(typed, read_typed) or typed
        found = [known[value] for value in near] + ([] if code in near else [(code, code)])
    return [
        app_commands.Choice(name=name[:_LONGEST], value=value) for name, value in found if 0 < len(value) <= _LONGEST
    ][:_MOST]


def _offered(sets: Sequence[RuleSet], before: str) -> list[tuple[str, str]]:
    """Return rule sets as suggestions, without those that cannot be played any more."""
    found = []
    for each in sets:
        try:
            line = rules_line(each.rules(), each.preset, brief=True)
        except RulesError:
            continue
        found.append((pair(one_line(each.name, _LONGEST), line), before + each.name))
    return found

"""Handlers for the sheet of house rules, and the reading of typed rules."""

from __future__ import annotations

from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from discord import app_commands

from bot.engine import PRESETS, Option, Rules, RulesError, code_words, read_code
from bot.engine.options import BY_KEY, MAX_TARGET, MIN_TARGET, TARGET_STEP, Value, write_value
from bot.tables import Refused, Status, Table, Why
from bot.tables.decisions import terms
from bot.tables.values.clocks import MOST_DAYS, MOST_MINUTES, clock_of
from bot.tables.values.rule_sets import Owner, RuleSet, same_name
from bot.ui.kit.reply import in_place
from bot.ui.kit.tree import Entry, NotUnderstoodError, read_clock, read_target
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes.lobby import Typed
from bot.ui.routes.settings import PlayBy
from bot.ui.text.i18n import pair, tr
from bot.ui.text.near_names import mended, nearest
from bot.ui.text.refusals import refusal_text, rules_error_text
from bot.ui.text.typed import one_line
from bot.ui.text.words import rules_line
from cogs.table.app import App, Interaction
from cogs.table.pages.house_rules import BOOKS, page_of, sheet


async def open_sheet(app: App, interaction: Interaction, route: lobby_routes.OpenSheet) -> None:
    await _show(app, interaction, await _own(app, interaction, route.table_id), route.page)


async def set_book(app: App, interaction: Interaction, route: lobby_routes.SetBook) -> None:
    table, user = await _own(app, interaction, route.table_id), interaction.user.id
    await _changed(
        app, interaction, table, app.tables.ask(table.id, terms.set_rules, user, {}, preset=route.book), BOOKS
    )


async def play_by(app: App, interaction: Interaction, route: PlayBy) -> None:
    """Play by a rule set; one that cannot be played any more changes nothing.

    Raises:
        Refused: It is kept no more, or cannot be played.
    """
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
    """Play with another house rule; what cannot go together is said on the sheet and changes nothing."""
    table, user, option = await _own(app, interaction, route.table_id), interaction.user.id, BY_KEY.get(route.option)
    if option is None:
        await _show(app, interaction, table, 0)
        return
    change = app.tables.ask(table.id, terms.set_rules, user, {option.key: _read(option, route.value)})
    await _changed(app, interaction, table, change, page_of(option.key))


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
    """Return a table whose rules the member may settle now.

    Raises:
        Refused: It is another's, or has begun.
    """
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


FRIENDLY: Final = "friendly"
"""The word in a typed rule code that makes a game unrated."""
SERVERS: Final = "server:"
"""Prefix that marks a name as the server's rule set, even if the member has a set of the same name."""
_SHOWN: Final = 40
"""Number of characters of an unknown name that the refusal repeats."""
_MOST: Final = 25
"""Largest number of suggestions that Discord takes."""
_LONGEST: Final = 100
"""Largest number of characters that Discord takes in a suggestion."""


class Meant(NamedTuple):
    """The rules that somebody means."""

    preset: str
    rules: Rules
    friendly: bool = False
    """The game is not to be rated."""


def read_typed(code: str, players: int | None = None) -> Meant:
    """Read a typed rule code, and whether the word ``friendly`` in it wants a game that is not rated.

    Args:
        code: What was typed.
        players: The number of players chosen beside it; it counts where the code names none.

    Raises:
        RulesError: The code cannot be read, or its rules cannot go together.
    """
    words = code_words(code)
    kept = [word for word in words if word.lower() != FRIENDLY]
    preset, rules = read_code(" ".join(kept), beside=(FRIENDLY,), players=players or 2)
    return Meant(preset, rules, len(kept) < len(words))


def meant_by_set(found: RuleSet) -> Meant:
    """Return the rules of a rule set.

    Raises:
        Refused: They cannot be played any more.
    """
    try:
        return Meant(found.preset, found.rules(), found.friendly)
    except RulesError as error:
        raise Refused(Why.RULE_SET_BROKEN) from error


async def meant_by(app: App, interaction: Interaction, typed: str, players: int | None = None) -> Meant:
    """Return the rules that somebody means by what they have typed: a rule code, else the name of a rule set.

    Args:
        typed: What was typed.
        players: The number of players chosen beside it; it counts where a code names none.

    Raises:
        RulesError: It is a rule code that cannot be read, or its rules cannot go together.
        Refused: It looks like a name, and nothing has it; or the rules of that name cannot be played any more.
    """
    try:
        return read_typed(typed, players)
    except RulesError:
        words = typed.split()
        kept = [word for word in words if word.lower() != FRIENDLY]
        for name, friendly in ((typed, False), (" ".join(kept), True)):
            if (found := await _called(app, interaction, name)) is not None:
                meant = meant_by_set(found)
                return meant._replace(friendly=meant.friendly or friendly)
        if _looks_like_a_name(kept):
            near = await _near(app, interaction, kept)
            raise Refused(Why.NO_SUCH_RULES, detail=one_line(typed, _SHOWN), near=near) from None
        raise


async def _near(app: App, interaction: Interaction, words: Sequence[str]) -> list[str]:
    """Return what may be meant by words that mean nothing: a rule book's name with what follows it, or a rule set."""
    own, server = await app.members.rule_sets.here(interaction.guild_id or 0, interaction.user.id)
    books = [" ".join((name, *words[1:])) for name in nearest(words[0], PRESETS)]
    books = [mended(code, read_typed) or code for code in books]
    sets = nearest(" ".join(words), [*_books(), *(each.name for each in (*own.sets, *server.sets))])
    return list(dict.fromkeys([*books, *(_books().get(name, name) for name in sets)]))[:2]


def _books() -> dict[str, str]:
    """Return the rule books' names by what they are called in the reader's language."""
    return {tr(book.title): book.name for book in PRESETS.values()}


def _looks_like_a_name(words: Sequence[str]) -> bool:
    """Tell whether what was typed begins with nothing with which a rule code does."""
    return bool(words) and "=" not in words[0] and not words[0].isdigit() and words[0].lower() not in PRESETS


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

"""The settings of members and servers (``/settings``): what can be chosen, their pages, and what comes of a choice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import discord
from discord import app_commands
from discord.ext import commands

from bot.club.standings.seasons import PODIUM, SEASONS, SeasonLength, announced_in
from bot.engine import PRESETS
from bot.lazy import dataclass
from bot.tables import CLOCKS, DEFAULT_CLOCK
from bot.tables.preferences import (
    BOARDS,
    BY_MESSAGE,
    CUTS,
    FOUR_COLOUR,
    HOLIDAYS,
    LANGUAGE,
    LOOK,
    MODERATORS,
    ONLY_CARD,
    QUIET,
    THREADS,
    TRUMPS_FIRST,
)
from bot.tables.values.clocks import SERVER_CLOCK, read_server_clock
from bot.tables.values.rule_sets import BOOK, CLOCK, RULE_SETS, read_shelf
from bot.tables.values.times import read_holidays
from bot.ui.kit.controls import MOST_OPTIONS, SLATE, Layout, button, menu, role_picker, rows, switch
from bot.ui.kit.days import write_offset
from bot.ui.kit.permissions import not_here, only_managers, without_threads
from bot.ui.kit.reply import in_place, refuse, tell
from bot.ui.kit.tree import for_oneself
from bot.ui.routes.daily import ShowNews
from bot.ui.routes.safety import ListBlocked, Moderate, ShowData
from bot.ui.routes.settings import (
    ChooseSetting,
    ListSets,
    SetPodium,
    ShowHolidays,
    ShowQuiet,
    ShowServerClock,
    ShowSettings,
    Subject,
    TellMe,
    TellTurns,
    Whose,
)
from bot.ui.text.faces import Look, shown_title
from bot.ui.text.i18n import LANGUAGES, mark, pair, read_in, tr
from bot.ui.text.typed import title_line
from cogs.settings.times import heading, holiday_words, quiet_words
from cogs.table.app import App, Interaction

if TYPE_CHECKING:
    from bot.client import BeziqueBot


_LABEL: Final = 100
"""Discord's limit of characters in the label of a menu's entry."""


class Offer(NamedTuple):
    """One possible choice: its word in a control, its stored value, and its texts for people."""

    value: str
    stored: object
    label: str
    line: str = ""
    typed: bool = False
    """Whether the label was typed by a member, so that it is not translated."""

    @property
    def named(self) -> str:
        return (title_line(self.label, _LABEL) or "?") if self.typed else tr(self.label)

    @property
    def shown(self) -> str:
        return shown_title(self.label) if self.typed else tr(self.label)


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting: the key under which it is stored, its title, and the possible choices.

    The first offer is the default. A switch has two offers, off and on, and the text for on.
    """

    key: str
    title: str
    offers: Sequence[Offer]
    switch: str = ""
    subject: Subject = Subject.MAIN
    """The page on which it stands."""

    def holds(self, stored: object) -> Offer:
        """Return the offer with a stored value, or the default."""
        return next((offer for offer in self.offers if offer.stored == stored), self.offers[0])

    def offer(self, value: str) -> Offer | None:
        """Return the offer that a control has chosen; None if there is none."""
        return next((offer for offer in self.offers if offer.value == value), None)


_LOOKS: Final = (
    Offer(Look.PICTURES, Look.PICTURES.value, mark("pictures of the cards")),
    Offer(Look.EMOJI, Look.EMOJI.value, mark("small card signs")),
    Offer(Look.TEXT, Look.TEXT.value, mark("words alone, for screen readers")),
)
_HANDS: Final = (
    Offer("off", None, mark("no")),
    Offer("suit", "suit", mark("then by suit")),
    Offer("rank", "rank", mark("then by rank")),
)
_COLOURS: Final = (Offer("two", None, mark("two")), Offer("four", True, mark("four: clubs green, diamonds blue")))
_ONLY_CARDS: Final = (Offer("off", False, ""), Offer("on", None, ""))
_LANGUAGES: Final = (
    Offer("auto", None, mark("as set in Discord")),
    *(Offer(key, key, name) for key, name in LANGUAGES.items()),
)
_PLACES: Final = (
    Offer("channel", None, mark("in the channel")),
    Offer("thread", True, mark("one for each game")),
)
_SEASONS: Final = (
    Offer(SeasonLength.MONTH, None, mark("a month each")),
    Offer(SeasonLength.QUARTER, SeasonLength.QUARTER.value, mark("three months each")),
)
_CUTS: Final = (Offer("hidden", True, mark("not shown in messages")), Offer("shown", None, mark("shown in messages")))
_BOOKS: Final = tuple(Offer(preset.name, preset.name, preset.title, preset.line) for preset in PRESETS.values())
_CLOCKS: Final = tuple(
    Offer(clock.key, clock.key, clock.label)
    for clock in (DEFAULT_CLOCK, *(each for each in CLOCKS.values() if each is not DEFAULT_CLOCK))
)

OWN: Final = (
    Setting(LOOK, mark("Your cards"), _LOOKS),
    Setting(FOUR_COLOUR, mark("Colours"), _COLOURS, mark("Green clubs, blue diamonds")),
    Setting(LANGUAGE, mark("Language"), _LANGUAGES),
    Setting(TRUMPS_FIRST, mark("Trumps first"), _HANDS, subject=Subject.HAND),
    Setting(ONLY_CARD, mark("Play my only card"), _ONLY_CARDS, mark("Play my only card"), Subject.HAND),
)
"""The settings of a member, in the order in which they are shown."""
SERVER: Final = (
    Setting(BOARDS, mark("Boards"), _LOOKS),
    Setting(FOUR_COLOUR, mark("Colours"), _COLOURS, mark("Green clubs, blue diamonds")),
    Setting(LANGUAGE, mark("Language"), _LANGUAGES),
    Setting(BOOK, mark("Default rule book"), _BOOKS, subject=Subject.TABLES),
    Setting(CLOCK, mark("Default clock"), _CLOCKS, subject=Subject.TABLES),
    Setting(THREADS, mark("Threads"), _PLACES, mark("Each game in its own thread"), Subject.TABLES),
    Setting(CUTS, mark("Words of cuts"), _CUTS, mark("Show what is typed at a Cut"), Subject.TABLES),
    Setting(SEASONS, mark("Seasons"), _SEASONS, mark("Seasons of three months"), Subject.SEASONS),
)
"""The settings of a server, in the order in which they are shown."""


def setting(whose: Whose, key: str, choices: Mapping[str, Any]) -> Setting | None:
    """Return a setting with its offers, by its owner's present choices; None if there is none with this key."""
    known = OWN if whose is Whose.MINE else _of_server(choices)
    return next((each for each in known if each.key == key), None)


def _of_server(choices: Mapping[str, Any]) -> list[Setting]:
    """Return a server's settings, with its own rule sets after the books, as many as fit in the menu."""
    sets = [
        Offer(f"set-{each.number}", each.number, each.name, tr("a rule set of this server"), typed=True)
        for each in read_shelf(choices.get(RULE_SETS)).sets
    ]
    sets.sort(key=lambda offer: offer.stored != choices.get(BOOK))  # the present choice is always shown
    return [replace(each, offers=(*each.offers, *sets)[:MOST_OPTIONS]) if each.key == BOOK else each for each in SERVER]


def own_page(
    choices: Mapping[str, Any],
    subject: Subject = Subject.MAIN,
    *,
    saved: bool = False,
    in_server: bool = True,
    reports: int | None = None,
) -> Layout:
    """Build a page of a member's settings, the first one with the ways to the others, and to reports for moderators."""
    controls = _controls(Whose.MINE, OWN, choices, subject)
    if subject is Subject.HAND:
        back = button(ShowSettings(Whose.MINE), tr("All settings"))
        return Layout(SLATE, heading(tr("My hand"), saved=saved), *controls, *rows([back]))
    ways = [
        button(ShowSettings(Whose.MINE, Subject.HAND), tr("My hand …")),
        button(ShowSettings(Whose.MINE, Subject.TURNS), tr("Reminders …")),
        *([button(ListSets(), tr("Rule sets"))] if in_server else []),
    ]
    if reports is not None:
        ways.append(button(Moderate(), tr("Moderation ({count})", count=reports) if reports else tr("Moderation")))
    ways += [button(ListBlocked(0), tr("Blocked members")), button(ShowData(), tr("My data"))]
    if in_server:
        ways.append(button(ShowSettings(Whose.SERVER), tr("Server …")))
    return Layout(
        SLATE,
        heading(tr("Your settings"), saved=saved),
        *controls,
        *rows(ways),
    )


def turns_page(
    choices: Mapping[str, Any], now: datetime, *, told: bool, in_server: bool = True, saved: bool = False
) -> Layout:
    """Build the private page with what a member is told, and when not."""
    by_message = choices.get(BY_MESSAGE) is True
    return Layout(
        SLATE,
        heading(tr("Reminders"), saved=saved),
        pair(f"**{tr('Quiet hours')}**", quiet_words(choices.get(QUIET), now)),
        pair(f"**{tr('Holidays')}**", holiday_words(read_holidays(choices.get(HOLIDAYS)), now)),
        *rows([button(ShowQuiet(), tr("Quiet hours …")), button(ShowHolidays(), tr("Holidays …"))]),
        *_controls(Whose.MINE, OWN, choices, Subject.TURNS),
        *rows([switch(TellTurns(not by_message, 1), tr("Direct message on my turn"), on=by_message)]),
        "-# " + tr("Where a move may take days, once a turn."),
        *(rows([switch(TellMe(not told), tr("Tell me when a table opens here"), on=told)]) if in_server else []),
        "-# " + tr("At most twice a day.") if in_server else None,
        *rows([button(ShowSettings(Whose.MINE), tr("All settings"))]),
    )


def server_page(
    choices: Mapping[str, Any],
    subject: Subject = Subject.MAIN,
    *,
    manager: bool,
    saved: bool = False,
    warning: str = "",
) -> Layout:
    """Build a private page of a server's settings; who may not change them sees all of them on one."""
    settings, role, podium = _of_server(choices), choices.get(MODERATORS), choices.get(PODIUM)
    offset = read_server_clock(choices.get(SERVER_CLOCK)).offset
    announced = tr("after each season in {channel}", channel=f"<#{podium['channel']}>") if podium else None
    clock = pair(f"**{tr('Clock of this server')}**", write_offset(offset))
    told = pair(f"**{tr('Podium of a season')}**", announced or tr("not announced"))
    title, moderators = tr("Settings of this server"), f"**{tr('Moderators')}**"
    if not manager:
        named = f"<@&{role}>" if role is not None else tr("whoever may **Manage Server**")
        chosen = [pair(f"**{tr(each.title)}**", each.holds(choices.get(each.key)).shown) for each in settings]
        return Layout(
            SLATE,
            f"### {title}",
            "\n".join([*chosen, clock, told, pair(moderators, named)]),
            f"-# {only_managers()}",
            *rows([button(ShowSettings(Whose.MINE), tr("Your settings"))]),
        )
    beside: list[discord.ui.Item[Any] | str]
    back = button(ShowSettings(Whose.SERVER), tr("Server's settings"))
    if subject is Subject.TABLES:
        title = tr("Tables and moderators")
        picker = role_picker(ChooseSetting(Whose.SERVER, MODERATORS), tr("Whoever may Manage Server"), role)
        beside = [moderators, picker, *rows([back])]
    elif subject is Subject.SEASONS:
        title = tr("Seasons and clock")
        label = tr("Announce podiums in this channel") if podium is None else tr("Announce no podiums")
        ways = [button(SetPodium(podium is None), label), button(ShowServerClock(), tr("Server's clock …")), back]
        beside = [f"{told}\n{clock}", *rows(ways)]
    else:
        beside = [*rows([
            button(ShowSettings(Whose.SERVER, Subject.TABLES), tr("Tables and moderators …")),
            button(ShowSettings(Whose.SERVER, Subject.SEASONS), tr("Seasons and clock …")),
            button(ShowNews(), tr("Daily deal …")),
            button(ShowSettings(Whose.MINE), tr("Your settings")),
        ])]  # fmt: skip
    return Layout(
        SLATE,
        heading(title, saved=saved),
        *_controls(Whose.SERVER, settings, choices, subject),
        f"⚠ {warning}" if warning else None,
        *beside,
    )


def _controls(
    whose: Whose, settings: Sequence[Setting], choices: Mapping[str, Any], subject: Subject
) -> list[discord.ui.Item[Any] | str]:
    """Build a menu or, for a setting that is on or off, a switch for each setting of a subject, in their order."""
    items: list[discord.ui.Item[Any] | str] = []
    for each in [each for each in settings if each.subject is subject]:
        ask = partial(ChooseSetting, whose, each.key)
        now = each.holds(choices.get(each.key))
        if each.switch:
            off, on = each.offers
            then = off if now is on else on
            items += rows([switch(ask(then.value), tr(each.switch), on=now is on)])
            continue
        named = [(offer.named, ask(offer.value), tr(offer.line)) for offer in each.offers]
        # A phone cuts off the end of a menu's text, so the title is above the menu.
        items += [f"**{tr(each.title)}**", menu(now.named, named, chosen=ask(now.value))]
    return items


async def show_settings(app: App, interaction: Interaction, route: ShowSettings) -> None:
    if route.whose is Whose.MINE:
        own = await app.members.preferences.of_member(interaction.user.id)
        await in_place(interaction, await _own_page(app, interaction, own, route.subject))
        return
    choices = await app.members.preferences.of_server(interaction.guild_id or 0)
    await in_place(interaction, server_page(choices, route.subject, manager=interaction.permissions.manage_guild))


async def choose(app: App, interaction: Interaction, route: ChooseSetting) -> None:
    """Store a choice; a member who may not manage the server (any more) cannot change its settings."""
    if route.whose is Whose.SERVER and route.key == MODERATORS:
        await _name_moderators(app, interaction, route.value)
        return
    mine, preferences = route.whose is Whose.MINE, app.members.preferences
    known = await (
        preferences.of_member(interaction.user.id) if mine else preferences.of_server(interaction.guild_id or 0)
    )
    found = setting(route.whose, route.key, known)
    offer = found.offer(route.value) if found is not None else None
    if found is None or offer is None:  # from another version: show the page with the present choices
        await show_settings(app, interaction, ShowSettings(route.whose))
    elif mine:
        await _choose_own(app, interaction, {route.key: offer.stored}, found.subject)
    elif not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
    else:
        choices = await app.members.preferences.set_of_server(interaction.guild_id or 0, {route.key: offer.stored})
        warning = without_threads(interaction) if route.key == THREADS and offer.stored else ""
        await in_place(interaction, server_page(choices, found.subject, manager=True, saved=True, warning=warning))


async def _choose_own(app: App, interaction: Interaction, changes: Mapping[str, object], subject: Subject) -> None:
    """Store a member's choices, and show all that is theirs alone by them: page, panels, boards of private tables."""
    readers, user = app.renderer.readers, interaction.user.id
    choices = await app.members.preferences.set_of_member(user, changes)
    read_in(readers.language_of(interaction), **readers.manner_of(user))
    await in_place(interaction, await _own_page(app, interaction, choices, subject, saved=True))
    await app.panels.redraw(user)
    for table in await app.tables_of(interaction):
        if table.language is not None:  # the board of a private table is in its player's language
            await app.presenter.show(table.id)


async def _name_moderators(app: App, interaction: Interaction, chosen: str) -> None:
    """Store the role of the moderators, besides members who may manage the server; no choice means no role."""
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    role = int(chosen) if chosen.isascii() and chosen.isdigit() else None
    choices = await app.members.preferences.set_of_server(interaction.guild_id or 0, {MODERATORS: role})
    await in_place(interaction, server_page(choices, Subject.TABLES, manager=True, saved=True))


async def set_podium(app: App, interaction: Interaction, route: SetPodium) -> None:
    """Have podiums announced in this channel, or nowhere; a season that is already over is not announced."""
    if not interaction.permissions.manage_guild:
        await refuse(interaction, only_managers())
        return
    if route.on and (hindrance := not_here(interaction)):
        await refuse(interaction, hindrance)
        return
    chosen = announced_in(interaction.channel_id or 0, app.tables.now()) if route.on else None
    choices = await app.members.preferences.set_of_server(interaction.guild_id or 0, {PODIUM: chosen})
    await in_place(interaction, server_page(choices, Subject.SEASONS, manager=True, saved=True))


async def tell_me(app: App, interaction: Interaction, route: TellMe) -> None:
    """Turn on or off a member's messages about tables opened in this server."""
    await app.club.table_alerts.choose(interaction.guild_id or 0, interaction.user.id, on=route.on)
    own = await app.members.preferences.of_member(interaction.user.id)
    await in_place(interaction, await _own_page(app, interaction, own, Subject.TURNS, saved=True))


async def choose_turn_messages(app: App, interaction: Interaction, route: TellTurns) -> None:
    """Turn the messages on, from the next turn, or off, and confirm it where the button was pressed."""
    user = interaction.user.id
    own = await app.members.preferences.set_of_member(user, {BY_MESSAGE: True if route.on else None})
    if route.page:
        await in_place(interaction, await _own_page(app, interaction, own, Subject.TURNS, saved=True))
    elif route.on:
        await tell(
            interaction,
            tr("A direct message now tells you of your turn where a move may take days, not in quiet hours; "
               "it is deleted when you play."),
        )  # fmt: skip
    else:
        await tell(interaction, tr("No more messages about your turns."))


async def _own_page(
    app: App, interaction: Interaction, choices: Mapping[str, Any], subject: Subject, *, saved: bool = False
) -> Layout:
    guild, here = interaction.guild_id or 0, interaction.guild_id is not None
    if subject is Subject.TURNS:
        told = await app.club.table_alerts.wants(guild, interaction.user.id)
        return turns_page(choices, app.tables.now(), told=told, in_server=here, saved=saved)
    moderates = here and app.renderer.readers.is_moderator(interaction)
    reports = await app.club.reports.count(guild) if moderates else None
    return own_page(choices, subject, saved=saved, in_server=here, reports=reports)


class SettingsCog(commands.Cog):
    """The command that shows settings; it also works in a direct message."""

    def __init__(self, bot: BeziqueBot) -> None:
        self.bot = bot

    @app_commands.command(name="settings", description="Cards, language, quiet hours, blocks, your data; the server's")
    @for_oneself
    async def settings(self, interaction: Interaction) -> None:
        """Show the member's own settings."""
        await show_settings(self.bot.app, interaction, ShowSettings(Whose.MINE))


async def setup(bot: BeziqueBot) -> None:
    await bot.add_cog(SettingsCog(bot))

"""Pages of the settings of members and servers, and of holidays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from typing import Any, Final, NamedTuple

import discord

from bot.club.standings.seasons import PODIUM, SEASONS, SeasonLength
from bot.engine import PRESETS
from bot.members.holidays import NoHoliday, NotPlanned
from bot.tables import CLOCKS, DEFAULT_CLOCK
from bot.tables.preferences import BOARDS, CUTS, FOUR_COLOUR, LANGUAGE, LOOK, MODERATORS
from bot.tables.service import THREADS
from bot.tables.values.choice import BOOK, CLOCK
from bot.tables.values.clocks import SERVER_CLOCK, read_server_clock
from bot.tables.values.holidays import HOLIDAYS, MOST_A_YEAR, Holiday, days_taken, now_or_next, read_holidays
from bot.tables.values.quiet import BY_MESSAGE, QUIET
from bot.tables.values.rule_sets import RULE_SETS, read_shelf
from bot.ui.kit.controls import MOST_OPTIONS, SLATE, Layout, button, menu, role_picker, rows, switch
from bot.ui.kit.days import write_offset
from bot.ui.kit.permissions import only_managers
from bot.ui.routes.daily import ShowNews
from bot.ui.routes.safety import ListBlocked, Moderate, ShowData
from bot.ui.routes.settings import (
    ChooseSetting,
    EndHolidays,
    EnterHolidays,
    ListSets,
    SetPodium,
    ShowHolidays,
    ShowQuiet,
    ShowServerClock,
    ShowSettings,
    TellMe,
    TellTurns,
    Whose,
)
from bot.ui.text.faces import Look, shown_title
from bot.ui.text.i18n import LANGUAGES, mark, pair, tr
from bot.ui.text.typed import title_line
from cogs.settings.quiet_pages import quiet_words
from cogs.table.pages.board import _first, _last

AS_DISCORD: Final = "auto"
"""The choice of language that follows the member's, or the server's, Discord."""
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
        """The label as a control takes it."""
        return (title_line(self.label, _LABEL) or "?") if self.typed else tr(self.label)

    @property
    def shown(self) -> str:
        """The label as it appears in a text."""
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

    def holds(self, stored: object) -> Offer:
        """Return the offer with a stored value, or the default."""
        return next((offer for offer in self.offers if offer.stored == stored), self.offers[0])

    def offer(self, value: str) -> Offer | None:
        """Return the offer that a control has chosen; None if there is none."""
        return next((offer for offer in self.offers if offer.value == value), None)


LOOKS: Final = {
    Look.PICTURES: mark("pictures of the cards"),
    Look.EMOJI: mark("small card signs"),
    Look.TEXT: mark("words alone, for screen readers"),
}
"""The names of the looks of cards."""
_LOOKS: Final = tuple(Offer(look.value, look.value, words) for look, words in LOOKS.items())
_COLOURS: Final = (Offer("two", None, mark("two")), Offer("four", True, mark("four: clubs green, diamonds blue")))
_LANGUAGES: Final = (
    Offer(AS_DISCORD, None, mark("as set in Discord")),
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
)
"""The settings of a member, in the order in which they are shown; quiet hours have a page of their own."""
SERVER: Final = (
    Setting(BOARDS, mark("Boards"), _LOOKS),
    Setting(FOUR_COLOUR, mark("Colours"), _COLOURS, mark("Green clubs, blue diamonds")),
    Setting(LANGUAGE, mark("Language"), _LANGUAGES),
    Setting(BOOK, mark("Rule book for a first table"), _BOOKS),
    Setting(CLOCK, mark("Clock for a first table"), _CLOCKS),
    Setting(THREADS, mark("Threads"), _PLACES, mark("Each game in its own thread")),
    Setting(SEASONS, mark("Seasons"), _SEASONS, mark("Seasons of three months")),
    Setting(CUTS, mark("Words of cuts"), _CUTS, mark("Show what is typed at a Cut")),
)
"""The settings of a server, in the order in which they are shown."""


def setting(whose: Whose, key: str, choices: Mapping[str, Any]) -> Setting | None:
    """Return a setting with its offers; None if there is none with this key.

    Args:
        whose: The owner: a member or a server.
        key: The key under which it is stored.
        choices: The owner's present choices, by key.
    """
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
    now: datetime,
    *,
    told: bool,
    saved: bool = False,
    in_server: bool = True,
    reports: int | None = None,
) -> Layout:
    """Build the private page with a member's settings.

    Args:
        choices: The member's choices, by key.
        told: Whether the member gets messages about tables opened in this server.
        saved: Whether something has just been changed.
        in_server: Whether the page is shown in a server, not in a direct message.
        reports: Number of open reports in the server; None for a member who does not moderate it.
    """
    ways = [button(ListBlocked(0), tr("Blocked members")), button(ShowData(), tr("My data"))]
    if in_server:
        ways += [button(ListSets(), tr("Rule sets")), button(ShowSettings(Whose.SERVER), tr("Server's settings"))]
    if reports is not None:
        ways.append(button(Moderate(), tr("Moderation ({count})", count=reports) if reports else tr("Moderation")))
    tell = switch(TellMe(not told), tr("Tell me when a table opens here"), on=told)
    by_message = choices.get(BY_MESSAGE) is True
    turns = switch(TellTurns(not by_message, 1), tr("Direct message on my turn"), on=by_message)
    return Layout(
        SLATE,
        _head(tr("Your settings"), saved=saved),
        *_controls(Whose.MINE, OWN, choices),
        pair(f"**{tr('Quiet hours')}**", quiet_words(choices.get(QUIET), now)),
        pair(f"**{tr('Holidays')}**", holiday_words(read_holidays(choices.get(HOLIDAYS)), now)),
        discord.ui.ActionRow(
            button(ShowQuiet(), tr("Quiet hours …")),
            button(ShowHolidays(), tr("Holidays …")),
        ),
        discord.ui.ActionRow(turns),
        "-# " + tr("Where a move may take days: once a turn, not in quiet hours or holidays."),
        discord.ui.ActionRow(tell) if in_server else None,
        "-# " + tr("At most twice a day, never in quiet hours.") if in_server else None,
        *rows(ways),
    )


def server_page(choices: Mapping[str, Any], *, manager: bool, saved: bool = False, warning: str = "") -> Layout:
    """Build the private page with a server's settings.

    Args:
        choices: The server's choices, by key.
        manager: Whether the reader may change them; if not, the page has no controls.
        saved: Whether something has just been changed.
        warning: A sentence that says why a choice has no effect.
    """
    role = choices.get(MODERATORS)
    named = f"<@&{role}>" if role is not None else tr("whoever may **Manage Server**")
    podium = _podium(choices)
    clock = pair(f"**{tr('Clock of this server')}**", write_offset(read_server_clock(choices.get(SERVER_CLOCK)).offset))
    podium = f"{clock}\n{podium}"
    shown: list[discord.ui.Item[Any] | str] = [
        _lines(_of_server(choices), choices) + f"\n{podium}", pair(f"**{tr('Moderators')}**", named)
    ]  # fmt: skip
    if manager:
        ask = ChooseSetting(Whose.SERVER, MODERATORS)
        picker = role_picker(ask, tr("Whoever may Manage Server"), role)
        shown = [*_controls(Whose.SERVER, _of_server(choices), choices), f"**{tr('Moderators')}**", picker]
        wanted = choices.get(PODIUM) is None
        label = tr("Announce podiums in this channel") if wanted else tr("Announce no podiums")
        shown += [
            podium,
            *rows(
                [
                    button(ShowServerClock(), tr("Server's clock …")),
                    button(ShowNews(), tr("Daily deal …")),
                    button(SetPodium(wanted), label),
                ]
            ),
        ]
    return Layout(
        SLATE,
        _head(tr("Settings of this server"), saved=saved),
        *shown,
        f"⚠ {warning}" if warning else None,
        None if manager else f"-# {only_managers()}",
        discord.ui.ActionRow(button(ShowSettings(Whose.MINE), tr("Your settings"))),
    )


def _podium(choices: Mapping[str, Any]) -> str:
    """Say where podiums are announced."""
    podium = choices.get(PODIUM)
    where = tr("after each season in {channel}", channel=f"<#{podium['channel']}>") if podium else None
    return pair(f"**{tr('Podium of a season')}**", where or tr("not announced"))


def _head(title: str, *, saved: bool) -> str:
    return f"### {title}" + (f"\n{tr('Saved.')}" if saved else "")


def _lines(settings: Sequence[Setting], choices: Mapping[str, Any]) -> str:
    """Write the present settings, one a line."""
    lines = [pair(f"**{tr(each.title)}**", each.holds(choices.get(each.key)).shown) for each in settings]
    return "\n".join(lines)


def _controls(
    whose: Whose, settings: Sequence[Setting], choices: Mapping[str, Any]
) -> list[discord.ui.Item[Any] | str]:
    """Build a menu or, for a setting that is on or off, a switch for each setting, in their order."""
    items: list[discord.ui.Item[Any] | str] = []
    for each in settings:
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


def holiday_words(holidays: tuple[Holiday, ...], now: datetime) -> str:
    """Write a member's present or next holidays, for the member."""
    holiday = now_or_next(holidays, now)
    if holiday is None:
        return tr("none")
    if holiday.starts <= now:
        return tr("you are away until {day}", day=_last(holiday))
    return tr("from {first} to {last}", first=_first(holiday), last=_last(holiday))


def holidays_page(holidays: tuple[Holiday, ...], now: datetime, *, said: str = "") -> Layout:
    """Build the private page with a member's holidays.

    Args:
        holidays: The member's holidays.
        said: The reason for which the last choice was refused.
    """
    holiday = now_or_next(holidays, now)
    buttons = [button(EnterHolidays(), tr("Choose days …"), discord.ButtonStyle.primary)]
    if holiday is not None:
        buttons.append(button(EndHolidays(), tr("I am back") if holiday.starts <= now else tr("Call them off")))
    left = max(0, MOST_A_YEAR - days_taken(holidays, now.year))
    return Layout(
        SLATE,
        f"### {tr('Holidays')}",
        f"⚠ {said}" if said else None,
        tr("You are not reminded, and your clock stands where a move may take days. Others see until when. A "
        "tournament's round goes on."),
        pair(f"**{tr('Your holidays')}**", holiday_words(holidays, now))
        + "\n-# "
        + tr("Days left this year: {left} of {most}", left=left, most=MOST_A_YEAR),
        *rows(buttons),
        discord.ui.ActionRow(button(ShowSettings(Whose.MINE), tr("All settings"))),
    )  # fmt: skip


def not_planned(error: NotPlanned) -> str:
    """Say why the chosen days cannot be holidays."""
    return {
        NoHoliday.BACKWARDS: tr("That ends before it begins; write the first day above."),
        NoHoliday.PAST: tr("Those days have passed; choose days to come."),
        NoHoliday.FAR: tr("That is over a year away; choose nearer days."),
        NoHoliday.TOO_MANY: tr("That is too long: {left} of {most} days are left that year.",
                               left=error.left, most=MOST_A_YEAR),
    }[error.why]  # fmt: skip

"""The operations with which settings are looked at and changed, as small typed values."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Route, operation


class Whose(StrEnum):
    """Whose settings they are."""

    MINE = "mine"
    SERVER = "server"


class Hours(StrEnum):
    """What of a member's quiet hours is chosen."""

    START = "start"
    END = "end"
    OFFSET = "offset"


@operation("settings")
class ShowSettings(Route):
    """See the settings of a member or of a server."""

    whose: Whose


@operation("set")
class ChooseSetting(Route):
    """Choose something for oneself or for the server."""

    whose: Whose
    key: str
    value: str = ""


@operation("podium")
class SetPodium(Route):
    """Have the podium of each season announced in the channel where this is pressed, or nowhere."""

    on: bool


@operation("server-clock")
class ShowServerClock(Route):
    """See how far the server's clock is from UTC, and set it."""


@operation("server-clock-set")
class SetServerClock(Route):
    """Set the server's clock so many minutes from UTC."""

    minutes: Id


@operation("server-clock-type")
class EnterServerClock(Route):
    """Type how far the server's clock is from UTC; what could not be taken the last time is offered again."""

    typed: str = ""


@operation("tell-me")
class TellMe(Route):
    """Be told when somebody opens a table in this server, or no more."""

    on: bool


@operation("tell-no-more")
class TellNoMore(Route):
    """Be told no more, from under the message that tells."""


@operation("quiet")
class ShowQuiet(Route):
    """See one's quiet hours."""


@operation("quiet-on")
class SwitchQuiet(Route):
    """Have quiet hours, or none."""

    on: bool


@operation("quiet-set")
class SetQuiet(Route):
    """Choose when the quiet hours begin or end, or how far one's clock is from UTC."""

    what: Hours
    value: str


@operation("quiet-clock")
class EnterOffset(Route):
    """Type how far one's clock is from UTC; what could not be taken the last time is offered again."""

    typed: str = ""


@operation("holidays")
class ShowHolidays(Route):
    """See one's holidays."""


@operation("holidays-set")
class EnterHolidays(Route):
    """Type the first and the last day of one's holidays."""


@operation("holidays-end")
class EndHolidays(Route):
    """Be back from one's holidays, or call them off."""


@operation("tell-turns")
class TellTurns(Route):
    """Be told of one's turns by direct message, or no more."""

    on: bool
    page: Count = 0
    """1 on the page of settings."""

"""Operations of the settings of members and servers."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Route, operation


class Whose(StrEnum):
    """The owner of the settings: the member, or the server."""

    MINE = "mine"
    SERVER = "server"


class Hours(StrEnum):
    """The part of a member's quiet hours that is chosen."""

    START = "start"
    END = "end"
    OFFSET = "offset"


@operation("settings")
class ShowSettings(Route):
    """See the settings of a member or of a server."""

    whose: Whose


@operation("set")
class ChooseSetting(Route):
    """Choose a setting for oneself or for the server."""

    whose: Whose
    key: str
    value: str = ""


@operation("podium")
class SetPodium(Route):
    """Announce the podium of each season in the channel of the click, or nowhere."""

    on: bool


@operation("server-clock")
class ShowServerClock(Route):
    """See the server's offset from UTC, with the controls to set it."""


@operation("server-clock-set")
class SetServerClock(Route):
    """Set the server's offset from UTC, in minutes."""

    minutes: Id


@operation("server-clock-type")
class EnterServerClock(Route):
    """Open the form for the server's offset from UTC; it holds a text that was not understood before."""

    typed: str = ""


@operation("tell-me")
class TellMe(Route):
    """Turn on or off one's messages about tables opened in this server."""

    on: bool


@operation("tell-no-more")
class TellNoMore(Route):
    """Turn off one's messages about opened tables, with the button under such a message."""


@operation("quiet")
class ShowQuiet(Route):
    """See one's quiet hours."""


@operation("quiet-on")
class SwitchQuiet(Route):
    """Turn one's quiet hours on or off."""

    on: bool


@operation("quiet-set")
class SetQuiet(Route):
    """Choose the start or the end of one's quiet hours, or one's offset from UTC."""

    what: Hours
    value: str


@operation("quiet-clock")
class EnterOffset(Route):
    """Open the form for one's offset from UTC; it holds a text that was not understood before."""

    typed: str = ""


@operation("holidays")
class ShowHolidays(Route):
    """See one's holidays."""


@operation("holidays-set")
class EnterHolidays(Route):
    """Open the form for the first and the last day of one's holidays."""


@operation("holidays-end")
class EndHolidays(Route):
    """End one's present holidays, and cancel those to come."""


@operation("tell-turns")
class TellTurns(Route):
    """Turn on or off the direct messages about one's turns."""

    on: bool
    page: Count = 0
    """1 when the control is on the page of settings, else 0."""

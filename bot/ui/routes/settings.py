"""Operations of the settings of members and servers, and of named rule sets."""

from __future__ import annotations

from enum import StrEnum

from bot.tables.values.rule_sets import Owner
from bot.ui.routes.custom_ids import Count, Id, Key, Route, operation
from bot.ui.routes.table import AtTable


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


@operation("sets")
class ListSets(Route):
    """See the rule sets from which one can choose."""


@operation("sets-set")
class ShowSet(Route):
    """See one rule set, with the controls to use it."""

    owner: Owner
    owner_id: Id
    number: Key


@operation("sets-open")
class OpenWith(Route):
    """Open a table with a rule set."""

    owner: Owner
    owner_id: Id
    number: Key


@operation("sets-share")
class ShareSet(Route):
    """Show a rule set to everyone in this channel."""

    owner: Owner
    owner_id: Id
    number: Key


@operation("sets-keep")
class KeepSet(Route):
    """Copy another member's rule set, or the server's, to one's own."""

    owner: Owner
    owner_id: Id
    number: Key


@operation("sets-give")
class GiveSet(Route):
    """Copy one of one's own rule sets to the server's."""

    owner_id: Id
    number: Key


@operation("sets-drop")
class DropSet(Route):
    """Delete a rule set."""

    owner: Owner
    owner_id: Id
    number: Key


@operation("sets-play")
class PlayBy(AtTable):
    """Choose a rule set of the opener or of the server for a lobby."""

    owner: Owner
    number: Key


@operation("sets-save")
class NameRules(AtTable):
    """Name the rules of a lobby, to save them as a rule set."""

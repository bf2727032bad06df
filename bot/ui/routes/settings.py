"""Operations of the settings of members and servers, and of named rule sets."""

from __future__ import annotations

from enum import StrEnum

from bot.tables.values.rule_sets import Owner
from bot.ui.routes.custom_ids import Count, Id, Key, Route
from bot.ui.routes.table import AtTable


class Whose(StrEnum):
    """The owner of the settings: the member, or the server."""

    MINE = "mine"
    SERVER = "server"


class Subject(StrEnum):
    """A page of settings."""

    MAIN = "main"
    HAND = "hand"
    """A member's cards and what is played by itself."""
    TURNS = "turns"
    """What a member is told, and when not."""
    TABLES = "tables"
    """Tables of a server, and its moderators."""
    SEASONS = "seasons"
    """Seasons of a server, and its clock."""


class Hours(StrEnum):
    """The part of a member's quiet hours that is chosen."""

    START = "start"
    END = "end"
    OFFSET = "offset"


class ShowSettings(Route, op="settings"):
    """See a page of the settings of a member or of a server."""

    whose: Whose
    subject: Subject = Subject.MAIN


class ChooseSetting(Route, op="set"):
    """Choose a setting for oneself or for the server."""

    whose: Whose
    key: str
    value: str = ""


class SetPodium(Route, op="podium"):
    """Announce the podium of each season in the channel of the click, or nowhere."""

    on: bool


class ShowServerClock(Route, op="server-clock"):
    """See the server's offset from UTC, with the controls to set it."""


class SetServerClock(Route, op="server-clock-set"):
    """Set the server's offset from UTC, in minutes."""

    minutes: Id


class EnterServerClock(Route, op="server-clock-type"):
    """Open the form for the server's offset from UTC; it holds a text that was not understood before."""

    typed: str = ""


class TellMe(Route, op="tell-me"):
    """Turn on or off one's messages about tables opened in this server."""

    on: bool


class TellNoMore(Route, op="tell-no-more"):
    """Turn off one's messages about opened tables, with the button under such a message."""


class ShowQuiet(Route, op="quiet"):
    """See one's quiet hours."""


class SwitchQuiet(Route, op="quiet-on"):
    """Turn one's quiet hours on or off."""

    on: bool


class SetQuiet(Route, op="quiet-set"):
    """Choose the start or the end of one's quiet hours, or one's offset from UTC."""

    what: Hours
    value: str


class EnterOffset(Route, op="quiet-clock"):
    """Open the form for one's offset from UTC; it holds a text that was not understood before."""

    typed: str = ""


class ShowHolidays(Route, op="holidays"):
    """See one's holidays."""


class EnterHolidays(Route, op="holidays-set"):
    """Open the form for the first and the last day of one's holidays."""


class EndHolidays(Route, op="holidays-end"):
    """End one's present holidays, and cancel those to come."""


class TellTurns(Route, op="tell-turns"):
    """Turn on or off the direct messages about one's turns."""

    on: bool
    page: Count = 0
    """1 when the control is on the page of settings, else 0."""


class ListSets(Route, op="sets"):
    """See the rule sets from which one can choose."""


class ShowSet(Route, op="sets-set"):
    """See one rule set, with the controls to use it."""

    owner: Owner
    owner_id: Id
    number: Key


class OpenWith(Route, op="sets-open"):
    """Open a table with a rule set."""

    owner: Owner
    owner_id: Id
    number: Key


class ShareSet(Route, op="sets-share"):
    """Show a rule set to everyone in this channel."""

    owner: Owner
    owner_id: Id
    number: Key


class KeepSet(Route, op="sets-keep"):
    """Copy another member's rule set, or the server's, to one's own."""

    owner: Owner
    owner_id: Id
    number: Key


class GiveSet(Route, op="sets-give"):
    """Copy one of one's own rule sets to the server's."""

    owner_id: Id
    number: Key


class DropSet(Route, op="sets-drop"):
    """Delete a rule set."""

    owner: Owner
    owner_id: Id
    number: Key


class PlayBy(AtTable, op="sets-play"):
    """Choose a rule set of the opener or of the server for a lobby."""

    owner: Owner
    number: Key


class NameRules(AtTable, op="sets-save"):
    """Name the rules of a lobby, to save them as a rule set."""

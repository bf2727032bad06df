"""Operations of safety: blocks, moderation, reports, and a member's own data."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Key, Route
from bot.ui.routes.table import AtTable


class ListBlocked(Route, op="blocked"):
    """Turn to a page of the members that one has blocked."""

    page: Count


class Block(Route, op="block"):
    """Block a member who is chosen among those of the server."""

    user_id: Id


class Unblock(Route, op="unblock"):
    """Unblock a member, and see the page of the list that named them."""

    blocked_id: Id
    page: Count


class ModerationPage(StrEnum):
    """The pages of moderation that show no one table, pair or report."""

    TABLES = "tables"
    CHANNELS = "channels"
    LEAVERS = "leavers"
    LOG = "log"


class Moderate(Route, op="mod"):
    """See a page of moderation."""

    page: ModerationPage = ModerationPage.TABLES


class ModerateTable(Route, op="mod-at"):
    """See the actions that a moderator has at a table that is chosen from the menu."""

    number: Key


class NameTable(Route, op="mod-number"):
    """Open the form for the number of the table to moderate."""


class ShowModeration(AtTable, op="mod-table"):
    """See the actions that a moderator has at a table."""

    report_id: Key = 0
    """The report that led there, which closes with what is done; 0: none. So in the next two operations."""


class CloseTable(AtTable, op="mod-close"):
    """Close a table, after one more question."""

    sure: bool = False
    report_id: Key = 0


class SendAway(AtTable, op="mod-out"):
    """Take a member out of a lobby."""

    user_id: Id


class VoidRating(AtTable, op="mod-void"):
    """Take back the ratings of a game, after one more question."""

    sure: bool = False
    report_id: Key = 0


class KeepTo(Route, op="mod-channels"):
    """Restrict the bot to some channels; without any channel, it may be used in all."""

    channels: str = ""


class ListPairs(Route, op="mod-pairs"):
    """See the pairs of members whose rated games of the last days look odd."""

    days: Count


class ShowPair(Route, op="mod-pair"):
    """See the rated games of two members in the last days."""

    one_id: Id
    other_id: Id
    days: Count


class VoidPair(Route, op="mod-pair-void"):
    """Take back the ratings of all these games, after one more question."""

    one_id: Id
    other_id: Id
    days: Count
    last_id: Key
    """The newest game that was shown; later ones are left alone."""
    sure: bool = False


class LiftBar(Route, op="mod-lift"):
    """Lift the bar that keeps a member who has left two rated games from opening and joining rated tables."""

    user_id: Id


class ReportGame(AtTable, op="report"):
    """Report a game, or one of its players."""


class ListReports(Route, op="mod-reports"):
    """See a page of the open reports."""

    page: Count = 0


class ShowReport(Route, op="mod-report"):
    """See one report, with the record of its game."""

    report_id: Key


class CloseReport(Route, op="mod-report-done"):
    """Close a report."""

    report_id: Key


class Where(StrEnum):
    """The extent of a deletion: one server, or everything."""

    HERE = "here"
    EVERYWHERE = "everywhere"


class ShowData(Route, op="data"):
    """See which data the bot keeps about oneself."""


class TakeData(Route, op="data-take"):
    """Get all of one's data as a file."""


class AskDelete(Route, op="data-ask"):
    """See the question whether one's data is to be deleted."""

    where: Where


class DeleteData(Route, op="data-delete"):
    """Delete one's data."""

    where: Where

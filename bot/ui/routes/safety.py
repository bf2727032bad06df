"""Operations of safety: blocks, moderation, reports, and a member's own data."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Id, Key, Route, operation
from bot.ui.routes.table import AtTable


@operation("blocked")
class ListBlocked(Route):
    """Turn to a page of the members that one has blocked."""

    page: Count


@operation("block")
class Block(Route):
    """Block a member who is chosen among those of the server."""

    user_id: Id


@operation("unblock")
class Unblock(Route):
    """Unblock a member, and see the page of the list that named them."""

    blocked_id: Id
    page: Count


class ModerationPage(StrEnum):
    """The pages of moderation that show no one table, pair or report."""

    TABLES = "tables"
    CHANNELS = "channels"
    LEAVERS = "leavers"
    LOG = "log"


@operation("mod")
class Moderate(Route):
    """See a page of moderation."""

    page: ModerationPage = ModerationPage.TABLES


@operation("mod-at")
class ModerateTable(Route):
    """See the actions that a moderator has at a table that is chosen from the menu."""

    number: Key


@operation("mod-number")
class NameTable(Route):
    """Open the form for the number of the table to moderate."""


@operation("mod-table")
class ShowModeration(AtTable):
    """See the actions that a moderator has at a table."""

    report_id: Key = 0
    """The report that led there, which closes with what is done; 0: none. So in the next two operations."""


@operation("mod-close")
class CloseTable(AtTable):
    """Close a table, after one more question."""

    sure: bool = False
    report_id: Key = 0


@operation("mod-out")
class SendAway(AtTable):
    """Take a member out of a lobby."""

    user_id: Id


@operation("mod-void")
class VoidRating(AtTable):
    """Take back the ratings of a game, after one more question."""

    sure: bool = False
    report_id: Key = 0


@operation("mod-channels")
class KeepTo(Route):
    """Restrict the bot to some channels; without any channel, it may be used in all."""

    channels: str = ""


@operation("mod-pairs")
class ListPairs(Route):
    """See the pairs of members whose rated games of the last days look odd."""

    days: Count


@operation("mod-pair")
class ShowPair(Route):
    """See the rated games of two members in the last days."""

    one_id: Id
    other_id: Id
    days: Count


@operation("mod-pair-void")
class VoidPair(Route):
    """Take back the ratings of all these games, after one more question."""

    one_id: Id
    other_id: Id
    days: Count
    last_id: Key
    """The newest game that was shown; later ones are left alone."""
    sure: bool = False


@operation("mod-lift")
class LiftBar(Route):
    """Lift the bar that keeps a member who has left two rated games from opening and joining rated tables."""

    user_id: Id


@operation("report")
class ReportGame(AtTable):
    """Report a game, or one of its players."""


@operation("mod-reports")
class ListReports(Route):
    """See a page of the open reports."""

    page: Count = 0


@operation("mod-report")
class ShowReport(Route):
    """See one report, with the record of its game."""

    report_id: Key


@operation("mod-report-done")
class CloseReport(Route):
    """Close a report."""

    report_id: Key


class Where(StrEnum):
    """The extent of a deletion: one server, or everything."""

    HERE = "here"
    EVERYWHERE = "everywhere"


@operation("data")
class ShowData(Route):
    """See which data the bot keeps about oneself."""


@operation("data-take")
class TakeData(Route):
    """Get all of one's data as a file."""


@operation("data-ask")
class AskDelete(Route):
    """See the question whether one's data is to be deleted."""

    where: Where


@operation("data-delete")
class DeleteData(Route):
    """Delete one's data."""

    where: Where

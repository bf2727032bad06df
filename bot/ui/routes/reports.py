"""Operations of reports: members make them, moderators read and close them."""

from __future__ import annotations

from bot.ui.routes.custom_ids import Count, Route, TableId, operation
from bot.ui.routes.table import AtTable


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

    report_id: TableId


@operation("mod-report-done")
class CloseReport(Route):
    """Close a report."""

    report_id: TableId

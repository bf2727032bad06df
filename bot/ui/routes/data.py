"""Operations of a member's own data: seeing, downloading and deleting it."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Route, operation


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

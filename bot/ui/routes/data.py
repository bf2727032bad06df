"""What the controls ask for under which members see, take away and delete what is kept of them."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Route, operation


class Where(StrEnum):
    """How far it goes."""

    HERE = "here"
    EVERYWHERE = "everywhere"


@operation("data")
class ShowData(Route):
    """See what is kept of oneself."""


@operation("data-take")
class TakeData(Route):
    """Have all of it as a file."""


@operation("data-ask")
class AskDelete(Route):
    """Be asked whether it is to be deleted."""

    where: Where


@operation("data-delete")
class DeleteData(Route):
    """Have it deleted."""

    where: Where

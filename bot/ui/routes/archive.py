"""Operations of finished games: their list, records and replays."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Key, Route, operation
from bot.ui.routes.table import AtTable, Way


class Whose(StrEnum):
    """The owner of the listed finished games: the member, or everybody."""

    MINE = "mine"
    ALL = "all"


@operation("hands")
class ShowHands(AtTable):
    """See all hands of a finished deal."""

    deal: Count
    in_place: bool = False


@operation("watch")
class Watch(AtTable):
    """See the replay of a finished deal from its beginning, in a new private message."""

    deal: Count


@operation("step")
class StepTo(AtTable):
    """Go to a step of the replay, in the same message."""

    chosen = 2

    way: Way
    deal: Count
    step: Count


@operation("moment")
class ShowMoment(AtTable):
    """See a trick of a finished deal in the replay, in a new private message."""

    deal: Count
    trick: Count


@operation("record")
class Record(AtTable):
    """Get a finished game's files."""


@operation("fetch")
class Fetch(Route):
    """Get the files of a game in the list."""

    game_id: Key


@operation("replays")
class ListFinished(Route):
    """Turn to a page of the finished games."""

    whose: Whose
    page: Count

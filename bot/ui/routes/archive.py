"""Operations of finished games: their list, records and replays."""

from __future__ import annotations

from enum import StrEnum

from bot.ui.routes.custom_ids import Count, Key, Route
from bot.ui.routes.table import AtTable, Way


class Whose(StrEnum):
    """The owner of the listed finished games: the member, or everybody."""

    MINE = "mine"
    ALL = "all"


class ShowHands(AtTable, op="hands"):
    """See all hands of a finished deal."""

    deal: Count
    in_place: bool = False


class Watch(AtTable, op="watch"):
    """See the replay of a finished deal from its beginning, in a new private message."""

    deal: Count


class StepTo(AtTable, op="step"):
    """Go to a step of the replay, in the same message."""

    chosen = 2

    way: Way
    deal: Count
    step: Count


class ShowMoment(AtTable, op="moment"):
    """See a trick of a finished deal in the replay, in a new private message."""

    deal: Count
    trick: Count


class Record(AtTable, op="record"):
    """Get a finished game's files."""


class Fetch(Route, op="fetch"):
    """Get the files of a game in the list."""

    game_id: Key


class ListFinished(Route, op="replays"):
    """Turn to a page of the finished games."""

    whose: Whose
    page: Count

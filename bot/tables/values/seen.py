"""What a player or a spectator may know of a table.

At a table that draws by itself the game stops only where the winner of a trick can declare or exchange. To hide from
the others whether it has stopped, they are shown the position before the draw until the winner leads: the draw is a
pass that is done and stored but not yet seen. Everything shown of a table is taken from a :class:`Seen`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.engine import Action, Game, View, parse_action
from bot.engine.course import OfDeals
from bot.engine.deal import Base
from bot.lazy import dataclass
from db.deals import ActionRow

PLIES: Final = 10**6
"""A moment in a control is its ply and so many times its mark (:meth:`.Table.moment_for`)."""


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """What the user in a seat, or a spectator, may know of a table at one moment; :meth:`.Table.seen_by` returns it."""

    seat: int | None
    """None for a spectator."""
    ply: int
    """The ply without a draw that the user has not seen.

    The user's controls carry it, those of acts with a mark. Requests and claims use the spectator's ply.
    """
    actions: tuple[ActionRow, ...]
    """The actions that the user may see."""
    game: Game
    """The game before an unseen draw. It still holds every card, so only ``view`` is ever shown."""
    view: View | None
    """The user's view of the present deal; None before the first deal."""

    @property
    def done(self) -> Sequence[Action]:
        """The actions of the present deal that the user may see."""
        return actions_of(self.game.deals[-1].base, self.actions) if self.game.deals else ()


class _Read(NamedTuple):
    """The rows of a deal that have been read, and the actions in them."""

    first: int
    rows: tuple[ActionRow, ...]
    done: tuple[Action, ...]


_read: OfDeals[_Read] = OfDeals()
"""The rows read; rows are added to a deal, or replace those that were undone."""


def actions_of(base: Base, rows: tuple[ActionRow, ...]) -> Sequence[Action]:
    """Return the actions of a deal, whose rows are the last ones; only rows not read before are parsed."""
    known = _read.get(base)
    if known is None:
        first = next((at for at, row in enumerate(rows) if row.deal == base.number), len(rows))
        known = _Read(first, (), ())
    count = len(rows) - known.first
    both = min(count, len(known.rows))
    if both > 0 and rows[known.first + both - 1] is not known.rows[both - 1]:  # some were undone
        known, both = known._replace(rows=(), done=()), 0
    if count <= len(known.rows):
        return known.done[:count] if count > 0 else ()
    done = (*known.done, *(parse_action(row.action) for row in rows[known.first + both :]))
    _read.keep(base, known._replace(rows=rows[known.first :], done=done))
    return done

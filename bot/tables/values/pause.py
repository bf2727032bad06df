"""What others may see: tricks by consent, and a view that hides whether a winner has anything to declare.

At a table that draws by itself the game stops only where the winner of a trick can declare or exchange. To hide from
the others whether it has stopped, they are shown the position before the draw until the winner leads: the draw is a
pass that is done and stored but not yet seen. Everything shown of a table is taken from a :class:`Seen`.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from bot.engine import Phase, Verb, observe, parse_action
from bot.engine.course import deal_after
from bot.tables.values.acting import at_honour_table
from bot.tables.values.parts import Status

if TYPE_CHECKING:
    from collections.abc import Sequence

    from bot.engine import Action, Game, View
    from bot.engine.deal import Base
    from bot.tables.values.table import Table
    from db.deals import ActionRow


def leads(table: Table) -> int:
    """Return how many cards have been led in the whole game; a request to look at the tricks stores this number."""
    return sum(len(deal.tricks) + bool(deal.trick) for deal in table.game.deals)


def may_stand(table: Table) -> bool:
    """Tell whether a request to look at the tricks is still valid: no other card has been led since."""
    asked, deal = table.looking, table.game.deal
    playing = table.status is Status.PLAYING and deal is not None and not deal.over
    return asked is not None and playing and asked.ply == leads(table)


def yet_to_let_look(table: Table) -> tuple[int, ...]:
    """Return the people who have not yet agreed that the tricks may be looked at; the house always agrees."""
    asked = table.looking
    if asked is None or asked.declined:
        return ()
    return tuple(user for user in table.people if user != asked.user and user not in asked.agreed)


def tricks_lie_open(table: Table) -> bool:
    """Tell whether all have agreed that the tricks may be looked at, and no other card has been led since."""
    asked = table.looking
    return asked is not None and not asked.declined and may_stand(table) and not yet_to_let_look(table)


@dataclass(frozen=True, slots=True, repr=False)
class Seen:
    """What the user in a seat, or a spectator, may know of a table at one moment; :meth:`.Table.seen_by` returns it."""

    seat: int | None
    """None for a spectator."""
    ply: int
    """The ply without a draw that the user has not seen.

    The user's controls carry it. Requests and claims use the spectator's ply.
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
        return _done(self.game.deals[-1].base, self.actions) if self.game.deals else ()


def seen_from(table: Table, seat: int | None) -> Seen:
    """Return what the user in a seat (None: a spectator) may know: an unseen draw only if it is that seat's own."""
    game, deals = table.game, table.game.deals
    unseen = unseen_passes(table)
    if not deals or not unseen or seat == deals[-1].turn:
        ply, actions = table.ply, table.actions
    else:
        ply, actions = table.ply - unseen, table.actions[:-unseen]
        base = deals[-1].base
        game = replace(game, deals=(*deals[:-1], deal_after(base, _done(base, actions))))
    view = observe(game, seat, opened=tricks_lie_open(table)) if deals else None
    return Seen(seat, ply, actions, game, view)


def passes_by_itself(table: Table) -> bool:
    """Tell whether the draw happens by itself when nothing can be declared.

    It never does with partners: the winner of a trick passes to the partner, and both are asked whatever they hold.
    Nor does it at an honour table, where everybody draws by hand.
    """
    return table.terms.auto_draw and not table.rules.partners and not at_honour_table(table)


def unseen_passes(table: Table) -> int:
    """Return the number of last actions known only to the winner of the last trick: 1 for an unseen draw, else 0."""
    deal = table.game.deal
    if table.status is not Status.PLAYING or deal is None or deal.phase is not Phase.PLAY or deal.trick:
        return 0
    if not passes_by_itself(table) or not table.actions:
        return 0
    last = table.actions[-1]
    return int(last.deal == deal.base.number and parse_action(last.action).verb is Verb.PASS)


def stands(table: Table, ply: int | None) -> bool:
    """Tell whether what was asked or claimed at a spectator's ply still stands; an unseen draw does not end it."""
    return ply is not None and table.seen_by(None).ply <= ply <= table.ply


class _Read(NamedTuple):
    """The rows of a deal that have been read, and the actions in them."""

    base: Base
    first: int
    rows: tuple[ActionRow, ...]
    done: tuple[Action, ...]


_read: OrderedDict[int, _Read] = OrderedDict()
"""The rows read, by the identity of the deal's base; rows are added to a deal, or replace those that were undone."""
_MOST_READ: Final = 256
"""Number of deals whose rows are kept, including those of tables that are asleep or over."""


def _done(base: Base, rows: tuple[ActionRow, ...]) -> Sequence[Action]:
    """Return the actions of a deal, whose rows are the last ones; only rows not read before are parsed."""
    known = _read.get(id(base))
    if known is None or known.base is not base:
        first = next((at for at, row in enumerate(rows) if row.deal == base.number), len(rows))
        known = _Read(base, first, (), ())
    count = len(rows) - known.first
    both = min(count, len(known.rows))
    if both > 0 and rows[known.first + both - 1] is not known.rows[both - 1]:  # some were undone
        known, both = known._replace(rows=(), done=()), 0
    if count <= len(known.rows):
        return known.done[:count] if count > 0 else ()
    done = (*known.done, *(parse_action(row.action) for row in rows[known.first + both :]))
    _read[id(base)] = known._replace(rows=rows[known.first :], done=done)
    _read.move_to_end(id(base))
    while len(_read) > _MOST_READ:
        _read.popitem(last=False)
    return done


def same_for_others(before: Table, after: Table) -> bool:
    """Tell whether all that was done between two moments of a table is an unseen draw, which others may not notice."""
    return (
        before.seen_by(None).ply == after.seen_by(None).ply
        and before.status is after.status
        and (before.held_seats, before.draw, before.undo, before.looking, before.adjourning, before.adjourned)
        == (after.held_seats, after.draw, after.undo, after.looking, after.adjourning, after.adjourned)
    )

"""What is decided otherwise at an honour table, where several may act at once and nothing is forced."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Action, Deal, Phase, Verb
from bot.engine.forfeits import Irregularity
from bot.tables.values.acting import claiming, seats_waited_for
from bot.tables.values.table import Table

from .occasion import Occasion, turn_begins


def still_meant(table: Table, action: Action, ply: int) -> bool:
    """Tell whether a control made for an earlier ply still asks for what it asked for then.

    Others act at the same time, and what they do does not make a regular act another one: it is done as long as its
    seat has done nothing since, no other deal has begun, and the act is still regular. Who was about to say *done*
    may have something to say to a claim made meanwhile.

    Args:
        table: The table.
        action: What is asked for.
        ply: The ply for which the control was made; at an honour table nothing is undone, so it counts the actions.
    """
    deal = table.game.deal
    since = table.actions[ply:]
    if deal is None or not since or ply > len(table.actions):
        return False
    number = deal.base.number
    opened = next((at for at, row in enumerate(table.actions) if row.deal == number), len(table.actions))
    if ply < opened or any(row.seat == action.seat for row in since):
        return False
    if action.verb is Verb.DONE and any(f" {Verb.CLAIM.value} " in row.action for row in since):
        return False
    return _is_regular(table, action)


def _is_regular(table: Table, action: Action) -> bool:
    """Tell whether an act is offered to its seat, as far as the seat knows."""
    view = table.view(table.users[action.seat])
    if view is None or view.honour is None:
        return False
    if action.verb is Verb.CLAIM and action.name == Irregularity.WRONG_DECLARATION.value:
        return bool(view.honour.doubtful)
    if action.verb is Verb.CLAIM and action.name == Irregularity.REVOKE.value:
        return view.honour.may_claim_revoke
    return action in view.legal


def turn_after(before: Table, after: Table, at: Occasion, action: Action) -> Table:
    """Begin the turn of whoever is waited for after an act; another's act does not begin it anew.

    Else the others could lengthen somebody's time, and what they have agreed on about time that is up would lapse.
    """
    then, now = before.game.deal, after.game.deal
    if then is None or now is None or _waits_for(then) != _waits_for(now):
        return turn_begins(after, at)
    if now.phase is Phase.CLAIM and action.verb is Verb.DONE:
        return after
    if now.phase is Phase.CLAIM or action.seat == now.turn:
        return turn_begins(after, at)
    ply = after.ply_for(None)
    claims = before.claims if before.claims is None else replace(before.claims, ply=ply)
    return after.but(time_up=ply if before.time_is_up else None, claims=claims)


def _waits_for(deal: Deal) -> tuple[bool, int]:
    return (True, 0) if deal.phase is Phase.CLAIM else (False, deal.turn)


def yet_done(table: Table) -> list[Action]:
    """Return what closes a deal when the time to claim forfeits is over: everybody's *done* that is still missing."""
    return [Action(seat, Verb.DONE) for seat in seats_waited_for(table)] if claiming(table) else []


def let_go(table: Table) -> Action | None:
    """Return the act with which the table lets a choice of two lifted cards go whose time is up (ruling 24)."""
    deal = table.game.deal
    choice = deal.honour.choice if deal is not None and deal.honour is not None else None
    if deal is None or choice is None or choice.chooser != deal.turn:
        return None
    return Action(choice.chooser, Verb.PASS)

"""Decisions particular to honour tables, where several players may act at once and nothing is forced."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Action, Deal, Phase, Verb
from bot.engine.forfeits import Irregularity
from bot.tables.values.acting import claiming, seats_waited_for
from bot.tables.values.table import Table

from .occasion import Occasion, turn_begins


def still_meant(table: Table, action: Action, ply: int) -> bool:
    """Tell whether an action from a control made for an earlier ply may still be done.

    Others act at the same time, which does not change the meaning of a regular act. It may be done if its seat has not
    acted since, no new deal has begun, and the act is still regular. *Done* is not taken if a claim was made since, as
    the player may want to answer it.

    Args:
        table: The table.
        action: The action of the control.
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
    """Tell whether an act is regular, as far as its seat can know."""
    view = table.view(table.users[action.seat])
    if view is None or view.honour is None:
        return False
    if action.verb is Verb.CLAIM and action.name == Irregularity.WRONG_DECLARATION.value:
        return bool(view.honour.doubtful)
    if action.verb is Verb.CLAIM and action.name == Irregularity.REVOKE.value:
        return view.honour.may_claim_revoke
    return action in view.legal


def turn_after(before: Table, after: Table, at: Occasion, action: Action) -> Table:
    """Begin the turn of the seat that the table waits for after an act; another seat's act does not begin it anew.

    Otherwise other players could lengthen a player's time, and their claims about a time that is up would lapse.
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
    """Return the *done* of every seat that still lacks it, to close a deal when the time to claim is over."""
    return [Action(seat, Verb.DONE) for seat in seats_waited_for(table)] if claiming(table) else []


def let_go(table: Table) -> Action | None:
    """Return the act that gives up a choice of two lifted cards when its time is up (ruling 24), or None."""
    deal = table.game.deal
    choice = deal.honour.choice if deal is not None and deal.honour is not None else None
    if deal is None or choice is None or choice.chooser != deal.turn:
        return None
    return Action(choice.chooser, Verb.PASS)

"""Undoing a player's own last act, as long as nobody has seen a hidden card since.

A draw and the end of a deal show hidden cards, so neither is ever undone. Where draws happen by themselves, a card
that completes a trick is not undone either: whether it could be would reveal whether the trick's winner can declare.
At an honour table nothing is undone.
"""

from __future__ import annotations

from bot.engine import Game, Phase, Verb, apply, parse_action, start_deal
from bot.tables.values.acting import at_honour_table
from bot.tables.values.parts import Status
from bot.tables.values.pause import passes_by_itself, unseen_passes
from bot.tables.values.table import Table

from .occasion import Occasion, turn_begins


def can_undo(table: Table, user_id: int) -> bool:
    """Tell whether the table's last act is the player's own and may still be undone."""
    seat, deal = table.seat_of(user_id), table.game.deal
    if table.daily is not None:
        return False  # undoing would let a player try a daily deal more than once
    if seat is None or deal is None or deal.over or table.awaits_deal or not table.actions:
        return False
    last = table.actions[-1]
    if at_honour_table(table):
        return False  # irregular acts are penalised there, and regular ones stand too
    if table.status is not Status.PLAYING or (last.seat, last.deal) != (seat, deal.base.number):
        return False
    verb = parse_action(last.action).verb
    if verb is Verb.PASS and deal.phase is Phase.PLAY:
        return False  # everyone has drawn
    completes = verb is Verb.PLAY and deal.phase is Phase.DECLARE
    return not (completes and passes_by_itself(table))  # else others could tell that nobody has drawn yet


def undone(table: Table, at: Occasion) -> Table:
    """Take the last action back, so that its player is on move again; the ply is one that was never used before."""
    deals, rows = table.game.deals, table.actions[:-1]
    base = deals[-1].base
    game = start_deal(Game(table.rules, deals[:-1]), base.dealer, base.deck).game
    for row in rows:
        if row.deal == base.number:
            game = apply(game, parse_action(row.action)).game
    stood_in = tuple(index for index in table.stood_in if index < len(rows))
    given = tuple(each for each in table.given if each.at <= len(rows))  # later hints belong to undone acts
    after = table.but(game=game, actions=rows, undone=table.undone + 2, stood_in=stood_in, given=given)
    # An unseen draw makes the others' ply smaller; that ply must not recur either.
    return turn_begins(after.but(undone=after.undone + unseen_passes(after)), at)

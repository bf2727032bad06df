"""What may be undone: a player's own last act, as long as nothing hidden has been seen since.

A draw shows a card that was hidden, and so does the end of a deal. Where draws happen by themselves, also a pause tells
something: that the winner of the trick can declare. Neither is ever undone.
"""

from __future__ import annotations

from bot.engine import Game, Phase, Verb, apply, parse_action, start_deal
from bot.tables.values.parts import Status
from bot.tables.values.table import Table

from .occasion import Occasion, turn_begins


def can_undo(table: Table, user_id: int) -> bool:
    """Tell whether a player's own act is the last one of the table and may still be undone."""
    seat, deal = table.seat_of(user_id), table.game.deal
    if seat is None or deal is None or deal.over or table.awaits_deal or not table.actions:
        return False
    last = table.actions[-1]
    if table.status is not Status.PLAYING or (last.seat, last.deal) != (seat, deal.base.number):
        return False
    if parse_action(last.action).verb is Verb.PASS and deal.phase is Phase.PLAY:
        return False  # everyone has drawn
    waits_for_another = deal.phase is Phase.DECLARE and deal.turn != seat
    return not (waits_for_another and table.terms.auto_draw)  # that they are asked tells what they hold


def undone(table: Table, at: Occasion) -> Table:
    """Take the last action back, with a ply that no earlier moment ever had; its player is on move again."""
    deals, rows = table.game.deals, table.actions[:-1]
    base = deals[-1].base
    game = start_deal(Game(table.rules, deals[:-1]), base.dealer, base.deck).game
    for row in rows:
        if row.deal == base.number:
            game = apply(game, parse_action(row.action)).game
    return turn_begins(table.but(game=game, actions=rows, undone=table.undone + 2), at)

"""What may be undone: a player's own last act, as long as nothing hidden has been seen since.

A draw shows a card that was hidden, and so does the end of a deal: neither is ever undone. Where draws happen by
themselves, nor is a card that completes a trick: whether it could be would tell whether its winner can declare.
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
    """Tell whether a player's own act is the last one of the table and may still be undone."""
    seat, deal = table.seat_of(user_id), table.game.deal
    if table.daily is not None:
        return False  # everyone plays it once, as the cards fall
    if seat is None or deal is None or deal.over or table.awaits_deal or not table.actions:
        return False
    last = table.actions[-1]
    if at_honour_table(table):
        return False  # what was done against the rules is paid for, and what was not stands beside it
    if table.status is not Status.PLAYING or (last.seat, last.deal) != (seat, deal.base.number):
        return False
    verb = parse_action(last.action).verb
    if verb is Verb.PASS and deal.phase is Phase.PLAY:
        return False  # everyone has drawn
    completes = verb is Verb.PLAY and deal.phase is Phase.DECLARE
    return not (completes and passes_by_itself(table))  # that it has not been drawn yet is not to be known


def undone(table: Table, at: Occasion) -> Table:
    """Take the last action back, with a ply that no earlier moment ever had; its player is on move again."""
    deals, rows = table.game.deals, table.actions[:-1]
    base = deals[-1].base
    game = start_deal(Game(table.rules, deals[:-1]), base.dealer, base.deck).game
    for row in rows:
        if row.deal == base.number:
            game = apply(game, parse_action(row.action)).game
    stood_in = tuple(index for index in table.stood_in if index < len(rows))
    given = tuple(each for each in table.given if each.at <= len(rows))  # what led to the later ones is gone
    after = table.but(game=game, actions=rows, undone=table.undone + 2, stood_in=stood_in, given=given)
    # Where a draw is unseen again, what the others know as the ply is smaller, and must not come again either.
    return turn_begins(after.but(undone=after.undone + unseen_passes(after)), at)

"""Putting a table into a position through the store, without a click for every card."""

from __future__ import annotations

from collections.abc import Callable

from bot.engine import Verb, apply, legal_actions, to_act
from bot.tables import Table
from bot.tables.decisions import play
from bot.tables.decisions.occasion import Occasion
from tests.simulated import bot_of
from tests.simulated.player import Sitting, button_named


async def bring_to(sitting: Sitting, until: Callable[[Table], bool], *, eager: bool = False) -> None:
    """Put a table into a position that its players reach by chance, then look at its board and at their hands.

    Args:
        sitting: The table, dealt.
        until: What to wait for. An act that would end the deal or the game is not done; it is left to be clicked.
        eager: Declare what there is to declare, and score the sooner.
    """
    with sitting.world.env.time_context():
        await _bring(sitting, until, eager=eager)
    await sitting.world.env.settle()
    await sitting.show_hands()


async def _bring(sitting: Sitting, until: Callable[[Table], bool], *, eager: bool) -> None:
    """Store all acts at once: one transaction instead of one for every card."""
    bot, chance = bot_of(sitting.world), sitting.players[0].rng

    def brought_forward(table: Table, at: Occasion) -> Table:
        while not until(table):
            actions = legal_actions(table.game)
            declarations = [action for action in actions if action.verb in (Verb.DECLARE, Verb.SHOW)] if eager else []
            action = chance.choice(declarations or actions)
            after = apply(table.game, action).game
            if not to_act(after) or last_trick(table):  # its last cards would play themselves
                break
            words = action.text.split(" ", 1)[1]
            table = play.act(table, at, table.users[action.seat], words, table.ply).table
        return table

    await bot.tables.ask(sitting.table, brought_forward)
    await bot.presenter.show(sitting.table)


async def bring_to_last_trick(sitting: Sitting, *, eager: bool = False) -> None:
    """Bring the table to the last trick of the deal, which is left to be played by clicks."""
    await bring_to(sitting, last_trick, eager=eager)


async def bring_through_deal(sitting: Sitting, *, eager: bool = False) -> None:
    """Bring the table to the last trick of the deal and play that by clicks."""
    await bring_to_last_trick(sitting, eager=eager)
    await sitting.play_deal()


async def bring_to_result(sitting: Sitting) -> None:
    """Bring the table through one deal after the other until the game is over; each is begun and ended by clicks."""
    while sitting.result() is None:
        if button_named(sitting.board(), "Deal"):
            await sitting.players[0].actor.click(sitting.board(), label="Deal")
        await bring_through_deal(sitting, eager=True)


def last_trick(table: Table) -> bool:
    """Whether only the last trick that anybody plays is left; the very last, of one card each, plays itself."""
    deal = table.game.deal
    return deal is not None and len(deal.tricks) >= deal.law.tricks - 2

"""A whole game of a daily deal without a store: the same play, so that the house's answers can be compared.

    python -m tests.daily.whole_game SECRET

prints its actions, a line each.
"""

from __future__ import annotations

import random
import sys
from datetime import timedelta
from functools import cache
from typing import TYPE_CHECKING

from bot.club.daily import begins, laid_open
from bot.house.roster import Level, is_house
from bot.house.worker import weigh
from bot.tables import Limits, Player
from bot.tables.decisions.daily import daily_opened, house_seed
from bot.tables.decisions.occasion import Occasion
from bot.tables.decisions.play import act
from bot.tables.values.parts import Daily
from bot.tables.values.table import tidy

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.engine import View
    from bot.tables import Table, Tables

NUMBER = 60
SECRET = bytes(range(64)).hex()
ANN = Player(2**60 + 10, "Ann")
GUILD, CHANNEL = 2**60 + 1, 2**60 + 2


def at(**later: float) -> Occasion:
    """Return an occasion so long after the beginning of the day, with a chance that nothing is to follow from."""
    return Occasion(begins(NUMBER) + timedelta(**later), random.SystemRandom(), Limits())


def opened(
    player: Player = ANN, *, secret: str = SECRET, guild: int = GUILD, number: int = NUMBER, **later: float
) -> Table:
    """Return the table of somebody who has just begun the deal of the day."""
    daily = Daily(number, laid_open(number))
    return tidy(
        daily_opened(at(**later), guild_id=guild, channel_id=CHANNEL, player=player, daily=daily, secret=secret)
    )


def first_offered(view: View) -> str:
    """Choose what is offered first, which is to declare where that can be done."""
    return view.offered[0].text.partition(" ")[2]


def last_offered(view: View) -> str:
    """Choose what is offered last."""
    return view.offered[-1].text.partition(" ")[2]


def step(table: Table, choose: Callable[[View], str], **later: float) -> Table:
    """Let whoever is on move act: the player as chosen, the house as it decides."""
    user = table.turn_users[0]
    view = table.view(user)
    assert view is not None
    if is_house(user):
        seed = house_seed(table)
        words = weigh(Level.REGULAR, view, seed).action.text.partition(" ")[2]
    else:
        words = choose(view)
    return tidy(act(table, at(**later), user, words, table.ply_for(user), by_house=is_house(user)).table)


def played(
    table: Table, choose: Callable[[View], str] = first_offered, *, plies: int = 10_000, hours: float = 1
) -> Table:
    """Play to the end, or until there are so many plies."""
    while table.live and table.ply < plies:
        table = step(table, choose, hours=hours)
    return table


def everywhere(before: Table, _at: Occasion, after: Table) -> Table:
    """Decide that a table is played out as another one was."""
    rows = tuple(row.__class__(before.id, row.ply, row.deal, row.seat, row.action, row.at) for row in after.actions)
    return before.but(game=after.game, actions=rows, status=after.status, ended_at=after.ended_at,
                      end_reason=after.end_reason, winner=after.winner)  # fmt: skip


@cache
def run_out(secret: str, choose: Callable[[View], str], number: int = NUMBER) -> Table:
    """Return a table at which a deal was played to its end at noon, the house deciding as it does."""
    return played(opened(secret=secret, number=number), choose, hours=12)


async def finished(tables: Tables, table: Table, choose: Callable[[View], str] = first_offered) -> Table:
    """Have a table played to its end, as it would be at noon."""
    return await tables.ask(table.id, everywhere, run_out(table.deals[0].secret, choose))


if __name__ == "__main__":
    sys.stdout.write("\n".join(row.action for row in played(opened(secret=sys.argv[1])).actions))

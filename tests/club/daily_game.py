"""A whole game of a daily deal without a store: the same play, so that the house's answers can be compared.

    python -m tests.club.daily_game SECRET

prints its actions, a line each.
"""

from __future__ import annotations

import random
import sys
from datetime import timedelta
from typing import TYPE_CHECKING

from bot.club.values.daily import begins, laid_open
from bot.house.levels import Level
from bot.house.roster import is_house
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
    from bot.tables import Table

NUMBER = 60
SECRET = bytes(range(64)).hex()
ANN = Player(2**60 + 10, "Ann")
GUILD, CHANNEL = 2**60 + 1, 2**60 + 2


def at(**later: float) -> Occasion:
    """Return an occasion so long after the beginning of the day, with a chance that nothing is to follow from."""
    return Occasion(begins(NUMBER) + timedelta(**later), random.SystemRandom(), Limits())


def opened(player: Player = ANN, *, secret: str = SECRET, guild: int = GUILD, **later: float) -> Table:
    """Return the table of somebody who has just begun the deal of the day."""
    daily = Daily(NUMBER, laid_open(NUMBER))
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


if __name__ == "__main__":
    sys.stdout.write("\n".join(row.action for row in played(opened(secret=sys.argv[1])).actions))

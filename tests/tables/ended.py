"""Games that a member gives up at a table: what is counted of games hardly ever needs more of them."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from bot.engine import Rules, build_rules
from bot.tables import Player, Table
from bot.tables.decisions import play
from tests.tables.at_table import ANN, BEN, put
from tests.tables.made import begun, counts, played

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from bot.tables import Tables


@cache
def _under_way(people: tuple[Player, ...], rules: Rules, seed: int, until: Callable[[Table], bool]) -> Table:
    return played(begun(people, rules=rules, seed=seed), until, seed=seed)


async def given_up(
    tables: Tables,
    people: Sequence[Player] = (ANN, BEN),
    loser: Player = BEN,
    *,
    rules: Rules | None = None,
    seed: int = 1,
    until: Callable[[Table], bool] = counts,
    **how: Any,  # noqa: ANN401 - the table's own fields
) -> Table:
    """Have a member give a game up once it counts, or once something else holds of the table."""
    rules = rules or build_rules("modern", len(people), {})
    table = await put(tables, _under_way(tuple(people), rules, seed, until).but(**how))
    return (await tables.ask(table.id, play.resign, loser.user_id)).table

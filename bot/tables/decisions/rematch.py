"""Rematches and the games of a series: opening and sealing the next game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.lots import Lots as WrittenLots
from bot.house.roster import is_house
from bot.tables.values.due import Due
from bot.tables.values.parts import Kind, Lots, Place, Player, Rematch, Series, Status, Thread
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .lobby import check_room, opened, seated
from .occasion import Done, Occasion, turn_begins


def ask_rematch(
    table: Table, at: Occasion, user_id: int, *, elsewhere: Mapping[int, int], in_thread: bool = False
) -> Done:
    """Ask for another game with the same players and rules; once all have asked, it is opened and sealed.

    Args:
        elsewhere: Number of tables of the server at which each player sits.
        in_thread: Whether the server plays every game in a thread of its own.

    Returns:
        The finished table with its votes, and the new table once all people have asked.
    """
    if table.seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.daily is not None:
        raise Refused(Why.DAILY_ONCE, table_id=table.id)
    if table.status is not Status.FINISHED and not table.drawn:
        raise Refused(Why.NOT_STARTED if table.live else Why.CLOSED, table_id=table.id)
    if table.rematch.next_id is not None:
        raise Refused(Why.REMATCH_STANDS, table_id=table.rematch.next_id)
    votes = (*(v for v in table.rematch.votes if v != user_id), user_id)
    after = table.but(rematch=replace(table.rematch, votes=votes))
    if not set(votes) >= {user for user in table.users if not is_house(user)}:
        return Done(after)
    for each in votes:
        check_room(elsewhere.get(each, 0), at)
    return Done(after, opened=_next_game(table, at, in_thread=in_thread))


def next_in_series(table: Table, at: Occasion) -> Table | None:
    """Return the next game of the table's series, once the table's game is over and the series undecided; else None."""
    over = table.status is Status.FINISHED or table.drawn
    if table.series is None or not over or table.rematch.next_id is not None:
        return None
    after = table.series_so_far
    if after is None or after.decided:
        return None
    return _next_game(table, at, in_thread=table.place.thread is not Thread.NONE).but(series=after)


def _next_game(table: Table, at: Occasion, *, in_thread: bool) -> Table:
    """Open the next game with the same rules and partners; the deal passes to the next player.

    If more than two play, every player moves one seat to the left.
    """
    last, count = table.game.deal, table.rules.players
    move, alone = 1 if count > 2 else 0, table.place.private
    seats = [table.seats[(at_seat - move) % count] for at_seat in range(count)]
    players = [Player(seat.user_id, seat.name) for seat in seats]
    new = opened(
        at, guild_id=table.guild_id, channel_id=table.place.home_id, opener=players[0], rules=table.rules,
        terms=replace(table.terms, partners_drawn=False, edition=0),
    )  # fmt: skip
    new = new.but(
        kind=Kind.REMATCH,
        status=Status.PLAYING,
        started_at=at.now,
        language=table.language,
        place=Place(
            table.place.home_id, thread=Thread.WANTED if in_thread and not alone else Thread.NONE, private=alone
        ),
        seats=seated(0, players, at.now),
        lots=Lots((last.base.dealer + 1 + move) % count if last is not None else 0, written=_passed(count)),
        rematch=Rematch(previous_id=table.id),
        series=None if table.series is None else Series(table.series.best_of),
    )
    begun = turn_begins(new, at)
    return begun.but(turn_since=None, due={**begun.due, Due.DEAL: at.now + at.limits.deal})


def _passed(players: int) -> WrittenLots:
    """Return the lots of a rematch: players are numbered by seat, and the deal passes to the next player."""
    return WrittenLots(SeatsBy.JOINED, DealerBy.PASSED, tuple(range(players)))

"""Games to put into a database under test."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from bot.club.standings.rating import counted_under
from db import DealRow, ResultRow, SeatRow

if TYPE_CHECKING:
    from collections.abc import Sequence

    from db import GameKind, GameStatus, Store, Transaction

NOON = datetime(2026, 3, 1, 12, 0, 0, 123456, tzinfo=UTC)
GUILD = 2**62 + 1
CHANNEL = 2**62 + 3
ANN = 2**62 + 5
BEN = 2**62 + 7
DECK = "ASa TDb KHa QSa JDb"
SECRET = "5ec2e7" * 8


def later(minutes: float) -> datetime:
    return NOON + timedelta(minutes=minutes)


async def new_game(
    tx: Transaction,
    *,
    guild_id: int = GUILD,
    kind: GameKind = "open",
    status: GameStatus = "playing",
    rematch_of: int | None = None,
    users: Sequence[int] = (ANN, BEN),
) -> int:
    game = await tx.games.create(
        guild_id=guild_id, channel_id=CHANNEL, kind=kind, status=status, rules={"preset": "modern", "target": 1000},
        settings={"auto_draw": True}, opener_id=users[0], rematch_of=rematch_of, created_at=NOON,
    )  # fmt: skip
    await tx.games.set_seats(game, [SeatRow(game, seat, user, f"Ann {seat}", NOON) for seat, user in enumerate(users)])
    return game


def sealed(game: int) -> DealRow:
    return DealRow(
        game_id=game, number=0, dealer=0, deck=DECK, commitment="c0ffee", secret=SECRET, entropy=(), message_id=None,
        opened_at=NOON, dealt_at=None, closed_at=None,
    )  # fmt: skip


async def game_with_deal(store: Store) -> int:
    async with store.write() as tx:
        game = await new_game(tx)
        await tx.deals.open(sealed(game))
    return game


async def finish(
    tx: Transaction,
    points: dict[int, int],
    winner: int,
    *,
    guild_id: int = GUILD,
    status: GameStatus = "finished",
    rated: bool = True,
    game_kind: str = "two",
    value: int = 0,
) -> int:
    """Store a game that ended with these points by user, and with this value for the winner."""
    game = await new_game(tx, guild_id=guild_id, users=list(points))
    await tx.games.update(game, 0, status=status, ended_at=later(game), end_reason="score")
    rows = [
        ResultRow(
            game_id=game, seat=seat, guild_id=guild_id, user_id=user, won=user == winner, points=scored,
            outcome="won" if user == winner else "lost", side=seat, ended_at=later(game), rated=rated,
            game_kind=game_kind, deals=2, best_deal=scored, value=value if user == winner else 0,
            rubicons=int(user == winner and value > 2000),
        )
        for seat, (user, scored) in enumerate(points.items())
    ]  # fmt: skip
    await tx.results.add(rows)
    for row in rows:
        if row.rated and status == "finished":
            await tx.standings.count(row, ("", "2026-03"), counted_under(row.game_kind))
    return game

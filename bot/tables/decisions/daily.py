"""The daily deal at a table: it is dealt at once from the day's secret and ends with its day."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from bot.engine import Game, build_rules, card_name, start_deal
from bot.engine.shuffle import commitment, daily_entropy, make_deck
from bot.house.roster import Level, free_player
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Daily, Kind, Lots, Place, Player, Status, Terms
from bot.tables.values.table import Table
from db.deals import DealRow
from db.games import SeatRow

from .occasion import Done, Occasion, ended_without_result

PRESET: Final = "modern"
RULES: Final = build_rules(PRESET, 2, {"length": "one_deal"})
"""The rules of every daily deal: one deal for two players, by the default book."""
PLAYER_SEAT: Final = 0
HOUSE_SEAT: Final = 1
"""The house's seat; it deals, so the player leads."""
DAY_OVER: Final = "day-over"
"""The reason stored with a game that was not finished in time."""


def daily_opened(at: Occasion, *, guild_id: int, channel_id: int, player: Player, daily: Daily, secret: str) -> Table:
    """Return a new table for one player's daily deal, dealt from the day's secret (in hexadecimal digits)."""
    house = free_player(Level.REGULAR, ())
    assert house is not None  # no house player is excluded
    entropy = (daily_entropy(daily.number),)
    deck = make_deck(bytes.fromhex(secret), entropy, Game(RULES).law.pack)
    names = " ".join(card_name(card) for card in deck)
    seal = DealRow(
        0, 0, HOUSE_SEAT, names, commitment(bytes.fromhex(secret)), secret, entropy, None, at.now, at.now, None
    )
    return Table(
        id=0,
        guild_id=guild_id,
        kind=Kind.DAILY,
        status=Status.PLAYING,
        opener_id=player.user_id,
        created_at=at.now,
        started_at=at.now,
        turn_since=at.now,
        game=start_deal(Game(RULES), HOUSE_SEAT, deck).game,
        terms=Terms(preset=PRESET),
        place=Place(channel_id),
        seats=(
            SeatRow(0, PLAYER_SEAT, player.user_id, player.name, at.now),
            SeatRow(0, HOUSE_SEAT, house.user_id, house.shown, at.now),
        ),
        deals=(seal,),
        lots=Lots(dealer=HOUSE_SEAT),
        daily=daily,
        due={Due.DAY: daily.until},
    )


def end_of_day(table: Table, at: Occasion) -> Done | None:
    """End a daily deal's game without a result and with no score if its time is over; return None otherwise."""
    if table.daily is None or at.now < table.daily.until:
        return None
    return Done(ended_without_result(table, at, DAY_OVER))


def day_over(table: Table, at: Occasion) -> Done:
    """End a daily deal's game when its time is over; stale if time is left or the game is already over."""
    if table.status is not Status.PLAYING or not table.has_come(Due.DAY, at.now):
        return Done(table, stale=True)
    return end_of_day(table, at) or Done(table, stale=True)


def house_seed(table: Table) -> int:
    """Return the house's random seed at a daily deal now, 32 bits, derived from the day's secret and the ply.

    So the house answers equal play equally, for every player and in every server.
    """
    assert table.seal is not None  # a daily deal is dealt when its table is made
    said = f"bezique/1/house\n{table.ply}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(table.seal.secret), said, hashlib.sha256)[:4], "big")

"""The daily deal at a table: dealt at once from the day's secret, and over with its day."""

from __future__ import annotations

import hashlib
import hmac
from typing import Final

from bot.engine import Game, build_rules, card_name, start_deal
from bot.engine.shuffle import commitment, daily_entropy, make_deck
from bot.house.levels import Level
from bot.house.roster import free_player
from bot.tables.values.due import Due, has_come
from bot.tables.values.parts import Daily, Kind, Lots, Place, Player, Status, Terms
from bot.tables.values.table import Table
from db.rows import DealRow, SeatRow

from .occasion import Done, Occasion, ended_without_result

PRESET: Final = "modern"
RULES: Final = build_rules(PRESET, 2, {"length": "one_deal"})
"""Every daily deal is one deal of two hands, by the rules of the house's usual book."""
PLAYER_SEAT: Final = 0
HOUSE_SEAT: Final = 1
"""The house deals, so the player leads."""
DAY_OVER: Final = "day-over"
"""Why a game ended that was not finished in time."""


def daily_opened(at: Occasion, *, guild_id: int, channel_id: int, player: Player, daily: Daily, secret: str) -> Table:
    """Return a table at which somebody plays the daily deal, dealt.

    Args:
        at: The occasion.
        guild_id: The server in whose list the result will stand.
        channel_id: Where it was begun; nothing is posted there.
        player: Who plays.
        daily: Which daily deal, and until when.
        secret: That of the day, in hexadecimal digits.
    """
    house = free_player(Level.REGULAR, ())
    assert house is not None  # nobody else sits there
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
    """Return a daily deal's game as given up where its time is over, and None where it is not: its score is nothing."""
    if table.daily is None or at.now < table.daily.until:
        return None
    return Done(ended_without_result(table, at, DAY_OVER))


def day_over(table: Table, at: Occasion) -> Done:
    """End the game of a daily deal with its time; stale where it is not over yet, or the game is."""
    if table.status is not Status.PLAYING or not has_come(table.due, Due.DAY, at.now):
        return Done(table, stale=True)
    return end_of_day(table, at) or Done(table, stale=True)


def house_seed(table: Table) -> int:
    """Return the house's chance at a daily deal now, 32 bits, which follows from the day's secret and the ply.

    So equal play gets equal answers, whoever plays and wherever.
    """
    assert table.seal is not None  # it was dealt with its table
    said = f"bezique/1/house\n{table.ply}".encode()
    return int.from_bytes(hmac.digest(bytes.fromhex(table.seal.secret), said, hashlib.sha256)[:4], "big")

"""Everything the bot stores: games and their actions, deals, deadlines, results, settings.

Only this package contains SQL. Open a `Store`, then read and write inside its transactions:

    store = await Store.open("sqlite+aiosqlite:///data/bezique.db")
    async with store.write() as tx:
        await tx.games.update(game_id, version, turn_since=now)
        await tx.deals.add_actions([ActionRow(game_id, ply, deal, seat, "play QSa", now)])
    async with store.read() as reader:
        rows = await reader.game_record.load(game_id)
"""

from db.daily import DailyDealRow, DailyGameRow
from db.deals import ActionRow, CutRow, DealChanges, DealRow, GameRecordRows
from db.errors import (
    AlreadyThere,
    AnsweredElsewhere,
    Busy,
    Damaged,
    DatabaseError,
    Duplicate,
    MissingDriver,
    OtherCount,
    Overtaken,
    PlyTaken,
    UnknownRow,
    Unreachable,
    explaining,
)
from db.games import GameChanges, GameKind, GameRow, GameStatus, SeatRow, Visible
from db.line import Line, Word
from db.live import BoardRow, LiveRow
from db.messages import MessageRow
from db.people import ErasureRow
from db.processes import answering
from db.records import MeetingRow, RecordRow, RulesPlayedRow, SourceRow
from db.results import ConclusionRow, Outcome, ResultRow
from db.schedule import DeadlineRow
from db.session import Part, shard_of
from db.standings import Board, By, StandingRow
from db.store import Store
from db.transaction import Reader, Transaction

__all__ = [
    "ActionRow",
    "AlreadyThere",
    "AnsweredElsewhere",
    "Board",
    "BoardRow",
    "Busy",
    "By",
    "ConclusionRow",
    "CutRow",
    "DailyDealRow",
    "DailyGameRow",
    "Damaged",
    "DatabaseError",
    "DeadlineRow",
    "DealChanges",
    "DealRow",
    "Duplicate",
    "ErasureRow",
    "GameChanges",
    "GameKind",
    "GameRecordRows",
    "GameRow",
    "GameStatus",
    "Line",
    "LiveRow",
    "MeetingRow",
    "MessageRow",
    "MissingDriver",
    "OtherCount",
    "Outcome",
    "Overtaken",
    "Part",
    "PlyTaken",
    "Reader",
    "RecordRow",
    "ResultRow",
    "RulesPlayedRow",
    "SeatRow",
    "SourceRow",
    "StandingRow",
    "Store",
    "Transaction",
    "UnknownRow",
    "Unreachable",
    "Visible",
    "Word",
    "answering",
    "explaining",
    "shard_of",
]

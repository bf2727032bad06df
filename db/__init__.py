"""Everything the bot stores: games and their actions, deals, deadlines, results, settings.

Only this package contains SQL. Open a `Store`, then read and write inside its transactions:

    store = await Store.open("sqlite+aiosqlite:///data/bezique.db")
    async with store.write() as tx:
        await tx.games.update(game_id, version, turn_since=now)
        await tx.deals.add_actions([ActionRow(game_id, ply, deal, seat, "play QSa", now)])
    async with store.read() as reader:
        rows = await reader.games.load(game_id)
"""

from db.errors import (
    AnsweredElsewhere,
    Busy,
    DatabaseError,
    Duplicate,
    MissingDriver,
    Overtaken,
    PlyTaken,
    UnknownRow,
    Unreachable,
)
from db.line import Line
from db.parts import Part
from db.processes import answering
from db.rows import (
    ActionRow,
    BoardRow,
    CutRow,
    DailyDealRow,
    DailyGameRow,
    DeadlineRow,
    DealChanges,
    DealRow,
    ErasureRow,
    GameChanges,
    GameKind,
    GameRecordRows,
    GameRow,
    GameStatus,
    LiveRow,
    MeetingRow,
    MessageRow,
    Outcome,
    RecordRow,
    ResultRow,
    RulesPlayedRow,
    SeatRow,
    SourceRow,
    Visible,
)
from db.shards import ProcessRow, ShardRow
from db.standing_rows import ConclusionRow, StandingRow
from db.standings import Board, By
from db.store import Store
from db.transaction import Reader, Transaction
from db.words import Word

__all__ = [
    "ActionRow",
    "AnsweredElsewhere",
    "Board",
    "BoardRow",
    "Busy",
    "By",
    "ConclusionRow",
    "CutRow",
    "DailyDealRow",
    "DailyGameRow",
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
    "Outcome",
    "Overtaken",
    "Part",
    "PlyTaken",
    "ProcessRow",
    "Reader",
    "RecordRow",
    "ResultRow",
    "RulesPlayedRow",
    "SeatRow",
    "ShardRow",
    "SourceRow",
    "StandingRow",
    "Store",
    "Transaction",
    "UnknownRow",
    "Unreachable",
    "Visible",
    "Word",
    "answering",
]

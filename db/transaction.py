"""Readers and transactions, which give access to all groups of queries."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.blocks import BlockReads, BlockWrites
from db.counted import CountedReads, CountedWrites
from db.daily import DailyReads, DailyWrites
from db.deals import DealReads, DealWrites
from db.exercises import ExerciseReads, ExerciseWrites
from db.game_record import GameRecordReads
from db.games import GameReads, GameWrites
from db.leaving import LeavingReads, LeavingWrites
from db.live import LiveReads, LiveWrites
from db.luck import LuckReads, LuckWrites
from db.messages import MessageReads, MessageWrites, TurnReads, TurnWrites
from db.moderation import ModerationReads, ModerationWrites, PairReads
from db.people import PeopleReads, PeopleWrites
from db.processes import ProcessReads, ProcessWrites
from db.ratings import RatingReads, RatingWrites
from db.records import RecordReads, RecordWrites
from db.reports import ReportReads, ReportWrites
from db.results import ConclusionReads, ConclusionWrites, ResultReads, ResultWrites
from db.schedule import ScheduleReads, ScheduleWrites
from db.servers import ServerReads, ServerWrites
from db.session import Session
from db.settings import SettingReads, SettingWrites
from db.shards import IdentifyWrites, ShardReads, ShardWrites
from db.standings import StandingReads, StandingWrites
from db.table_alerts import TableAlertReads, TableAlertWrites
from db.tournaments import TournamentReads, TournamentWrites
from db.words import Word, said

if TYPE_CHECKING:
    from db.errors import DatabaseError
    from db.words import About


class Reader:
    """All reading queries, by group; they see the database as it was at the first query."""

    def __init__(self, session: Session) -> None:
        self.table_alerts = TableAlertReads(session)
        self.blocks = BlockReads(session)
        self.conclusions = ConclusionReads(session)
        self.counted = CountedReads(session)
        self.game_record = GameRecordReads(session)
        self.games = GameReads(session)
        self.daily = DailyReads(session)
        self.leaving = LeavingReads(session)
        self.live = LiveReads(session)
        self.deals = DealReads(session)
        self.exercises = ExerciseReads(session)
        self.luck = LuckReads(session)
        self.messages = MessageReads(session)
        self.moderation = ModerationReads(session)
        self.pairs = PairReads(session)
        self.people = PeopleReads(session)
        self.processes = ProcessReads(session)
        self.ratings = RatingReads(session)
        self.records = RecordReads(session)
        self.reports = ReportReads(session)
        self.results = ResultReads(session)
        self.schedule = ScheduleReads(session)
        self.servers = ServerReads(session)
        self.settings = SettingReads(session)
        self.shards = ShardReads(session)
        self.standings = StandingReads(session)
        self.tournaments = TournamentReads(session)
        self.turns = TurnReads(session)


class Transaction(Reader):
    """All reading and writing queries, by group; their writes are kept together or not at all.

    After a method has failed, the transaction is rolled back, even if the error is caught inside.
    """

    def __init__(self, session: Session, speaker: int | None = None) -> None:
        self.table_alerts: TableAlertWrites = TableAlertWrites(session)
        self.blocks: BlockWrites = BlockWrites(session)
        self.conclusions: ConclusionWrites = ConclusionWrites(session)
        self.counted: CountedWrites = CountedWrites(session)
        self.game_record = GameRecordReads(session)
        self.games: GameWrites = GameWrites(session)
        self.daily: DailyWrites = DailyWrites(session)
        self.identifies = IdentifyWrites(session)
        self.leaving: LeavingWrites = LeavingWrites(session)
        self.live: LiveWrites = LiveWrites(session)
        self.deals: DealWrites = DealWrites(session)
        self.exercises: ExerciseWrites = ExerciseWrites(session)
        self.luck: LuckWrites = LuckWrites(session)
        self.messages: MessageWrites = MessageWrites(session)
        self.moderation: ModerationWrites = ModerationWrites(session)
        self.pairs = PairReads(session)
        self.people: PeopleWrites = PeopleWrites(session)
        self.processes: ProcessWrites = ProcessWrites(session)
        self.ratings: RatingWrites = RatingWrites(session)
        self.records: RecordWrites = RecordWrites(session)
        self.reports: ReportWrites = ReportWrites(session)
        self.results: ResultWrites = ResultWrites(session)
        self.schedule: ScheduleWrites = ScheduleWrites(session)
        self.servers: ServerWrites = ServerWrites(session)
        self.settings: SettingWrites = SettingWrites(session)
        self.shards: ShardWrites = ShardWrites(session)
        self.standings: StandingWrites = StandingWrites(session)
        self.tournaments: TournamentWrites = TournamentWrites(session)
        self.turns: TurnWrites = TurnWrites(session)
        self._session = session
        self._speaker = speaker

    async def say(self, about: About, number: int) -> None:
        """Tell the other processes of a change once this transaction is committed; alone, do nothing.

        The server commits transactions with such notices one after another, so use it only for occasional manual
        changes.
        """
        if self._speaker is not None:
            await self._session.run(said(Word(about, number, self._speaker)))

    async def in_turn(self, *what: object) -> None:
        """Wait for other transactions that name the same thing, then block them until this one ends."""
        await self._session.in_turn(*what)

    @property
    def failure(self) -> DatabaseError | None:
        """The error in the transaction, due to which nothing of it will be kept; None without one."""
        return self._session.failure

"""Everything that can be read and written in the database, by what it serves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from db.blocks import CompanyReads, CompanyWrites
from db.conclusions import ConclusionReads, ConclusionWrites
from db.counted import CountedReads, CountedWrites
from db.daily import DailyReads, DailyWrites
from db.deals import DealReads, DealWrites
from db.exercises import ExerciseReads, ExerciseWrites
from db.games import GameReads, GameWrites
from db.identifying import IdentifyWrites
from db.leaving import LeavingReads, LeavingWrites
from db.live import LiveReads, LiveWrites
from db.luck import LuckReads, LuckWrites
from db.messages import MessageReads, MessageWrites
from db.moderation import OrderReads, OrderWrites
from db.pairs import PairReads
from db.people import PeopleReads, PeopleWrites
from db.processes import ProcessReads, ProcessWrites
from db.records import RecordReads, RecordWrites
from db.reports import ReportReads, ReportWrites
from db.schedule import ScheduleReads, ScheduleWrites
from db.servers import ServerReads, ServerWrites
from db.session import Session
from db.settings import SettingReads, SettingWrites
from db.shards import ShardReads, ShardWrites
from db.standings import StandingReads, StandingWrites
from db.table_alerts import CallingReads, CallingWrites
from db.tournaments import TournamentReads, TournamentWrites
from db.turn_messages import TurnReads, TurnWrites
from db.words import Word, said

if TYPE_CHECKING:
    from db.errors import DatabaseError
    from db.words import About


class Reader:
    """Everything that can be read, by what it serves, all of it as it stood at the first question."""

    def __init__(self, session: Session) -> None:
        self.callings = CallingReads(session)
        self.company = CompanyReads(session)
        self.conclusions = ConclusionReads(session)
        self.counted = CountedReads(session)
        self.games = GameReads(session)
        self.daily = DailyReads(session)
        self.leaving = LeavingReads(session)
        self.live = LiveReads(session)
        self.deals = DealReads(session)
        self.exercises = ExerciseReads(session)
        self.luck = LuckReads(session)
        self.messages = MessageReads(session)
        self.order = OrderReads(session)
        self.pairs = PairReads(session)
        self.people = PeopleReads(session)
        self.processes = ProcessReads(session)
        self.records = RecordReads(session)
        self.reports = ReportReads(session)
        self.schedule = ScheduleReads(session)
        self.servers = ServerReads(session)
        self.settings = SettingReads(session)
        self.shards = ShardReads(session)
        self.standings = StandingReads(session)
        self.tournaments = TournamentReads(session)
        self.turns = TurnReads(session)


class Transaction(Reader):
    """Everything that can be read and written, by what it serves, all of it kept or none.

    Once a method failed, the transaction is lost: it is rolled back, also where the error is caught inside.
    """

    def __init__(self, session: Session, speaker: int | None = None) -> None:
        self.callings: CallingWrites = CallingWrites(session)
        self.company: CompanyWrites = CompanyWrites(session)
        self.conclusions: ConclusionWrites = ConclusionWrites(session)
        self.counted: CountedWrites = CountedWrites(session)
        self.games: GameWrites = GameWrites(session)
        self.daily: DailyWrites = DailyWrites(session)
        self.identifies = IdentifyWrites(session)
        self.leaving: LeavingWrites = LeavingWrites(session)
        self.live: LiveWrites = LiveWrites(session)
        self.deals: DealWrites = DealWrites(session)
        self.exercises: ExerciseWrites = ExerciseWrites(session)
        self.luck: LuckWrites = LuckWrites(session)
        self.messages: MessageWrites = MessageWrites(session)
        self.order: OrderWrites = OrderWrites(session)
        self.pairs = PairReads(session)
        self.people: PeopleWrites = PeopleWrites(session)
        self.processes: ProcessWrites = ProcessWrites(session)
        self.records: RecordWrites = RecordWrites(session)
        self.reports: ReportWrites = ReportWrites(session)
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
        """Tell the other processes, once this is committed, that something was changed; nothing where there are none.

        The server commits what is told in one row, so it is for what is changed by hand now and then.
        """
        if self._speaker is not None:
            await self._session.run(said(Word(about, number, self._speaker)))

    async def in_turn(self, *what: object) -> None:
        """Keep others who name the same from going on, to the end of the transaction; they wait here."""
        await self._session.in_turn(*what)

    @property
    def failure(self) -> DatabaseError | None:
        """What failed in the transaction, so that nothing of it will be kept."""
        return self._session.failure

"""Readers and transactions, which give access to all groups of queries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from db.blocks import BlockReads, BlockWrites
from db.daily import DailyReads, DailyWrites
from db.deals import DealReads, DealWrites, GameRecordReads
from db.errors import DatabaseError
from db.exercises import ExerciseReads, ExerciseWrites
from db.games import GameReads, GameWrites
from db.leaving import LeavingReads, LeavingWrites
from db.line import About, Word, said
from db.live import LiveReads, LiveWrites
from db.messages import MessageReads, MessageWrites, TurnReads, TurnWrites
from db.milestones import MilestoneReads, MilestoneWrites
from db.moderation import ModerationReads, ModerationWrites, PairReads, ReportReads, ReportWrites
from db.people import PeopleReads, PeopleWrites, ServerReads, ServerWrites
from db.processes import ProcessReads, ProcessWrites, ShardReads, ShardWrites
from db.ratings import RatingReads, RatingWrites
from db.records import CountedReads, CountedWrites, RecordReads, RecordWrites
from db.results import ConclusionReads, ConclusionWrites, LuckReads, LuckWrites, ResultReads, ResultWrites
from db.schedule import ScheduleReads, ScheduleWrites
from db.session import Queries, Session
from db.settings import SettingReads, SettingWrites, TableAlertReads, TableAlertWrites
from db.standings import StandingReads, StandingWrites
from db.tournaments import TournamentReads, TournamentWrites

Made_co = TypeVar("Made_co", bound=Queries, covariant=True)


class Group(Generic[Made_co]):
    """A group of queries in a reader or transaction, made when it is first used: an act needs five of some thirty."""

    def __init__(self, kind: Callable[[Session], Made_co]) -> None:
        self._kind = kind

    def __set_name__(self, _owner: type, name: str) -> None:
        self._name = name

    def __get__(self, reader: Reader, _owner: type) -> Made_co:
        made = reader.__dict__[self._name] = self._kind(reader._session)  # noqa: SLF001 - the two belong together
        return made


class Reader:
    """All reading queries, by group; they see the database as it was at the first query."""

    table_alerts = Group(TableAlertReads)
    blocks = Group(BlockReads)
    conclusions = Group(ConclusionReads)
    counted = Group(CountedReads)
    game_record = Group(GameRecordReads)
    games = Group(GameReads)
    daily = Group(DailyReads)
    leaving = Group(LeavingReads)
    live = Group(LiveReads)
    deals = Group(DealReads)
    exercises = Group(ExerciseReads)
    luck = Group(LuckReads)
    messages = Group(MessageReads)
    moderation = Group(ModerationReads)
    pairs = Group(PairReads)
    people = Group(PeopleReads)
    processes = Group(ProcessReads)
    ratings = Group(RatingReads)
    milestones = Group(MilestoneReads)
    records = Group(RecordReads)
    reports = Group(ReportReads)
    results = Group(ResultReads)
    schedule = Group(ScheduleReads)
    servers = Group(ServerReads)
    settings = Group(SettingReads)
    shards = Group(ShardReads)
    standings = Group(StandingReads)
    tournaments = Group(TournamentReads)
    turns = Group(TurnReads)

    def __init__(self, session: Session) -> None:
        self._session = session


class Transaction(Reader):
    """All reading and writing queries, by group; their writes are kept together or not at all.

    After a method has failed, the transaction is rolled back, even if the error is caught inside.
    """

    table_alerts = Group(TableAlertWrites)
    blocks = Group(BlockWrites)
    conclusions = Group(ConclusionWrites)
    counted = Group(CountedWrites)
    games = Group(GameWrites)
    daily = Group(DailyWrites)
    leaving = Group(LeavingWrites)
    live = Group(LiveWrites)
    deals = Group(DealWrites)
    exercises = Group(ExerciseWrites)
    luck = Group(LuckWrites)
    messages = Group(MessageWrites)
    moderation = Group(ModerationWrites)
    people = Group(PeopleWrites)
    processes = Group(ProcessWrites)
    ratings = Group(RatingWrites)
    milestones = Group(MilestoneWrites)
    records = Group(RecordWrites)
    reports = Group(ReportWrites)
    results = Group(ResultWrites)
    schedule = Group(ScheduleWrites)
    servers = Group(ServerWrites)
    settings = Group(SettingWrites)
    shards = Group(ShardWrites)
    standings = Group(StandingWrites)
    tournaments = Group(TournamentWrites)
    turns = Group(TurnWrites)

    def __init__(self, session: Session, speaker: int | None = None) -> None:
        super().__init__(session)
        self._speaker = speaker

    async def say(self, about: About, number: int) -> None:
        """Tell the other processes of a change once this transaction is committed; alone, do nothing.

        The server commits transactions with such notices one after another, so use it only for occasional manual
        changes.
        """
        if self._speaker is not None:
            await self._session.run(said(Word(about, number, self._speaker)))

    def mark(self) -> int:
        """Draw the mark of a new key (`db/keys.py`) that no numbered table gives."""
        return self._session.mark()

    async def in_turn(self, *what: object) -> None:
        """Wait for other transactions that name the same thing, then block them until this one ends."""
        await self._session.in_turn(*what)

    @property
    def failure(self) -> DatabaseError | None:
        """The error in the transaction, due to which nothing of it will be kept; None without one."""
        return self._session.failure

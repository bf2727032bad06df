"""The plan that assigns shards to processes: pure functions of the living processes and the leases they hold.

There is no leader. Each process reads the same database, computes the same plan and does its own part of it. If two
processes have read the database at different moments, the leases let only one of them through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Member:
    """A living process with the shards that it prefers."""

    id: int
    preferred: frozenset[int] = frozenset()
    leaving: bool = False
    """Whether it is about to end, so that its shards must go to others."""


@dataclass(frozen=True, slots=True)
class Heir:
    """A process that prepares to take over a shard."""

    process: int
    ready: bool
    """Whether it could answer at once."""


@dataclass(frozen=True, slots=True)
class Situation:
    """The living processes and the holders of the shards at one moment."""

    count: int
    """How many shards there are."""
    members: tuple[Member, ...]
    held: Mapping[int, int]
    """By shard, the process that holds its lease; it need not be a member, as it may just have died."""
    heirs: Mapping[int, Heir] = field(default_factory=dict)
    served: frozenset[int] = frozenset()
    """The shards whose holder has a session and answers."""

    @property
    def staying(self) -> tuple[Member, ...]:
        """The members that may have shards."""
        return tuple(sorted((each for each in self.members if not each.leaving), key=lambda member: member.id))


@dataclass(frozen=True, slots=True)
class Steps:
    """The next steps of one process."""

    take: tuple[int, ...] = ()
    """Free shards that the plan gives to this process."""
    seize: tuple[int, ...] = ()
    """Free shards that the plan gives to another process, to be taken if that one does not: players wait."""
    court: tuple[int, ...] = ()
    """Shards of others that it prepares to take over: it opens its own session and holds no lease yet."""
    hand_over: tuple[int, ...] = ()
    """Its own shards whose heirs are ready."""
    let_go: tuple[int, ...] = ()
    """Its own shards that the plan gives to others and that it does not serve yet, so that they need no heir."""


def planned(situation: Situation) -> dict[int, int]:
    """Return the planned process of each shard; a process keeps the shards that it holds and may keep.

    Free shards, and those of leaving processes, go first to an heir that is ready or below its fair share, then to a
    process below its fair share that prefers them, then to the process with the fewest. After that, single shards
    change hands until no process has two more than another, and then to meet preferences where that stays fair.
    """
    staying = situation.staying
    if not staying:
        return dict(situation.held)
    plan = _Plan(situation, staying)
    plan.place_free()
    plan.balance()
    plan.please()
    return plan.by_shard


def steps(situation: Situation, me: int) -> Steps:
    """Return the next steps of a process."""
    plan, served = planned(situation), situation.served
    staying = {each.id for each in situation.staying}
    here = next((each for each in situation.members if each.id == me), None)
    if here is None:
        return Steps()
    free = [shard for shard in range(situation.count) if shard not in situation.held]
    mine = [shard for shard in range(situation.count) if situation.held.get(shard) == me]
    due = {shard: to for shard, to in _ready(situation).items() if here.leaving or plan[shard] == to}
    handed = tuple(
        _one_each({shard: to for shard, to in due.items() if situation.held.get(shard) == me != to}, situation)
    )
    if here.leaving:
        idle = tuple(shard for shard in mine if shard not in served and staying and shard not in due)
        return Steps(hand_over=handed, let_go=idle)
    moved = [shard for shard in mine if plan[shard] != me and shard not in served and shard not in due]
    return Steps(
        take=tuple(shard for shard in free if plan[shard] == me),
        seize=tuple(shard for shard in free if plan[shard] != me),
        court=tuple(_courted(situation, plan, me)),
        hand_over=handed,
        let_go=tuple(moved),
    )


def _ready(situation: Situation) -> dict[int, int]:
    """Return, by shard, the heir that could answer at once."""
    staying = {each.id for each in situation.staying}
    heirs = situation.heirs.items()
    return {shard: heir.process for shard, heir in heirs if heir.ready and heir.process in staying}


def _one_each(due: Mapping[int, int], situation: Situation) -> Iterator[int]:
    """Yield at most one due shard for each heir, and none for an heir that has not finished taking the last one.

    A member who clicks meanwhile then waits only while the heir takes over one shard, not all of them.
    """
    busy = {by for shard, by in situation.held.items() if shard not in situation.served}
    busy |= {heir.process for shard, heir in situation.heirs.items() if shard not in situation.held}
    for shard, to in sorted(due.items()):
        if to not in busy:
            busy.add(to)
            yield shard


def _courted(situation: Situation, plan: Mapping[int, int], me: int) -> list[int]:
    """Return the shards a process prepares to take over: all planned ones of leaving processes, one other at most."""
    leaving = {each.id for each in situation.members if each.leaving}
    moving = [shard for shard, to in plan.items() if situation.held.get(shard, to) != to]
    urgent = [shard for shard in moving if situation.held[shard] in leaving and plan[shard] == me]
    staying = {each.id for each in situation.members} - leaving
    calm = [shard for shard in moving if situation.held[shard] in staying]
    begun = [shard for shard in calm if _heir(situation, shard) == plan[shard]]
    one = min(begun or calm, default=None)
    return sorted(urgent + ([one] if one is not None and plan[one] == me else []))


def _heir(situation: Situation, shard: int) -> int | None:
    heir = situation.heirs.get(shard)
    return None if heir is None else heir.process


class _Plan:
    """A plan in the making."""

    def __init__(self, situation: Situation, staying: tuple[Member, ...]) -> None:
        self._situation = situation
        self._preferred = {each.id: each.preferred for each in staying}
        self.by_shard: dict[int, int] = {}
        self._of: dict[int, set[int]] = {each.id: set() for each in staying}
        self._fair = -(-situation.count // len(staying))
        for shard, process in sorted(situation.held.items()):
            if process in self._of:
                self._give(shard, process)

    def place_free(self) -> None:
        """Place the shards that no staying process holds."""
        placed = [shard for shard in range(self._situation.count) if shard not in self.by_shard]
        for shard in sorted(placed, key=lambda shard: not self._is_claimed(shard)):
            heir = self._situation.heirs.get(shard)
            if heir is not None and heir.process in self._of and (heir.ready or self._room(heir.process)):
                self._give(shard, heir.process)
                continue
            wanting = [each for each, wanted in self._preferred.items() if shard in wanted and self._room(each)]
            self._give(shard, min(wanting or self._of, key=lambda each: (len(self._of[each]), each)))

    def balance(self) -> None:
        """Move single shards until no process has two more than another."""
        while True:
            poorest = min(self._of, key=lambda each: (len(self._of[each]), each))
            richest = max(self._of, key=lambda each: (len(self._of[each]), self._courts(poorest, each), -each))
            if len(self._of[richest]) - len(self._of[poorest]) < 2:
                return
            shard = min(self._of[richest], key=lambda shard: self._worth(shard, richest, poorest))
            self._give(shard, poorest)

    def please(self) -> None:
        """Give preferred shards to a process: for nothing if it has fewer shards, else for one it does not prefer."""
        for process, wanted in sorted(self._preferred.items()):
            for shard in sorted(wanted):
                holder = self.by_shard.get(shard)
                if holder is None or holder == process or shard in self._preferred[holder]:
                    continue
                given = self._of[process] - wanted
                back = given & self._preferred[holder] or given
                if len(self._of[process]) < len(self._of[holder]):
                    self._give(shard, process)
                elif back:
                    self._give(shard, process)
                    self._give(min(back), holder)

    def _give(self, shard: int, process: int) -> None:
        before = self.by_shard.get(shard)
        if before is not None:
            self._of[before].discard(shard)
        self.by_shard[shard] = process
        self._of[process].add(shard)

    def _room(self, process: int) -> bool:
        return len(self._of[process]) < self._fair

    def _is_claimed(self, shard: int) -> bool:
        return shard in self._situation.heirs or any(shard in wanted for wanted in self._preferred.values())

    def _courts(self, heir: int, holder: int) -> bool:
        return any(_heir(self._situation, shard) == heir for shard in self._of[holder])

    def _worth(self, shard: int, giver: int, taker: int) -> tuple[bool, int, bool, bool, int]:
        """Return a move's sort key: lowest for one already begun, then for no cost, then for the taker's preference."""
        if self._situation.held.get(shard) != giver:  # players wait for it; a process with a session answers at once
            cost = 2 if self._situation.heirs.get(shard) == Heir(giver, ready=True) else 0
        else:
            cost = int(shard in self._situation.served)
        return (
            _heir(self._situation, shard) != taker,
            cost,
            shard not in self._preferred[taker],
            shard in self._preferred[giver],
            -shard,
        )

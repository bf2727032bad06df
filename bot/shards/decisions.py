"""Who is to have which shard: pure functions of who lives and who holds what, the same in every process.

Nobody presides. Each process looks at the same database, comes to the same plan, and does its own part of it; where
two have seen different moments, the leases let one of them through.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Member:
    """A process that lives, and what it wants."""

    id: int
    preferred: frozenset[int] = frozenset()
    leaving: bool = False
    """Whether it is about to end, so that its shards are to go to others."""


@dataclass(frozen=True, slots=True)
class Heir:
    """A process that gets ready to have a shard next."""

    process: int
    ready: bool
    """Whether it could answer at once."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Who lives and who holds what, at a moment."""

    count: int
    """How many shards there are."""
    members: tuple[Member, ...]
    held: Mapping[int, int]
    """By shard the process that holds its lease, which need not be a member: it may just have died."""
    heirs: Mapping[int, Heir] = field(default_factory=dict)
    served: frozenset[int] = frozenset()
    """The shards that are not only held: their holder has a session, and answers."""

    @property
    def staying(self) -> tuple[Member, ...]:
        """The members that may have shards."""
        return tuple(sorted((each for each in self.members if not each.leaving), key=lambda member: member.id))


@dataclass(frozen=True, slots=True)
class Steps:
    """What one process is to do now."""

    take: tuple[int, ...] = ()
    """Free shards that are meant for it."""
    seize: tuple[int, ...] = ()
    """Free shards that are meant for another one, to be taken if that one lets them lie: players wait."""
    court: tuple[int, ...] = ()
    """Shards of others for which it gets ready: it opens a session of its own, and holds nothing yet."""
    hand_over: tuple[int, ...] = ()
    """Its own shards whose heirs are ready."""
    let_go: tuple[int, ...] = ()
    """Its own shards that are meant for others, and which nobody is served on yet: they need no heir."""


def planned(situation: Situation) -> dict[int, int]:
    """Return which process each shard is meant for; who holds one and may keep it keeps it.

    Free shards, and those of processes that leave, go to an heir that is ready, then to who prefers them and has not
    its fair part, then to who has the fewest. Then single shards change hands until nobody has two more than another,
    and where that can be had without unfairness, until preferences are met.
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
    """Return what a process is to do now."""
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
    """Return by shard the heir that could answer at once."""
    staying = {each.id for each in situation.staying}
    heirs = situation.heirs.items()
    return {shard: heir.process for shard, heir in heirs if heir.ready and heir.process in staying}


def _one_each(due: Mapping[int, int], situation: Situation) -> Iterator[int]:
    """Give of the shards that heirs wait for one for each heir, none to whom is not done with the last one.

    Somebody who clicks meanwhile is held up for as long as the heir takes notes of one shard, not of all.
    """
    busy = {by for shard, by in situation.held.items() if shard not in situation.served}
    busy |= {heir.process for shard, heir in situation.heirs.items() if shard not in situation.held}
    for shard, to in sorted(due.items()):
        if to not in busy:
            busy.add(to)
            yield shard


def _courted(situation: Situation, plan: Mapping[int, int], me: int) -> list[int]:
    """Return for which shards a process gets ready: for all of those who leave, of the others one at a time."""
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
        """Give everyone's due of what nobody has that stays."""
        placed = [shard for shard in range(self._situation.count) if shard not in self.by_shard]
        for shard in sorted(placed, key=lambda shard: not self._is_claimed(shard)):
            heir = self._situation.heirs.get(shard)
            if heir is not None and heir.process in self._of and (heir.ready or self._room(heir.process)):
                self._give(shard, heir.process)
                continue
            wanting = [each for each, wanted in self._preferred.items() if shard in wanted and self._room(each)]
            self._give(shard, min(wanting or self._of, key=lambda each: (len(self._of[each]), each)))

    def balance(self) -> None:
        """Let single shards change hands until nobody has two more than another."""
        while True:
            poorest = min(self._of, key=lambda each: (len(self._of[each]), each))
            richest = max(self._of, key=lambda each: (len(self._of[each]), self._courts(poorest, each), -each))
            if len(self._of[richest]) - len(self._of[poorest]) < 2:
                return
            shard = min(self._of[richest], key=lambda shard: self._worth(shard, richest, poorest))
            self._give(shard, poorest)

    def please(self) -> None:
        """Give who prefers a shard it in exchange for one that they do not, or for nothing where they have fewer."""
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
        """Return what to move first: what is begun, what costs nobody anything, what is wanted there and not here."""
        if self._situation.held.get(shard) != giver:  # players wait for it: who has a session can answer at once
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

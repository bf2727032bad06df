"""Processes that come, go and die, each deciding by itself: a simulation of what the leases do with decisions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.shards.decisions import Heir, Member, Situation, Steps, steps

pytestmark = pytest.mark.deep

PATIENCE = 3
"""Looks after which a shard that nobody takes is seized."""


@dataclass
class Process:
    member: Member
    sessions: dict[int, bool] = field(default_factory=dict)
    """By shard whether it is ready."""
    free_since: dict[int, int] = field(default_factory=dict)
    seen: Situation | None = None


class World:
    """Locks as PostgreSQL has them, sessions as Discord gives them: so many get ready at each look."""

    def __init__(self, count: int, seed: int, ready_a_look: int = 1) -> None:
        self.count = count
        self.chance = Random(seed)
        self.ready_a_look = ready_a_look
        self.processes: dict[int, Process] = {}
        self.locks: dict[int, int] = {}
        self.heirs: dict[int, Heir] = {}
        self.handed = 0
        self.moves = 0
        self.longest_free = 0
        """For how many looks at most a shard was nobody's, though somebody was there that stayed."""
        self._free: Counter[int] = Counter()
        self._numbers = 0

    def start(self, preferred: frozenset[int] = frozenset()) -> int:
        self._numbers += 1
        self.processes[self._numbers] = Process(Member(self._numbers, preferred))
        return self._numbers

    def kill(self, number: int) -> None:
        del self.processes[number]
        self.locks = {shard: holder for shard, holder in self.locks.items() if holder != number}

    def leave(self, number: int) -> None:
        process = self.processes[number]
        process.member = Member(number, process.member.preferred, leaving=True)

    def situation(self) -> Situation:
        heirs = {shard: heir for shard, heir in self.heirs.items() if heir.process in self.processes}
        served = frozenset(shard for number in self.processes for shard in self.serving(number))
        members = tuple(each.member for each in self.processes.values())
        return Situation(self.count, members, dict(self.locks), heirs, served)

    def serving(self, number: int) -> set[int]:
        sessions = self.processes[number].sessions
        return {shard for shard, holder in self.locks.items() if holder == number and sessions.get(shard)}

    def look(self) -> None:
        """Let every process look once, in any order; some see what was so a look ago."""
        waiting = [
            (shard, each) for each in self.processes.values() for shard, ready in each.sessions.items() if not ready
        ]
        self.chance.shuffle(waiting)
        for shard, each in waiting[: self.ready_a_look]:
            each.sessions[shard] = True
        order = list(self.processes)
        self.chance.shuffle(order)
        for number in order:
            before = len(self.processes)
            self._act(number)
            assert len(self.processes) == before
        held: Iterable[int] = () if self.situation().staying else range(self.count)
        self._free = Counter({each: self._free[each] + 1 for each in {*range(self.count)} - {*held, *self.locks}})
        self.longest_free = max(self.longest_free, *self._free.values(), 0)
        for number, process in list(self.processes.items()):
            if process.member.leaving and number not in self.locks.values():
                self.kill(number)

    def _act(self, number: int) -> None:
        process, now = self.processes[number], self.situation()
        seen = process.seen if process.seen is not None and self.chance.random() < 0.2 else now
        process.seen = now
        found = steps(seen, number)
        for shard in found.let_go + found.hand_over:
            if self.locks.get(shard) == number:
                del self.locks[shard]
                process.sessions.pop(shard, None)
                self.handed += shard in found.hand_over
                self.moves += 1
        free = {shard: process.free_since.get(shard, 0) + 1 for shard in found.seize}
        process.free_since = free
        for shard in (*found.take, *(each for each, looks in free.items() if looks > PATIENCE)):
            if shard not in self.locks:
                self.locks[shard] = number
                process.sessions.setdefault(shard, False)
                self.heirs.pop(shard, None)
        for shard in found.court:
            self.heirs[shard] = Heir(number, process.sessions.setdefault(shard, False))
        mine = {shard for shard, holder in self.locks.items() if holder == number}
        for shard in set(process.sessions) - mine - set(found.court):
            del process.sessions[shard]
            if self.heirs.get(shard) == Heir(number, ready=True) or self.heirs.get(shard) == Heir(number, ready=False):
                del self.heirs[shard]

    def settle(self, looks: int = 600) -> int:
        """Look until everybody is served and nothing is left to do, and return after how many looks that was."""
        for done in range(looks):
            situation = self.situation()
            idle = all(steps(situation, each) == Steps() for each in self.processes)
            if idle and sum(len(self.serving(each)) for each in self.processes) == self.count:
                return done
            self.look()
        pytest.fail(f"not settled: {self.situation()}")

    def loads(self) -> list[int]:
        counted = Counter(self.locks.values())
        return [counted[each] for each in self.processes]


@pytest.mark.parametrize("seed", range(12))
def test_whoever_comes_and_goes_soon_every_shard_is_held_all_are_served_and_nobody_has_two_more(seed: int) -> None:
    world = World(24, seed, ready_a_look=2)
    chance = Random(f"{seed} events")
    world.start()
    for _ in range(12):
        event = chance.choice(["start", "start", "kill", "leave", "restart"])
        number = chance.choice(list(world.processes))
        if event == "start" and len(world.processes) < 6:
            world.start(frozenset(chance.sample(range(24), chance.randrange(5))))
        elif event == "leave" and len(world.situation().staying) > 1:
            world.leave(number)
        elif event == "kill" and len(world.processes) > 1:
            world.kill(number)
        elif event == "restart":
            world.kill(number)
            world.start()
        for _ in range(PATIENCE + 3):
            world.look()
        for _ in range(chance.randrange(30)):
            world.look()
    for number in [each.id for each in world.situation().members if each.leaving]:
        world.kill(number)
    world.settle()
    assert max(world.loads()) - min(world.loads()) <= 1
    assert world.longest_free <= PATIENCE + 2
    settled = dict(world.locks), world.moves
    for _ in range(50):
        world.look()
    assert (world.locks, world.moves) == settled, "nothing moves any more"


def test_when_all_start_at_once_everyone_has_a_part_and_nobody_is_served_twice() -> None:
    world = World(64, 1, ready_a_look=1)
    for _ in range(4):
        world.start()
    world.settle()
    assert world.loads() == [16] * 4
    assert world.handed == 0


def test_when_they_start_one_after_the_other_what_is_not_served_yet_is_shared_without_heirs() -> None:
    world = World(64, 1, ready_a_look=1)
    for _ in range(4):
        world.start()
        for _ in range(4):
            world.look()
    assert sorted(world.loads()) == [16] * 4
    assert world.handed == 0


def test_one_that_dies_and_starts_again_costs_the_others_nothing_but_its_part() -> None:
    world = World(64, 3, ready_a_look=1)
    for _ in range(4):
        world.start()
    world.settle()
    before = {number: world.serving(number) for number in world.processes}
    world.kill(2)
    world.look()
    assert len(world.locks) == 64
    for number in (1, 3, 4):
        assert before[number] <= world.serving(number)
    world.start()
    world.settle()
    assert world.loads() == [16] * 4
    assert world.handed <= 16


def test_a_rolling_restart_hands_every_shard_to_an_heir_that_is_ready() -> None:
    world = World(16, 5, ready_a_look=1)
    old = [world.start(), world.start()]
    world.settle()
    for number in old:
        world.start()
        for _ in range(5):
            world.look()
        world.leave(number)
        looks = 0
        while number in world.processes:
            for shard, holder in world.locks.items():
                if holder == number:
                    assert shard in world.serving(number), "it serves to the last moment"
            world.look()
            looks += 1
            assert looks < 300
    world.settle()
    assert sorted(world.processes) == [3, 4]
    assert world.loads() == [8, 8]
    assert world.handed == world.moves >= 16


def test_preferences_are_met_where_everybody_has_their_own() -> None:
    world = World(16, 7, ready_a_look=2)
    parts = [frozenset(range(first, first + 4)) for first in (0, 4, 8, 12)]
    for part in reversed(parts):
        world.start(part)
        for _ in range(9):
            world.look()
    world.settle()
    assert {world.processes[number].member.preferred: world.serving(number) for number in world.processes} == {
        part: set(part) for part in parts
    }

"""Who is to have which shard."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.shards.decisions import Heir, Member, Situation, Steps, planned, steps

pytestmark = pytest.mark.deep

ANN, BEN, CAM, DAN = (Member(number) for number in (1, 2, 3, 4))


def held_by(*shards: tuple[Member, range | set[int]]) -> dict[int, int]:
    return {shard: member.id for member, theirs in shards for shard in theirs}


def served(situation: Situation, shards: range | set[int] | None = None) -> Situation:
    return replace(situation, served=frozenset(situation.held if shards is None else shards))


def loads(plan: Mapping[int, int], *members: Member) -> list[int]:
    return [Counter(plan.values())[member.id] for member in members]


def test_the_first_process_takes_everything_at_once() -> None:
    alone = Situation(8, (ANN,), {})
    assert steps(alone, ANN.id) == Steps(take=tuple(range(8)))


def test_those_who_start_together_share_fairly_without_a_word() -> None:
    start = Situation(16, (ANN, BEN, CAM), {})
    taken = [steps(start, member.id).take for member in (ANN, BEN, CAM)]
    assert sorted(shard for each in taken for shard in each) == list(range(16))
    assert sorted(map(len, taken)) == [5, 5, 6]


def test_what_somebody_else_lets_lie_may_be_seized() -> None:
    start = Situation(4, (ANN, BEN), {0: ANN.id, 1: ANN.id})
    assert steps(start, ANN.id) == Steps(seize=(2, 3))
    assert steps(start, BEN.id) == Steps(take=(2, 3))


def test_preferred_shards_come_first_and_no_further_than_what_is_fair() -> None:
    greedy = Member(1, frozenset(range(16)))
    modest = Member(2, frozenset({0, 1}))
    plan = planned(Situation(16, (greedy, modest), {}))
    assert loads(plan, greedy, modest) == [8, 8]
    modest = Member(2, frozenset({4, 5}))
    plan = planned(Situation(16, (ANN, modest, CAM), {}))
    assert {plan[4], plan[5]} == {modest.id}
    assert max(loads(plan, ANN, modest, CAM)) <= 6


def test_the_shards_of_who_died_go_to_those_who_live_at_once_however_many_they_have() -> None:
    died = Situation(9, (ANN, BEN), held_by((ANN, range(3)), (BEN, range(3, 6))))
    assert steps(served(died), ANN.id).take + steps(served(died), BEN.id).take == (6, 8, 7)
    last = Situation(9, (BEN,), held_by((BEN, range(3, 6))))
    assert steps(served(last), BEN.id).take == (0, 1, 2, 6, 7, 8)


def test_a_lease_whose_holder_is_unknown_is_neither_taken_nor_courted() -> None:
    zombie = Situation(4, (ANN,), {0: 0, 1: 77, 2: ANN.id})
    assert steps(served(zombie), ANN.id) == Steps(take=(3,))


def test_who_comes_later_gets_ready_for_one_shard_at_a_time() -> None:
    joined = Situation(8, (ANN, BEN), held_by((ANN, range(8))))
    (first,) = steps(served(joined), BEN.id).court
    assert steps(served(joined), ANN.id) == Steps()
    courting = Situation(8, (ANN, BEN), joined.held, {first: Heir(BEN.id, ready=False)})
    assert steps(served(courting), BEN.id).court == (first,)
    assert steps(served(courting), ANN.id) == Steps()
    ready = Situation(8, (ANN, BEN), joined.held, {first: Heir(BEN.id, ready=True)})
    assert steps(served(ready), ANN.id).hand_over == (first,)
    after = Situation(8, (ANN, BEN), {**joined.held, first: BEN.id})
    (second,) = steps(served(after), BEN.id).court
    assert second != first


def test_of_two_who_come_later_one_gets_ready_at_a_time() -> None:
    joined = Situation(9, (ANN, BEN, CAM), held_by((ANN, range(9))))
    assert len(steps(served(joined), BEN.id).court + steps(served(joined), CAM.id).court) == 1


def test_shards_on_which_nobody_is_served_yet_are_let_go_all_at_once() -> None:
    joined = Situation(8, (ANN, BEN), held_by((ANN, range(8))))
    let_go = steps(served(joined, {0, 1}), ANN.id).let_go
    assert len(let_go) == 4
    assert not {0, 1} & set(let_go)
    assert steps(Situation(8, (ANN, BEN), {0: 1, 1: 1, 2: 1, 3: 1}), BEN.id).take == (4, 5, 6, 7)


def test_who_has_one_more_than_another_keeps_it() -> None:
    uneven = Situation(5, (ANN, BEN), held_by((ANN, range(3)), (BEN, range(3, 5))))
    assert steps(served(uneven), ANN.id) == steps(served(uneven), BEN.id) == Steps()


def test_who_leaves_hands_everything_to_heirs_as_each_gets_ready() -> None:
    leaving = Member(1, leaving=True)
    held = held_by((leaving, range(4)), (BEN, range(4, 8)), (CAM, range(8, 12)))
    going = Situation(12, (leaving, BEN, CAM), held)
    courts = [steps(served(going), each.id).court for each in (BEN, CAM)]
    assert sorted(courts[0] + courts[1]) == [0, 1, 2, 3]
    assert len(courts[0]) == len(courts[1])
    assert steps(served(going), leaving.id) == Steps()
    heirs = {0: Heir(courts[0][0], ready=False), 3: Heir(CAM.id, ready=True), 4: Heir(CAM.id, ready=True)}
    half = Situation(12, (leaving, BEN, CAM), held, heirs)
    assert steps(served(half), leaving.id) == Steps(hand_over=(3,))
    assert steps(served(half, {0, 1}), leaving.id).let_go == (2,)


def test_an_heir_gets_the_next_shard_once_it_answers_for_the_last_one() -> None:
    leaving = Member(1, leaving=True)
    held = held_by((leaving, range(4)), (BEN, range(4, 8)))
    heirs = {shard: Heir(BEN.id, ready=True) for shard in range(4)}
    assert steps(served(Situation(8, (leaving, BEN), held, heirs)), leaving.id).hand_over == (0,)
    free = Situation(8, (leaving, BEN), {shard: by for shard, by in held.items() if shard}, heirs)
    assert steps(served(free), leaving.id) == Steps()
    taken = Situation(8, (leaving, BEN), {**held, 0: BEN.id}, {shard: heirs[shard] for shard in (1, 2, 3)})
    assert steps(served(taken, {0}), leaving.id) == Steps()
    assert steps(served(taken), leaving.id).hand_over == (1,)


def test_the_last_that_leaves_keeps_what_it_has() -> None:
    leaving = Member(1, leaving=True)
    for heirs in ({}, {0: Heir(2, ready=True)}):
        assert steps(served(Situation(4, (leaving,), held_by((leaving, range(3))), heirs)), 1) == Steps()


def test_nothing_is_handed_to_an_heir_that_has_died_or_leaves_or_is_not_meant() -> None:
    held = held_by((ANN, range(4)), (BEN, range(4, 8)))
    for members in ((ANN, BEN), (ANN, BEN, Member(3, leaving=True))):
        assert steps(served(Situation(8, members, held, {1: Heir(3, ready=True)})), 1).hand_over == ()
    assert steps(served(Situation(8, (ANN, BEN), held, {1: Heir(2, ready=True)})), 1).hand_over == ()


def test_a_free_shard_goes_to_who_has_a_session_for_it_already() -> None:
    held = held_by((ANN, range(4)), (BEN, range(4, 6)))
    free = Situation(8, (ANN, BEN), held, {6: Heir(ANN.id, ready=True), 7: Heir(ANN.id, ready=False)})
    assert steps(served(free), ANN.id).take == (6,)
    assert steps(served(free), BEN.id).take == (7,)


def test_a_process_that_the_others_do_not_see_does_nothing() -> None:
    assert steps(Situation(4, (ANN,), {}), BEN.id) == Steps()


def test_preferences_are_met_by_exchange_where_nobody_has_more_for_it() -> None:
    ann, ben = Member(1, frozenset(range(4))), Member(2, frozenset(range(4, 8)))
    mixed = {0: 2, 1: 1, 2: 2, 3: 1, 4: 1, 5: 2, 6: 1, 7: 2}
    assert planned(Situation(8, (ann, ben), mixed)) == held_by((ann, range(4)), (ben, range(4, 8)))
    assert planned(Situation(8, (ann, BEN), mixed)) == held_by((ann, range(4)), (BEN, range(4, 8)))


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    count = draw(st.integers(1, 24))
    shards = st.integers(0, count - 1)
    members = tuple(
        Member(number, draw(st.frozensets(shards, max_size=6)), draw(st.booleans()) and number > 1)
        for number in range(1, draw(st.integers(1, 5)) + 1)
    )
    held = draw(st.dictionaries(shards, st.integers(0, 6)))
    heirs = draw(st.dictionaries(shards, st.builds(Heir, st.integers(1, 6), st.booleans())))
    return Situation(count, members, held, heirs, draw(st.frozensets(shards)))


@given(situations())
@settings(max_examples=300)
def test_a_plan_is_whole_fair_and_a_plan_that_was_done_stays(situation: Situation) -> None:
    plan = planned(situation)
    staying = situation.staying
    assert sorted(plan) == list(range(situation.count))
    assert set(plan.values()) <= {each.id for each in staying}
    parts = loads(plan, *staying)
    assert max(parts) - min(parts) <= 1
    done = Situation(situation.count, situation.members, plan)
    assert planned(done) == plan
    for each in situation.members:
        assert steps(served(done), each.id) == Steps()


@given(situations())
@settings(max_examples=200)
def test_no_two_processes_take_the_same_or_get_ready_for_the_same(situation: Situation) -> None:
    each = [steps(situation, member.id) for member in situation.members]
    for part in ("take", "court"):
        shards = [shard for one in each for shard in getattr(one, part)]
        assert len(shards) == len(set(shards))
    for one, member in zip(each, situation.members, strict=True):
        mine = {shard for shard, holder in situation.held.items() if holder == member.id}
        assert set(one.hand_over + one.let_go) <= mine
        assert not mine & set(one.take + one.seize + one.court)
        assert not set(one.hand_over) & set(one.let_go)


@pytest.mark.parametrize("count", [1, 7, 64])
def test_no_more_shards_change_hands_than_fairness_asks_for(count: int) -> None:
    before = planned(Situation(count, (ANN, BEN, CAM), {}))
    after = planned(Situation(count, (ANN, BEN, CAM, DAN), before))
    assert sum(before[shard] != after[shard] for shard in range(count)) == count // 4

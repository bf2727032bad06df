"""Reliability of the coach: the cost of a decision, and the truth of hints, reviews and reasons.

    python benchmarks/coach.py effort                 # seconds of one core for a decision of *strong*
    python benchmarks/coach.py verdict --who novice   # how often mistakes are charged, and confirmed in new samples
    python benchmarks/coach.py reasons                # whether stated reasons hold in new samples; --table three
    python benchmarks/coach.py scatter                # whether differences vary as much as their errors predict
    python benchmarks/coach.py signs                  # whether late charges have the right sign, by stock size
    python benchmarks/coach.py load                   # hints on an idle machine and on a fully loaded one
    python benchmarks/coach.py moves                  # how many moves of *strong* are its own on a loaded machine

Positions come from deals among *regular* players, one from each deal. The goals: players who follow hints are charged
with a mistake in 0% of decisions, new samples confirm at least 95% of charges, and hints on a loaded machine are no
worse than those on an idle one.
"""

from __future__ import annotations

import argparse
import asyncio
import math
import multiprocessing
import os
import random
import statistics
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.house_arena import TABLES, law_of
from benchmarks.house_gain import moments
from benchmarks.signs import signs
from bot.coach.hints import GROUPS, Hint, hint, turned
from bot.coach.reasons import Story, story_of
from bot.coach.review import Done, charge_of
from bot.coach.samples import Comparison, compare, compare_each, same_in_kind
from bot.engine import Action, Deal, View
from bot.house.chance import Purpose
from bot.house.imagine import Imagination
from bot.house.players import Decision, Method, choose
from bot.house.reading import Reading
from bot.house.roster import Level
from bot.house.weights import TUNED
from bot.tables.house.thinking import Thinking
from tests.coach.truth import amiss, holds

HIGH: Final = 10000
"""A target that no deal reaches."""
CONFIRMING: Final = 400
"""Number of groups of new samples, unused by the review, in which a charge is measured again."""


OTHERS: Final = 4
"""Number of alternatives to which the regular's action at a moment is compared, over the same samples."""
FEW: Final = 1 / 4
"""Share of the groups below which the effective number of hands is considered small."""
REPEATED: Final = 8
"""Number of times a comparison is repeated if few hands count."""
MUCH: Final = 240
"""Number of groups of samples taken as the truth there; that value has an error of its own."""
TELL_EVERY: Final = 100
"""Number of comparisons or charges between two progress messages."""
UNTOLD: Final = ("little", "many small things")
"""Labels for comparisons without a single reason: there is no difference to explain, or no cause that stands out."""


def positions(table: str, count: int, seed: int, preset: str = "modern") -> Iterator[tuple[Deal, View]]:
    """Yield moments of deals, one from each deal; the target is so high that no game ends in the middle of one."""
    yield from islice(moments(law_of(preset, table, HIGH), random.Random(seed)), count)


def seeds_of(at: int) -> dict[Purpose, int]:
    """Return the random seeds of a position, a different one for each purpose."""
    return {purpose: at * 100 + number for number, purpose in enumerate(Purpose)}


def effort(count: int, seed: int) -> None:
    """Print the time of decisions that need a search."""
    for table in TABLES:
        taken: list[float] = []
        for at, (_, view) in enumerate(positions(table, 10**9, seed)):
            began = time.process_time()
            decision = choose(Level.STRONG, view, random.Random(at))
            if decision.method is Method.SAMPLED:
                taken.append(time.process_time() - began)
            if len(taken) >= count:
                break
        taken.sort()
        print(
            f"{table}: median {statistics.median(taken):.3f} s, p95 {taken[int(0.95 * len(taken))]:.3f} s, "
            f"longest {taken[-1]:.3f} s ({len(taken)})",
            flush=True,
        )


def verdict(table: str, count: int, seed: int, who: str) -> None:
    """Print how often a player is charged with a mistake, how many charges are confirmed, and the processor time.

    Args:
        table: The number of players, and whether they are partners.
        count: Number of decisions.
        seed: Seed of the deals.
        who: *hints* (as if none were stored), *regular*, *novice*, or *anything* (the action drawn first at random).
    """
    charged = counted = above = sure = 0
    off: list[float] = []
    taken: list[float] = []
    for asked, (_, view) in enumerate(positions(table, count, seed), 1):
        at = asked - 1
        seeds = seeds_of(at)
        if who == "hints":
            action = hint(view, seeds).action
        elif who == "anything":
            action = random.Random(at).choice(view.offered)
        else:
            action = choose(Level(who), view, random.Random(at)).action
        began = time.process_time()
        found = charge_of(Done(view, action, (seeds[Purpose.GLANCE], seeds[Purpose.REVIEW], seeds[Purpose.CONFIRM])))
        taken.append(time.process_time() - began)
        if found is not None:
            charged += 1
            counted += not found.error
        if found is not None and found.error:
            afresh = compare(view, found.better, action, seeds[Purpose.LUCK], CONFIRMING).points
            above += afresh.mean > 0.0
            sure += afresh.sure
            off.append(found.points - afresh.mean)
            if not afresh.sure:
                print(f"  {at}: {action.text} charged {found.points:.1f} ± {found.error:.1f}, afresh {afresh}")
        if asked % TELL_EVERY == 0 or asked == count:
            print(
                f"{table}, {who}: {asked} decisions, charged {charged} ({charged / asked:.1%}), of them {counted} "
                f"counted exactly; of {charged - counted} measured ones {above} are confirmed afresh, {sure} by two "
                f"standard errors; {statistics.mean(taken):.2f} s a decision in the mean, "
                f"{sorted(taken)[int(0.95 * len(taken))]:.2f} s (p95)" + overrated(off),
                flush=True,
            )


def overrated(off: list[float]) -> str:
    """Return a text on how much the stated differences exceed those in new samples."""
    if len(off) < 2:
        return ""
    half = 1.96 * statistics.stdev(off) / len(off) ** 0.5
    return f"; what was told less what was found afresh: {statistics.mean(off):+.2f} ± {half:.2f} points"


def others_of(view: View, one: Action, rng: random.Random) -> list[Action]:
    """Return some of the other possible actions, each of a different kind."""
    kinds: list[Action] = []
    for action in rng.sample(view.offered, len(view.offered)):
        if not any(same_in_kind(view, action, each) for each in (one, *kinds)):
            kinds.append(action)
    return kinds[:OTHERS]


def better_side(view: View, one: Action, others: Sequence[Action], seed: int, groups: int) -> list[Comparison]:
    """Compare an action with others over the same samples, each comparison seen from the better action."""
    return [
        found if found.points.mean >= 0 else turned(found) for found in compare_each(view, one, others, seed, groups)
    ]


def reasons(table: str, count: int, seed: int, skip: int = 0) -> None:
    """Print how often a stated reason is wrong, by the visible facts and by new samples.

    If new samples contradict a reason, it is checked again in four times as many other samples: a chance result fails
    only once, a wrong reason fails again. Results are printed as they come, so that an interrupted run has some output.
    """
    themes, doubted, wrong = Counter[str](), Counter[str](), Counter[str]()
    asked = 0
    for at, (deal, view) in enumerate(positions(table, 10**9, seed)):
        rng = random.Random(at)
        if at < skip or (view.last_eight and view.players == 2):
            continue
        one = choose(Level.REGULAR, view, rng).action
        others = others_of(view, one, rng)
        if not others:
            continue
        asked += len(others)
        said: list[tuple[Comparison, Story]] = []
        for found in better_side(view, one, others, at * 4, GROUPS):
            story = story_of(view, found)
            themes[story.reason.theme.value if story else UNTOLD[found.told]] += 1
            if story is not None:
                said.append((found, story))
                if trouble := amiss(deal, found.one, story.reason, found.other, at):
                    wrong[f"{story.reason.theme.value}: {trouble}"] += 1
        for groups, fails in ((GROUPS, doubted), (4 * GROUPS, wrong)):
            if not said:
                break
            afresh = compare_each(
                view, one, [each.other if each.one == one else each.one for each, _ in said], at * 4 + groups, groups
            )
            fresh = [new if each.one == one else turned(new) for (each, _), new in zip(said, afresh, strict=True)]
            against = [holds(new, story) for new, (_, story) in zip(fresh, said, strict=True)]
            for (each, story), trouble in zip(said, against, strict=True):
                if trouble:
                    fails[f"{story.reason.theme.value}, afresh: {trouble}"] += 1
                    print(f"  {at}, {groups} groups: {each.one.text}, not {each.other.text}: {story.reason}: {trouble}")
            said = [each for each, trouble in zip(said, against, strict=True) if trouble]
        if asked % TELL_EVERY < len(others) or asked >= count:
            total = sum(times for theme, times in themes.items() if theme not in UNTOLD)
            print(
                f"{table}, to moment {at}: {asked} comparisons, {total} with a reason, "
                f"doubted {sum(doubted.values())}, wrong {sum(wrong.values())}:",
                dict(themes),
                dict(doubted),
                dict(wrong),
                flush=True,
            )
        if asked >= count:
            return


def scatter(table: str, count: int, seed: int) -> None:
    """Print the errors of comparisons in units of their stated errors, for moments with few likely hands.

    Args:
        table: The number of players, and whether they are partners.
        count: Number of such moments.
        seed: Seed of the deals.
    """
    off: list[float] = []
    for at, (_, view) in enumerate(positions(table, 10**9, seed)):
        rng = random.Random(at)
        hands = Reading(view, Imagination(view), TUNED).hands(GROUPS, rng)
        one = choose(Level.REGULAR, view, rng).action
        others = others_of(view, one, rng)
        if hands.effective > FEW * GROUPS or not others:
            continue
        much = compare(view, one, others[0], at * 100, MUCH).points
        for again in range(1, REPEATED + 1):
            found = compare(view, one, others[0], at * 100 + again, GROUPS).points
            off.append(abs(found.mean - much.mean) / math.hypot(found.error, much.error))
        if len(off) % (10 * REPEATED) == 0 or len(off) >= count * REPEATED:
            shares = ", ".join(
                f"{sum(each > far for each in off) / len(off):.1%} by more than {far}" for far in (2, 3, 4)
            )
            print(f"{table}, to moment {at}: {len(off)} comparisons, off in their errors: {shares}", flush=True)
        if len(off) >= count * REPEATED:
            return


async def _hints(views: list[View]) -> list[tuple[Hint, float]]:
    thinking = Thinking(1)
    found = []
    try:
        await thinking.hint(views[0], seeds_of(0), user=1)  # starts the process
        for at, view in enumerate(views):
            began = time.monotonic()
            given = await thinking.hint(view, seeds_of(at), user=1)
            found.append((given, time.monotonic() - began))
    finally:
        thinking.close()
    return found


async def _moves(views: list[View]) -> list[tuple[Decision, float]]:
    thinking = Thinking(1)
    found = []
    try:
        await thinking.hint(views[0], seeds_of(0), user=1)  # starts the process
        for at, view in enumerate(views):
            began = time.monotonic()
            found.append((await thinking.decide(Level.STRONG, view, at), time.monotonic() - began))
    finally:
        thinking.close()
    return found


def _burn() -> None:
    while True:
        pass


@contextmanager
def busy(burning: int) -> Iterator[None]:
    """Run programs that never rest, `burning` per core, with the same priority as the bot."""
    programs = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(burning * (os.cpu_count() or 1))]
    for each in programs:
        each.start()
    try:
        yield
    finally:
        for each in programs:
            each.terminate()


def waits(seconds: Sequence[float]) -> str:
    """Return a text on the waiting times."""
    ordered = sorted(seconds)
    return (
        f"waited {statistics.median(ordered):.1f} s (median), {ordered[int(0.95 * len(ordered))]:.1f} s (p95), "
        f"{ordered[-1]:.1f} s (longest)"
    )


def load(table: str, count: int, seed: int, burning: int) -> None:
    """Print whether hints on a loaded machine equal those on an idle one, and whether differing ones say so.

    Args:
        table: The number of players, and whether they are partners.
        count: Number of hints.
        seed: Seed of the deals.
        burning: Number of programs per core that never rest and compete with the bot.
    """
    views = [view for _, view in positions(table, count, seed)]
    here = [hint(view, seeds_of(at)) for at, view in enumerate(views)]
    with busy(burning):
        found = asyncio.run(_hints(views))
    same = sum(given == other for (given, _), other in zip(found, here, strict=True))
    thumbs = sum(given.rule_of_thumb for given, _ in found)
    silent = sum(
        given.action != other.action and not given.rule_of_thumb
        for (given, _), other in zip(found, here, strict=True)
    )  # fmt: skip
    print(
        f"{table}: {same} of {len(views)} hints are the same in every number, {thumbs} are a rule of thumb and say so, "
        f"{silent} name another action and do not say so; {waits([seconds for _, seconds in found])}"
    )


def moves(table: str, count: int, seed: int, burning: int) -> None:
    """Print how many searched moves of *strong* are replaced by those of *regular* on a loaded machine.

    Args:
        table: The number of players, and whether they are partners.
        count: Number of moves.
        seed: Seed of the deals.
        burning: Number of programs per core that never rest and compete with the bot.
    """
    searched = (view for _, view in positions(table, 10**9, seed) if len(view.offered) > 1 and not view.last_eight)
    with busy(burning):
        found = asyncio.run(_moves(list(islice(searched, count))))
    fell = sum(decision.method is Method.EVALUATED for decision, _ in found)
    print(f"{table}: {fell} of {count} moves are *regular*'s; {waits([seconds for _, seconds in found])}")


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether the coach can be trusted.")
    parser.add_argument("what", choices=("effort", "verdict", "reasons", "scatter", "signs", "load", "moves"))
    parser.add_argument("--table", choices=tuple(TABLES), default="two")
    parser.add_argument("--positions", type=int, default=200, help="decisions, or comparisons (200)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--skip", type=int, default=0, help="of reasons: go on after so many moments")
    parser.add_argument("--who", choices=("hints", "regular", "novice", "anything"), default="hints")
    parser.add_argument("--burning", type=int, default=2, help="programs that want each core besides (2)")
    chosen = parser.parse_args()
    if chosen.what == "effort":
        effort(chosen.positions, chosen.seed)
    elif chosen.what == "verdict":
        verdict(chosen.table, chosen.positions, chosen.seed, chosen.who)
    elif chosen.what == "reasons":
        reasons(chosen.table, chosen.positions, chosen.seed, chosen.skip)
    elif chosen.what == "scatter":
        scatter(chosen.table, chosen.positions, chosen.seed)
    elif chosen.what == "signs":
        signs(law_of("modern", "two", HIGH), chosen.positions, chosen.seed)
    elif chosen.what == "moves":
        moves(chosen.table, chosen.positions, chosen.seed, chosen.burning)
    else:
        load(chosen.table, chosen.positions, chosen.seed, chosen.burning)


if __name__ == "__main__":
    main()

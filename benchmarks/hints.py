"""Sentences of hints: how many name a plan, how long they are, and whether they are so by the whole deal.

    python benchmarks/hints.py two --hints 1000            # or three, four, partners
    python benchmarks/hints.py two --hints 300 --usual     # with the effort that members get
    python benchmarks/hints.py two --preset rubicon        # another game

Positions come from deals among *regular* players, one from each deal. What is told is checked by code that shares
nothing with what decides to tell it (``tests/coach/truth.py``). The goals: at least 95% name a plan, in one sentence
of at most 20 words, and none is false in 1,000.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.coach import positions, seeds_of
from benchmarks.house_arena import TABLES
from bot.coach.hints import GROUPS, hint
from bot.coach.samples import compare
from bot.coach.themes import Theme
from bot.engine import PRESETS
from bot.house.chance import Purpose
from bot.house.players import Method
from bot.house.search import effort_for
from bot.ui.text.exercises import hint_words
from tests.coach.truth import amiss

NO_PLAN: Final = frozenset({Theme.LITTLE, Theme.MANY, Theme.COUNTED})
"""Themes that name no plan."""
SMALL: Final = 12
"""Groups of samples of a decision and of its comparisons, where the usual effort is not asked for."""
MANY: Final = 20
"""Words of a sentence that are not to be exceeded."""
TELL_EVERY: Final = 250


def run(table: str, count: int, seed: int, preset: str, *, usual: bool) -> None:
    """Print how often a hint names a plan, its longest sentence, its time, and what is false.

    Args:
        table: The number of players, and whether they are partners.
        count: Number of hints, those with nothing to choose left out.
        seed: Seed of the deals.
        preset: The preset played.
        usual: Whether the effort is the one that members get.
    """
    themes, wrong, words, taken = Counter[str](), Counter[str](), list[int](), list[float]()
    for at, (deal, view) in enumerate(positions(table, count, seed, preset)):
        began = time.process_time()
        effort = None if usual else effort_for(view.players).exactly(SMALL)
        found = hint(view, seeds_of(at), effort, GROUPS if usual else SMALL)
        if found.method is Method.SAMPLED:
            taken.append(time.process_time() - began)
        said = found.explanation
        assert said is not None
        themes[said.reason.theme.value] += 1
        sentence = hint_words(found, view).split(". ")[0]
        words.append(len(sentence.split()))
        trouble = amiss(deal, found.action, said.reason, said.instead_of, at)
        if not trouble and said.reason.theme is Theme.LIKELY and said.instead_of is not None:
            afresh = compare(view, found.action, said.instead_of, seeds_of(at)[Purpose.LUCK], GROUPS)
            trouble = "" if afresh.wins[0] > 1 / 2 else f"{afresh.wins[0]:.0%} of the tricks"
        if said.shared and (equal := said.equal or said.instead_of) is not None and not trouble:
            trouble = amiss(deal, equal, said.reason._replace(unseen=None), None, at)
        if said.equal is not None and not said.shared and not trouble:
            trouble = amiss(deal, found.action, said.reason, said.equal, at)
        if trouble:
            wrong[f"{said.reason.theme.value}: {trouble}"] += 1
            print(f"  {at}: {sentence} {said}: {trouble}")
        if (at + 1) % TELL_EVERY == 0 or at + 1 == count:
            plain = sum(times for theme, times in themes.items() if theme in NO_PLAN)
            ordered = sorted(taken) or [0.0]
            print(
                f"{table}, {preset}: {at + 1} hints, {1 - plain / (at + 1):.1%} name a plan, "
                f"false {sum(wrong.values())}; words {statistics.mean(words):.1f}, most {max(words)}, "
                f"{sum(each > MANY for each in words)} above {MANY}; "
                f"median {statistics.median(ordered):.2f} s, "
                f"p95 {ordered[int(0.95 * len(ordered))]:.2f} s:",
                dict(themes.most_common()),
                dict(wrong),
                flush=True,
            )


def main() -> None:
    """Read the command line, measure and print."""
    parser = argparse.ArgumentParser(description="Measure whether hints name plans that are so.")
    parser.add_argument("table", choices=tuple(TABLES))
    parser.add_argument("--hints", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--preset", choices=tuple(PRESETS), default="modern")
    parser.add_argument("--usual", action="store_true", help="with the effort that members get")
    chosen = parser.parse_args()
    run(chosen.table, chosen.hints, chosen.seed, chosen.preset, usual=chosen.usual)


if __name__ == "__main__":
    main()

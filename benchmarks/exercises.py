"""Find positions for exercises in deals among house players, and measure the value of every action in them.

    python benchmarks/exercises.py found.jsonl --minutes 40
    python benchmarks/exercises.py found.jsonl --minutes 40 --two modern
    python benchmarks/exercises.py bot/coach/positions.jsonl --show
    python benchmarks/exercises.py bot/coach/positions.jsonl --recheck     # those that end in the last eight
    python benchmarks/exercises.py bot/coach/positions.jsonl --again 60    # whether new samples confirm them

A position is kept if one action stands out: in new samples every action of another kind costs at least five points, and
more than two standard errors. If a card is to be played, a *novice* must have chosen another one; if something is to be
declared, there must be more than one thing to declare. The last eight tricks of two hands are calculated exactly. The
four rule books, two, three and four hands, partners, and the kinds of decision take turns, two hands twice as often.
Each position found is added to the file at once, and a later run continues from there.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from bot.coach.positions import Option, Position, read
from bot.coach.reasons import reason
from bot.coach.samples import Measured, Wanted, compare
from bot.coach.themes import Kind, Reason, Theme, kind_at
from bot.engine import PRESETS, Action, Deal, Phase, Rules, Verb, View, build_rules, observe_deal
from bot.engine.cards import CARD_NAMES
from bot.engine.game import deal_out
from bot.engine.law import law_for
from bot.engine.moves import advance
from bot.engine.record import rules_document
from bot.house.players import Decision, Method, choose
from bot.house.playout import REACH
from bot.house.policy import Mind
from bot.house.roster import Level
from bot.house.search import effort_for
from bot.house.weights import TUNED

TELLING: Final = 5.0
"""Number of points that every other action must cost."""
GLANCE: Final = 12
"""Number of groups of samples in the first look at a position."""
GROUPS: Final = {2: 96, 3: 64, 4: 48}
"""Number of new groups in which the best action is compared with each other one, by number of seats."""
AGAIN: Final = 200
"""Number of new groups in which a position is measured again."""
MOST: Final = 20
"""Maximum number of actions in an exercise."""
PICKS: Final = 4
"""Number of moments of a deal that are examined; at most one is kept."""
SLIP: Final = 0.15
"""Probability that a careless player acts at random."""
VISIT: Final = 12.0
"""Processor seconds after which the next kind of position takes its turn."""

SETUPS: Final[tuple[Rules, ...]] = tuple(
    rules
    for name, book in PRESETS.items()
    if book.game == "bezique"
    for rules in (
        PRESETS[name].rules(2),
        PRESETS[name].rules(3),
        PRESETS[name].rules(2),
        build_rules(name, 4, {"partners": True}),
        PRESETS[name].rules(4),
    )
)


def short(action: Action) -> str:
    """Return an action as text in the form that a position stores: without the seat, and a play as its card."""
    if action.verb is Verb.PASS:
        return "-"
    return CARD_NAMES[action.cards[0]] if action.verb is Verb.PLAY else action.words


def named(deck: str, done: Sequence[str]) -> str:
    """Return the name of a position: twelve hexadecimal digits that follow from its deck and its actions."""
    return sha256(f"{deck}:{','.join(done)}".encode()).hexdigest()[:12]


def written(position: Position) -> str:
    """Return a position as a line of the file."""
    options = [
        [
            short(each.action),
            round(each.cost.mean, 1),
            round(each.cost.error, 1),
            *([] if each.reason is None else _trimmed(each.reason)),
        ]
        for each in position.options
    ]
    line = {
        "id": position.id,
        "rules": rules_document(position.rules),
        "kind": position.kind.value,
        "seat": position.seat,
        "options": options,
        "dealer": position.dealer,
        "deck": position.deck,
        "done": ",".join(position.done),
    }
    return json.dumps(line, separators=(",", ":"))


def _trimmed(reason: Reason) -> list[object]:
    found: list[object] = [reason.theme.value, *reason[1:]]
    usual = [None, *Reason(reason.theme)[1:]]
    while found[-1] == usual[len(found) - 1]:
        found.pop()
    return found


def drawn(rules: Rules, kind: Kind, rng: Random) -> Iterator[tuple[View, Position]]:
    """Play a deal among house players, some drawn to be careless, and yield some of its moments of a kind."""
    law = law_for(rules)
    cards = tuple(rng.sample(law.pack, len(law.pack)))
    dealer = rng.randrange(law.players)
    deal = deal_out(law, 0, dealer, cards, (0,) * law.players)
    slips = [rng.choice((0.0, SLIP)) for _ in range(law.players)]
    done: list[str] = []
    found: list[tuple[Deal, int]] = []
    while not deal.over and (deal.left or kind is Kind.EIGHT):
        if deal.tricks and kind_at(deal.phase, deal.trick, deal.left) is kind:
            found.append((deal, len(done)))
        action = Mind(deal, deal.turn, TUNED).act(deal)
        if rng.random() < slips[deal.turn]:
            action = rng.choice(observe_deal(deal, deal.turn).offered)
        done.append(short(action))
        deal = advance(deal, action)
    deck = "".join(CARD_NAMES[card] for card in cards)
    for deal, count in rng.sample(found, min(len(found), PICKS)):
        view, before = observe_deal(deal, deal.turn), tuple(done[:count])
        if 1 < len(view.offered) <= MOST:
            yield view, Position(named(deck, before), rules, kind, view.turn, (), dealer, deck, before)


def same(one: Action, other: Action) -> bool:
    """Return whether two actions are of the same kind; copies of a card are equal, wherever they lie."""
    return (one.verb, one.name, sorted(card & 31 for card in one.cards)) == (
        other.verb,
        other.name,
        sorted(card & 31 for card in other.cards),
    )


def plain(view: View, rng: Random) -> bool:
    """Return whether an exercise is unlikely: the novice plays like regular, or at most one thing can be declared."""
    if view.phase is Phase.DECLARE:
        kinds = {(each.verb, each.name, *(card & 31 for card in each.cards)) for each in view.offered}
        return len(kinds) < 3
    novice = choose(Level.NOVICE, view, rng).action
    return rng.random() > 0.25 and same(novice, choose(Level.REGULAR, view, rng).action)


def weighed(view: View, rng: Random) -> tuple[Option, ...] | None:
    """Return the value of every action in a position, or None if none stands out."""
    if plain(view, rng):
        return None
    effort = effort_for(view.players).exactly(GLANCE)
    decision = choose(Level.STRONG, view, rng, effort=effort)
    best = decision.action
    if decision.method is Method.ONLY:
        return None
    if view.phase is Phase.PLAY and same(best, choose(Level.NOVICE, view, rng).action):
        return None
    if decision.method is Method.EXACT:
        return counted(view, decision)
    options = {each.action: each.points for each in decision.options}
    rest = sorted((each for each in view.offered if each != best), key=lambda each: -options[each])
    if options[best] - max(options[each] for each in rest if not same(each, best)) < TELLING:
        return None
    return compared(view, best, rest, rng)


def compared(view: View, best: Action, rest: Sequence[Action], rng: Random) -> tuple[Option, ...] | None:
    """Return the cost of every other action in new samples, or None if one of another kind costs too little."""
    found = [Option(best, Measured(0.0, 0.0), None)]
    for other in rest:
        wanted = None if same(best, other) else Wanted(TELLING)
        fresh = compare(view, best, other, rng.getrandbits(64), GROUPS[view.players], wanted)
        cost = Measured(round(fresh.points.mean, 1), round(fresh.points.error, 1))  # rounded as it will be stored
        if not same(best, other) and not (cost.sure and cost.mean >= TELLING):
            return None
        found.append(Option(other, cost, reason(view, fresh)))
    return (found[0], *sorted(found[1:], key=lambda each: each.cost.mean))


def recheck(path: Path) -> None:
    """Measure again what ends in the last eight tricks of two hands; drop what does not stand out, rewrite costs."""
    lines = path.read_text(encoding="ascii").splitlines()
    kept: list[str] = []
    changed = 0
    for line in lines:
        each = read(line)
        view = each.view
        if each.rules.players != 2 or not 0 < view.stock <= 2 * REACH:
            kept.append(line)
            continue
        rest = [option.action for option in each.options[1:]]
        options = compared(view, each.best, rest, Random(each.id))
        if options is None:
            print(f"{each.id}: {each.kind.value} with {view.stock} in the stock is dropped", flush=True)
            continue
        kept.append(written(replace(each, options=options)))
        changed += 1
    path.write_text("".join(f"{line}\n" for line in kept), encoding="ascii")
    print(f"{changed} measured again, {len(lines) - len(kept)} dropped, {len(kept)} left")


def counted(view: View, decision: Decision) -> tuple[Option, ...] | None:
    """Return the same for the last eight tricks of two hands, which are played out exactly."""
    points = {each.action: each.points for each in decision.options}
    top, found = points[decision.action], [Option(decision.action, Measured(0.0, 0.0), None)]
    for other in view.offered:
        if other == decision.action:
            continue
        value = points.get(other)
        if value is None:  # equivalent to the next higher card of its suit that was tried
            card = other.cards[0]
            higher = [
                each for each in points if each.cards[0] >> 3 & 3 == card >> 3 & 3 and each.cards[0] & 7 >= card & 7
            ]
            if not higher:
                return None
            value = points[min(higher, key=lambda each: each.cards[0] & 7)]
        if not same(other, decision.action) and top - value < TELLING:
            return None
        found.append(Option(other, Measured(top - value, 0.0), Reason(Theme.COUNTED if top > value else Theme.LITTLE)))
    return (found[0], *sorted(found[1:], key=lambda each: each.cost.mean))


def turns(setups: Sequence[Rules]) -> Iterator[tuple[Rules, Kind]]:
    """Yield rules and kinds of decision in turns, without end."""
    while True:
        for kind in Kind:
            for rules in setups:
                yield rules, kind


def make(path: Path, minutes: float, most: int, setups: Sequence[Rules]) -> None:
    """Add positions of some rules to a file until it holds `most`, or until `minutes` have passed."""
    known = {read(line).id for line in path.read_text().splitlines()} if path.exists() else set[str]()
    rng = Random(f"{len(known)}:{path.name}")
    began = time.monotonic()
    looked = 0
    for rules, kind in turns(setups):
        started = time.process_time()
        while time.process_time() - started < VISIT:
            if len(known) >= most or time.monotonic() - began > 60 * minutes:
                return
            position = None
            for view, blank in drawn(rules, kind, rng):
                looked += 1
                if (options := weighed(view, rng)) is not None:
                    position = replace(blank, options=options)
                    break
            if position is None:
                continue
            with path.open("a", encoding="ascii") as file:
                file.write(written(position) + "\n")
            known.add(position.id)
            took = time.process_time() - started
            print(f"{len(known)} of {looked} looked at: {kind.value}, {took:.1f} s", flush=True)
            break


def show(path: Path) -> None:
    """Print how the positions of a file are distributed."""
    found = [read(line) for line in path.read_text().splitlines()]
    print(f"{len(found)} positions, {path.stat().st_size // 1024} KB")
    for name in PRESETS:
        mine = [each for each in found if written(each).find(f'"preset":"{name}"') >= 0]
        seats = Counter(f"{each.rules.players}{' partners' if each.rules.partners else ''}" for each in mine)
        print(name, len(mine), dict(seats), dict(Counter(each.kind.value for each in mine)))


def again(path: Path, count: int, seed: int, skip: int) -> None:
    """Print how many positions are confirmed in new samples, compared to the next best action of another kind.

    Args:
        path: The file of positions.
        count: Number of positions to measure, in random order.
        seed: Seed of that order.
        skip: Number of positions at its beginning to leave out.
    """
    found = [read(line) for line in path.read_text().splitlines()]
    sampled = [each for each in found if any(option.cost.error for option in each.options)]
    above = sure = 0
    off: list[float] = []
    for at, each in list(enumerate(Random(seed).sample(sampled, len(sampled))))[skip : skip + count]:
        second = next(option for option in each.options[1:] if not same(option.action, each.best))
        fresh = compare(each.view, each.best, second.action, seed + at, AGAIN).points
        above += fresh.mean > 0
        sure += fresh.sure
        off.append(second.cost.mean - fresh.mean)
        if not fresh.sure:
            print(f"  {each.id}: {second.cost.mean} was written, {fresh.mean:.1f} ± {fresh.error:.1f} was found")
        print(
            f"of {len(off)} of {len(sampled)} sampled positions {above} are confirmed in {AGAIN} new groups, {sure} by "
            f"two standard errors; what is written less what was found: {sum(off) / len(off):+.1f} points",
            flush=True,
        )


def main() -> None:
    """Read the command line and run it."""
    parser = argparse.ArgumentParser(description="Find positions to learn from.")
    parser.add_argument("file", type=Path)
    parser.add_argument("--minutes", type=float, default=40.0)
    parser.add_argument("--most", type=int, default=400)
    parser.add_argument("--two", choices=tuple(PRESETS), metavar="PRESET", help="two hands by this rule book alone")
    parser.add_argument("--show", action="store_true", help="print how they are spread")
    parser.add_argument("--recheck", action="store_true", help="measure late positions again, and drop or rewrite them")
    parser.add_argument("--again", type=int, metavar="COUNT", help="measure so many of them again")
    parser.add_argument("--skip", type=int, default=0, help="of those that are measured again: so many were before")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    if chosen.recheck:
        recheck(chosen.file)
    elif chosen.show:
        show(chosen.file)
    elif chosen.again:
        again(chosen.file, chosen.again, chosen.seed, chosen.skip)
    else:
        setups = (PRESETS[chosen.two].rules(2),) if chosen.two else SETUPS
        make(chosen.file, chosen.minutes, chosen.most, setups)


if __name__ == "__main__":
    main()

"""The tutorial as a value: the pupil's steps, and everything that follows from them.

Progress is only the list of the pupil's own steps. The deal, Madame's answers, draws without a choice, and the topics
explained already all follow from that list, so a lesson can be taken up again after any pause.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from enum import Enum

from bot.engine import (
    Action,
    ActionError,
    Card,
    Event,
    Game,
    Phase,
    Verb,
    View,
    apply,
    observe,
    parse_action,
    start_deal,
    why_illegal,
)
from bot.engine.cards import BRISQUES, KNAVE, cards_of
from bot.engine.combinations import BY_NAME
from bot.engine.events import CombinationDeclared, HandDealt, PointsMarked
from bot.engine.foresight import Cost, cost_of, costs
from bot.engine.law import law_for
from bot.engine.tricks import beats_suit_led
from bot.lazy import dataclass
from cogs.learn.lesson import LostThread
from cogs.learn.pupil import PUPIL
from cogs.learn.tutorial.script import DECK, LINE, MADAME, RESUME_AT, RULES, SKIP_AT, SKIPPED
from cogs.learn.tutorial.topics import Topic

BEGIN, GO_ON = "begin", "on"
"""The steps that are no actions of the game: deal the cards, and go on after the skipped tricks."""


class Stage(Enum):
    """The stages of the lesson."""

    WELCOME = "welcome"
    PLAYING = "playing"
    SKIPPING = "skipping"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Aside:
    """An action of the pupil's that differs from the suggestion, and its cost, if any."""

    did: Action
    suggested: Action
    before: View
    """The pupil's view before the action."""
    cost: Cost | None


@dataclass(slots=True)
class FirstDeal:
    """The guided deal at one moment; :func:`first_deal_after` makes it from the pupil's steps."""

    steps: list[str] = field(default_factory=list)
    stage: Stage = Stage.WELCOME
    game: Game = field(default_factory=lambda: Game(RULES))
    done: list[Action] = field(default_factory=list)
    """Every action of the deal, both players'."""
    on_line: bool = True
    resumed: bool = False
    told: set[Topic] = field(default_factory=set)
    """Topics explained before this page."""
    topic: Topic | None = None
    """The topic that this page explains."""
    aside: Aside | None = None
    events: list[Event] = field(default_factory=list)
    """Events since the previous page."""

    @property
    def view(self) -> View:
        """The pupil's view."""
        return observe(self.game, PUPIL)

    @property
    def suggested(self) -> Action:
        """Madame's suggestion: the line's own action, or a sensible one off the line."""
        return LINE[len(self.done)] if self.on_line else best_move(self.view)

    @property
    def missed(self) -> list[Topic]:
        """Topics of the first tricks that did not come up."""
        return [topic for topic in Topic if topic.value.missed is not None and topic not in self.told]

    def allows(self, step: str) -> bool:
        if self.stage is Stage.WELCOME:
            return step == BEGIN
        if self.stage is Stage.SKIPPING:
            return step == GO_ON
        return self.stage is Stage.PLAYING and self._action(step) is not None

    def take(self, step: str) -> None:
        """Do a step of the pupil's, and everything that follows by itself, or raise `LostThread`."""
        if not self.allows(step):
            raise LostThread(step[:40])
        if self.topic is not None:
            self.told.add(self.topic)
        self.topic = self.aside = None
        self.events = []
        if self.stage is Stage.WELCOME:
            dealt = start_deal(Game(RULES), MADAME, DECK)
            self.game = dealt.game
            self.events += [e for e in dealt.events if not isinstance(e, HandDealt)]
            self.stage = Stage.PLAYING
        elif self.stage is Stage.SKIPPING:
            self._resume()
        else:
            action, suggested = self._action(step), self.suggested
            assert action is not None  # allowed
            if not alike(action, suggested):
                self.aside = Aside(action, suggested, self.view, cost_of(self.view, action))
            self._do(action)
        self.steps.append(step)
        self._go_on()

    def _action(self, step: str) -> Action | None:
        try:
            action = parse_action(f"{PUPIL} {step}")
        except ActionError:
            return None
        if action.verb in (Verb.RESIGN, Verb.TIMEOUT) or why_illegal(self.game, action) is not None:
            return None
        return action

    def _do(self, action: Action) -> None:
        if self.on_line:
            self.on_line = action == LINE[len(self.done)]
        step = apply(self.game, action)
        self.game = step.game
        self.done.append(action)
        self.events += [event for event in step.events if event.audience in (None, PUPIL)]

    def _go_on(self) -> None:
        """Play Madame's part and the pupil's actions without a choice, up to the pupil's next decision.

        Those without a choice are draws with nothing to declare, once the draw has been explained, and the very last
        card.
        """
        while True:
            deal = self.game.deals[-1]
            if deal.over:
                self.stage = Stage.OVER
                return
            if not self.resumed and len(deal.tricks) == SKIPPED and deal.phase is Phase.PLAY and not deal.trick:
                self.stage = Stage.SKIPPING
                return
            if deal.turn == MADAME:
                self._do(LINE[len(self.done)] if self.on_line else best_move(observe(self.game, MADAME)))
                continue
            view = self.view
            draws = view.phase is Phase.DECLARE and Topic.DRAW in self.told
            if len(view.offered) == 1 and (draws or (view.last_eight and len(view.hand) == 1)):
                self._do(view.offered[0])
                continue
            self.topic = next((topic for topic in Topic if topic not in self.told and topic.value.arises(view)), None)
            return

    def _resume(self) -> None:
        """Take the deal up again at a fixed point of the line, whatever the pupil did before."""
        game = start_deal(Game(RULES), MADAME, DECK).game
        for number, action in enumerate(LINE[:RESUME_AT]):
            step = apply(game, action)
            game = step.game
            if number >= SKIP_AT:  # of the skipped tricks, only declarations and points are told
                self.events += [e for e in step.events if isinstance(e, CombinationDeclared | PointsMarked)]
        self.game, self.done = game, list(LINE[:RESUME_AT])
        self.on_line = self.resumed = True
        self.stage = Stage.PLAYING


def first_deal_after(steps: Iterable[str]) -> FirstDeal:
    """Return the lesson after these steps of the pupil's, or raise `LostThread`."""
    lesson = FirstDeal()
    for step in steps:
        lesson.take(step)
    return lesson


def read_steps(stored: object, script: int) -> Sequence[str]:
    """Return the steps of a member's stored progress; none if it belongs to another script."""
    if not isinstance(stored, dict) or stored.get("script") != script:
        return ()
    steps = stored.get("steps")
    return steps if isinstance(steps, list) and all(isinstance(step, str) for step in steps) else ()


def alike(one: Action, other: Action) -> bool:
    """Tell whether two actions are equal, apart from the copies of their cards."""
    kinds = [sorted(c & 31 for c in each.cards) for each in (one, other)]
    return one.verb is other.verb and one.name == other.name and kinds[0] == kinds[1]


def best_move(view: View) -> Action:
    """Return what Madame plays and suggests off the line: something sensible and simple, from a view alone."""
    if view.phase is Phase.DECLARE:
        return _declaration(view)
    plays = [action for action in view.offered if action.verb is Verb.PLAY]
    if not view.trick:
        key = _worth_of_leading_late if view.last_eight else _price
        return min(plays, key=lambda action: (key(action.cards[0], view), action.cards))
    led = view.trick[0]
    beats = beats_suit_led if view.last_eight else law_for(view.rules).beats
    stake = 10 * (BRISQUES >> led & 1)

    def loss(action: Action) -> float:
        card = action.cards[0]
        own = 10 * (BRISQUES >> card & 1)
        gain = stake + own + 6 if beats(card, led, view.trump) else -own
        return _price(card, view) - gain

    return min(plays, key=lambda action: (loss(action), action.cards))


def _declaration(view: View) -> Action:
    """Exchange, or else declare the most that costs nothing later, or else announce, or else draw."""
    sevens = [action for action in view.offered if action.verb is Verb.EXCHANGE]
    if sevens:
        return sevens[0]
    found = [action for action in view.offered if action.verb is Verb.DECLARE]
    costly = costs(view, found)
    free = [action for action in found if action not in costly or costly[action].lacking is not None]
    if free or found:
        return max(free or found, key=lambda action: BY_NAME[action.name].points)
    announced = [action for action in view.offered if action.verb is Verb.ANNOUNCE]
    if announced:
        return max(announced, key=lambda action: BY_NAME[action.name].points)
    return next(action for action in view.offered if action.verb is Verb.PASS)


def _price(card: Card, view: View) -> float:
    """Return the value of keeping a card, in points: its possible combinations, its power, its brisque."""
    rank, trump = card & 7, card >> 3 & 3 == view.trump
    price = rank + 8.0 * trump + 8.0 * (BRISQUES >> card & 1)
    if view.last_eight:
        return price
    assert view.seat is not None  # spectators do not play
    held = view.hand.mask | view.tables[view.seat].mask
    if rank >= KNAVE and not BRISQUES >> card & 1:
        used = sum(mask >> card & 1 for mask in view.used)
        price += max(0, 6 - 4 * used)  # a court card that has served in combinations is less worth keeping
    alike = sum(c & 7 == rank for c in cards_of(held))
    if rank >= KNAVE and alike > 2:
        price += 4
    return price


def _worth_of_leading_late(card: Card, view: View) -> float:
    """Return a sort key for leads in the last eight tricks: trumps from the top, then other high cards."""
    return -(card & 7) - 10.0 * (card >> 3 & 3 == view.trump)

"""The five levels of house players; each gets a seat's view and a source of chance, and nothing else."""

from __future__ import annotations

from enum import StrEnum
from random import Random
from typing import Final, NamedTuple

from bot.engine import Action, Deal, Phase, Verb, View
from bot.engine.cards import TEN, kind_of, rank_of, suit_of
from bot.engine.tricks import beats_suit_led, winning_place

from .ending import Ending, Stopped
from .honour import decide as at_honour_table
from .imagine import Imagination
from .policy import Mind
from .roster import Level
from .search import Effort, effort_for, search
from .settle import Settling, may_end
from .weights import Weights, tuned

_LESS: Final = 4
"""Factor by which the skilled player uses fewer groups of samples than the strong one."""
_LOOKS_AHEAD: Final = 6
"""Tricks of the first stage still to come from which on the skilled player looks ahead."""

_SLIP: Final = 0.22
"""Share of plays for which the novice picks a card at random."""
_FORGETS: Final = 0.12
"""Share of turns to declare in which the novice forgets to declare."""
_BLUR: Final = 9.0
"""Standard deviation, in points, of the error with which the novice judges a card."""
_BEGINNER_FORGETS: Final = 0.25
"""Share of its turns to declare that the beginner forgets."""
_UNSURE: Final = 1.5
"""Standard deviation, in ranks, of the error with which the beginner judges a card."""
_TEMPTED: Final = 0.35
"""Share of the tricks without a brisque that the beginner takes if it can."""

_EQUAL: Final = 1e-6
"""Points below which a difference is one of rounding."""


class Option(NamedTuple):
    """An action that could be done, and the points by which it is expected to leave its side ahead."""

    action: Action
    points: float
    error: float = 0.0
    """The standard error of the difference to the best; 0 if nothing was sampled."""


class Method(StrEnum):
    """The way in which a decision was found."""

    ONLY = "only"
    """There was nothing to choose, or nothing was weighed."""
    EVALUATED = "evaluated"
    SAMPLED = "sampled"
    EXACT = "exact"


class Decision(NamedTuple):
    """A player's action, with all options that were weighed, the best first."""

    action: Action
    method: Method
    options: tuple[Option, ...]

    @property
    def margin(self) -> float:
        """The points by which the action is expected to be better than the next best."""
        rest = [option.points for option in self.options if option.action != self.action]
        mine = next((option.points for option in self.options if option.action == self.action), 0.0)
        return mine - max(rest) if rest else 0.0


def choose(level: Level, view: View, rng: Random, *, effort: Effort | None = None) -> Decision:
    """Return what a player of a level does.

    Args:
        rng: The source of chance; equal states give equal decisions. At ordinary tables the decisions of *regular*
            follow from the view alone, whatever the state.
        effort: The effort of the strong player (None: the usual one for the number of seats).
    """
    if view.honour is not None:
        thought: list[Decision] = []

        def think(form: View) -> Action:
            thought.append(choose(level, form, rng, effort=effort))
            return thought[-1].action

        action = at_honour_table(level, view, rng, think)
        return Decision(action, thought[-1].method if thought else Method.ONLY, (Option(action, 0.0),))
    if not view.offered:
        raise ValueError("this seat is not on turn")
    if len(view.offered) == 1:
        return Decision(view.offered[0], Method.ONLY, (Option(view.offered[0], 0.0),))
    if level is Level.BEGINNER:
        action = _beginner(view, rng)
        return Decision(action, Method.ONLY, (Option(action, 0.0),))
    if level is Level.NOVICE:
        return _novice(view, rng)
    if view.last_eight and view.players == 2 and (decision := _exactly(view, rng)) is not None:
        return decision
    if level is Level.REGULAR or (level is Level.SKILLED and view.stock > _LOOKS_AHEAD * view.players):
        return _decision(evaluate(view, rng, tuned(view.law)), Method.EVALUATED)
    effort = effort or effort_for(view.players)
    if level is Level.SKILLED:
        effort = effort._replace(groups=max(1, effort.groups // _LESS), tricks=effort.tricks // _LESS)
    found = search(view, rng, tuned(view.law), effort)
    options = [Option(each.action, each.points, each.error) for each in found]
    return _decision(_thrifty(view, options) if view.last_eight else options, Method.SAMPLED)


def _decision(options: list[Option], method: Method) -> Decision:
    return Decision(options[0].action, method, tuple(options))


def evaluate(view: View, rng: Random, weights: Weights) -> list[Option]:
    """Return the actions of a seat with the evaluation's scores, the best first."""
    imagination = Imagination(view)
    deal = imagination.deal(rng)  # only the open cards of the other hands are read, so any deal will do
    mind = Mind(deal, imagination.seat, weights, pool=imagination.hidden)
    return sorted(_scored(mind, deal, view), key=lambda option: option.points, reverse=True)


def _scored(mind: Mind, deal: Deal, view: View) -> list[Option]:
    if deal.phase is Phase.DECLARE:
        return [Option(action, score) for score, action in mind.declaring(deal)]
    law, scores = view.law, {card: score for score, card in mind.plays(deal)}
    found = []
    for action in view.offered:
        if action.verb is Verb.PLAY:
            found.append(Option(action, scores[action.cards[0]]))
        else:  # an exchange or a carte blanche, after which a card is still played
            found.append(Option(action, max(scores.values()) + law.points_of(action)))
    return found


def _exactly(view: View, rng: Random) -> Decision | None:
    """Return the best play in two players' last eight tricks, or None if the search would grow too large."""
    assert view.seat is not None
    law = view.law
    deal = Imagination(view).deal(rng)  # nothing is hidden any more
    if law.at_once and (law.brisques_as_taken or law.sevens_throughout) and may_end(deal):
        # The first side to reach the target wins, so more than the difference in points counts.
        try:
            outcomes = Settling(deal, view.seat).outcomes(deal)
        except Stopped:
            pass
        else:
            return _decision(_thrifty(view, [Option(*outcome) for outcome in outcomes]), Method.EXACT)
    hold = deal.hold
    led = view.trick[0] if view.trick else None
    ending = Ending(law, view.trump, counted=view.counted.mask)
    try:
        lines = ending.lines(hold[view.seat], hold[1 - view.seat], led)
    except Stopped:
        return None
    plays = {kind_of(action.cards[0]): action for action in reversed(view.offered)}  # the offered one of equal copies
    options = [Option(plays[kind_of(line.card)], float(line.points)) for line in lines]
    return _decision(_thrifty(view, options), Method.EXACT)


def _thrifty(view: View, options: list[Option]) -> list[Option]:
    """Return the options of the last eight, the best first; of equally good answers to a lead the one that gives least.

    Between perfect players equal is equal, but people err: a ten or an ace that is kept may still come home.
    """
    if not view.trick:
        return options
    points = view.law.card_points  # where they are not marked they still break a tie, and may save a rubicon

    def given(option: Option) -> tuple[int, bool, int]:
        card = option.action.cards[0]
        taken = winning_place((*view.trick, card), view.trump, beats_suit_led) == len(view.trick)
        return -points[card] if taken else points[card], suit_of(card) == view.trump, rank_of(card)

    equal = [option for option in options if options[0].points - option.points < _EQUAL]
    return sorted(equal, key=given) + [option for option in options if option not in equal]


def _novice(view: View, rng: Random) -> Decision:
    """Choose by the same evaluation as *regular*, but with errors, forgotten declarations and some random plays."""
    options = evaluate(view, rng, tuned(view.law))
    if view.phase is Phase.DECLARE:
        chosen = options[0]
        if rng.random() < _FORGETS:
            chosen = next(option for option in options if option.action.verb is Verb.PASS)
        return Decision(chosen.action, Method.EVALUATED, tuple(options))
    if rng.random() < _SLIP:
        chosen = options[int(rng.random() * len(options))]
    else:
        chosen = max(options, key=lambda option: option.points + rng.gauss(0.0, _BLUR))
    return Decision(chosen.action, Method.EVALUATED, tuple(options))


def _beginner(view: View, rng: Random) -> Action:
    """Play like somebody in their first week.

    It leads high, takes every trick with an ace or a ten in it if it can, throws a ten as readily as a nine, forgets
    some turns to declare, and otherwise declares the cheapest combination. It counts nothing and keeps nothing.
    """
    if view.phase is Phase.DECLARE:
        return _declared(view, rng)
    plays = [action for action in view.offered if action.verb is Verb.PLAY]
    if not plays or (len(plays) < len(view.offered) and rng.random() >= _BEGINNER_FORGETS):
        return next(action for action in view.offered if action.verb is not Verb.PLAY)
    return _led(view, plays, rng) if not view.trick else _followed(view, plays, rng)


def _declared(view: View, rng: Random) -> Action:
    """Declare the cheapest combination, else use a seven of trumps; or forget both and pass."""
    rows = view.law.rows
    sevens = [action for action in view.offered if action.verb in (Verb.EXCHANGE, Verb.SHOW)]
    declarations = [action for action in view.offered if action.verb is Verb.DECLARE]
    if rng.random() >= _BEGINNER_FORGETS:
        if declarations:
            return min(declarations, key=lambda action: (rows[action.name].points, action.text))
        if sevens:
            return sevens[0]
    return next(action for action in view.offered if action.verb is Verb.PASS)


def _led(view: View, plays: list[Action], rng: Random) -> Action:

    def liking(action: Action) -> float:
        card = action.cards[0]
        return rank_of(card) - (3.0 if suit_of(card) == view.trump else 0.0) + rng.gauss(0.0, _UNSURE)

    return max(plays, key=liking)


def _followed(view: View, plays: list[Action], rng: Random) -> Action:
    """Take a trick with an ace or a ten in it with the highest card that can; else throw a card that looks low."""
    beats = beats_suit_led if view.last_eight else view.law.beats
    best = view.trick[winning_place(view.trick, view.trump, beats)]
    taking = [action for action in plays if beats(action.cards[0], best, view.trump)]
    if taking and (any(rank_of(card) >= TEN for card in view.trick) or rng.random() < _TEMPTED):
        return max(taking, key=lambda action: rank_of(action.cards[0]) + rng.gauss(0.0, _UNSURE))
    return min(plays, key=lambda action: rank_of(action.cards[0]) + rng.gauss(0.0, _UNSURE))

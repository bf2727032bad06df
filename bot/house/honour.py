"""House players at an honour table: they keep to the rules and claim what they are due (ruling 31).

They get a seat's view, as at any table. They play what they would play at an ordinary table in the same position: the
view is converted to that form. Where no ordinary table can look like this, a simple player decides.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

from bot.engine import Action, Phase, Verb, View
from bot.engine.actions import PASSES, When
from bot.engine.cards import NO_CARD, SEVEN, Card, Mask, rank_of, suit_of
from bot.engine.forfeits import Irregularity, Marking
from bot.engine.honour import was_wrong
from bot.engine.tricks import beats_suit_led, is_revoke, winning_place
from bot.house.roster import Level

_OVERLOOKS: Final = {Level.BEGINNER: 1, Level.NOVICE: 2}
"""By level, the interval at which due claims are overlooked: 1 is every claim, 2 every second; other levels see all."""


def something_to_do(level: Level, view: View) -> bool:
    """Tell whether a house player has something to do at an honour table, claims that it overlooks not counted."""
    return _claim(level, view) is not None or any(action.verb is not Verb.CLAIM for action in _regular(view))


def decide(level: Level, view: View, rng: Random, think: Callable[[View], Action]) -> Action:
    """Return what a house player does at an honour table, thinking as its level does at an ordinary one."""
    claim = _claim(level, view)
    if claim is not None:
        return claim
    offered = _regular(view)
    if not offered:
        raise ValueError("this seat has nothing to do")
    by_verb = {action.verb: action for action in offered}
    if Verb.DONE in by_verb:
        return by_verb[Verb.DONE]
    lifted = view.honour.lifted if view.honour is not None else None
    if lifted is not None and lifted.halts:
        return _chosen(view, offered)
    # Taking one of two open cards is a draw; there may be something to declare before it.
    draw = _chosen(view, offered) if Verb.TAKE in by_verb else by_verb.get(Verb.DRAW)
    return _played(view, offered, draw, rng, think)


def _regular(view: View) -> tuple[Action, ...]:
    """List the offered actions other than claims and calls; the house calls no card."""
    return tuple(action for action in view.offered if action.verb not in (Verb.CLAIM, Verb.CALL))


# ------------------------------------------------------------------ claims


def _claim(level: Level, view: View) -> Action | None:
    honour, seat = view.honour, view.seat
    assert honour is not None
    assert seat is not None
    every = _OVERLOOKS.get(level, 0)

    def overlooks(ordinal: int) -> bool:
        return every > 0 and ordinal % every == every - 1

    for ground in honour.grounds:
        if not overlooks(ground.ordinal):
            return _marked(view, ground.kind, ground.offender)
    for doubt in honour.doubtful:
        if not overlooks(doubt.ordinal) and was_wrong(view.law, doubt):
            return Action(seat, Verb.CLAIM, name=Irregularity.WRONG_DECLARATION.value)
    if honour.may_claim_revoke and (honour.played_out or honour.stopped):
        revoked = _first_revoke(view)
        known = honour.revoked
        if revoked is not None and (known is None or revoked < known[1]) and not overlooks(revoked):
            return Action(seat, Verb.CLAIM, name=Irregularity.REVOKE.value)
    return None


def _marked(view: View, kind: Irregularity, offender: int) -> Action:
    """Return a claim in its best form: points off the offender if they have reached the target, else added."""
    assert view.seat is not None
    claims = [a for a in view.legal if a.verb is Verb.CLAIM and a.name.partition(" ")[0] == kind.value]
    law = view.law
    there = view.side_totals[law.sides[offender]] >= law.target
    wanted = Marking.DEDUCT if there else Marking.ADD
    return next((each for each in claims if each.name.endswith(f" {wanted.value}")), claims[0])


def _first_revoke(view: View) -> int | None:
    """Return the number of the earliest trick in which an opponent visibly revoked.

    Every card that a seat played later was in its hand at that trick, and everybody saw these cards.
    """
    law, column = view.law, view.law.column
    assert column is not None
    assert view.seat is not None
    tricks = view.tricks if len(view.tricks) == view.tricks_played else ()
    later: list[Mask] = [0] * view.players
    found = None
    for number in range(len(tricks), law.first_stage, -1):
        trick = tricks[number - 1]
        for place, card in enumerate(trick.cards):
            seat = trick.seat_of(place)
            held, before = later[seat] | 1 << card, trick.cards[:place]
            if law.sides[seat] != law.sides[view.seat] and is_revoke(
                held, before, card, view.trump, must_win=column.must_win
            ):
                found = number
        for place, card in enumerate(trick.cards):
            later[trick.seat_of(place)] |= 1 << card
    return found


# ------------------------------------------------------------------ choices and plays


def _worth(view: View, card: Card) -> int:
    """Return a rough worth of a card in the hand: its rank, more for trumps, a seven of trumps above an eight."""
    trump = 10 if suit_of(card) == view.trump else 0
    return rank_of(card) + trump + (3 if trump and rank_of(card) == SEVEN else 0)


def _chosen(view: View, offered: tuple[Action, ...]) -> Action:
    """Take the better of two cards, or return the better one where an opponent has lifted both."""
    picks = [action for action in offered if action.verb in (Verb.TAKE, Verb.RETURN)]
    return max(picks, key=lambda action: (_worth(view, action.cards[0]), -action.cards[0]))


def _played(
    view: View, offered: tuple[Action, ...], draw: Action | None, rng: Random, think: Callable[[View], Action]
) -> Action:
    """Do what would be done at an ordinary table; where a draw is due, it takes the place of a pass."""
    ordinary = tuple(action for action in offered if action.verb.when in (When.TRICK, When.CHANCE))
    in_chance = PASSES[offered[0].seat] in ordinary
    if in_chance:  # no card is played before the turn to declare is over
        ordinary = tuple(action for action in ordinary if action.verb is not Verb.PLAY)
    if not ordinary or (draw is not None and not in_chance):
        assert draw is not None
        return draw
    form = as_ordinary(view, ordinary, in_chance=in_chance)
    action = ordinary[0]
    if len(ordinary) > 1:
        action = think(form) if form is not None else _simply(view, ordinary, rng)
        if action not in ordinary:  # only an ordinary table allows it
            action = _simply(view, ordinary, rng)
    return draw if action.verb is Verb.PASS and draw is not None else action


def as_ordinary(view: View, offered: tuple[Action, ...], *, in_chance: bool) -> View | None:
    """Return what the seat would see at an ordinary table in the same position, or None if none can look like this.

    A seat that has yet to draw holds one card more there; the card is hidden either way.
    """
    law, honour = view.law, view.honour
    assert honour is not None
    assert view.seat is not None
    if in_chance and view.trick:
        return None  # the winner has led while the partner may still declare
    tricks, n = view.tricks_played, law.players
    held = law.hand - 1 if in_chance else law.hand - max(0, tricks - law.first_stage)
    sizes, stock = [], len(law.pack) - n * tricks - len(view.trick)
    for seat in range(n):
        played = (seat - view.leader) % n < len(view.trick)
        sizes.append(held - played - len(view.tables[seat]))
        stock -= held - played
    mine = len(view.hand)
    turn_up_gone = law.turns_up and stock > 0 and view.turn_up == NO_CARD
    if mine != sizes[view.seat] or stock < 0 or turn_up_gone or (stock == 0) != view.last_eight:
        return None
    if any(len(known) > size for known, size in zip(view.known, sizes, strict=True)):
        return None
    verbs = {action.verb for action in offered}
    return replace(
        view,
        rules=view.rules.changed({"irregularities": "prevented"}),
        phase=Phase.DECLARE if in_chance else Phase.PLAY,
        turn=view.seat,
        stock=stock,
        hand_sizes=tuple(sizes),
        legal=tuple(action for action in view.legal if action.verb in verbs),
        offered=offered,
        honour=None,
    )


def _simply(view: View, offered: tuple[Action, ...], rng: Random) -> Action:
    """Declare what scores most; take a trick with brisques in it cheaply; else throw the card of least worth."""
    rows = view.law.rows
    scoring = [action for action in offered if action.verb not in (Verb.PLAY, Verb.PASS)]
    if scoring:
        return max(scoring, key=lambda action: (rows[action.name].points if action.name else 10, action.text))
    plays = [action for action in offered if action.verb is Verb.PLAY]
    if not plays:
        return offered[0]
    beats = beats_suit_led if view.last_eight else view.law.beats
    points = view.law.marked_points
    stake = sum(points[card] for card in view.trick)

    def gain(action: Action) -> float:
        card = action.cards[0]
        cost = _worth(view, card) + 0.5 * rng.random()
        if not view.trick:
            return -cost
        best = view.trick[winning_place(view.trick, view.trump, beats)]
        brisques = stake + points[card]
        return (brisques if beats(card, best, view.trump) else -brisques) - cost

    return max(plays, key=gain)

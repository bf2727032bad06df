"""What the player on move needs no click for: what they chose ahead, and the only card that may be played.

What is chosen ahead is known to its player alone, and is done a moment after the turn has come, like a quick click.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Final

from bot.engine import Action, Phase, Verb, offered_actions, parse_action, why_illegal
from bot.engine.actions import ActionError
from bot.engine.deal import FRESH_DECLARING
from bot.engine.game import distinct_moves
from bot.engine.legality import not_held
from bot.tables.decisions.occasion import Done, Occasion, seat_in_play
from bot.tables.decisions.play import act
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Ahead, asked_by
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

AFTER: Final = timedelta(seconds=1)
"""Time after which an act happens by itself; one that was chosen ahead takes up to as long again."""


# ------------------------------------------------------------------ when it happens


def timed(before: Table, after: Table, at: Occasion) -> Table:
    """Return a changed table with the moment at which the act of the player on move happens by itself, if it does.

    A house player whose partner was not asked leads after such a moment too. What has been undone is left to its
    player, who would otherwise see it done again. What was chosen ahead and is not allowed now is marked so.
    """
    if (plan := _plan_on_move(after)) is not None and (barred := _barred(after, plan)):
        after = after.but(ahead=_with(after, Ahead(plan.seat, barred, barred=True)))
    due = dict(after.due)
    moment = due.pop(Due.ITSELF, None)
    if (words := _itself(after, at)) is not None:
        new = (len(before.actions), _mover(before), _waits(before)) != (len(after.actions), _mover(after), False)
        if new and before.undone == after.undone:
            planned = plan is not None and words in (plan.play, plan.declare, "pass")
            wait = at.chance.randrange(1000) / 1000
            partners = after.rules.partners and (words == "pass" or after.unseen_passes > 0)
            moment = at.now + AFTER + (_hesitating(wait) if partners else planned * wait * AFTER)
    elif not after.house_hesitates:
        moment = None
    elif len(after.actions) > len(before.actions) + 1 or before.adjourned is not None:  # its partner was not asked
        moment = at.now + AFTER + _hesitating(at.chance.randrange(1000) / 1000)
    if moment is not None:
        due[Due.ITSELF] = moment
    return after if due == after.due else after.but(due=due)


def _hesitating(part: float) -> timedelta:
    """Return how long a pass between partners takes beside :data:`AFTER`, for a number from 0 to 1.

    It is mostly short and seldom long, 20 seconds at most, as by hand: who thinks it over must not stand out.
    """
    return timedelta(seconds=2) * part / (1 - 0.9 * part)


def by_itself(table: Table, at: Occasion) -> Done:
    """Do for the player on move what needs no click, as if the player had just clicked.

    A draw and the lead after it are one, so that nobody notices the draw. A house player who has hesitated may lead.
    """
    if not table.has_come(Due.ITSELF, at.now):
        return Done(table, stale=True)
    words, plan, user = _itself(table, at), _plan_on_move(table), _mover(table)
    if words is None or user is None:  # the player has chosen otherwise meanwhile, or the house leads now
        due = {kind: when for kind, when in table.due.items() if kind is not Due.ITSELF}
        return Done(table.but(due=due), stale=True)
    done = act(table, at, user, words, table.ply_for(user))
    if plan is not None and plan.play and words == plan.declare != "pass":  # then the card is played
        return replace(done, table=done.table.but(ahead=_with(done.table, replace(plan, declare="pass"))))
    led = plan.play if plan is not None and words == "pass" and _mover(done.table) == user else ""
    if not led or done.table.game.deals[-1].phase is not Phase.PLAY:
        return done
    after = act(done.table, at, user, led, done.table.ply_for(user))
    return replace(after, events=(*done.events, *after.events))


def _itself(table: Table, at: Occasion) -> str | None:
    """Return the act of the player on move that needs no click, or None.

    Nothing happens while the players are asked about something else.
    """
    user = _mover(table)
    if user is None or table.is_honour or _waits(table):
        return None
    plan = _plan_on_move(table)
    words = _planned(table, plan) if plan is not None else _only_pass(table)
    return words or (None if user in at.by_hand else _only_card(table))


def _mover(table: Table) -> int | None:
    """Return the user on move, if they play in person, also where the others do not see that it is their turn."""
    return table.turn_users[0] if table.turn_users and table.house_on_move is None else None


def _only_pass(table: Table) -> str | None:
    """Return the pass of a player who can declare nothing, where the others are not to notice it."""
    only = table.passes_by_itself and [each.verb for each in offered_actions(table.game)] == [Verb.PASS]
    return "pass" if only else None


def _only_card(table: Table) -> str | None:
    """Return the play of the only card that may be played in the strict ending of two hands, or None.

    There each player knows the other's cards by counting, so that it tells nothing.
    """
    deal = table.game.deal
    if deal is None or deal.left or deal.phase is not Phase.PLAY or table.rules.players != 2:
        return None
    offered = offered_actions(table.game)
    return offered[0].words if len(offered) == 1 else None


def _waits(table: Table) -> bool:
    """Tell whether the players are asked for a draw, an undo, a look at the tricks, or to adjourn."""
    if table.adjourning is not None and table.adjourning.declined is None:
        return True
    return bool(table.yet_to_let_look) or any(asked_by(each) is not None for each in (table.draw, table.undo))


# ------------------------------------------------------------------ what is chosen ahead


def may_plan(table: Table, user_id: int) -> bool:
    """Tell whether a player may choose now what to play when their turn comes."""
    seat, deal = table.seat_of(user_id), table.game.deal
    if seat is None or deal is None or deal.over or table.is_honour or user_id not in table.people:
        return False
    return bool(table.turn_users) and user_id not in table.turn_users and bool(deal.hold[seat])


def may_declare_then(table: Table, user_id: int) -> list[Action]:
    """Return what a player whose card lies in the trick may declare, show or exchange after winning it, by points.

    It includes *pass*, if there is anything else: without it a lead a moment after the trick would tell the others that
    nothing could be declared.
    """
    seat, deal = table.seat_of(user_id), table.game.deal
    if seat is None or deal is None or not deal.left or not may_plan(table, user_id):
        return []
    if (seat - deal.leader) % table.rules.players >= len(deal.trick):
        return []
    won = deal._replace(phase=Phase.DECLARE, turn=seat, leader=seat, trick=(), declaring=FRESH_DECLARING)
    moves = distinct_moves(won)
    if all(action.verb is Verb.PASS for action in moves):
        return []
    return sorted(moves, key=lambda action: -deal.law.points_of(action))


def plan_of(table: Table, user_id: int) -> Ahead | None:
    """Return what a player has chosen ahead, or None; it is for that player's eyes alone."""
    seat = table.seat_of(user_id)
    return next((each for each in table.ahead if each.seat == seat), None)


def choose_ahead(table: Table, _at: Occasion, user_id: int, words: str, ply: int) -> Done:
    """Choose what to play when the turn comes, or what to declare first if the trick is won; once more takes it back.

    Who has won the trick can still take the card back.
    """
    seat = seat_in_play(table, user_id)
    known = plan_of(table, user_id)
    takes_back = known is not None and not known.barred and words in (known.play, known.declare)
    seen = table.seen_by(user_id)
    if seen.ply != ply or not (may_plan(table, user_id) or takes_back):
        return Done(table, stale=True)
    try:
        action = parse_action(f"{seat} {words}")
    except ActionError as error:
        raise Refused(Why.ILLEGAL, table_id=table.id, detail=str(error)) from None
    deal = seen.game.deals[-1]  # without the card of an unseen draw, of which the user may not know
    plan = Ahead(seat) if known is None or known.barred else known
    if action.verb is not Verb.PLAY:
        if not takes_back and action not in may_declare_then(table, user_id):
            return Done(table, stale=True)
        plan = replace(plan, declare="" if plan.declare == words else words)
    elif action.mask & ~deal.hold[seat]:
        raise Refused(Why.ILLEGAL, table_id=table.id, refusal=not_held(deal, seat, action.mask))
    else:
        plan = replace(plan, play="" if plan.play == words else words)
    return Done(table.but(ahead=_with(table, plan)))


def _with(table: Table, plan: Ahead) -> tuple[Ahead, ...]:
    others = tuple(each for each in table.ahead if each.seat != plan.seat)
    return (*others, plan) if plan.play or plan.declare else others


def _plan_on_move(table: Table) -> Ahead | None:
    """Return what the player on move has chosen ahead, unless it turned out not to be allowed."""
    user = _mover(table) if table.ahead else None
    plan = plan_of(table, user) if user is not None else None
    return None if plan is None or plan.barred else plan


def _planned(table: Table, plan: Ahead) -> str | None:
    """Return the next act of those chosen ahead; None where the player has to say what to do after a won trick."""
    deal = table.game.deals[-1]
    if deal.phase is not Phase.DECLARE:
        return plan.play or None
    if plan.declare:
        return plan.declare
    return "pass" if all(action.verb is Verb.PASS for action in offered_actions(table.game)) else None


def _barred(table: Table, plan: Ahead) -> str:
    """Return the next act of those chosen ahead if it is not allowed, else nothing."""
    words = _planned(table, plan) or ""
    return words if words and why_illegal(table.game, parse_action(f"{plan.seat} {words}")) is not None else ""

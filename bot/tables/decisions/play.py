"""The acts of players: playing, looking at the first hand, resigning, and closing the time for claims."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.engine import (
    Action,
    Deal,
    Event,
    Game,
    IllegalAction,
    Phase,
    Verb,
    apply,
    offered_actions,
    parse_action,
    why_illegal,
)
from bot.engine.actions import ActionError
from bot.engine.cards import BRISQUES, SEVENS
from bot.engine.deal import FRESH_DECLARING
from bot.engine.forfeits import Irregularity
from bot.engine.game import distinct_moves
from bot.engine.scoring import side_totals
from bot.house.ending import is_settled
from bot.tables.decisions.daily import end_of_day
from bot.tables.decisions.dealing import deal_over
from bot.tables.decisions.occasion import Done, Occasion, closed, ended_without_result, seat_in_play
from bot.tables.decisions.turns import turn_begins
from bot.tables.values.clocks import Due
from bot.tables.values.parts import Ahead, Status
from bot.tables.values.rated import still_to_look, unplayed_practice
from bot.tables.values.refused import Refused, Why
from bot.tables.values.seen import PLIES
from bot.tables.values.table import Table
from db.deals import ActionRow


def still_meant(table: Table, action: Action, ply: int) -> bool:
    """Tell whether an action from a control made for an earlier ply may still be done.

    Others act at the same time, which does not change the meaning of a regular act. It may be done if its seat has not
    acted since, no new deal has begun, and the act is still regular. *Done* is not taken if a claim was made since, as
    the player may want to answer it.
    """
    deal = table.game.deal
    since = table.actions[ply:]
    if deal is None or not since or ply > len(table.actions):
        return False
    number = deal.base.number
    opened = next((at for at, row in enumerate(table.actions) if row.deal == number), len(table.actions))
    if ply < opened or any(row.seat == action.seat for row in since):
        return False
    if action.verb is Verb.DONE and any(f" {Verb.CLAIM.value} " in row.action for row in since):
        return False
    return _is_regular(table, action)


def _is_regular(table: Table, action: Action) -> bool:
    """Tell whether an act is regular, as far as its seat can know."""
    view = table.view(table.users[action.seat])
    if view is None or view.honour is None:
        return False
    if action.verb is Verb.CLAIM and action.name == Irregularity.WRONG_DECLARATION.value:
        return bool(view.honour.doubtful)
    if action.verb is Verb.CLAIM and action.name == Irregularity.REVOKE.value:
        return view.honour.may_claim_revoke
    return action in view.legal


def turn_after(before: Table, after: Table, at: Occasion, action: Action) -> Table:
    """Begin the turn of the seat that the table waits for after an act; another seat's act does not begin it anew.

    Otherwise other players could lengthen a player's time, and their claims about a time that is up would lapse.
    """
    then, now = before.game.deal, after.game.deal
    if then is None or now is None or _waits_for(then) != _waits_for(now):
        return turn_begins(after, at)
    if now.phase is Phase.CLAIM and action.verb is Verb.DONE:
        return after
    if now.phase is Phase.CLAIM or action.seat == now.turn:
        return turn_begins(after, at)
    ply = after.ply_for(None)
    claims = before.claims if before.claims is None else replace(before.claims, ply=ply)
    return after.but(time_up=ply if before.time_is_up else None, claims=claims)


def _waits_for(deal: Deal) -> tuple[bool, int]:
    return (True, 0) if deal.phase is Phase.CLAIM else (False, deal.turn)


def let_go(table: Table) -> Action | None:
    """Return the act that gives up a choice of two lifted cards when its time is up (ruling 24), or None."""
    deal = table.game.deal
    choice = deal.honour.choice if deal is not None and deal.honour is not None else None
    if deal is None or choice is None or choice.chooser != deal.turn:
        return None
    return Action(choice.chooser, Verb.PASS)


THE_REST: Final = "rest"
"""In place of an action in the record's notation: all tricks that are left, where they are :func:`decided`."""


def decided(table: Table) -> bool:
    """Tell whether the seat on lead may have the rest of the deal played out, as every line brings all the same points.

    That is so in the last tricks of two hands alone: there each player knows the other's cards.
    """
    deal = table.game.deal
    if deal is None or deal.left or deal.phase is not Phase.PLAY or deal.trick or deal.honour is not None:
        return False
    law, (one, other) = deal.law, (deal.hold[deal.turn], deal.hold[1 - deal.turn])
    if law.players != 2:
        return False
    if law.at_once or law.both_out == "non_dealer_first":  # then it may count who gets there first
        held, worth = one | other, law.quantities
        most = worth.brisque * (held & BRISQUES).bit_count() + worth.last_trick
        most += worth.seven * (held & SEVENS[deal.trump]).bit_count()
        if any(total < law.target <= total + most for total in side_totals(deal.base, deal.score.totals)):
            return False
    return is_settled(one, other, deal.trump)


GIVEN_UP = "given-up"
"""The reason stored with a game that a player gave up before its first deal, or with a practice before it counts."""


def act(
    table: Table, at: Occasion, user_id: int, words: str, ply: int, *, by_house: bool = False, exactly: bool = False
) -> Done:
    """Do a player's action.

    Args:
        words: The action in the record's notation without the seat, as ``play QSa``, or :data:`THE_REST`.
        ply: The ply, as this player knew it, for which the control was made, or that moment with its mark
            (:meth:`.Table.moment_for`). If it has passed or the mark differs, nothing is done; the outcome is stale.
        exactly: Whether the action is irregular and so meant for that ply alone. Otherwise, at an honour table, an
            action for an earlier ply is done if it still means the same (:func:`.honour.still_meant`).
    """
    seat = seat_in_play(table, user_id, adjourned=by_house)
    if (over := end_of_day(table, at)) is not None:
        return over
    if by_house and table.adjourned is not None:
        return Done(table, stale=True)  # the game was adjourned while the house was thinking
    if by_house and table.house_level(seat) is None:
        return Done(table, stale=True)  # the member came back while the house was thinking
    seen = table.seen_by(user_id)
    mark, ply = divmod(ply, PLIES)
    late = ply != seen.ply
    if mark and mark != table.mark_after(table.actions[:ply] if late else seen.actions):
        return Done(table, stale=True)
    if table.awaits_deal or (late and (exactly or not table.is_honour)):
        return Done(table, stale=True)
    if words == THE_REST:
        theirs = seat in table.seats_waited_for and decided(table)
        return played(table, at, offered_actions(table.game)[0], out=True) if theirs else Done(table, stale=True)
    try:
        action = parse_action(f"{seat} {words}")
    except ActionError as error:
        raise Refused(Why.ILLEGAL, table_id=table.id, detail=str(error)) from None
    if action.verb in (Verb.RESIGN, Verb.TIMEOUT):
        return Done(table, stale=True)  # these have their own functions, behind a confirmation
    if late and not still_meant(table, action, ply):
        return Done(table, stale=True)
    # The reason is the one that holds before an unseen draw, of which the user may not know.
    if seen.game is not table.game and (refusal := why_illegal(seen.game, action)) is not None:
        raise Refused(Why.ILLEGAL, table_id=table.id, refusal=refusal)
    done = played(table, at, action)
    if by_house and seat in table.held:  # reviews do not count it as the member's
        return replace(done, table=done.table.but(stood_in=(*done.table.stood_in, len(table.actions))))
    return done


def look_at_hand(table: Table, _at: Occasion, user_id: int) -> Table:
    """Note that a player looks at the first hand of a rated game, which is lost by giving it up from then on."""
    seat = seat_in_play(table, user_id, adjourned=True)
    return table.but(looked=(*table.looked, seat)) if still_to_look(table, seat) else table


def resign(table: Table, at: Occasion, user_id: int) -> Done:
    """Resign the game for the player's side (ruling 21); before the first deal it ends without a result.

    A practice of which too little is played ends without one too, and is deleted soon.
    """
    seat = seat_in_play(table, user_id, adjourned=True)
    if (over := end_of_day(table, at)) is not None:
        return over
    if table.game.deal is None and table.fixture is not None:
        raise Refused(Why.NOT_STARTED, table_id=table.id)
    if table.game.deal is None:
        return Done(closed(table, Status.ABANDONED, at, GIVEN_UP))
    if unplayed_practice(table):
        return Done(ended_without_result(table, at, GIVEN_UP))
    return played(table, at, Action(seat, Verb.RESIGN))


def end_claiming(table: Table, at: Occasion) -> Done:
    """Add the missing *done* of every seat, as the time to claim forfeits is over; stale if time is left."""
    if not table.claiming or not table.has_come(Due.FORFEITS, at.now):
        return Done(table, stale=True)
    done = Done(table)
    for seat in table.seats_waited_for:
        after = played(done.table, at, Action(seat, Verb.DONE))
        done = replace(after, events=(*done.events, *after.events))
        if not done.table.claiming:
            break
    return done


def played(table: Table, at: Occasion, action: Action, *, out: bool = False) -> Done:
    """Apply an action and the forced ones after it: draws at a table that draws by itself, and a deal's last cards.

    At such a table declaring and leading are one turn, so the draw between them does not renew the time.

    Args:
        out: Whether the deal is played out, in any legal way.
    """
    if table.game.deal is None:
        raise Refused(Why.NOT_STARTED, table_id=table.id)
    events: tuple[Event, ...] = ()
    rows: list[ActionRow] = []
    game, due = table.game, [action]
    number = table.game.deal.base.number
    while due:
        act_now = due.pop()
        try:
            game, more = apply(game, act_now)
        except IllegalAction as error:
            raise Refused(Why.ILLEGAL, table_id=table.id, refusal=error.refusal) from None
        events += more
        rows.append(ActionRow(table.id, len(table.actions) + len(rows), number, act_now.seat, act_now.text, at.now))
        # At an honour table nothing is forced: a player may claim first, or play against the rules.
        if not table.is_honour:
            due = offered_actions(game)[:1] if out else _forced(table, game)
    after = table.but(game=game, actions=(*table.actions, *rows), ahead=_still_ahead(table.ahead, rows))
    if table.is_honour:
        after = turn_after(table, after, at, action)
    elif action.verb is not Verb.PASS or not table.passes_by_itself or table.keeps_waiting != after.keeps_waiting:
        after = turn_begins(after, at)
    else:
        after = after.but(undo=None)  # after a draw the act cannot be undone any more
    if game.deal is not None and game.deal.over:
        after = deal_over(after, at)
    return Done(after, events)


def _still_ahead(ahead: tuple[Ahead, ...], rows: Sequence[ActionRow]) -> tuple[Ahead, ...]:
    """Return what is still chosen ahead after some acts: a play ends it, and any other act what was to be declared."""
    if not ahead:
        return ahead
    acted = {row.seat for row in rows}
    played = {row.seat for row in rows if parse_action(row.action).verb is Verb.PLAY}
    left = (replace(each, declare="") if each.seat in acted else each for each in ahead if each.seat not in played)
    return tuple(each for each in left if each.play or each.declare)


def takes_a_moment(table: Table, deal: Deal) -> bool:
    """Tell whether the winner of a trick passes to the partner after a moment, also where that is all they can do.

    Asked at once, a partner who can declare would know that the winner has nothing; the house thinks in any case.
    """
    if not table.rules.partners or deal.phase is not Phase.DECLARE or deal.turn != deal.leader:
        return False
    partner = deal._replace(turn=(deal.leader + 2) % 4, declaring=FRESH_DECLARING)
    return table.house_level(deal.leader) is not None or len(distinct_moves(partner)) > 1


def _forced(table: Table, game: Game) -> list[Action]:
    """Return the single offered action, if it happens by itself: a draw at a table that does so, or a last card."""
    deal, offered = game.deal, offered_actions(game)
    if deal is None or len(offered) != 1:
        return []
    (only,) = offered
    if only.verb is Verb.PASS:
        return offered if table.passes_by_itself and not takes_a_moment(table, deal) else []
    return offered if only.verb is Verb.PLAY and deal.hold[only.seat].bit_count() == 1 else []

"""Playing: acts of the players, and resigning."""

from __future__ import annotations

from dataclasses import replace

from bot.engine import Action, Event, Game, IllegalAction, Verb, apply, offered_actions, parse_action, why_illegal
from bot.engine.actions import ActionError
from bot.tables.values.acting import at_honour_table, claiming, house_level
from bot.tables.values.due import Due, has_come
from bot.tables.values.parts import Status
from bot.tables.values.pause import game_for, passes_by_itself, sees_all
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table
from db.rows import ActionRow

from .daily import end_of_day
from .dealing import deal_over
from .honour import still_meant, turn_after, yet_done
from .occasion import Done, Occasion, closed, seat_in_play, turn_begins

GIVEN_UP = "given-up"
"""Why a game ended that a player gave up before its first cards were dealt."""


def act(
    table: Table, at: Occasion, user_id: int, words: str, ply: int, *, by_house: bool = False, exactly: bool = False
) -> Done:
    """Do a player's action.

    Args:
        table: The table.
        at: The occasion.
        user_id: Who acts.
        words: The action in the record's notation without the seat, as ``play QSa``.
        ply: The ply, as this player knew it, for which the control was made. Where it is another one by now the answer
            is stale and nothing is done.
        by_house: The house acts, for itself or for the seat that it holds.
        exactly: It is against the rules, and meant for that ply alone: at an honour table a regular act made for an
            earlier one is done where nothing that others have done since has changed what it means.

    Raises:
        Refused: Not seated, not playing, or against the rules (with the engine's reason).
    """
    seat = seat_in_play(table, user_id, adjourned=by_house)
    if (over := end_of_day(table, at)) is not None:
        return over
    if by_house and table.adjourned is not None:
        return Done(table, stale=True)  # it was put down while the house was thinking
    if by_house and house_level(table, seat) is None:
        return Done(table, stale=True)  # the member came back while the house was thinking
    late = ply != table.ply_for(user_id)
    if table.awaits_deal or (late and (exactly or not at_honour_table(table))):
        return Done(table, stale=True)
    try:
        action = parse_action(f"{seat} {words}")
    except ActionError as error:
        raise Refused(Why.ILLEGAL, table_id=table.id, detail=str(error)) from None
    if action.verb in (Verb.RESIGN, Verb.TIMEOUT):
        return Done(table, stale=True)  # these have ways of their own that ask first
    if late and not still_meant(table, action, ply):
        return Done(table, stale=True)
    if not sees_all(table, user_id) and (refusal := why_illegal(game_for(table, user_id), action)) is not None:
        raise Refused(Why.ILLEGAL, table_id=table.id, refusal=refusal)  # with the reason that holds before the draw
    done = played(table, at, action)
    return replace(done, table=_stood_in(done.table, len(table.actions))) if by_house and seat in table.held else done


def _stood_in(after: Table, acted: int) -> Table:
    """Note that the house has done an action for an absent member, which is not theirs where one looks back at it."""
    return after.but(stood_in=(*after.stood_in, acted))


def resign(table: Table, at: Occasion, user_id: int) -> Done:
    """Give up the game, which loses it for the player's side (ruling 21); undealt, it ends without a result.

    Raises:
        Refused: Not seated, or not playing; or no card of a tournament's game is dealt yet.
    """
    seat = seat_in_play(table, user_id, adjourned=True)
    if (over := end_of_day(table, at)) is not None:
        return over
    if table.game.deal is None and table.fixture is not None:
        raise Refused(Why.NOT_STARTED, table_id=table.id)
    if table.game.deal is None:
        return Done(closed(table, Status.ABANDONED, at, GIVEN_UP))
    return played(table, at, Action(seat, Verb.RESIGN))


def end_claiming(table: Table, at: Occasion) -> Done:
    """Have everybody be done who has not said so, as the time to claim forfeits is over; stale where it is not."""
    if not claiming(table) or not has_come(table.due, Due.FORFEITS, at.now):
        return Done(table, stale=True)
    done = Done(table)
    for action in yet_done(table):
        after = played(done.table, at, action)
        done = replace(after, events=(*done.events, *after.events))
        if not claiming(done.table):
            break
    return done


def played(table: Table, at: Occasion, action: Action) -> Done:
    """Apply an action, and what is forced after it: draws where they happen by themselves, and a deal's last cards.

    Where draws do, declaring and leading are one turn: drawing does not begin its time anew.

    Raises:
        Refused: Not dealt, or against the rules (with the engine's reason).
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
        # What all can see to be forced at an honour table may yet be claimed, or be played against the rules.
        due = [] if at_honour_table(table) else _forced(game, draws=passes_by_itself(table))
    after = table.but(game=game, actions=(*table.actions, *rows))
    if at_honour_table(table):
        after = turn_after(table, after, at, action)
    elif action.verb is not Verb.PASS or not passes_by_itself(table):
        after = turn_begins(after, at)
    else:
        after = after.but(undo=None)  # what was asked to be undone cannot be any more
    if game.deal is not None and game.deal.over:
        after = deal_over(after, at)
    return Done(after, events)


def _forced(game: Game, *, draws: bool) -> list[Action]:
    """Return what happens by itself now: the one action that is left, if it decides nothing and tells nothing."""
    deal, offered = game.deal, offered_actions(game)
    if deal is None or len(offered) != 1:
        return []
    (only,) = offered
    if only.verb is Verb.PASS:
        return offered if draws else []
    return offered if only.verb is Verb.PLAY and deal.hold[only.seat].bit_count() == 1 else []

"""The kinds of public notices at a table: when each stands, whom it tells, and what it says."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Final, NamedTuple

import discord

from bot.house.roster import is_house
from bot.tables import Kind, Message, Status, Table, Tables
from bot.tables.decisions.fixtures import awaited_there
from bot.tables.decisions.overtime import claims_from, deciding, yet_to_agree
from bot.tables.values.parts import asked_by
from bot.tables.values.rated import is_for_rating
from bot.ui.kit.controls import BRASS, Control, Layout, button, rows
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.settings import TellNoMore, TellTurns
from bot.ui.routes.tournaments import Ready
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.words import joined, moment, rules_line
from cogs.table.pages.adjourning import (
    HOLDS_MINUTES,
    answers,
    asked_to_undo,
    asked_words,
    go_on_button,
    name_of,
    pressed_words,
)
from cogs.table.pages.board import my_hand
from cogs.table.pages.lobby import clock_line


def call(table: Table, users: Sequence[int]) -> Layout:
    """Build the message that mentions members who want to know of an open table.

    Args:
        users: The members whom it mentions.
    """
    name, mentions = shown_name(table.names[0]), ", ".join(f"<@{user}>" for user in users)
    if table.kind is Kind.CHALLENGE:
        words = tr("{mentions}: {name} challenges whoever likes.", mentions=mentions, name=name)
        sit = button(lobby_routes.Accept(table.id), tr("Accept"), discord.ButtonStyle.success)
    else:
        words = tr("{mentions}: {name} has opened table {table}.", mentions=mentions, name=name, table=table.number)
        sit = button(lobby_routes.Join(table.id, table.terms.edition), tr("Join"), discord.ButtonStyle.success)
    return Layout(
        BRASS,
        words,
        f"-# {rules_line(table.rules, table.terms.preset)}\n-# {clock_line(table)}",
        *rows([sit, button(TellNoMore(), tr("Send me no more of these"))]),
    )


def board_link(table: Table) -> str:
    """Return a link to a table's board, or its channel's address; the link has a short text, as addresses are long."""
    board = table.message("board")
    place = f"https://discord.com/channels/{table.guild_id}/{table.channel_id}"
    return f"[{tr('To the board')}]({place}/{board.message_id})" if board is not None else place


def opponents(table: Table) -> list[int]:
    """Return the people who play against the player on move; house players decide nothing."""
    deal = table.game.deal
    if deal is None:
        return []
    sides = deal.law.sides
    here = table.people
    return [user for seat, user in enumerate(table.users) if sides[seat] != sides[deal.turn] and user in here]


def decide_on_time(table: Table) -> list[int]:
    """Return the members who decide what happens when the player on move runs out of time."""
    deal = table.game.deal
    return deciding(table, deal.turn) if deal is not None else []


def your_turn(table: Table, user_id: int, until: datetime | None, *, late: bool = False) -> Layout:
    """Build the reminder of a turn, which is sent once.

    Args:
        user_id: The player on move.
        until: When their time will be up, if there is a clock.
        late: Whether their time has run out.
    """
    words = tr("<@{user}>, it is your turn at table {table}.", user=user_id, table=table.number)
    time = " " + tr("Time is up {moment}.", moment=moment(until)) if until is not None else ""
    if late:
        time = " " + tr("Your time is up; play before the others decide.")
    buttons = [my_hand(table)]
    if table.terms.clock.by_correspondence:
        buttons.append(button(TellTurns(on=True), tr("Also by direct message")))
    return Layout(BRASS, f"{words}{time} {board_link(table)}", *rows(buttons))


def time_up(table: Table, *, left: bool) -> Layout:
    """Build the message that asks the others to decide what happens when a player's time is up.

    Args:
        left: Whether that player has left the server.
    """
    name = shown_name(table.names[table.seat_of(table.turn_users[0]) or 0])
    others = joined([f"<@{user}>" for user in decide_on_time(table)])
    words = tr("{others}, wait, let the house play on for {name}, or claim the game.", others=others, name=name)
    choices = [
        button(table_routes.Wait(table.id, table.ply_for(None)), tr("Wait"), discord.ButtonStyle.success),
        _house_plays_on(table),
        button(
            table_routes.ClaimTime(table.id, table.ply_for(None)), tr("Claim the game …"), discord.ButtonStyle.danger
        ),
    ]
    if not opponents(table):  # all opponents are house players
        words = tr("{others}, you may let the house play on for {name}.", others=others, name=name)
        choices = [_house_plays_on(table)]
    elif table.fixture is not None:  # in a tournament the house never plays for a member
        words = tr("{others}, wait, or claim the game.", others=others)
        del choices[1]
    happened = tr("{name}'s time is up at table {table}.", name=name, table=table.number)
    if left:
        happened = tr(
            "{name} has left this server, and their time is up at table {table}.", name=name, table=table.number
        )
    else:
        words += " " + tr("{name} may still play.", name=name)
    return Layout(
        BRASS,
        f"{happened} {board_link(table)}",
        words,
        *_wishes(table, table.turn_users[0]),
        *rows(choices),
    )


def claimed_words(table: Table, absent_id: int) -> str:
    """Say to a player what came of their claim: the game is theirs, or who has yet to agree."""
    missing = yet_to_agree(table, absent_id) if table.live else []
    if not missing:
        return tr("You claimed table {table}.", table=table.number)
    names = joined([name_of(table, user) for user in missing])
    return tr("You would claim table {table}. Still to agree: {missing}.", table=table.number, missing=names)


_WISHES: Final = {
    False: mark("{names} would claim the game. Still to agree: {missing}."),
    True: mark("{names} would let the house play on. Still to agree: {missing}."),
}
"""What is said of a wish to which some have yet to agree, by whether it is for the house to play on."""


def _wishes(table: Table, absent_id: int) -> list[str]:
    """Say what letting the house play on costs, and for each choice who wants it and who has yet to agree."""
    lines = []
    if is_for_rating(table) and table.fixture is None:
        lines.append(tr("If the house plays on, the game is not rated, even if the player comes back."))
    for for_house, words in _WISHES.items():
        wanted = claims_from(table, absent_id, for_house=for_house)
        missing = yet_to_agree(table, absent_id, for_house=for_house)
        if wanted and missing:
            names, others = (joined([name_of(table, user) for user in users]) for users in (wanted, missing))
            lines.append(tr(words, names=names, missing=others))
    return lines


def _house_plays_on(table: Table, absent_id: int = 0) -> Control:
    words = tr("Let the house play on, unrated") if is_for_rating(table) else tr("Let the house play on")
    return button(table_routes.LetHousePlay(table.id, absent_id), words)


def has_left(table: Table, user_id: int) -> Layout:
    """Build the message that a player has left the server, with the choices of the others."""
    seat = table.seat_of(user_id) or 0
    others = [shown_name(name) for at, name in enumerate(table.names) if at != seat]
    words = tr(
        "{name} has left this server. {others}, wait, let the house play on, or claim table {table}.",
        name=shown_name(table.names[seat]),
        others=joined(others),
        table=table.number,
    )
    claim = button(table_routes.Claim(table.id, user_id), tr("Claim the game …"), discord.ButtonStyle.danger)
    choices = [_house_plays_on(table, user_id), claim]
    if table.fixture is not None:
        words = tr(
            "{name} has left this server. {others}, wait, or claim table {table}.",
            name=shown_name(table.names[seat]), others=joined(others), table=table.number,
        )  # fmt: skip
        choices = [claim]
    return Layout(
        BRASS,
        f"{words} {board_link(table)}",
        *_wishes(table, user_id),
        *rows(choices),
    )


def look_request(table: Table) -> Layout:
    """Build the message that asks the others to let the tricks be looked at, or tells the result."""
    asked, deal = table.looking, len(table.game.deals) - 1
    name = name_of(table, asked.user if asked is not None else None)
    others, led = table.yet_to_let_look, asked.ply if asked is not None else 0
    if others:
        words = tr(
            "{name} asks to look at the tricks of table {table}. {others}, is that all right?",
            name=name, table=table.number, others=joined([f"<@{user}>" for user in others]),
        )  # fmt: skip
        choices = [
            button(table_routes.AllowLook(table.id, led), tr("Let them be looked at"), discord.ButtonStyle.success),
            button(table_routes.RefuseLook(table.id, led), tr("Leave them closed")),
        ]
    elif table.tricks_lie_open:
        words = tr("The tricks of table {table} lie open until the next lead.", table=table.number)
        choices = [button(table_routes.ShowTricks(table.id, deal), tr("Tricks"), discord.ButtonStyle.primary)]
    else:
        words, choices = tr("The tricks of table {table} stay closed.", table=table.number), []
    return Layout(BRASS, f"{words} {board_link(table)}", *rows(choices))


def undo_request(table: Table) -> Layout:
    others = joined([f"<@{user}>" for user in asked_to_undo(table)])
    ply = table.undo.ply if table.undo is not None else table.ply_for(None)
    return Layout(
        BRASS,
        tr(
            "{name} asks to undo the last move at table {table}. {others}, is that all right?",
            name=name_of(table, asked_by(table.undo)),
            table=table.number,
            others=others,
        )
        + f" {board_link(table)}",
        *rows(
            [
                button(table_routes.AllowUndo(table.id, ply), tr("Let it be undone"), discord.ButtonStyle.success),
                button(table_routes.RefuseUndo(table.id, ply), tr("Let it stand")),
            ]
        ),
    )


def adjourn_request(table: Table) -> Layout:
    others = joined([f"<@{user}>" for user in table.yet_to_adjourn])
    where = tr("Table {table}.", table=table.number)
    asked = tr("{others}, is that all right?", others=others) if others else ""
    return Layout(BRASS, f"{where} {asked_words(table)} {asked} {board_link(table)}", *rows(answers(table)))


def would_go_on(table: Table, now: datetime) -> Layout:
    """Build the message that tells the others that a player is ready to resume an adjourned game.

    In a live game with a clock that readiness lapses. The message is not edited then, and its words stay true.
    """
    lies, there = table.adjourned, table.ready_at(now)
    others = joined([f"<@{user}>" for user in table.yet_to_go_on(now)])
    if lies is not None and table.readiness_lapses:
        pressed = [pressed_words(table, user, at) for user, at in lies.ready if user in there]
        asked = tr("{others}, the game goes on once all press it within {count} minutes.",
                   others=others, count=HOLDS_MINUTES)  # fmt: skip
        words = " ".join([tr("Table {table}.", table=table.number), *pressed, asked])
    else:
        names = joined([name_of(table, user) for user in there])
        words = tr("{names} would go on at table {table}. {others}: press **Resume**.",
                   names=names, table=table.number, others=others)  # fmt: skip
    until = lies.until if lies is not None else None
    at_last = "" if until is None else tr("It goes on {moment} in any case.", moment=moment(until))
    return Layout(BRASS, f"{words} {at_last} {board_link(table)}", *rows([go_on_button(table)]))


def goes_on(table: Table) -> Layout:
    """Build the message that tells all players that an adjourned game goes on now, as its time has come."""
    people = joined([f"<@{user}>" for user in table.people])
    words = tr("{people}, table {table} goes on.", people=people, table=table.number)
    return Layout(BRASS, f"{words} {board_link(table)}", *rows([my_hand(table)]))


def ends_soon(table: Table) -> Layout:
    """Build the message that tells all players that an adjourned game will soon end without a result, or go on."""
    people, lies = joined([f"<@{user}>" for user in table.people]), table.adjourned
    if lies is not None and lies.until is not None:
        words = tr("{people}, table {table} goes on {moment}, or sooner once all press "
        "**Resume**.", people=people, table=table.number,
                   moment=moment(lies.until))  # fmt: skip
        return Layout(BRASS, f"{words} {board_link(table)}", *rows([go_on_button(table)]))
    until = moment(lies.ends) if lies is not None else ""
    words = tr("{people}, adjourned table {table} ends without a result {moment}, unless it goes "
    "on.", people=people, table=table.number, moment=until)  # fmt: skip
    return Layout(BRASS, f"{words} {board_link(table)}", *rows([go_on_button(table)]))


def rematch_wish(table: Table, others: Sequence[int]) -> Layout:
    """Build the message that tells the other players of a finished game that one would like a rematch."""
    result = table.message("result")
    words = tr(
        "{others}, {name} would like a rematch of table {table}: press **Rematch** under its result.",
        others=joined([f"<@{user}>" for user in others]),
        name=joined([name_of(table, user) for user in table.rematch.votes]),
        table=table.number,
    )
    if result is not None:
        link = f"https://discord.com/channels/{table.guild_id}/{result.channel_id}/{result.message_id}"
        words += f" [{tr('To the result')}]({link})"
    return Layout(BRASS, words)


def called_to_play(table: Table, now: datetime) -> Layout:
    """Build the message that tells the missing players that the others are ready to play."""
    waited = awaited_there(table, now)
    here = [shown_name(name) for user, name in zip(table.users, table.names, strict=True) if user not in waited]
    words = tr(
        "{waited}, {names} would like to play: press **Ready**.",
        waited=joined([f"<@{user}>" for user in waited]),
        names=joined(here),
    )
    return Layout(BRASS, words, *rows([button(Ready(table.id), tr("Ready"), discord.ButtonStyle.success)]))


def _waits(table: Table, message: Message, now: datetime) -> bool:  # noqa: ARG001 - a row's question
    """Tell whether the turn still waits in which a notice was posted."""
    return bool(table.turn_users) and (table.turn_since is None or message.posted_at > table.turn_since)


def _goes_on(table: Table, message: Message, now: datetime) -> bool:  # noqa: ARG001 - a row's question
    playing = bool(table.turn_users) or table.awaits_deal
    return playing and (table.turn_since is None or message.posted_at >= table.turn_since)


def _wanted_again(table: Table, now: datetime) -> list[int]:  # noqa: ARG001 - a row's question
    """Return the members who have yet to ask for a rematch where one has."""
    votes = table.rematch.votes
    if len(votes) != 1 or table.rematch.next_id is not None:
        return []
    return [user for user in table.users if not is_house(user) and user not in votes]


def _awaited(table: Table, now: datetime) -> list[int]:
    """Return the players missing at a tournament's table where another is ready."""
    awaited = awaited_there(table, now)
    return awaited if len(awaited) < len(table.users) else []


class At(NamedTuple):
    """What a notice tells of beside its table."""

    tables: Tables
    now: datetime
    users: Collection[int]
    """The members whom it tells."""
    left: int | None
    """The player waited for, if they have left the server."""


class Row(NamedTuple):
    """One kind of notice."""

    stands: Callable[[Table, Message, datetime], bool]
    """Whether a posted one still has something to say."""
    users: Callable[[Table, datetime], Collection[int]]
    """The members whom it tells; where there are none, it is not posted."""
    words: Callable[[Table, At], Layout]
    spares: bool = False
    """Whether members in their quiet hours are not mentioned."""


def _nudge(table: Table, at: At) -> Layout:
    """Build the reminder of a turn as it reads now, or the message that its player has left."""
    (user,) = at.users
    if at.left is not None:
        return has_left(table, user)
    return your_turn(table, user, at.tables.runs_until(table), late=at.tables.is_late(table))


ROWS: Final[Mapping[str, Row]] = {
    "nudge": Row(
        _waits,
        lambda table, _: () if table.keeps_waiting is None else (table.keeps_waiting,),
        _nudge,
    ),
    "timeup": Row(
        lambda table, message, now: table.time_is_up and _waits(table, message, now),
        lambda table, _: decide_on_time(table) if table.time_is_up else (),
        lambda table, at: time_up(table, left=at.left is not None),
        spares=True,
    ),
    "undo": Row(
        lambda table, *_: asked_by(table.undo) is not None,
        lambda table, _: asked_to_undo(table),
        lambda table, _: undo_request(table),
    ),
    "look": Row(  # it also shows the outcome of the request
        lambda table, *_: table.looking is not None,
        lambda table, _: table.yet_to_let_look,
        lambda table, _: look_request(table),
    ),
    "ready": Row(
        lambda table, _, now: bool(awaited_there(table, now)),
        _awaited,
        lambda table, at: called_to_play(table, at.now),
        spares=True,
    ),
    "call": Row(  # whom it tells follows from the members who have asked for it
        lambda table, *_: table.status is Status.LOBBY and not table.full,
        lambda _table, _: (),
        lambda table, at: call(table, list(at.users)),
    ),
    "adjourn": Row(
        lambda table, *_: bool(table.yet_to_adjourn),
        lambda table, _: table.yet_to_adjourn,
        lambda table, _: adjourn_request(table),
    ),
    "there": Row(
        lambda table, *_: table.adjourned is not None,
        lambda table, now: table.yet_to_go_on(now) if table.ready_at(now) else (),
        lambda table, at: would_go_on(table, at.now),
        spares=True,
    ),
    "goes-on": Row(
        _goes_on,
        lambda table, _: table.people if len(table.people) > 1 else (),  # to one alone the board says it
        lambda table, _: goes_on(table),
        spares=True,
    ),
    "ends-soon": Row(
        lambda table, *_: table.adjourned is not None,
        lambda table, _: table.people if table.adjourned is not None else (),
        lambda table, _: ends_soon(table),
        spares=True,
    ),
    "rematch": Row(
        lambda table, *_: table.rematch.next_id is None,
        _wanted_again,
        lambda table, at: rematch_wish(table, list(at.users)),
        spares=True,
    ),
}  # fmt: skip
"""The kinds of notices: when each stands, whom it tells, and what it says."""

"""The message of a table before its game, and what it becomes: the lobby, a challenge, a thread's first message."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Final

import discord

from bot.club.standings.results import Unrated, unrated
from bot.engine.options import write_value
from bot.house.roster import HOUSE, is_house
from bot.tables import Kind, Limits, Status, Table
from bot.tables.decisions.dealing import INTERRUPTED
from bot.tables.decisions.fixtures import CALLED_OFF, ROUND_OVER, WITHDRAWN, awaited_there
from bot.tables.decisions.moderating import MODERATED
from bot.tables.decisions.moving import ANCHOR
from bot.tables.decisions.play import GIVEN_UP
from bot.tables.values.parts import READY_FOR, Thread
from bot.ui.kit.controls import BRASS, CLOTH, SLATE, Control, Layout, button, rows
from bot.ui.routes import lobby as lobby_routes
from bot.ui.routes import rules as rules_routes
from bot.ui.routes import table as table_routes
from bot.ui.routes.tournaments import Ready
from bot.ui.text.faces import Picture, shown_name, title_name
from bot.ui.text.i18n import mark, tr
from bot.ui.text.table_lines import level_name
from bot.ui.text.typed import shortened
from bot.ui.text.words import clock_told, joined, moment, rules_line, series_words
from cogs.table.pages.board import my_hand, name_in_line, title
from cogs.table.pages.result import fixture_line, result
from cogs.table.pages.seals import cut_by, fair_deal, seal_line, void_seals

CLOSED_FIXTURE: Final = {
    ROUND_OVER: mark("The round ended before this game began."),
    CALLED_OFF: mark("The tournament was called off."),
    WITHDRAWN: mark("{names} withdrew from the tournament."),
}
"""Sentences that say why a tournament's table was closed before its game, by its end reason."""


def lobby(
    table: Table, limits: Limits, until: datetime | None = None, *, often: tuple[int, int] | None = None
) -> Layout:
    """Build the message of a table that has not begun.

    Args:
        until: When this table closes if nobody acts any more; None: its limit counts from when it was opened.
        often: Two players who have had their rated games of today; None if there are no such two.
    """
    if table.kind is Kind.CHALLENGE:
        return _challenge(table, until or table.created_at + limits.challenge, often=often)
    first = []  # only what can be pressed, as a phone has room for three buttons in a row
    if not table.full:
        join = lobby_routes.Join(table.id, table.terms.edition)
        first.append(button(join, tr("Join"), discord.ButtonStyle.success))
    if table.lobby.to_agree:
        agree = lobby_routes.Agree(table.id, table.terms.edition)
        first.append(button(agree, tr("Agree"), discord.ButtonStyle.success))
    elif table.full:
        first.append(button(lobby_routes.Start(table.id), tr("Start"), discord.ButtonStyle.primary))
    closes = tr("Closes {moment}", moment=moment(until or table.created_at + limits.lobby))
    return Layout(
        BRASS,
        _head(table, often),
        _seats(table),
        *_sides(table),
        _left(table),
        _waiting_for(table),
        *rows([*first, *_cut_and_more(table)]),
        _small_print(table, often, closes),
    )


def _head(table: Table, often: tuple[int, int] | None) -> str:
    return "\n".join([title(table), rules_line(table.rules, table.terms.preset), clock_line(table, often=often)])


def _cut_and_more(table: Table) -> list[Control]:
    return [
        button(table_routes.Cut(table.id), tr("Cut")),
        button(lobby_routes.LobbyMore(table.id), tr("More…")),
    ]


def _small_print(table: Table, often: tuple[int, int] | None, closes: str) -> str:
    """Say whether lots decide on partners, whether the game counts, how long it stands, who has cut; last the seal."""
    seal = table.seal
    assert seal is not None  # every table is opened with a sealed deal
    rated = unrated(table) is None and often is None
    counts = tr("Rated from the first look at a hand") if rated else ""
    said = " · ".join(line for line in (counts, closes, cut_by(table)) if line)
    if table.rules.partners and table.terms.partners_drawn:
        said = f"{tr('Lots decide who plays together.')} {said}"
    return f"-# {said}\n{seal_line(seal)}"


def clock_line(table: Table, *, often: tuple[int, int] | None = None) -> str:
    """Say how long a move may take, who may sit down, and whether the game is rated."""
    parts = [clock_told(table.terms.clock)]
    if table.lobby.invited_only:
        parts.append(tr("for invited members"))
    if not table.terms.auto_draw and not table.is_honour:  # everyone always does at an honour table
        parts.append(tr("everyone draws by hand"))
    if table.terms.hints:
        parts.append(tr("hints allowed"))
    if table.series is not None:
        parts.append(series_words(table.series))
    if (why := unrated(table)) is not None:
        parts.append(tr("friendly, not rated") if why is Unrated.FRIENDLY else tr("not rated, the house plays"))
    elif often is not None:
        parts.append(often_words(table, often))
    return " · ".join(parts)


def often_words(table: Table, often: tuple[int, int]) -> str:
    """Say that a game is not rated because two of its players have had their rated games of the day."""
    names = joined([_name(table, user) for user in often])
    return tr("not rated: {names} have had their six rated games of today", names=names)


def _name(table: Table, user_id: int) -> str:
    seated = {seat.user_id: seat.name for seat in table.seats}
    return shown_name(seated.get(user_id, table.lobby.challenged))


def _seats(table: Table) -> str:
    """List the seats with their players, four in two lines, partners together, and say how well house players play."""
    four = table.rules.players == 4
    lines = []
    for number in range(table.rules.players):
        user = table.users[number] if number < len(table.seats) else 0
        told = [shown_name(table.names[number]) if user else tr("*free*")]
        if user in HOUSE:
            told.append(level_name(HOUSE[user].level))
        if user in table.lobby.to_agree:
            told.append(tr("has yet to agree"))
        lines.append(f"{f'**{number + 1}.**' if four else f'{number + 1}.'} {' · '.join(told)}")
    if four and table.rules.partners and not table.terms.partners_drawn:
        lines = [f"{one} + {other}" for one, other in zip(lines[:2], lines[2:], strict=True)]
    elif four:
        lines = [f"{one}  ·  {other}" for one, other in zip(lines[::2], lines[1::2], strict=True)]
    return "\n".join(lines)


def _sides(table: Table) -> list[discord.ui.ActionRow[Any]]:
    """Lay out the opener's two buttons that say who plays with whom, where four play."""
    if table.rules.players != 4 or table.kind is not Kind.OPEN:
        return []
    choices = []
    for value, words in (False, tr("Each alone")), (True, tr("Partners")):
        chosen = table.rules.partners is value
        route = lobby_routes.SetOption(table.id, "partners", write_value(value))
        style = discord.ButtonStyle.primary if chosen else discord.ButtonStyle.secondary
        choices.append(button(route, words, style, disabled=chosen))
    return rows(choices)


def _left(table: Table) -> str | None:
    """Say which players have left the server, as their seats are free again; None if nobody has."""
    if not table.lobby.left:
        return None
    names = joined([shown_name(name) for _, name in table.lobby.left])
    return tr("Left this server, seat free again: {names}.", names=names)


def _waiting_for(table: Table) -> str:
    if table.lobby.to_agree:
        return tr("The rules have changed: those who have yet to agree press **Agree**.")
    if table.full:
        return tr("Everyone is here: press **Start**.")
    return tr(
        "Press **Join** to play. **More…** finds {name} other players.",
        name=_name(table, table.opener_id),
    )


def _challenge(table: Table, until: datetime, *, often: tuple[int, int] | None) -> Layout:
    who = shown_name(table.names[0])
    if table.invited_id is None:
        asks = tr("{who} challenges whoever likes to Bézique.", who=who)
    else:
        asks = tr("{who} challenges {invited} to Bézique.", who=who, invited=f"<@{table.invited_id}>")
    answers = [button(lobby_routes.Accept(table.id), tr("Accept"), discord.ButtonStyle.success)]
    if table.invited_id is not None:
        answers.append(button(lobby_routes.Decline(table.id), tr("Decline"), discord.ButtonStyle.danger))
    return Layout(
        BRASS,
        _head(table, often),
        asks,
        *rows([*answers, *_cut_and_more(table)]),
        _small_print(table, often, tr("Ends {moment}", moment=moment(until))),
    )


def invitation(table: Table, host: str, guest_id: int) -> Layout:
    words = tr(
        "<@{guest}>, {host} invites you to table {table}.", guest=guest_id, host=shown_name(host), table=table.number
    )
    return Layout(
        BRASS,
        words,
        f"-# {rules_line(table.rules, table.terms.preset)}\n-# {clock_line(table)}",
        *rows([button(lobby_routes.Join(table.id, table.terms.edition), tr("Join"), discord.ButtonStyle.success)]),
    )


def closed_lobby(table: Table) -> Layout:
    """Build the final message of a lobby or challenge that did not become a game: one line, and its proof."""
    names = ", ".join(shown_name(name) for name in table.names)
    invited = shown_name(table.lobby.challenged)
    if table.status is Status.DECLINED:
        words = tr("{invited} declined {names}'s challenge.", invited=invited, names=names)
    elif table.status is Status.EXPIRED and table.kind is Kind.CHALLENGE and table.invited_id is None:
        words = tr("{names}'s challenge ran out of time.", names=names)
    elif table.status is Status.EXPIRED and table.kind is Kind.CHALLENGE:
        words = tr("{names}'s challenge to {invited} ran out of time.", names=names, invited=invited)
    elif table.fixture is not None and table.end_reason in CLOSED_FIXTURE:
        words = _without_a_game(table, table.end_reason)
    elif table.status is Status.EXPIRED:
        words = tr("Nobody started this game in time. `/play` opens another.")
    elif table.end_reason == INTERRUPTED:
        words = tr("I was interrupted while opening this table, so it is closed.")
    elif table.end_reason == MODERATED:
        words = tr("A moderator has closed this table.")
    elif table.kind is Kind.CHALLENGE and not table.lobby.left:
        words = tr("{names} took the challenge back.", names=names)
    elif table.lobby.left:
        words = tr(
            "This table is closed: {names} left the server.", names=joined([shown_name(n) for _, n in table.lobby.left])
        )
    elif table.end_reason == GIVEN_UP:
        words = tr("Given up before the cards were dealt: no result.")
    elif table.status is Status.ABANDONED:
        words = tr("Nobody went on: closed without a result.")
    else:
        opener = [shown_name(seat.name) for seat in table.seats if seat.user_id == table.opener_id]  # nobody else may
        words = tr("{names} closed this table.", names=", ".join(opener) or names)
    when = moment(table.ended_at) if table.ended_at is not None else ""
    return Layout(
        SLATE,
        " · ".join(part for part in (f"**{name_in_line(table)}**", words, when) if part),
        *rows([fair_deal(table, 0)] if table.deals else []),
        void_seals(table.sealing.void, 0),
        seal_line(table.deals[0]) if table.deals else None,
    )


def _without_a_game(table: Table, reason: str) -> str:
    """Say why a tournament's table was closed before its game, and who wins by that."""
    came = table.fixture.present if table.fixture is not None and reason == ROUND_OVER else table.users
    gone = [user for user, _ in table.lobby.left]
    missing = [
        seat for seat in table.seats if seat.user_id in gone or not (seat.user_id in came or is_house(seat.user_id))
    ]
    sides = table.game.law.sides
    losing = {sides[seat.seat] for seat in missing}
    names, winners = (
        joined([shown_name(seat.name) for seat in seats])
        for seats in (missing, [seat for seat in table.seats if sides[seat.seat] not in losing])
    )
    words = tr(CLOSED_FIXTURE[reason], names=names)
    if not missing or not winners:
        return words
    if reason == ROUND_OVER:
        words = tr("{names} did not come.", names=names)
    return f"{words} {tr('The point goes to {winners}.', winners=winners)}"


def fixture_lobby(table: Table, until: datetime | None, now: datetime) -> Layout:
    """Build the message of a tournament's table that has not begun."""
    waited, seal = awaited_there(table, now), table.seal
    assert seal is not None  # every table is opened with a sealed deal
    lines = []
    for user, name in zip(table.users, table.names, strict=True):
        state = tr("not here yet") if user in waited else tr("**ready**")
        lines.append(f"{shown_name(name)} · {state}")
    if table.rules.partners:
        lines.append(f"-# {tr('1 and 3 play 2 and 4.')}")
    told = [tr("The game begins when all have pressed **Ready**.")]
    if until is not None:
        told.append(tr("Whoever has not by {moment} loses.", moment=moment(until, "f")))
    if not table.terms.clock.by_correspondence:
        told.append(ready_holds())
    controls = [
        button(Ready(table.id), tr("Ready"), discord.ButtonStyle.success),
        button(table_routes.Cut(table.id), tr("Cut")),
        button(rules_routes.Rules(table.id), tr("Rules")),
    ]
    fair = [cut_told(), cut_by(table)]
    return Layout(
        BRASS,
        "\n".join(
            [
                title(table),
                fixture_line(table) or "",
                rules_line(table.rules, table.terms.preset),
                f"-# {clock_told(table.terms.clock)}",
            ]
        ),
        "\n".join(f"{number}. {line}" if not line.startswith("-#") else line for number, line in enumerate(lines, 1)),
        " ".join(told),
        *rows(controls),
        "-# " + " · ".join(line for line in fair if line),
        void_seals(table.sealing.void, 0),
        seal_line(seal),
    )


def ready_holds() -> str:
    """Say for how long **Ready** counts in a live game."""
    return tr("**Ready** holds for {count} minutes.", count=int(READY_FOR.total_seconds()) // 60)


def cut_told() -> str:
    return tr("Cut, and nobody can have chosen the cards unseen.")


def closed_sheet(table: Table) -> Layout:
    """Build what stays of a private sheet of house rules when its table is no lobby any more."""
    return Layout(SLATE, tr("This table has begun; its rules stand.") if table.live else tr("This table is closed."))


# ---------------------------------------------------------------- a thread

_SEALED_IN_THREAD: Final = (Kind.REMATCH, Kind.TOURNAMENT)
"""Kinds of table that begin in their thread, where the first board carries the commitment."""
_LONGEST_NAME: Final = 100
"""Most characters that Discord takes in a thread's name."""


def anchor(table: Table, chart: Picture | None = None) -> Layout:
    """Build the message in the channel from which a table's thread starts.

    It names the players and links to the thread; once the game is over, it shows the result.
    """
    # The lobby's message carries the commitment of the first deal, and its id went into the shuffle.
    seal = seal_line(table.deals[0]) if table.kind not in _SEALED_IN_THREAD and table.deals else ""
    if table.status is Status.FINISHED or table.drawn:
        return result(table, chart, foot=seal)
    names = joined([shown_name(name) for name in table.names])
    place = tr("Played in {place}", place=f"<#{table.channel_id}>")
    proof = [fair_deal(table, 0)] if seal else []
    if not table.live:
        words = tr("{names} did not finish this game.", names=names)
        return Layout(SLATE, title(table), words, f"-# {place}", *rows(proof), seal)
    where = tr("The thread is being opened …") if table.place.thread is Thread.WANTED else place
    said = [title(table), fixture_line(table), rules_line(table.rules, table.terms.preset)]
    head = "\n".join(line for line in said if line)
    controls = [my_hand(table), *proof] if table.status is Status.PLAYING else []
    return Layout(CLOTH, head, names, where, *rows(controls), seal)


def result_in(
    table: Table, message_id: int, chart: Picture | None = None, *, foot: str = "", often: tuple[int, int] | None = None
) -> Layout:
    """Build the result for one of the two messages that show it: in the thread, or where the thread starts."""
    hangs = table.message(ANCHOR)
    here = hangs is not None and hangs.message_id == message_id
    return anchor(table, chart) if here else result(table, chart, foot=foot, often=often)


def thread_name(table: Table) -> str:
    """Name a table's thread after the table and its players, with names in which no client parses anything."""
    names = ", ".join(title_name(name) for name in table.names)
    name = tr("Table {table}: {names}", table=table.number, names=names)
    return shortened(name, _LONGEST_NAME)

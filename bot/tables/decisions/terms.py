"""Agreeing on a game in the lobby: its rules, clock and seats, and the members who may sit down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.engine import Game, Rules, build_rules, differences
from bot.engine.presets import find_preset
from bot.house.roster import is_house
from bot.tables.decisions.dealing import renumbered, sat_down
from bot.tables.values.clocks import Clock
from bot.tables.values.parts import Kind, Player, Series
from bot.tables.values.refused import Refused, Why
from bot.tables.values.table import Table

from .lobby import lobby_only, opened_by
from .occasion import Occasion, stands_on


def set_rules(
    table: Table, at: Occasion, user_id: int, changes: Mapping[str, object], *, preset: str | None = None
) -> Table:
    """Change options of a lobby's rules, and those that follow from them; only its opener may.

    A preset begins anew with that book, keeping the number of players and partners.
    """
    opened_by(table, user_id)
    book, rules = preset or table.terms.preset, _changed(table, changes, preset)
    if rules.players < len(table.seats):
        raise Refused(Why.SEATS_TAKEN, table_id=table.id)
    if (rules, book) == (table.rules, table.terms.preset):
        return table
    return _settled(_playing(table, rules).but(terms=replace(table.terms, preset=book)), at, user_id)


def play_by(table: Table, at: Occasion, user_id: int, preset: str, rules: Rules, *, friendly: bool = False) -> Table:
    """Replace all rules of a lobby, and make it friendly if wanted; only its opener may."""
    opened_by(table, user_id)
    if rules.players < len(table.seats):
        raise Refused(Why.SEATS_TAKEN, table_id=table.id)
    terms = replace(table.terms, preset=preset, friendly=table.terms.friendly or friendly)
    if (rules, terms) == (table.rules, table.terms):
        return table
    return _settled(_playing(table, rules).but(terms=terms), at, user_id)


def set_table(
    table: Table,
    at: Occasion,
    user_id: int,
    *,
    clock: Clock | None = None,
    auto_draw: bool | None = None,
    invited_only: bool | None = None,
    partners_drawn: bool | None = None,
    hints: bool | None = None,
    friendly: bool | None = None,
    best_of_three: bool | None = None,
) -> Table:
    """Change the terms of a lobby; None leaves a setting as it is.

    Best of three is for two players only; with more it changes nothing. A change of *invited_only* does not concern the
    players already seated, so nobody has to agree to it.
    """
    opened_by(table, user_id)
    if invited_only is not None and invited_only != table.lobby.invited_only:
        table = stands_on(table.but(lobby=replace(table.lobby, invited_only=invited_only)), at)
    asked = {
        "clock": clock,
        "auto_draw": auto_draw,
        "partners_drawn": partners_drawn,
        "hints": hints,
        "friendly": friendly,
    }
    wanted: dict[str, Any] = {key: value for key, value in asked.items() if value is not None}
    terms, series = replace(table.terms, **wanted), table.series
    if best_of_three is not None:
        series = Series() if best_of_three and table.rules.players == 2 else None
    if (terms, series) == (table.terms, table.series):
        return table
    return _settled(table.but(terms=terms, series=series), at, user_id)


def agree(table: Table, at: Occasion, user_id: int, edition: int | None = None) -> Table:
    """Agree to the present rules and terms, if that edition of them was seen."""
    if lobby_only(table).seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if user_id not in table.lobby.to_agree:
        return table
    if edition not in (None, table.terms.edition):
        raise Refused(Why.OTHER_TERMS, table_id=table.id)
    left = tuple(user for user in table.lobby.to_agree if user != user_id)
    return stands_on(table.but(lobby=replace(table.lobby, to_agree=left)), at)


def change_seat(table: Table, at: Occasion, user_id: int, seat: int) -> Table:
    """Exchange seats with the player on another seat; all others have to agree again."""
    mine = lobby_only(table).seat_of(user_id)
    if mine is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.kind is Kind.CHALLENGE or not 0 <= seat < len(table.seats):
        raise Refused(Why.NO_SUCH_SEAT, table_id=table.id)
    if seat == mine:
        return table
    order = list(table.seats)
    order[mine], order[seat] = order[seat], order[mine]
    # A player who has not yet agreed to the rules does not do so by changing seats.
    still = tuple(user for user in table.lobby.to_agree if user == user_id)
    lobby = replace(table.lobby, sat_down=tuple(row.user_id for row in sat_down(table)))
    return _settled(table.but(seats=renumbered(order), lobby=lobby), at, user_id, still)


def invite(table: Table, at: Occasion, user_id: int, guest: Player) -> Table:
    """Invite a member to a lobby, and so let them sit down where only invited members may."""
    if lobby_only(table).seat_of(user_id) is None:
        raise Refused(Why.NOT_SEATED, table_id=table.id)
    if table.kind is Kind.CHALLENGE:
        raise Refused(Why.NO_LOBBY)
    if table.seat_of(guest.user_id) is not None:
        raise Refused(Why.GUEST_SEATED, table_id=table.id)
    if table.full:
        raise Refused(Why.TABLE_FULL, table_id=table.id)
    if guest.user_id in table.lobby.guests:
        return table
    return stands_on(table.but(lobby=replace(table.lobby, guests=(*table.lobby.guests, guest.user_id))), at)


def for_players(preset: str, rules: Rules, players: int) -> Rules:
    """Return rules for another number of players, keeping the changes to the preset that still apply."""
    return build_rules(preset, players, _kept(rules, preset, players))


def _playing(table: Table, rules: Rules) -> Table:
    """Return a lobby with other rules; only two players keep a series."""
    return table.but(game=Game(rules), series=table.series if rules.players == 2 else None)


def _settled(table: Table, at: Occasion, user_id: int, also: tuple[int, ...] = ()) -> Table:
    """Ask the other seated people, and *also*, to agree to a change; house players agree to everything."""
    others = tuple(user for user in table.users if user != user_id and not is_house(user))
    table = table.but(
        lobby=replace(table.lobby, to_agree=(*others, *also)),
        terms=replace(table.terms, edition=table.terms.edition + 1),
    )
    return stands_on(table, at)


def _changed(table: Table, changes: Mapping[str, object], preset: str | None) -> Rules:
    """Return a lobby's rules with some options changed; options that depend on the number of players follow it."""
    rules, book = table.rules, table.terms.preset
    if preset is not None:
        possible = find_preset(preset).players
        if rules.players not in possible:
            return build_rules(preset, possible[0], {})
        kept: dict[str, object] = {"partners": rules.partners} if rules.partners else {}
        return build_rules(preset, rules.players, kept)
    players = changes.get("players", rules.players)
    # The other house rules were chosen for the game that was played.
    kept = _kept(rules, book, players) if changes.get("game", rules.game) == rules.game else {}
    kept.update({key: value for key, value in changes.items() if key != "players"})
    return build_rules(book, players, kept)


def _kept(rules: Rules, preset: str, players: object) -> dict[str, object]:
    kept: dict[str, object] = {key: new for key, (_, new) in differences(rules, preset).items()}
    if players != 4:
        kept.pop("partners", None)
    if players != 3:
        kept.pop("packs", None)
    return kept

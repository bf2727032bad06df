"""Conversions between a tournament and its database rows."""

from __future__ import annotations

from datetime import timedelta

from bot.club.tournaments.values import Form, Outcome, Pairing, State, Tournament
from bot.engine.presets import build_rules
from bot.tables.values.clocks import clock_of
from db.tournaments import PairingRow, TournamentRow, TournamentRows


def tournament_of(rows: TournamentRows) -> Tournament:
    """Return the tournament stored in these rows."""
    row = rows.tournament
    options = dict(row.rules)
    players = int(options.pop("players"))
    return Tournament(
        id=row.id, guild_id=row.guild_id, channel_id=row.channel_id, organizer_id=row.organizer_id, name=row.name,
        form=Form(row.form), state=State(row.status), rules=build_rules(row.preset, players, options),
        preset=row.preset, clock=clock_of(row.clock), rounds=row.rounds, lasting=timedelta(minutes=row.round_minutes),
        created_at=row.created_at, round=row.round, started_at=row.started_at, ended_at=row.ended_at,
        entrants=rows.entrants, pairings=tuple(_pairing(each) for each in rows.pairings), posted=rows.messages,
        version=row.version, friendly=row.friendly, number=rows.number,
    )  # fmt: skip


def row_of(tournament: Tournament) -> TournamentRow:
    """Return a tournament's own row."""
    return TournamentRow(
        tournament.id, tournament.guild_id, tournament.channel_id, tournament.organizer_id, tournament.name,
        tournament.form.value, tournament.state.value, tournament.rules.values(), tournament.preset,
        tournament.clock.key, tournament.rounds, int(tournament.lasting.total_seconds() // 60), tournament.round,
        tournament.created_at, tournament.started_at, tournament.ended_at, tournament.version, tournament.friendly,
    )  # fmt: skip


def pairing_row(pairing: Pairing) -> PairingRow:
    """Return the row of a pairing."""
    outcome = None if pairing.outcome is None else pairing.outcome.value
    return PairingRow(
        pairing.round, pairing.board, pairing.home, pairing.away, pairing.table_id, outcome, *pairing.points
    )


def _pairing(row: PairingRow) -> Pairing:
    outcome = None if row.outcome is None else Outcome(row.outcome)
    return Pairing(row.round, row.board, row.home, row.away, row.game_id, outcome, (row.home_points, row.away_points))

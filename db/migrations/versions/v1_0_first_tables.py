"""The tables of version 1.0."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "1.0"
down_revision = None

BIG, NUMBER = sa.BigInteger(), sa.Integer()
DOUBLE: sa.Double[float] = sa.Double()
TEXT, TRUTH, MOMENT = sa.Text(), sa.Boolean(), sa.DateTime(timezone=True)
NO, YES, ZERO, EMPTY = sa.false(), sa.true(), sa.text("0"), sa.text("''")


def upgrade() -> None:
    """Create every table in an empty database."""
    _games()
    _endings()
    _counts()
    _club()
    _members_and_servers()
    _processes()


def _create(name: str, key: list[str], *parts: sa.schema.SchemaItem, **options: Any) -> None:  # noqa: ANN401
    op.create_table(name, *parts, sa.PrimaryKeyConstraint(*key, name=f"pk_{name}"), **options)


def _automatic_id() -> sa.Column[Any]:
    """Return a key that the database counts up."""
    return sa.Column("id", NUMBER, nullable=False)


def _needed(kind: Any, *names: str, default: Any = None) -> list[sa.Column[Any]]:  # noqa: ANN401 - SQLAlchemy's types
    """Return columns that always have a value."""
    return [sa.Column(each, kind, autoincrement=False, nullable=False, server_default=default) for each in names]


def _optional(kind: Any, *names: str) -> list[sa.Column[Any]]:  # noqa: ANN401 - SQLAlchemy's types
    """Return columns that may be empty."""
    return [sa.Column(each, kind) for each in names]


def _of_a_game(name: str) -> sa.ForeignKeyConstraint:
    """Return the constraint of rows that are deleted with their game."""
    return _refers(["game_id"], ["games.id"], name, "CASCADE")


def _refers(columns: list[str], to: list[str], name: str, ondelete: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(columns, to, name=name, ondelete=ondelete)


def _only(condition: str) -> dict[str, Any]:
    """Return the options that limit an index to the rows that meet a condition."""
    return {"sqlite_where": sa.text(condition), "postgresql_where": sa.text(condition)}


def _games() -> None:
    """Create the games with their seats, deals and actions, and what is posted about them."""
    _create(
        "games", ["id"], _automatic_id(), *_needed(BIG, "guild_id", "channel_id"),
        *_needed(TEXT, "kind", "status", "rules", "settings"), *_needed(BIG, "opener_id"),
        *_optional(BIG, "invited_id"), *_optional(NUMBER, "rematch_of"), *_needed(MOMENT, "created_at"),
        *_optional(MOMENT, "started_at", "ended_at"), *_optional(TEXT, "end_reason", "winner"),
        *_optional(MOMENT, "turn_since"), *_needed(NUMBER, "version", default=ZERO),
        *_optional(BIG, "on_move", "home_id"),
        _refers(["rematch_of"], ["games.id"], "fk_games_rematch_of", "SET NULL"), sqlite_autoincrement=True,
    )  # fmt: skip
    op.create_index("ix_games_guild_id_status", "games", ["guild_id", "status"])
    op.create_index("ix_games_in_play", "games", ["guild_id", "id"], **_only("status IN ('lobby', 'playing')"))
    op.create_index(
        "ix_games_over", "games", ["guild_id", "ended_at", "id", "home_id", "channel_id"],
        **_only("(status = 'finished' OR end_reason = 'draw') AND kind != 'daily'"),
    )  # fmt: skip
    op.create_index("ix_games_rematch_of", "games", ["rematch_of"])
    op.create_index("ix_games_status", "games", ["status"])
    op.create_index("ix_games_unanswered", "games", ["guild_id", "id"], **_only("settings LIKE '%\"answering\":%'"))
    _create(
        "seats", ["game_id", "seat"], *_needed(NUMBER, "game_id", "seat"), *_needed(BIG, "user_id"),
        *_needed(TEXT, "name"), *_needed(MOMENT, "joined_at"),
        sa.UniqueConstraint("game_id", "user_id", name="uq_seats_game_id_user_id"),
        _of_a_game("fk_seats_game_id"),
    )  # fmt: skip
    op.create_index("ix_seats_user_id_joined_at_game_id", "seats", ["user_id", "joined_at", "game_id"])
    _create(
        "deals", ["game_id", "number"], *_needed(NUMBER, "game_id", "number"), *_optional(NUMBER, "dealer"),
        *_optional(TEXT, "deck"), *_needed(TEXT, "commitment", "secret", "entropy"),
        *_optional(BIG, "message_id"), *_needed(MOMENT, "opened_at"),
        *_optional(MOMENT, "dealt_at", "closed_at", "cuts_closed_at"), _of_a_game("fk_deals_game_id"),
    )  # fmt: skip
    _create(
        "cuts", ["game_id", "deal", "user_id"], *_needed(NUMBER, "game_id", "deal"), *_needed(BIG, "user_id"),
        *_needed(NUMBER, "arrival"), *_needed(TEXT, "text"), *_needed(MOMENT, "at"),
        sa.UniqueConstraint("game_id", "deal", "arrival", name="uq_cuts_game_id_deal_arrival"),
        _refers(["game_id", "deal"], ["deals.game_id", "deals.number"], "fk_cuts_game_id_deal", "CASCADE"),
    )  # fmt: skip
    _create(
        "actions", ["game_id", "ply"], *_needed(NUMBER, "game_id", "ply", "deal", "seat"),
        *_needed(TEXT, "action"), *_needed(MOMENT, "at"), _of_a_game("fk_actions_game_id"),
        _refers(["game_id", "deal"], ["deals.game_id", "deals.number"], "fk_actions_game_id_deal", "CASCADE"),
    )  # fmt: skip
    op.create_index("ix_actions_game_id_deal", "actions", ["game_id", "deal"])
    _create(
        "messages", ["game_id", "message_id"], *_needed(NUMBER, "game_id"),
        *_needed(BIG, "message_id", "channel_id"), *_needed(TEXT, "role"), *_optional(NUMBER, "deal"),
        *_needed(MOMENT, "posted_at"), *_needed(TRUTH, "closed"), _of_a_game("fk_messages_game_id"),
    )  # fmt: skip
    op.create_index("ix_messages_open", "messages", ["role", "game_id"], **_only("NOT closed"))
    _create(
        "boards", ["game_id"], *_needed(NUMBER, "game_id"), *_needed(BIG, "message_id"),
        *_needed(NUMBER, "version"), *_needed(TEXT, "shown", "made_by"), _of_a_game("fk_boards_game_id"),
    )  # fmt: skip
    _create(
        "deadlines", ["game_id", "kind"], *_needed(NUMBER, "game_id"), *_needed(TEXT, "kind"),
        *_needed(MOMENT, "due_at"), _of_a_game("fk_deadlines_game_id"),
    )  # fmt: skip
    op.create_index("ix_deadlines_due_at", "deadlines", ["due_at"])
    _create(
        "turn_messages", ["game_id", "user_id"], *_needed(NUMBER, "game_id"), *_needed(BIG, "user_id"),
        *_needed(NUMBER, "ply"), *_needed(MOMENT, "at"), *_optional(BIG, "channel_id", "message_id"),
        _of_a_game("fk_turn_messages_game_id"),
    )  # fmt: skip


def _endings() -> None:
    """Create what is stored of a game that is over."""
    _create(
        "results", ["game_id", "seat"], *_needed(NUMBER, "game_id", "seat"),
        *_needed(BIG, "guild_id", "user_id"), *_needed(TRUTH, "won"), *_needed(NUMBER, "points"),
        *_needed(TEXT, "outcome"), *_needed(NUMBER, "side"), *_needed(TRUTH, "rated", default=YES),
        *_needed(MOMENT, "ended_at"), *_needed(TEXT, "game_kind", default=EMPTY),
        *_needed(NUMBER, "deals", "best_deal", "double_beziques", default=ZERO),
        *_optional(DOUBLE, "mu_before", "sigma_before", "mu", "sigma"), _of_a_game("fk_results_game_id"),
    )  # fmt: skip
    op.create_index("ix_results_guild_id_user_id_ended_at", "results", ["guild_id", "user_id", "ended_at"])
    _create(
        "conclusions", ["game_id"], *_needed(NUMBER, "game_id"), *_needed(BIG, "guild_id"),
        *_needed(NUMBER, "number", "utc_offset"), *_optional(TEXT, "unrated"),
        _of_a_game("fk_conclusions_game_id_games"),
        sa.UniqueConstraint("guild_id", "number", name="uq_conclusions_guild_id_number"),
    )  # fmt: skip
    _create(
        "luck", ["game_id", "seat"], *_needed(NUMBER, "game_id", "seat"), *_needed(BIG, "guild_id"),
        *_optional(NUMBER, "deals"), *_optional(DOUBLE, "lead", "points"), _of_a_game("fk_luck_game_id_games"),
    )  # fmt: skip
    op.create_index("ix_luck_due", "luck", ["guild_id", "game_id"], **_only("deals IS NULL"))
    _create(
        "left_games", ["game_id", "user_id"], *_needed(NUMBER, "game_id"), *_needed(BIG, "user_id", "guild_id"),
        *_needed(MOMENT, "at"), *_needed(TRUTH, "by_days", "settled"), *_needed(TRUTH, "told", default=NO),
        _of_a_game("fk_left_games_game_id_games"),
    )  # fmt: skip
    op.create_index("ix_left_games_at", "left_games", ["at"])
    op.create_index("ix_left_games_guild_id_user_id", "left_games", ["guild_id", "user_id"])


def _counts() -> None:
    """Create the ratings and sums of each server, which follow from its games."""
    _create(
        "ratings", ["guild_id", "game_kind", "user_id"], *_needed(BIG, "guild_id"), *_needed(TEXT, "game_kind"),
        *_needed(BIG, "user_id"), *_needed(DOUBLE, "mu", "sigma"), *_needed(NUMBER, "last_day", "games"),
    )  # fmt: skip
    op.create_index(
        "ix_ratings_by_rating", "ratings",
        ["guild_id", "game_kind", sa.text("(mu - 3 * sigma) DESC"), "mu", "sigma", "last_day", "games", "user_id"],
    )  # fmt: skip
    _create(
        "standings", ["guild_id", "season", "game_kind", "user_id"], *_needed(BIG, "guild_id"),
        *_needed(TEXT, "season", "game_kind"), *_needed(BIG, "user_id"), *_needed(NUMBER, "games", "wins"),
        *_needed(BIG, "points"), *_needed(NUMBER, "deals", "best_deal", "double_beziques"),
    )  # fmt: skip
    op.create_index(
        "ix_standings_by_best_deal", "standings",
        ["guild_id", "season", "game_kind", sa.text("best_deal DESC"), "games", "user_id"],
    )  # fmt: skip
    op.create_index(
        "ix_standings_by_doubles", "standings",
        ["guild_id", "season", "game_kind", sa.text("double_beziques DESC"), "games", "user_id"],
    )  # fmt: skip
    op.create_index(
        "ix_standings_by_points", "standings",
        ["guild_id", "season", "game_kind", sa.text("(CAST(points AS FLOAT) / deals) DESC"), "games", "user_id"],
        **_only("deals >= 10"),
    )  # fmt: skip
    op.create_index(
        "ix_standings_by_wins", "standings",
        ["guild_id", "season", "game_kind", sa.text("wins DESC"), sa.text("(CAST(points AS FLOAT) / games) DESC"),
         "games", "user_id"],
    )  # fmt: skip
    _create("departures", ["guild_id", "user_id"], *_needed(BIG, "guild_id", "user_id"), *_needed(MOMENT, "noticed_at"))
    _create(
        "records", ["guild_id", "user_id", "company", "game_kind"], *_needed(BIG, "guild_id", "user_id"),
        *_needed(TEXT, "company", "game_kind"), *_needed(NUMBER, "games", "won", "drawn"),
        *_needed(BIG, "points"), *_needed(NUMBER, "deals", "best_deal", "streak", "longest"),
    )  # fmt: skip
    _create(
        "meetings", ["guild_id", "user_id", "other_id", "partners"],
        *_needed(BIG, "guild_id", "user_id", "other_id"), *_needed(TRUTH, "partners"),
        *_needed(NUMBER, "games", "won", "lost", "drawn"), *_needed(BIG, "points", "other_points"),
        *_needed(MOMENT, "first_at", "last_at"),
    )  # fmt: skip
    op.create_index("ix_meetings_by_games", "meetings", ["guild_id", "user_id", "partners", "games"])
    _create(
        "sources", ["guild_id", "user_id", "reason"], *_needed(BIG, "guild_id", "user_id"),
        *_needed(TEXT, "reason"), *_needed(BIG, "points"), *_needed(NUMBER, "times"),
    )  # fmt: skip
    _create(
        "rules_played", ["guild_id", "user_id", "rules"], *_needed(BIG, "guild_id", "user_id"),
        *_needed(TEXT, "rules"), *_needed(NUMBER, "games"),
    )  # fmt: skip


def _club() -> None:
    """Create daily deals, exercises, tournaments and alerts."""
    _create(
        "daily_deals", ["number"], *_needed(NUMBER, "number"), *_needed(TEXT, "commitment", "secret"),
        *_needed(MOMENT, "drawn_at"),
    )  # fmt: skip
    _create(
        "daily_games", ["number", "user_id"], *_needed(NUMBER, "number"), *_needed(BIG, "user_id"),
        *_needed(NUMBER, "game_id"), *_needed(BIG, "guild_id"), *_needed(MOMENT, "begun_at"),
        *_optional(NUMBER, "points"), *_needed(TRUTH, "shared", default=NO),
        _of_a_game("fk_daily_games_game_id"),
    )  # fmt: skip
    op.create_index("ix_daily_games_game_id", "daily_games", ["game_id"])
    op.create_index("ix_daily_games_guild_id_number_points", "daily_games", ["guild_id", "number", "points"])
    op.create_index("ix_daily_games_number_points", "daily_games", ["number", "points"])
    op.create_index("ix_daily_games_user_id_number", "daily_games", ["user_id", "number"])
    _create(
        "exercise_tries", ["id"], _automatic_id(), *_needed(BIG, "user_id"), *_needed(TEXT, "exercise"),
        *_needed(TRUTH, "found"), *_needed(MOMENT, "at"),
        sa.UniqueConstraint("user_id", "exercise", name="uq_exercise_tries_user_id_exercise"),
    )  # fmt: skip
    _create(
        "tournaments", ["id"], _automatic_id(), *_needed(BIG, "guild_id", "channel_id", "organizer_id"),
        *_needed(TEXT, "name", "form", "status", "rules", "preset", "clock"),
        *_needed(NUMBER, "rounds", "round_minutes", "round"), *_needed(MOMENT, "created_at"),
        *_optional(MOMENT, "started_at", "ended_at"), *_needed(NUMBER, "version", default=ZERO),
        *_needed(TRUTH, "friendly", default=NO), sqlite_autoincrement=True,
    )  # fmt: skip
    op.create_index("ix_tournaments_guild_id_status", "tournaments", ["guild_id", "status"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    _create(
        "tournament_entrants", ["tournament_id", "user_id"], *_needed(NUMBER, "tournament_id"),
        *_needed(BIG, "user_id"), *_needed(TEXT, "name"), *_needed(MOMENT, "joined_at"),
        *_optional(BIG, "partner_id"), *_optional(NUMBER, "entry"), *_needed(TRUTH, "withdrawn"),
        _refers(["tournament_id"], ["tournaments.id"], "fk_tournament_entrants_tournament_id", "CASCADE"),
    )  # fmt: skip
    op.create_index("ix_tournament_entrants_user_id", "tournament_entrants", ["user_id"])
    _create(
        "tournament_pairings", ["tournament_id", "round", "board"],
        *_needed(NUMBER, "tournament_id", "round", "board", "home"), *_optional(NUMBER, "away", "game_id"),
        *_optional(TEXT, "outcome"), *_needed(NUMBER, "home_points", "away_points"),
        _refers(["tournament_id"], ["tournaments.id"], "fk_tournament_pairings_tournament_id", "CASCADE"),
        _refers(["game_id"], ["games.id"], "fk_tournament_pairings_game_id", "SET NULL"),
    )  # fmt: skip
    op.create_index("ix_tournament_pairings_game_id", "tournament_pairings", ["game_id"], unique=True)
    _create(
        "tournament_messages", ["tournament_id", "role"], *_needed(NUMBER, "tournament_id"),
        *_needed(TEXT, "role"), *_needed(BIG, "channel_id", "message_id"), *_needed(TRUTH, "settled"),
        _refers(["tournament_id"], ["tournaments.id"], "fk_tournament_messages_tournament_id", "CASCADE"),
    )  # fmt: skip
    _create(
        "callings", ["guild_id", "user_id"], *_needed(BIG, "guild_id", "user_id"), *_needed(MOMENT, "since"),
        *_optional(MOMENT, "last_at"), *_needed(TEXT, "day", default=EMPTY),
        *_needed(NUMBER, "times", default=ZERO),
    )  # fmt: skip


def _members_and_servers() -> None:
    """Create what members and servers have chosen, and what serves their safety."""
    _create("guild_settings", ["guild_id", "key"], *_needed(BIG, "guild_id"), *_needed(TEXT, "key", "value"))
    _create("user_settings", ["user_id", "key"], *_needed(BIG, "user_id"), *_needed(TEXT, "key", "value"))
    _create("blocks", ["user_id", "blocked_id"], *_needed(BIG, "user_id", "blocked_id"), *_needed(MOMENT, "at"))
    op.create_index("ix_blocks_blocked_id", "blocks", ["blocked_id"])
    _create("askings", ["id"], _automatic_id(), *_needed(BIG, "user_id", "asked_id"), *_needed(MOMENT, "at"))
    op.create_index("ix_askings_at", "askings", ["at"])
    op.create_index("ix_askings_user_id_asked_id_at", "askings", ["user_id", "asked_id", "at"])
    _create(
        "moderations", ["id"], _automatic_id(), *_needed(BIG, "guild_id", "by_id"), *_needed(TEXT, "what"),
        *_optional(NUMBER, "game_id"), *_optional(BIG, "about_id"), *_needed(MOMENT, "at"),
        *_optional(BIG, "other_id"), *_optional(NUMBER, "games"),
    )  # fmt: skip
    op.create_index("ix_moderations_guild_id_id", "moderations", ["guild_id", "id"])
    _create(
        "reports", ["id"], _automatic_id(), *_needed(BIG, "guild_id", "reporter_id"),
        *_optional(BIG, "reported_id"), *_optional(NUMBER, "game_id"), *_needed(TEXT, "reason"),
        *_needed(MOMENT, "at"), *_optional(MOMENT, "closed_at"), *_optional(BIG, "closed_by"),
        _refers(["game_id"], ["games.id"], "fk_reports_game_id_games", "SET NULL"), sqlite_autoincrement=True,
    )  # fmt: skip
    op.create_index("ix_reports_game_id", "reports", ["game_id"])
    op.create_index("ix_reports_guild_id_closed_at", "reports", ["guild_id", "closed_at"])
    op.create_index("ix_reports_reported_id", "reports", ["reported_id"])
    op.create_index("ix_reports_reporter_id_at", "reports", ["reporter_id", "at"])
    _create(
        "erasures", ["user_id", "guild_id"], *_needed(BIG, "user_id", "guild_id", "former_id"),
        *_needed(MOMENT, "asked_at"), *_needed(TRUTH, "only_today", default=NO),
    )  # fmt: skip
    _create("removed_servers", ["guild_id"], *_needed(BIG, "guild_id"), *_needed(MOMENT, "since"))


def _processes() -> None:
    """Create what the processes know of each other."""
    _create("heartbeat", ["id"], *_needed(NUMBER, "id"), *_needed(MOMENT, "last_seen"))
    _create(
        "processes", ["id"], *_needed(BIG, "id"), *_needed(MOMENT, "last_seen"),
        *_optional(TEXT, "name", "version"), *_optional(MOMENT, "started"), *_optional(TEXT, "wants"),
        *_optional(NUMBER, "shards"), *_needed(TRUTH, "leaving", default=NO),
    )  # fmt: skip
    _create("claims", ["interaction_id"], *_needed(BIG, "interaction_id", "process"), *_needed(MOMENT, "at"))
    op.create_index("ix_claims_at", "claims", ["at"])
    _create(
        "shards", ["id"], *_needed(NUMBER, "id", "count"), *_optional(BIG, "process"),
        *_optional(MOMENT, "since", "last_seen"), *_optional(BIG, "heir"),
        *_needed(TRUTH, "heir_ready", default=NO),
    )  # fmt: skip
    _create("identifies", ["bucket"], *_needed(NUMBER, "bucket"), *_needed(MOMENT, "at"))

"""The tables as SQLAlchemy defines them; `db/migrations` brings a database to this form."""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
    true,
)

from db.column_types import JsonText, JsonTuple, UtcDateTime

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _game_key() -> Column[int]:
    return Column("game_id", Integer, ForeignKey("games.id", ondelete="CASCADE"), primary_key=True)


def _of_a_deal() -> ForeignKeyConstraint:
    return ForeignKeyConstraint(["game_id", "deal"], ["deals.game_id", "deals.number"], ondelete="CASCADE")


OVER: Final = "(status = 'finished' OR end_reason = 'draw') AND kind != 'daily'"
"""SQL condition for the games in the lists of ended games; daily deals have their own list."""

IN_PLAY: Final = "status IN ('lobby', 'playing')"
"""SQL condition for the games that can still be played."""
UNANSWERED: Final = "settings LIKE '%\"answering\":%'"
"""SQL condition for the games whose first message in Discord is not yet identified."""
OPEN: Final = "NOT closed"  # condition for messages


def _of(only: str) -> dict[str, Any]:
    """Return the index options that limit an index to the rows meeting a condition."""
    return {"sqlite_where": text(only), "postgresql_where": text(only)}


# Numbers of games are never reused: an old button must not open a newer table.
games = Table(
    "games",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("home_id", BigInteger),
    Column("kind", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("rules", JsonText, nullable=False),
    Column("settings", JsonText, nullable=False),
    Column("opener_id", BigInteger, nullable=False),
    Column("invited_id", BigInteger),
    Column("rematch_of", Integer, ForeignKey("games.id", ondelete="SET NULL")),
    Column("created_at", UtcDateTime, nullable=False),
    Column("started_at", UtcDateTime),
    Column("ended_at", UtcDateTime),
    Column("end_reason", Text),
    Column("winner", JsonTuple),
    Column("turn_since", UtcDateTime),
    Column("on_move", BigInteger),
    Column("version", Integer, nullable=False, server_default=text("0")),
    Index(None, "guild_id", "status"),
    # For the list of won or drawn games, with the columns that decide who sees them, so that hidden games are not read.
    Index("ix_games_over", "guild_id", "ended_at", "id", "home_id", "channel_id", **_of(OVER)),
    # A process that takes over a shard finds its servers' games with these; the shard is calculated from the key.
    Index("ix_games_in_play", "guild_id", "id", **_of(IN_PLAY)),
    Index("ix_games_unanswered", "guild_id", "id", **_of(UNANSWERED)),
    Index(None, "status"),
    Index(None, "rematch_of"),
    sqlite_autoincrement=True,
)

seats = Table(
    "seats",
    metadata,
    _game_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, nullable=False),
    Column("name", Text, nullable=False),
    Column("joined_at", UtcDateTime, nullable=False),
    UniqueConstraint("game_id", "user_id"),
    Index(None, "user_id", "joined_at", "game_id"),
)

deals = Table(
    "deals",
    metadata,
    _game_key(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("dealer", Integer),
    Column("deck", Text),
    Column("commitment", Text, nullable=False),
    Column("secret", Text, nullable=False),
    Column("entropy", JsonTuple, nullable=False),
    Column("message_id", BigInteger),
    Column("opened_at", UtcDateTime, nullable=False),
    *(Column(name, UtcDateTime) for name in ("dealt_at", "closed_at", "cuts_closed_at")),
)

cuts = Table(
    "cuts",
    metadata,
    Column("game_id", Integer, primary_key=True),
    Column("deal", Integer, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("arrival", Integer, nullable=False),
    Column("text", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    UniqueConstraint("game_id", "deal", "arrival"),
    _of_a_deal(),
)

actions = Table(
    "actions",
    metadata,
    _game_key(),
    Column("ply", Integer, primary_key=True, autoincrement=False),
    Column("deal", Integer, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("action", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    _of_a_deal(),
    Index(None, "game_id", "deal"),
)

results = Table(
    "results",
    metadata,
    _game_key(),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, nullable=False),
    Column("user_id", BigInteger, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("points", Integer, nullable=False),
    Column("outcome", Text, nullable=False),
    Column("side", Integer, nullable=False),
    Column("rated", Boolean, nullable=False, server_default=true()),
    Column("ended_at", UtcDateTime, nullable=False),
    Column("game_kind", Text, nullable=False, server_default=text("''")),
    Column("deals", Integer, nullable=False, server_default=text("0")),
    Column("best_deal", Integer, nullable=False, server_default=text("0")),
    Column("double_beziques", Integer, nullable=False, server_default=text("0")),
    Column("mu_before", Double),
    Column("sigma_before", Double),
    Column("mu", Double),
    Column("sigma", Double),
    Index(None, "guild_id", "user_id", "ended_at"),
)

_RATED: Final = ("guild_id", "game_kind", text("(mu - 3 * sigma) DESC"), "mu", "sigma", "last_day", "games", "user_id")
ratings = Table(
    "ratings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("game_kind", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("mu", Double, nullable=False),
    Column("sigma", Double, nullable=False),
    Column("last_day", Integer, nullable=False),
    Column("games", Integer, nullable=False),
    # Ordered by the rating after the last game, which inactivity can only lower; contains all columns of the
    # calculation.
    Index("ix_ratings_by_rating", *_RATED),
)

# Updated in the transaction that ends each game; an empty season or kind means all of them.
standings = Table(
    "standings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("season", Text, primary_key=True),
    Column("game_kind", Text, primary_key=True),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("games", Integer, nullable=False),
    Column("wins", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("best_deal", Integer, nullable=False),
    Column("double_beziques", Integer, nullable=False),
    # One index for each measure of a leaderboard, in its order, so that no page needs sorting.
    *(
        Index(
            f"ix_standings_by_{name}",
            "guild_id",
            "season",
            "game_kind",
            *map(text, order),
            "games",
            "user_id",
            sqlite_where=only,
            postgresql_where=only,
        )
        for name, order, only in (
            ("wins", ("wins DESC", "(CAST(points AS FLOAT) / games) DESC"), None),
            ("points", ("(CAST(points AS FLOAT) / deals) DESC",), text("deals >= 10")),
            ("best_deal", ("best_deal DESC",), None),
            ("doubles", ("double_beziques DESC",), None),
        )
    ),
)

# Members found to have left a server: its leaderboards omit them, but all their results are kept.
departures = Table(
    "departures",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("noticed_at", UtcDateTime, nullable=False),
)


def _of_a_player() -> list[Column[Any]]:
    return [
        Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
        Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    ]


# Members' records in a server, counted like standings; an empty kind means all of them.
records = Table(
    "records",
    metadata,
    *_of_a_player(),
    Column("company", Text, primary_key=True),
    Column("game_kind", Text, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("deals", Integer, nullable=False),
    Column("best_deal", Integer, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("longest", Integer, nullable=False),
)

meetings = Table(
    "meetings",
    metadata,
    *_of_a_player(),
    Column("other_id", BigInteger, primary_key=True, autoincrement=False),
    Column("partners", Boolean, primary_key=True),
    Column("games", Integer, nullable=False),
    Column("won", Integer, nullable=False),
    Column("lost", Integer, nullable=False),
    Column("drawn", Integer, nullable=False),
    Column("points", BigInteger, nullable=False),
    Column("other_points", BigInteger, nullable=False),
    Column("first_at", UtcDateTime, nullable=False),
    Column("last_at", UtcDateTime, nullable=False),
    Index("ix_meetings_by_games", "guild_id", "user_id", "partners", "games"),
)

sources = Table(
    "sources",
    metadata,
    *_of_a_player(),
    Column("reason", Text, primary_key=True),
    Column("points", BigInteger, nullable=False),
    Column("times", Integer, nullable=False),
)

rules_played = Table(
    "rules_played",
    metadata,
    *_of_a_player(),
    Column("rules", Text, primary_key=True),
    Column("games", Integer, nullable=False),
)

messages = Table(
    "messages",
    metadata,
    _game_key(),
    Column("message_id", BigInteger, primary_key=True, autoincrement=False),
    Column("channel_id", BigInteger, nullable=False),
    Column("role", Text, nullable=False),
    Column("deal", Integer),
    Column("posted_at", UtcDateTime, nullable=False),
    Column("closed", Boolean, nullable=False),
    Index("ix_messages_open", "role", "game_id", **_of(OPEN)),
)

boards = Table(
    "boards",
    metadata,
    _game_key(),
    Column("message_id", BigInteger, nullable=False),
    Column("version", Integer, nullable=False),
    Column("shown", Text, nullable=False),
    Column("made_by", Text, nullable=False),
)

deadlines = Table(
    "deadlines",
    metadata,
    _game_key(),
    Column("kind", Text, primary_key=True),
    Column("due_at", UtcDateTime, nullable=False),
    Index(None, "due_at"),
)

heartbeat = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("last_seen", UtcDateTime, nullable=False),
)

processes = Table(
    "processes",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("last_seen", UtcDateTime, nullable=False),
    # Only processes that share the work fill in the other columns.
    Column("name", Text),
    Column("version", Text),
    Column("started", UtcDateTime),
    Column("wants", Text),
    Column("shards", Integer),
    Column("leaving", Boolean, nullable=False, server_default=false()),
)

claims = Table(
    "claims",
    metadata,
    Column("interaction_id", BigInteger, primary_key=True, autoincrement=False),
    Column("process", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "at"),
)

guild_settings = Table(
    "guild_settings",
    metadata,
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("value", JsonText, nullable=False),
)

blocks = Table(
    "blocks",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("blocked_id", BigInteger, primary_key=True, autoincrement=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "blocked_id"),
)

askings = Table(
    "askings",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("user_id", BigInteger, nullable=False),
    Column("asked_id", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "user_id", "asked_id", "at"),
    Index(None, "at"),
)

moderations = Table(
    "moderations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("guild_id", BigInteger, nullable=False),
    Column("by_id", BigInteger, nullable=False),
    Column("what", Text, nullable=False),
    Column("game_id", Integer),
    Column("about_id", BigInteger),
    Column("other_id", BigInteger),
    Column("games", Integer),
    Column("at", UtcDateTime, nullable=False),
    Index(None, "guild_id", "id"),
)

# Members' requests for deletion, until they are done.
erasures = Table(
    "erasures",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("guild_id", BigInteger, primary_key=True, autoincrement=False),
    Column("former_id", BigInteger, nullable=False),
    Column("asked_at", UtcDateTime, nullable=False),
    Column("only_today", Boolean, nullable=False, server_default=false()),
)

user_settings = Table(
    "user_settings",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("key", Text, primary_key=True),
    Column("value", JsonText, nullable=False),
)

"""The columns and keys of JSON that hold personal data, as one table of data from which both deletion and export work.

Every column of the schema is listed once, and so is every key of the games' and the servers' settings; a test fails if
one is missing. To add a column, list it in `PLAIN` if it holds no personal data, else in `PEOPLE` with what happens to
it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, Final

from sqlalchemy import ColumnElement, Table

from bot.lazy import dataclass
from db.blocks import askings, blocks
from db.daily import daily_games
from db.deals import actions, cuts
from db.exercises import exercise_tries
from db.games import games, seats
from db.leaving import left_games
from db.messages import turn_messages
from db.milestones import milestones
from db.moderation import moderations, reports
from db.ratings import ratings
from db.records import meetings, records, rules_played, sources
from db.results import luck, results
from db.settings import guild_settings, table_alerts, user_settings
from db.standings import departures, standings
from db.tournaments import entrants, tournaments


@dataclass(frozen=True)
class Kept:
    """A column that contains ids of members."""

    table: Table
    column: str = "user_id"
    goes: bool = False
    """Whether the row is deleted with the member; if not, a former player's id replaces the member's."""
    until: str | None = None
    """The column that is empty until something has ended; the row stays as it is until then."""
    told: bool = True
    """Whether the row is exported to the member; others' statements and decisions about the member are not."""
    seated: bool = False
    """Whether only the member of a seat of the game stands there, so that the game is found by its seats."""
    name: str | None = None
    """The column in the same row with the member's displayed name; the former player's name replaces it."""
    typed: str | None = None
    """The column in the same row with what the member typed; it is emptied if the row stays."""

    @property
    def of(self) -> ColumnElement[int]:
        """The column itself."""
        return self.table.c[self.column]


PEOPLE: Final = (
    Kept(seats, name="name"),
    Kept(cuts, goes=True, typed="text"),
    Kept(games, "opener_id"),
    Kept(games, "invited_id"),
    Kept(games, "on_move", seated=True),
    Kept(results),
    Kept(ratings, goes=True),
    Kept(standings, goes=True),
    Kept(records, goes=True),
    Kept(meetings, goes=True),
    Kept(meetings, "other_id"),
    Kept(sources, goes=True),
    Kept(rules_played, goes=True),
    Kept(milestones, goes=True),
    Kept(departures, goes=True),
    Kept(blocks, goes=True),
    Kept(blocks, "blocked_id", told=False),
    Kept(askings),
    Kept(askings, "asked_id"),
    Kept(table_alerts, goes=True),
    Kept(exercise_tries, goes=True),
    Kept(turn_messages, goes=True),
    Kept(left_games),
    Kept(daily_games),
    Kept(tournaments, "organizer_id", typed="name"),
    Kept(entrants, name="name"),
    Kept(entrants, "partner_id"),
    Kept(moderations, "by_id"),
    Kept(moderations, "about_id"),
    Kept(moderations, "other_id"),
    Kept(reports, "reporter_id", typed="reason"),
    Kept(reports, "reported_id", goes=True, until="closed_at", told=False),
    Kept(reports, "closed_by"),
    Kept(user_settings, goes=True),  # but the holidays taken, which `Erasing` hands on to the former player first
)
OF_SEATS: Final = (actions, luck)
"""Tables whose rows belong to a seat of a game, and thus to its player, but contain no member's id."""
MENTIONING: Final = ((games, "settings"), (guild_settings, "value"), (user_settings, "value"))
"""Columns with JSON that may contain ids of members and text they typed."""
SHUFFLED: Final = "deals.entropy"
"""The column into which typed cuts are copied; it is emptied, together with the secret, when such a cut is deleted."""


@dataclass(frozen=True)
class Setting:
    """How one key of a game's settings relates to people."""

    ids: tuple[str, ...] | None = None
    """The fields with ids of members; `()` if the value is a list of ids or each of its entries begins with one."""
    seat: int | str | None = None
    """The index or key of the seat in each entry; an entry is exported only to the player of that seat."""
    name_of: Kept | None = None
    """The column with the id of the member whose name this value is."""
    goes: bool = False
    """Whether an entry is deleted with the member whose id it begins with; if not, a former player's id replaces it."""
    passing: bool = False
    """Whether it expires with the next act; it is not exported during a game, as it may reveal hidden acts."""
    told: bool = True
    """Whether it is exported at all."""


_PLAIN: Final = Setting()
GAME_SETTINGS: Final = {
    **dict.fromkeys(
        (
            "preset", "clock", "auto_draw", "partners_cut", "hints", "friendly", "terms", "thread", "invited_only",
            "first_dealer", "cut_for_deal", "lots", "void_seals", "held", "looked", "stood_in", "house_sat",
            "rematch_id", "series", "undone", "language", "daily",
        ),
        _PLAIN,
    ),
    "to_agree": Setting(ids=()),
    "guests": Setting(ids=()),
    "left": Setting(ids=(), goes=True),
    "kept_out": Setting(ids=()),
    "sat_down": Setting(ids=()),
    "rematch": Setting(ids=()),
    "no_rematch": Setting(ids=()),
    "time_up": Setting(passing=True),
    "claims": Setting(ids=("from", "users", "house", "gone"), passing=True),
    "draw": Setting(ids=("user", "agreed"), passing=True),
    "undo": Setting(ids=("user", "agreed"), passing=True),
    "looking": Setting(ids=("user", "agreed"), passing=True),
    "adjourning": Setting(ids=("user", "agreed"), passing=True),
    "adjourned": Setting(ids=("ready",)),
    "fixture": Setting(ids=("came",)),
    "invited": Setting(name_of=Kept(games, "invited_id")),
    "given": Setting(seat=1),
    "ahead": Setting(seat=0),
    "reviews": Setting(seat="seat"),
    "answering": Setting(told=False),
}  # fmt: skip
"""The keys of `games.settings`; `answering` is the bot's own token for a Discord message."""
OF_THE_MOMENT: Final = ("version", "turn_since", "on_move")
"""Columns that are not exported during a game, as they may reveal acts that its players do not see yet."""

RULE_SETS: Final = "rule_sets"
"""The key of named rule sets in a server's or a member's settings; `by` is the id of the member who typed the name."""
SERVER_SETTINGS: Final = {
    **dict.fromkeys(
        (
            "boards", "book", "channels", "clock", "cuts_hidden", "daily_news", "daily_told", "four_colour", "greeted",
            "language", "moderators", "podium", "podium_told", "seasons", "threads", "utc_offset",
        ),
        False,
    ),
    RULE_SETS: True,
}  # fmt: skip
"""The keys of `guild_settings`, and whether the value may contain text typed by a member."""

PLAIN: Final = {
    "actions": "game_id ply deal seat action at",
    "askings": "id at",
    "blocks": "at",
    "boards": "game_id message_id version shown made_by",
    "callings": "guild_id since last_at day times",
    "claims": "interaction_id process at",
    "cuts": "game_id deal arrival at",
    "conclusions": "game_id guild_id number utc_offset unrated leaver_alone",
    "daily_deals": "number commitment secret drawn_at",
    "daily_games": "number game_id guild_id begun_at points shared",
    "deadlines": "game_id kind due_at",
    "deals": "game_id number dealer deck commitment secret message_id opened_at cuts_closed_at dealt_at closed_at",
    "departures": "guild_id noticed_at",
    "erasures": "guild_id former_id asked_at only_today",
    "exercise_ratings": "exercise mu sigma answers",
    "exercise_tries": "id exercise found at mu sigma",
    "former_players": "former_id guild_id member at",
    "games": (
        "id guild_id channel_id home_id kind status rules rematch_of created_at started_at ended_at "
        "end_reason winner turn_since version private unanswered reviewed"
    ),
    "guild_settings": "guild_id key",
    "heartbeat": "id last_seen",
    "left_games": "game_id guild_id at by_days settled told",
    "luck": "game_id seat guild_id deals lead points",
    "meetings": "guild_id partners games won lost drawn points other_points first_at last_at",
    "messages": "game_id message_id channel_id role deal posted_at closed",
    "milestones": "guild_id milestone at shown",
    "moderations": "id guild_id what game_id games at",
    "processes": "id last_seen shards",
    "ratings": "guild_id game_kind mu sigma games last_day",
    "records": ("guild_id company game_kind games won drawn points deals best_deal streak longest best_value rubicons"),
    "removed_servers": "guild_id since",
    "reports": "id guild_id game_id at closed_at",
    "results": (
        "game_id seat guild_id won points outcome side rated ended_at game_kind deals best_deal "
        "double_beziques mu_before sigma_before mu sigma standing value rubicons"
    ),
    "rules_played": "guild_id rules games",
    "seats": "game_id seat joined_at",
    "shards": "id count process last_seen",
    "sources": "guild_id reason points times",
    "standings": ("guild_id season game_kind games wins points deals best_deal double_beziques best_value rubicons"),
    "tournament_entrants": "tournament_id joined_at entry withdrawn",
    "tournament_messages": "tournament_id role channel_id message_id settled",
    "tournament_pairings": "tournament_id round board home away game_id outcome home_points away_points",
    "tournaments": (
        "id guild_id channel_id form status rules preset clock rounds round_minutes round created_at "
        "started_at ended_at version friendly"
    ),
    "turn_messages": "game_id ply at channel_id message_id",
    "user_settings": "key",
}
"""The columns without personal data, by table: numbers, moments, cards, and text written by the bot itself."""


def replaced(value: Any, user_id: int, former_id: int) -> Any:  # noqa: ANN401 - any JSON
    """Return a JSON value with one id replaced by another everywhere."""
    if isinstance(value, dict):
        return {replaced(key, user_id, former_id): replaced(each, user_id, former_id) for key, each in value.items()}
    if isinstance(value, list):
        return [replaced(each, user_id, former_id) for each in value]
    if isinstance(value, str):
        return str(former_id) if value == str(user_id) else value
    return former_id if value == user_id and not isinstance(value, bool) else value


def settings_without(
    settings: Mapping[str, Any], user_id: int, former_id: int, named: Collection[str], name: str
) -> dict[str, Any]:
    """Return a game's settings with a member replaced by a former player; `named` columns hold the id."""
    after = dict(settings)
    for key, how in GAME_SETTINGS.items():
        if key in after and how.goes:
            after[key] = [entry for entry in after[key] if entry[0] != user_id]
        if key in after and how.name_of is not None and how.name_of.column in named:
            after[key] = name
    whole: dict[str, Any] = replaced(after, user_id, former_id)
    return whole


def own_settings(
    settings: Mapping[str, Any], user_id: int, seat: int | None, named: Collection[str], *, in_play: bool
) -> dict[str, Any]:
    """Return the part of a game's settings that a member may export: nothing of others, nothing hidden."""
    own: dict[str, Any] = {}
    for key, value in settings.items():
        how = GAME_SETTINGS.get(key)
        if how is None or not how.told or (how.passing and in_play):
            continue
        if how.name_of is not None and how.name_of.column not in named:
            continue
        if how.seat is not None:
            own[key] = [entry for entry in value if entry[how.seat] == seat]
        else:
            own[key] = value if how.ids is None else _own(value, how.ids, user_id)
    return own


def _own(value: Any, ids: Collection[str], user_id: int) -> Any:  # noqa: ANN401 - any JSON
    """Return a value without the ids of other people."""
    if isinstance(value, dict):
        return {key: _own(each, (), user_id) if key in ids else each for key, each in value.items()}
    if isinstance(value, list):
        return [each for each in value if (each[0] if isinstance(each, list) else each) == user_id]
    return value if value == user_id else None


def sets_unnamed(value: Any, user_id: int) -> Any:  # noqa: ANN401 - as it is stored
    """Return the rule sets with the names that a member typed replaced by their numbers, such as `#3`."""
    taken = {each.get("name") for each in _sets(value)}
    unnamed = []
    for each in _sets(value):
        name = each.get("name")
        if each.get("by") == user_id:
            name = f"#{each.get('number')}"
            while name in taken:
                name = f"#{name}"
        unnamed.append({**each, "name": name})
    return {**value, "sets": unnamed} if unnamed else value


def own_sets(value: Any, user_id: int, *, copies: bool) -> Any:  # noqa: ANN401 - as it is stored
    """Return the rule sets that a member named; with `copies` also those named by others, without the others' ids."""
    own = [each for each in _sets(value) if copies or each.get("by") == user_id]
    return {**value, "sets": [_without_author(each, user_id) for each in own]} if isinstance(value, dict) else value


def _without_author(each: dict[str, Any], user_id: int) -> dict[str, Any]:
    return {key: part for key, part in each.items() if key != "by" or part == user_id}


def _sets(value: Any) -> list[dict[str, Any]]:  # noqa: ANN401 - as it is stored
    found = value.get("sets") if isinstance(value, dict) else None
    return [each for each in found if isinstance(each, dict)] if isinstance(found, list) else []

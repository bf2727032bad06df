"""The conversion between a table and its stored rows; the keys of the JSON object are known here alone.

A value without a column of its own is stored in the JSON object ``settings``, unless it is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, fields
from datetime import UTC, datetime
from functools import cache, partial
from operator import attrgetter
from typing import Any, Final, NamedTuple

from bot.engine import (
    ActionError,
    CardError,
    DealError,
    Game,
    IllegalAction,
    build_rules,
    game_after,
    parse_action,
    start_deal,
)
from bot.engine.lots import DealerBy, SeatsBy
from bot.engine.lots import Lots as WrittenLots
from bot.engine.record import parse_deck
from bot.house.roster import Level
from bot.tables.values.clocks import Due
from db.deals import DealRow, GameRecordRows
from db.games import GameChanges, GameRow
from db.schedule import DeadlineRow

from .clocks import clock_of
from .parts import (
    Adjourned,
    Adjourning,
    Ahead,
    Asked,
    Blunder,
    Claims,
    Cost,
    Daily,
    Fixture,
    GivenHint,
    HeldSeat,
    Kind,
    Lobby,
    Lots,
    Place,
    Rematch,
    Review,
    Sealing,
    Series,
    Status,
    Terms,
    Thread,
    VoidSeal,
)
from .table import Table, tidy


class BrokenRecord(Exception):  # noqa: N818 - names what is found
    """A stored game that does not replay; the text names the deal and ply, never a card."""


def decode(rows: GameRecordRows, deadlines: Iterable[DeadlineRow] = ()) -> Table:
    """Return the table that its stored rows describe; the game is replayed, not read from a snapshot."""
    try:
        stored = dict(rows.game.rules)
        preset = rows.game.settings.get("preset", "modern")
        game = Game(build_rules(preset, stored.pop("players", 2), stored))
    except (ValueError, TypeError) as error:
        raise BrokenRecord(f"its rules cannot be read: {error}") from None
    _check_seats(rows, game.rules.players)
    actions = list(rows.actions)
    at = 0
    for number, deal in enumerate(rows.deals):
        if deal.number != number:
            raise BrokenRecord(f"deal {number} is missing")
        if deal.deck is None and number == len(rows.deals) - 1:
            continue
        try:
            game = start_deal(game, _dealer(deal), parse_deck(deal.deck or "", len(game.law.pack))).game
            while at < len(actions) and actions[at].deal == number:
                action = parse_action(actions[at].action)
                if (actions[at].ply, actions[at].seat) != (at, action.seat):
                    raise BrokenRecord(f"action {at} is missing or another seat's")
                game = game_after(game, action)
                at += 1
        except (DealError, CardError, ActionError, IllegalAction):
            raise BrokenRecord(f"deal {number} does not replay at action {at}") from None
    if at != len(actions):
        raise BrokenRecord(f"action {at} belongs to no deal")
    if (game.result is not None) != (rows.game.status == Status.FINISHED.value):
        raise BrokenRecord(f"it is {rows.game.status}, which its actions are not")
    try:
        parts = parts_of(rows.game)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BrokenRecord(f"what was agreed on cannot be read: {type(error).__name__}") from None
    table = Table(
        id=rows.game.id,
        guild_id=rows.game.guild_id,
        kind=Kind(rows.game.kind),
        status=Status(rows.game.status),
        opener_id=rows.game.opener_id,
        created_at=rows.game.created_at,
        game=game,
        seats=rows.seats,
        deals=rows.deals,
        cuts=rows.cuts,
        actions=rows.actions,
        messages=rows.messages,
        due={Due(each.kind): each.due_at for each in deadlines if each.kind in set(Due)},
        **parts,
    )
    return tidy(table)


def _check_seats(rows: GameRecordRows, players: int) -> None:
    taken = [seat.seat for seat in rows.seats]
    missing = rows.game.status in (Status.PLAYING.value, Status.FINISHED.value) and len(taken) != players
    if taken != list(range(len(taken))) or len(taken) > players or missing:
        raise BrokenRecord("its seats are not those of its rules")


def _dealer(deal: DealRow) -> int:
    if deal.dealer is None:
        raise DealError("nobody dealt")
    return deal.dealer


def parts_of(row: GameRow) -> dict[str, Any]:
    """Return the fields of a table read from its game's row, except rules, status and kind."""
    stored: Mapping[str, Any] = row.settings
    found: dict[str, dict[str, Any]] = {"": {}, **{part: {} for part in _PARTS}}
    for key, (part, name, form) in KEPT.items():
        if key in stored:
            found[part][name] = form.read(stored[key])
        elif not part:
            found[part][name] = _default(part, name)
    found["terms"] |= {"preset": str(stored.get("preset", "modern")), "clock": clock_of(stored.get("clock"))}
    found["place"] |= {"channel_id": row.channel_id, "home": row.home_id, "private": row.private}
    found["rematch"] |= {"previous_id": row.rematch_of}
    return {
        **{part: kind(**found[part]) for part, kind in _PARTS.items()},
        **found[""],
        "house_sat": bool(stored.get("house_sat", stored.get("held"))),
        "invited_id": row.invited_id,
        "started_at": row.started_at,
        "ended_at": row.ended_at,
        "end_reason": row.end_reason,
        "winner": row.winner,
        "turn_since": row.turn_since,
        "version": row.version,
    }


def columns_of(table: Table) -> GameChanges:
    """Return the values of the columns of a table's game that may change."""
    return {
        "channel_id": table.place.channel_id,
        "home_id": table.place.home,
        "status": table.status.value,
        "rules": table.rules.free(),
        "settings": settings_of(table),
        "opener_id": table.opener_id,
        "invited_id": table.invited_id,
        "started_at": table.started_at,
        "ended_at": table.ended_at,
        "end_reason": table.end_reason,
        "winner": table.winner,
        "turn_since": table.turn_since,
        "on_move": next(iter(table.turn_users), 0),
        "private": table.place.private,
        "unanswered": table.sealing.answering is not None,
        "reviewed": bool(table.reviews),
    }


def settings_of(table: Table) -> dict[str, Any]:
    """Return the JSON object ``settings`` of a table."""
    kept = {"preset": table.terms.preset, "clock": table.terms.clock.key}
    for key, (part, name, form) in KEPT.items():
        value = getattr(getattr(table, part) if part else table, name)
        if value != (bool(table.held_seats) if key == "house_sat" else _default(part, name)):
            kept[key] = form.write(value)
    return kept


_PARTS: Final[Mapping[str, type]] = {
    "terms": Terms, "place": Place, "lobby": Lobby, "lots": Lots, "sealing": Sealing, "rematch": Rematch,
}  # fmt: skip
"""The parts of a table whose fields stand side by side in the JSON object."""


@cache
def _default(part: str, name: str) -> object:
    return next(each.default for each in fields(_PARTS.get(part, Table)) if each.name == name)


class Form(NamedTuple):
    """How a value is read from JSON, and how it is written."""

    read: Callable[[Any], Any]
    write: Callable[[Any], Any] = lambda value: value


def _maybe(form: Form) -> Form:
    """Return the form of a value that may be None."""
    return Form(*(partial(_unless_none, convert) for convert in form))


def _unless_none(convert: Callable[[Any], Any], value: object) -> object:
    return None if value is None else convert(value)


def _each(form: Form) -> Form:
    """Return the form of a tuple of values."""
    return Form(lambda stored: tuple(map(form.read, stored)), lambda values: list(map(form.write, values)))


def _row(kind: type, *forms: Form) -> Form:
    """Return the form of a value whose fields are stored as a list, in their order."""
    names = [each.name for each in fields(kind)]
    return Form(
        lambda stored: kind(*(form.read(each) for form, each in zip(forms, stored, strict=True))),
        lambda value: [form.write(getattr(value, name)) for form, name in zip(forms, names, strict=True)],
    )


def _object(kind: type, *, left_out: Collection[str] = (), keys: Mapping[str, str] = {}, **forms: Form) -> Form:
    """Return the form of a value whose fields are stored by name, or by another key, some `left_out` if empty."""
    keyed = [(keys.get(name, name), name, form) for name, form in forms.items()]

    def read(stored: Mapping[str, Any]) -> object:
        return kind(**{name: form.read(stored[key]) for key, name, form in keyed if key in stored})

    def write(value: object) -> dict[str, Any]:
        written = ((key, name, form.write(getattr(value, name))) for key, name, form in keyed)
        return {key: each for key, name, each in written if each or name not in left_out}

    return Form(read, write)


_AS_IT_IS, _FLAG, _NUMBER, _TEXT = Form(lambda stored: stored), Form(bool), Form(int), Form(str)
_USERS, _NUMBERS = Form(tuple, list), _each(_NUMBER)
_SECONDS: Final = Form(lambda stored: datetime.fromtimestamp(stored, UTC), lambda at: int(at.timestamp()))
_TIME: Final = Form(datetime.fromisoformat, datetime.isoformat)
_SAID_BY: Final = _each(
    Form(lambda each: (int(each[0]), _SECONDS.read(each[1])), lambda each: [each[0], _SECONDS.write(each[1])])
)
"""The form of users with the time at which each has said something."""
_ASKED: Final = _maybe(_object(Asked, ply=_AS_IT_IS, user=_AS_IT_IS, declined=_FLAG, agreed=_USERS))
_CLAIMS: Final = _object(
    Claims, ply=_AS_IT_IS, against=_AS_IT_IS, users=_USERS, gone=_USERS, house=_USERS,
    keys={"against": "from"}, left_out=["house"],
)  # fmt: skip
_ADJOURNING: Final = _object(
    Adjourning, at=_SECONDS, user=_AS_IT_IS, deal=_AS_IT_IS, until=_maybe(_TIME), agreed=_NUMBERS, declined=_AS_IT_IS
)
_ADJOURNED: Final = _object(Adjourned, since=_SECONDS, ends=_SECONDS, until=_maybe(_TIME), ready=_SAID_BY)
_FIXTURE: Final = _object(
    Fixture, tournament_id=_NUMBER, name=_TEXT, round=_NUMBER, came=_SAID_BY, number=_NUMBER, in_round=_FLAG,
    keys={"tournament_id": "tournament"}, left_out=["in_round"],
)  # fmt: skip
_WRITTEN_LOTS: Final = Form(
    lambda stored: WrittenLots(SeatsBy(stored["seats"]), DealerBy(stored["dealer"]), _NUMBERS.read(stored["numbers"])),
    WrittenLots.document,
)
_HELD: Final = Form(
    lambda stored: tuple(HeldSeat(int(seat), Level(level)) for seat, level in stored.items()),
    lambda held: {str(each.seat): each.level.value for each in held},
)

KEPT: Final[Mapping[str, tuple[str, str, Form]]] = {
    "auto_draw": ("terms", "auto_draw", _FLAG),
    "partners_cut": ("terms", "partners_drawn", _FLAG),
    "hints": ("terms", "hints", _FLAG),
    "friendly": ("terms", "friendly", _FLAG),
    "terms": ("terms", "edition", _NUMBER),
    "thread": ("place", "thread", Form(Thread, attrgetter("value"))),
    "to_agree": ("lobby", "to_agree", _USERS),
    "guests": ("lobby", "guests", _USERS),
    "invited_only": ("lobby", "invited_only", _FLAG),
    "left": ("lobby", "left", _each(Form(lambda each: (int(each[0]), str(each[1])), list))),
    "invited": ("lobby", "challenged", _TEXT),
    "kept_out": ("lobby", "kept_out", _USERS),
    "sat_down": ("lobby", "sat_down", _USERS),
    "first_dealer": ("lots", "dealer", _NUMBER),
    "cut_for_deal": ("lots", "for_deal", _each(Form(tuple, list))),
    "lots": ("lots", "written", _maybe(_WRITTEN_LOTS)),
    "answering": ("sealing", "answering", _AS_IT_IS),
    "void_seals": ("sealing", "void", _each(_row(VoidSeal, _AS_IT_IS, _AS_IT_IS, _AS_IT_IS))),
    "claims": ("", "claims", _maybe(_CLAIMS)),
    "time_up": ("", "time_up", _AS_IT_IS),
    "draw": ("", "draw", _ASKED),
    "undo": ("", "undo", _ASKED),
    "looked": ("", "looked", _NUMBERS),
    "looking": ("", "looking", _ASKED),
    "adjourning": ("", "adjourning", _maybe(_ADJOURNING)),
    "adjourned": ("", "adjourned", _maybe(_ADJOURNED)),
    "held": ("", "held_seats", _HELD),
    "stood_in": ("", "stood_in", _NUMBERS),
    "house_sat": ("", "house_sat", _FLAG),
    "rematch": ("rematch", "votes", _USERS),
    "no_rematch": ("rematch", "declined", _USERS),
    "rematch_id": ("rematch", "next_id", _AS_IT_IS),
    "fixture": ("", "fixture", _maybe(_FIXTURE)),
    "series": ("", "series", _maybe(_object(Series, best_of=_NUMBER, won=_USERS))),
    "undone": ("", "undone", _NUMBER),
    "language": ("", "language", _AS_IT_IS),
    "given": ("", "given", _each(_row(GivenHint, _NUMBER, _NUMBER, _TEXT))),
    "ahead": ("", "ahead", _each(_row(Ahead, _AS_IT_IS, _AS_IT_IS, _AS_IT_IS, _AS_IT_IS))),
    "reviews": (
        "",
        "reviews",
        Form(lambda stored: reviews_in({"reviews": stored}), lambda all_: list(map(asdict, all_))),
    ),
    "daily": ("", "daily", _maybe(_row(Daily, _NUMBER, _TIME))),
}
"""Of each setting that is stored unless it is the default: its key, its part and field of a table, and its form.

Whether the house has sat is stored unless it follows from the seats that it holds.
"""


def unrated_in(settings: Mapping[str, Any]) -> bool:
    """Tell whether a game of people is friendly or the house has sat in it, from its stored settings alone."""
    return bool(settings.get("friendly") or settings.get("house_sat", settings.get("held")))


def reviews_in(settings: Mapping[str, Any]) -> tuple[Review, ...]:
    """Return the reviews of a game from its stored settings alone."""
    return tuple(filter(None, map(_review, settings.get("reviews", ()))))


def _review(stored: Mapping[str, Any]) -> Review | None:
    """Read a review; return None where it cannot be read, as it can be made again and must not freeze the table."""
    try:
        worst = tuple(Blunder(**each) for each in stored["worst"])
        costs = tuple(Cost(**each) for each in stored.get("costs", ()))
        return Review(worst, stored["decisions"], stored["closely"], stored["seat"], costs)
    except (TypeError, KeyError):
        return None

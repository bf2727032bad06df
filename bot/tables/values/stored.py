"""The conversion between a table and its stored rows; the keys of the JSON object are known here alone.

A value without a column of its own is stored in the JSON object ``settings``, unless it is the default.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from typing import Any, TypeVar

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

Value = TypeVar("Value")
Other = TypeVar("Other")


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
    return {
        "terms": Terms(
            preset=str(stored.get("preset", "modern")),
            clock=clock_of(stored.get("clock")),
            auto_draw=bool(stored.get("auto_draw", True)),
            partners_drawn=bool(stored.get("partners_cut", False)),
            hints=bool(stored.get("hints", False)),
            friendly=bool(stored.get("friendly", False)),
            edition=int(stored.get("terms", 0)),
        ),
        "place": Place(row.channel_id, row.home_id, Thread(stored.get("thread", "none")), private=row.private),
        "lobby": Lobby(
            to_agree=tuple(stored.get("to_agree", ())),
            guests=tuple(stored.get("guests", ())),
            invited_only=bool(stored.get("invited_only", False)),
            left=tuple((int(user), str(name)) for user, name in stored.get("left", ())),
            challenged=str(stored.get("invited", "")),
            kept_out=tuple(stored.get("kept_out", ())),
            sat_down=tuple(stored.get("sat_down", ())),
        ),
        "lots": Lots(
            dealer=int(stored.get("first_dealer", 0)),
            for_deal=tuple(tuple(cut) for cut in stored.get("cut_for_deal", ())),
            written=_maybe(_lots, stored.get("lots")),
        ),
        "sealing": Sealing(stored.get("answering"), tuple(VoidSeal(*each) for each in stored.get("void_seals", ()))),
        "claims": _maybe(_claims, stored.get("claims")),
        "time_up": stored.get("time_up"),
        "draw": _maybe(_asked, stored.get("draw")),
        "undo": _maybe(_asked, stored.get("undo")),
        "looked": tuple(map(int, stored.get("looked", ()))),
        "looking": _maybe(_asked, stored.get("looking")),
        "adjourning": _maybe(_adjourning, stored.get("adjourning")),
        "adjourned": _maybe(_adjourned, stored.get("adjourned")),
        "held_seats": tuple(HeldSeat(int(seat), Level(level)) for seat, level in stored.get("held", {}).items()),
        "stood_in": tuple(map(int, stored.get("stood_in", ()))),
        "house_sat": bool(stored.get("house_sat", stored.get("held"))),
        "rematch": Rematch(
            tuple(stored.get("rematch", ())),
            stored.get("rematch_id"),
            row.rematch_of,
            tuple(stored.get("no_rematch", ())),
        ),
        "fixture": _maybe(_fixture, stored.get("fixture")),
        "series": _maybe(_series, stored.get("series")),
        "undone": int(stored.get("undone", 0)),
        "language": stored.get("language"),
        "given": tuple(GivenHint(int(at), int(seat), str(said)) for at, seat, said in stored.get("given", ())),
        "ahead": tuple(Ahead(*each) for each in stored.get("ahead", ())),
        "reviews": reviews_in(stored),
        "daily": _maybe(_daily, stored.get("daily")),
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
    kept = {key: value for key, (value, common) in every_setting(table).items() if value != common}
    return {"preset": table.terms.preset, "clock": table.terms.clock.key, **kept}


def every_setting(table: Table) -> dict[str, tuple[object, object]]:
    """Return, by key, the value and the default of each setting that is stored only if it is not the default."""
    terms, place, lobby, lots = table.terms, table.place, table.lobby, table.lots
    return {
        "auto_draw": (terms.auto_draw, True),
        "partners_cut": (terms.partners_drawn, False),
        "hints": (terms.hints, False),
        "friendly": (terms.friendly, False),
        "terms": (terms.edition, 0),
        "thread": (place.thread.value, Thread.NONE.value),
        "to_agree": (list(lobby.to_agree), []),
        "guests": (list(lobby.guests), []),
        "invited_only": (lobby.invited_only, False),
        "left": ([list(each) for each in lobby.left], []),
        "invited": (lobby.challenged, ""),
        "kept_out": (list(lobby.kept_out), []),
        "sat_down": (list(lobby.sat_down), []),
        "first_dealer": (lots.dealer, 0),
        "cut_for_deal": ([list(cut) for cut in lots.for_deal], []),
        "lots": (_maybe(WrittenLots.document, lots.written), None),
        "answering": (table.sealing.answering, None),
        "void_seals": ([[void.deal, void.commitment, void.secret] for void in table.sealing.void], []),
        "claims": (_maybe(_claims_stored, table.claims), None),
        "time_up": (table.time_up, None),
        "draw": (_maybe(_asked_stored, table.draw), None),
        "undo": (_maybe(_asked_stored, table.undo), None),
        "looked": (list(table.looked), []),
        "looking": (_maybe(_asked_stored, table.looking), None),
        "adjourning": (_maybe(_adjourning_stored, table.adjourning), None),
        "adjourned": (_maybe(_adjourned_stored, table.adjourned), None),
        "held": ({str(each.seat): each.level.value for each in table.held_seats}, {}),
        "stood_in": (list(table.stood_in), []),
        "house_sat": (table.house_sat, bool(table.held_seats)),
        "rematch": (list(table.rematch.votes), []),
        "no_rematch": (list(table.rematch.declined), []),
        "rematch_id": (table.rematch.next_id, None),
        "fixture": (_maybe(_fixture_stored, table.fixture), None),
        "series": (_maybe(_series_stored, table.series), None),
        "undone": (table.undone, 0),
        "language": (table.language, None),
        "given": ([[each.at, each.seat, each.action] for each in table.given], []),
        "ahead": ([[each.seat, each.play, each.declare, each.barred] for each in table.ahead], []),
        "reviews": ([asdict(each) for each in table.reviews], []),
        "daily": (_maybe(_daily_stored, table.daily), None),
    }


def _maybe(convert: Callable[[Value], Other], value: Value | None) -> Other | None:
    return None if value is None else convert(value)


def _lots(stored: Mapping[str, Any]) -> WrittenLots:
    return WrittenLots(SeatsBy(stored["seats"]), DealerBy(stored["dealer"]), tuple(map(int, stored["numbers"])))


def _series(stored: Mapping[str, Any]) -> Series:
    return Series(int(stored["best_of"]), tuple(stored["won"]))


def _series_stored(series: Series) -> dict[str, Any]:
    return asdict(series) | {"won": list(series.won)}


def _claims(stored: Mapping[str, Any]) -> Claims:
    return Claims(stored["ply"], stored["from"], *(tuple(stored.get(key, ())) for key in ("users", "gone", "house")))


def _claims_stored(claims: Claims) -> dict[str, Any]:
    wishes = {"users": list(claims.users), "gone": list(claims.gone)} | (
        {"house": claims.house} if claims.house else {}
    )
    return {"ply": claims.ply, "from": claims.against, **wishes}


def _asked(stored: Mapping[str, Any]) -> Asked:
    return Asked(stored["ply"], stored["user"], bool(stored["declined"]), tuple(stored["agreed"]))


def _asked_stored(asked: Asked) -> dict[str, Any]:
    return {"ply": asked.ply, "user": asked.user, "declined": asked.declined, "agreed": list(asked.agreed)}


def _adjourning(stored: Mapping[str, Any]) -> Adjourning:
    at, agreed = datetime.fromtimestamp(stored["at"], UTC), tuple(map(int, stored["agreed"]))
    until = _maybe(datetime.fromisoformat, stored["until"])
    return Adjourning(at, stored["user"], stored["deal"], until, agreed, stored["declined"])


def _adjourning_stored(asked: Adjourning) -> dict[str, Any]:
    return {
        "at": int(asked.at.timestamp()), "user": asked.user, "deal": asked.deal,
        "until": _maybe(datetime.isoformat, asked.until), "agreed": list(asked.agreed), "declined": asked.declined,
    }  # fmt: skip


def _adjourned(stored: Mapping[str, Any]) -> Adjourned:
    ready = tuple((int(user), datetime.fromtimestamp(at, UTC)) for user, at in stored["ready"])
    since, ends = (datetime.fromtimestamp(stored[key], UTC) for key in ("since", "ends"))
    return Adjourned(since, ends, _maybe(datetime.fromisoformat, stored["until"]), ready)


def _adjourned_stored(adjourned: Adjourned) -> dict[str, Any]:
    ready = [[user, int(at.timestamp())] for user, at in adjourned.ready]
    since, ends = int(adjourned.since.timestamp()), int(adjourned.ends.timestamp())
    return {"since": since, "ends": ends, "until": _maybe(datetime.isoformat, adjourned.until), "ready": ready}


def _daily(stored: Sequence[Any]) -> Daily:
    return Daily(int(stored[0]), datetime.fromisoformat(stored[1]))


def _daily_stored(daily: Daily) -> list[Any]:
    return [daily.number, daily.until.isoformat()]


def _fixture(stored: Mapping[str, Any]) -> Fixture:
    came = tuple((int(user), datetime.fromtimestamp(at, UTC)) for user, at in stored["came"])
    return Fixture(
        int(stored["tournament"]), str(stored["name"]), int(stored["round"]), came, int(stored["number"]),
        bool(stored.get("in_round")),
    )  # fmt: skip


def _fixture_stored(fixture: Fixture) -> dict[str, Any]:
    came = [[user, int(at.timestamp())] for user, at in fixture.came]
    return {
        "tournament": fixture.tournament_id, "name": fixture.name, "round": fixture.round, "came": came,
        "number": fixture.number,
    } | ({"in_round": True} if fixture.in_round else {})  # fmt: skip


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

"""What members ask for: by a command where there is one, else with a click as on a page behind a command."""

from __future__ import annotations

from datetime import timedelta
from types import SimpleNamespace
from typing import Any, cast

from simcord import ChannelHandle, InteractionResult, MemberActor, ResponseMessage

from bot.club.exercises import Source
from bot.playground import World
from bot.tables import DEFAULT_CLOCK
from bot.tables.preferences import BOARDS, CUTS, FOUR_COLOUR, LANGUAGE, LOOK, THREADS
from bot.tables.values.rule_sets import BOOK, CLOCK, Keeper, Owner
from bot.ui.kit.days import read_offset
from bot.ui.routes.archive import Fetch, ListFinished
from bot.ui.routes.archive import Whose as WhoseGames
from bot.ui.routes.custom_ids import Route
from bot.ui.routes.learn import ListLessons, NextExercise, OpenLesson
from bot.ui.routes.lobby import AtOwn, ChallengeMember, ListTables, Wish
from bot.ui.routes.safety import (
    Block,
    ListBlocked,
    ListPairs,
    ListReports,
    Moderate,
    ModerationPage,
    ShowData,
    ShowModeration,
)
from bot.ui.routes.settings import (
    ChooseSetting,
    Hours,
    ListSets,
    SetQuiet,
    SetServerClock,
    ShowSettings,
    Subject,
    SwitchQuiet,
    Whose,
)
from bot.ui.routes.standings import ShowStats, ShowStatsOf, ShowVersus
from bot.ui.routes.tournaments import NewTournament
from cogs.learn.lessons import FIRST
from cogs.table.house_rules import read_typed
from cogs.tournaments.form import PACES
from tests.simulated import bot_of, press
from tests.simulated.player import private_answer

_WISHES = {"resign", "draw", "undo", "adjourn", "here", "invite"}
_SERVER_KEYS = {
    "boards": BOARDS, "four_colours": FOUR_COLOUR, "language": LANGUAGE, "threads": THREADS, "rules": BOOK,
    "clock": CLOCK, "cuts": CUTS,
}  # fmt: skip
_OWN_KEYS = {"cards": LOOK, "four_colours": FOUR_COLOUR, "language": LANGUAGE}
_SWITCHES = {THREADS: ("channel", "thread"), FOUR_COLOUR: ("two", "four"), CUTS: ("hidden", "shown")}


async def ask(
    member: MemberActor,
    channel: ChannelHandle,
    what: str,
    /,
    **options: Any,  # noqa: ANN401 - as commands take
) -> InteractionResult:
    """Ask for something in a channel: a command, or one of the things behind the commands' pages.

    Args:
        member: Who asks.
        channel: Where.
        what: The name of a command, or the thing, such as ``resign``, ``tables`` or ``server settings``.
        options: The command's options, or what the thing needs, such as the table's number.
    """
    routes = _routes(member, what, options)
    if not routes:
        return await member.slash(channel, what, **options)
    for route in routes[:-1]:
        await do(member, channel, route)
    return await do(member, channel, routes[-1])


async def resign(
    member: MemberActor,
    channel: ChannelHandle,
    **options: Any,  # noqa: ANN401 - as ask takes
) -> None:
    """Give up, answering yes to the question."""
    await member.click(private_answer(await ask(member, channel, "resign", **options)), label="Resign")


async def do(member: MemberActor, channel: ChannelHandle, route: Route) -> InteractionResult:
    """Click a control of an operation, on a message that everyone sees there, else on the home page."""
    world = cast("World", SimpleNamespace(env=member._env))
    stored = member._env.backend.messages.get(channel.id, {}).values()
    seen = [each for each in stored if not each.is_ephemeral]
    if seen:
        message = ResponseMessage(member._env, max(seen, key=lambda each: each.id))
    else:
        message = private_answer(await member.slash(channel, "help"))
    return await press(world, member, message, route.custom_id)


async def open_tournament(
    member: MemberActor,
    channel: ChannelHandle,
    name: str = "Spring Cup",
    *,
    meeting: str = "all",
    rules: str = "modern",
    clock: str = DEFAULT_CLOCK.key,
    hours: int = 24,
) -> InteractionResult:
    """Open a tournament with the form behind the page of tournaments."""
    asked = await do(member, channel, NewTournament())
    if asked.modal is None:
        return asked
    fields = [each["component"]["custom_id"] for each in asked.modal["components"]]
    pace = [(each.key, lasting) for each, lasting in PACES].index((clock, timedelta(hours=hours)))
    given: list[object] = [name, [meeting], rules, ["rules"], [str(pace)]]
    return await member.submit_modal(asked, dict(zip(fields, given, strict=True)))


async def keep_rules(world: World, member: MemberActor, name: str, code: str, *, for_server: bool = False) -> None:
    """Store rules under a name, a member's or the server's."""
    keeper = Keeper(Owner.SERVER, member.guild.id) if for_server else Keeper(Owner.MEMBER, member.id)
    preset, rules, friendly = read_typed(code)
    await bot_of(world).members.rule_sets.keep(keeper, name, preset, rules, friendly=friendly, by=member.id)


def _routes(member: MemberActor, what: str, options: dict[str, Any]) -> list[Route]:
    """Return the operations behind a name, in the order in which they are clicked; none for a command."""
    table, other = options.get("table") or 0, options.get("member")
    if what in _WISHES:
        return [AtOwn(Wish(what), other.id if other is not None else 0, table)]
    if what == "settings" and options:
        return _own_settings(options)
    if what == "server settings":
        return _server_settings(options)
    found: dict[str, Route] = {
        "tables": ListTables(0),
        "open challenge": ChallengeMember(0),
        "all finished games": ListFinished(WhoseGames.ALL, 0),
        "finished games": Fetch(table) if table else ListFinished(WhoseGames.MINE, 0),
        "data": ShowData(),
        "stats": ShowStatsOf(other.id) if other is not None else ShowStats(member.id, "all"),
        "versus": ShowVersus(member.id, other.id if other is not None else 0),
        "block": Block(other.id) if other is not None else ListBlocked(0),
        "reminders": ShowSettings(Whose.MINE, Subject.TURNS),
        "rule sets": ListSets(),
        "tutorial": OpenLesson(FIRST),
        "lessons": ListLessons(),
        "exercise": NextExercise(Source(options.get("source", Source.ANY))),
        "moderate table": ShowModeration(table),
        "moderate channels": Moderate(ModerationPage.CHANNELS),
        "moderate leavers": Moderate(ModerationPage.LEAVERS),
        "moderate log": Moderate(ModerationPage.LOG),
        "moderate reports": ListReports(),
        "moderate pairs": ListPairs(30),
        "moderate": Moderate(),
    }
    return [found[what]] if what in found else []


def _own_settings(options: dict[str, Any]) -> list[Route]:
    routes: list[Route] = [
        ChooseSetting(Whose.MINE, _OWN_KEYS[name], _value(_OWN_KEYS[name], value))
        for name, value in options.items()
        if name in _OWN_KEYS
    ]
    if "quiet_from" in options:
        routes.append(SetQuiet(Hours.START, str(options["quiet_from"])))
    if "quiet_to" in options:
        routes.append(SetQuiet(Hours.END, str(options["quiet_to"])))
    if "utc_offset" in options:
        routes.append(SetQuiet(Hours.OFFSET, str(read_offset(options["utc_offset"]))))
    if options.get("quiet_off"):
        routes.append(SwitchQuiet(on=False))
    return routes


def _server_settings(options: dict[str, Any]) -> list[Route]:
    routes: list[Route] = [
        ChooseSetting(Whose.SERVER, _SERVER_KEYS[name], _value(_SERVER_KEYS[name], value))
        for name, value in options.items()
        if name in _SERVER_KEYS
    ]
    if "utc_offset" in options:
        routes.append(SetServerClock(read_offset(options["utc_offset"])))
    return routes or [ShowSettings(Whose.SERVER, options.get("subject", Subject.MAIN))]


def _value(key: str, value: object) -> str:
    """Return a choice as a control has it; a switch is on or off."""
    return _SWITCHES[key][value] if isinstance(value, bool) else str(value)

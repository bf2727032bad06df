"""A made-up day is refused kindly before anything is read or written, whatever operation, command or form names it."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from discord import AppCommandOptionType

from bot.ui.routes.daily import CompareDaily
from bot.ui.routes.settings import EnterHolidays
from tests.daily.test_calendar_days import OF_DAYS
from tests.daily.test_clicks import daily
from tests.daily.whole_game import NUMBER
from tests.simulated import bot_of, press
from tests.simulated.player import inputs_of, private_answer
from tests.simulated.waiting import said

if TYPE_CHECKING:
    from simcord import MemberActor

    from bot.playground import World

NUMBERS_OF_COMMANDS = {"table", "players"}
"""Options of commands that are numbers; none of them is a day."""
TEXTS_OF_COMMANDS = {
    "rules", "clock", "length", "topic", "level",
}  # fmt: skip
"""Options that are typed or chosen; none of them is a day."""
NO_DAYS = ["1999-12-31", "2026-02-30", "31.12.9999", "99999-01-01", "0", "1000000", "yesterday"]


async def days_kept(world: World) -> list[int]:
    """Return the days of which something is stored."""
    numbers = [*range(1, 80), 999_998, 999_999, 1_000_000]
    return sorted(await bot_of(world).store.ask(lambda reader: reader.daily.deals(numbers)))


async def test_nothing_is_read_or_written_for_a_made_up_day_and_no_running_deal_is_laid_open(
    world: World, ann: MemberActor
) -> None:
    page = await daily(world, ann)
    told = said(await press(world, ann, page, CompareDaily(NUMBER).custom_id))
    assert told.startswith("Others are still playing this deal")
    before = await days_kept(world)
    bot_of(world).dispatcher._handlers = {}  # no handler is reached
    for op, number in product(OF_DAYS, (0, NUMBER + 1, NUMBER + 2, 999_999)):
        told = said(await press(world, ann, page, f"bz:0:0:{op} {number}"))
        assert told.startswith("There was no daily deal on that day;"), (op, number)
    assert await days_kept(world) == before
    assert max(before) < NUMBER + 10


async def test_no_option_of_a_command_is_a_day_and_holidays_are_stored_for_days_to_come_alone(
    world: World, ann: MemberActor
) -> None:
    """Who adds an option that is a day: give it a type that checks it, and say so here."""
    options = [
        option for command in bot_of(world).tree.walk_commands() for option in getattr(command, "parameters", ())
    ]
    assert {option.name for option in options if option.type is AppCommandOptionType.integer} == NUMBERS_OF_COMMANDS
    assert {option.name for option in options if option.type is AppCommandOptionType.string} == TEXTS_OF_COMMANDS
    page = private_answer(await ann.slash(world.channel, "settings"))
    for typed in NO_DAYS:
        shown = await press(world, ann, page, EnterHolidays().custom_id)
        first, last = inputs_of(shown.modal)
        await ann.submit_modal(shown, {first: typed, last: typed})
        assert not bot_of(world).members.holidays.of(ann.id), typed

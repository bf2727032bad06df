"""Everything that members can have posted in public, each with a way to do it once."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from simcord import InteractionResult, ResponseMessage

from bot.playground import World
from bot.ui.routes.daily import ShareDaily
from bot.ui.routes.standings import ShareMilestones, ShareStats
from bot.ui.routes.table import Adjourn, AskLook
from tests.daily.test_clicks import begun, daily, played_out
from tests.daily.whole_game import NUMBER
from tests.simulated import bot_of, components_of, press
from tests.simulated.asking import ask, keep_rules, open_tournament
from tests.simulated.player import Sitting, private_answer, public_messages, sit_down
from tests.standings.test_statistics import won_by


class Act(NamedTuple):
    """Something that posts in public on behalf of Ann."""

    prepare: Callable[[World], Awaitable[Any]]
    """Makes what it needs; what that posts does not count."""
    do: Callable[[World, Any], Awaitable[InteractionResult]]
    in_channel: bool = True
    """Whether it is something new in the channel, and not a request at a game that runs."""


async def _nothing(_world: World) -> None:
    """Need nothing."""


async def _lobby(world: World) -> None:
    await world.members[0].slash(world.channel, "play")


async def _played_daily(world: World) -> ResponseMessage:
    await begun(world, world.members[0])
    await played_out(world, world.members[0])
    return await daily(world, world.members[0])


async def _rule_set(world: World) -> ResponseMessage:
    await keep_rules(world, world.members[0], "Ours", "parlour")
    page = private_answer(await ask(world.members[0], world.channel, "rule sets"))
    (menu,) = [item for item in components_of(page) if item["type"] == 3]
    await world.members[0].select(page, [menu["options"][0]["value"]], custom_id=menu["custom_id"])
    return page


async def _after_ann(world: World) -> Sitting:
    """Begin a game in which Ann has acted last."""
    sitting = await sit_down(world, world.members[:2], auto_draw=False)
    while not sitting.moves or sitting.on_move().actor.id == world.members[0].id or len(sitting.moves) % 3 != 1:
        await sitting.step()
    return sitting


async def _tricks_closed(world: World) -> Sitting:
    """Begin a game in which the tricks before the last are closed."""
    sitting = await sit_down(world, world.members[:2], rules="modern past_tricks=last_only")
    await sitting.steps(12)
    return sitting


async def _running(world: World) -> Sitting:
    return await sit_down(world, world.members[:2])


async def _tournament(world: World, _made: object) -> InteractionResult:
    return await open_tournament(world.members[0], world.channel, "Cup")


def _slash(command: str, /, **options: Any) -> Callable[[World, Any], Awaitable[InteractionResult]]:  # noqa: ANN401
    async def do(world: World, _made: object) -> InteractionResult:
        there = {key: world.members[value] if key == "member" else value for key, value in options.items()}
        return await ask(world.members[0], world.channel, command, **there)

    return do


async def _played_game(world: World) -> ResponseMessage:
    await won_by(world, world.channel, *world.members[:2])
    return private_answer(await ask(world.members[0], world.channel, "stats"))


async def _share_stats(world: World, page: ResponseMessage) -> InteractionResult:
    return await press(world, world.members[0], page, ShareStats("two").custom_id)


async def _share_milestones(world: World, page: ResponseMessage) -> InteractionResult:
    return await press(world, world.members[0], page, ShareMilestones().custom_id)


async def _share_daily(world: World, page: ResponseMessage) -> InteractionResult:
    return await press(world, world.members[0], page, ShareDaily(NUMBER).custom_id)


async def _share_set(world: World, page: ResponseMessage) -> InteractionResult:
    return await press(world, world.members[0], page, f"bz:0:0:sets-share member {world.members[0].id} 1")


async def _ask_look(world: World, sitting: Sitting) -> InteractionResult:
    return await press(world, world.members[0], sitting.board(), AskLook(sitting.table, 0).custom_id)


async def _adjourn(world: World, sitting: Sitting) -> InteractionResult:
    return await press(world, world.members[0], sitting.board(), Adjourn(sitting.table, 1).custom_id)


ACTS: dict[str, Act] = {
    "cogs.table.lobby.open_table": Act(_nothing, _slash("play")),
    "cogs.table.lobby.invite_to": Act(_lobby, _slash("invite", member=2)),
    "cogs.table.own_tables._here": Act(_running, _slash("here")),
    "cogs.tournaments.form.create": Act(_nothing, _tournament),
    "cogs.settings.rule_sets.share_set": Act(_rule_set, _share_set),
    "cogs.standings.leaderboards.leaderboard": Act(_nothing, _slash("leaderboard")),
    "cogs.standings.statistics.share_stats": Act(_played_game, _share_stats),
    "cogs.standings.milestones.share_milestones": Act(_played_game, _share_milestones),
    "cogs.daily.share": Act(_played_daily, _share_daily),
    "cogs.table.challenges.challenge": Act(_nothing, _slash("challenge", member=1)),
    "cogs.table.consent._asked_to_undo": Act(_after_ann, _slash("undo"), in_channel=False),
    "cogs.table.tricks.ask_look": Act(_tricks_closed, _ask_look, in_channel=False),
    "cogs.table.consent.adjourn": Act(_running, _adjourn, in_channel=False),
}
"""By the function that takes leave to post."""


def channel_posts(world: World) -> set[int]:
    """Return the messages that everyone sees in the channel now."""
    return {message.id for message in public_messages(world)}


def forget_posts(world: World) -> None:
    """Let nobody have posted anything, as after a start."""
    bot = bot_of(world)
    bot.app.public = type(bot.app.public)(bot.tables.now)

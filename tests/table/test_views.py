"""How often what a player sees is worked out: once for each audience of a moment, however many messages show it."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from io import BytesIO
from types import FrameType

import pytest
from PIL import Image

from bot.config import Settings
from bot.engine import parse_action
from bot.engine.game import Game, apply_move
from bot.engine.view import observe_deal
from bot.playground import World
from bot.tables import Status
from bot.tables.preferences import BOARDS
from cogs.table.pages.result import describe_course
from tests.simulated import bot_of
from tests.simulated.permissions import forbid
from tests.simulated.player import private_answer, sit_down, words_of

from .test_board_pages import whole_game

Views = Counter[tuple[int, int | None]]


@pytest.fixture
def settings(settings: Settings) -> Settings:
    """Draw pictures, which show what is seen too."""
    return replace(settings, pictures=True)


@contextmanager
def counting() -> Iterator[Views]:
    """Count the views that are made, by their moment and audience."""
    made: Views = Counter()
    moments = []  # kept, so that no two of them ever have the same identity

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call" and frame.f_code is observe_deal.__code__:
            moments.append(frame.f_locals["deal"])
            made[id(moments[-1]), frame.f_locals["seat"]] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield made
    finally:
        sys.setprofile(before)


@pytest.mark.deep
async def test_a_click_makes_one_view_for_each_audience(world: World) -> None:
    sitting = await sit_down(world, world.members[:2])
    for _ in range(12):
        with counting() as made:
            await sitting.step()
        table = await bot_of(world).tables.get(sitting.table)
        assert set(made.values()) == {1}, sitting.moves[-1].words
        assert len(made) <= len(table.users) + 1, sitting.moves[-1].words


@pytest.mark.deep
async def test_whoever_looks_again_at_the_same_moment_needs_no_new_view(world: World) -> None:
    sitting = await sit_down(world, world.members[:2])
    with counting() as made:
        await sitting.show_hands()
        await sitting.players[0].slash_hand()
    assert not made


async def test_result_has_a_chart_unless_the_game_was_given_up_in_its_first_deal(world: World) -> None:
    charts = []
    for deals in (1, 2):
        before = next(
            each
            for each in whole_game("modern", 2)
            if each.status is Status.PLAYING and len(each.game.deals) == deals and len(each.game.deals[-1].tricks) == 3
        )
        last = apply_move(before.game.deals[-1], parse_action("1 resign"))
        game = Game(before.rules, (*before.game.deals[:-1], last))
        over = before.but(game=game, status=Status.FINISHED, guild_id=world.env.guild.id)
        charts.append(await bot_of(world).presenter.renderer.chart(over))
    first, later = charts
    assert first is None
    assert later is not None
    assert Image.open(BytesIO(later.data)).format == "PNG"
    assert later.words == describe_course(over)


async def test_permission_to_attach_files_is_asked_for_where_boards_are_pictures(world: World) -> None:
    ann, server = world.members[0], world.env.guild.id
    forbid(world, "attach_files")
    assert "I lack **Attach Files** here" in words_of(private_answer(await ann.slash(world.channel, "play")))
    bot_of(world).tables.preferences.server_chose(server, {BOARDS: "text"})
    sitting = await sit_down(world, world.members[:2])
    await sitting.step()

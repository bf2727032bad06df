"""What needs no click in the last tricks, as players see it: the only card, and the rest of a deal that is decided."""

from __future__ import annotations

from random import Random

import pytest

from bot.engine import Verb, offered_actions
from bot.engine.cards import suit_of
from bot.playground import World
from bot.tables import Table
from bot.tables.decisions.play import decided
from bot.ui.routes.settings import ChooseSetting, Whose
from cogs.table.pages.panel import panel
from tests.simulated import bot_of, buttons_of, restart
from tests.simulated.player import Sitting, button_named, message_with, private_answer, words_of
from tests.simulated.positions import bring_to
from tests.tables.made import begun, cards_left, step
from tests.tables.test_by_itself import has_one_card
from tests.ui.at_board import texts_of

END = "End the deal: it is decided"


async def of(sitting: Sitting) -> Table:
    return await bot_of(sitting.world).tables.get(sitting.table)


async def test_only_card_plays_itself_is_shown_to_all_and_once_undone_is_left(world: World, sitting: Sitting) -> None:
    await bring_to(sitting, has_one_card)
    before, mover = await of(sitting), sitting.on_move()
    (only,) = offered_actions(before.game)
    await world.env.advance_time(3)
    after = await of(sitting)
    assert after.actions[len(before.actions)].action == only.text
    assert len([each for each in sitting.players if each.choices()]) == 1, "the panels are up to date"
    assert not any(choice.words == only.words for choice in mover.choices())
    before_board = words_of(sitting.board())
    await sitting.show_hands()
    assert words_of(sitting.board()) == before_board
    assert await bot_of(world).tables.store.db.ask(lambda reader: reader.games.version(sitting.table)) == after.version
    await mover.actor.click(mover.panel, label="Undo")
    other = next(each for each in sitting.players if each is not mover)
    await other.actor.click(message_with(world, "asks to undo"), label="Let it be undone")
    await world.env.advance_time(5)
    assert (await of(sitting)).actions == before.actions, "asked and allowed as after a click, it is left to be clicked"
    assert sitting.on_move() is mover


async def test_one_button_ends_a_deal_that_is_decided_and_all_see_its_score(sitting: Sitting) -> None:
    await bring_to(sitting, lambda table: not decided(table) and table.game.deals[-1].left == 0)
    assert all(button_named(player.panel, END) is None for player in sitting.players), "the ending is open"
    await bring_to(sitting, lambda table: decided(table) and cards_left(table) > 3)
    before, leader = await of(sitting), sitting.on_move()
    other = next(each for each in sitting.players if each is not leader)
    assert button_named(other.panel, END) is None
    await leader.actor.click(leader.panel, label=END)
    after = await of(sitting)
    assert after.game.deals[0].over
    assert len(after.actions) - len(before.actions) == cards_left(before)
    for player in sitting.players:
        assert "This deal is over." in words_of(player.panel)
        assert button_named(player.panel, END) is None


async def test_who_has_switched_it_off_clicks_also_after_a_restart(world: World, sitting: Sitting) -> None:
    for player in sitting.players:
        page = private_answer(await player.actor.slash(world.channel, "settings"))
        await player.actor.click(page, label="My hand …")
        assert any("Play my only card" in each.get("label", "") for each in buttons_of(page))
        await player.actor.click(page, custom_id=ChooseSetting(Whose.MINE, "only_card", "off").custom_id)
    await bring_to(sitting, has_one_card)
    before = await of(sitting)
    await restart(world)
    await world.env.advance_time(5)
    assert (await of(sitting)).actions == before.actions
    await sitting.show_hands()
    await sitting.steps(1)
    assert len((await of(sitting)).actions) > len(before.actions)


def test_who_may_play_any_card_is_told_no_more_than_that() -> None:
    """All cards may be allowed because all of them follow suit."""
    for seed in range(200):
        table, rng = begun(seed=seed), Random(seed)
        while table.live and not table.awaits_deal:
            view = table.view(table.turn_users[0])
            assert view is not None
            cards = [each.cards[0] for each in view.legal if each.verb is Verb.PLAY]
            if view.last_eight and view.trick and len(cards) == len(view.hand) > 1:
                asked = "\n".join(texts_of(panel(table, table.turn_users[0])))
                assert "Your turn: play any card." in asked
                if any(suit_of(card) == suit_of(view.trick[0]) for card in cards):
                    return
            table = step(table, rng)
    pytest.fail("nobody ever holds one suit alone")

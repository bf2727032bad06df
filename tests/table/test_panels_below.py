"""Panels stand below their board, one a player, and never tell of a turn that has passed."""

from __future__ import annotations

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from tests.simulated import restart
from tests.simulated.player import Player, Sitting, private_messages, words_of
from tests.simulated.positions import bring_to_last_trick
from tests.simulated.waiting import meanwhile, with_clock

TOKEN_SECONDS = 15 * 60


def panels(player: Player) -> list[ResponseMessage]:
    """Return a player's private panels that stand in the channel, the highest first."""
    return [m for m in private_messages(player.world, player.actor) if "Bézique · table" in words_of(m)]


def only(player: Player) -> ResponseMessage:
    (panel,) = panels(player)
    return panel


def calls(world: World, since: int) -> dict[str, int]:
    """Count the calls by tokens since a request: new messages, edits, deletions, and answers."""
    found = {"POST": 0, "PATCH": 0, "DELETE": 0, "answers": 0}
    for entry in world.env.http_requests[since:]:
        if entry.path.endswith("/callback"):
            found["answers"] += 1
        elif entry.path.startswith("/webhooks/"):
            found[entry.method] += 1
    return found


async def one_away_at_the_next_deal(world: World, sitting: Sitting) -> tuple[Player, Player]:
    """Have the next deal dealt when one player's token is dead; return that player and the other."""
    await bring_to_last_trick(sitting)
    away, here = sitting.on_move(), sitting.waiting()[0]
    await away.move()
    await meanwhile(world, TOKEN_SECONDS)
    await here.move()
    await here.actor.click(sitting.board(), label="Deal")
    return away, here


@pytest.mark.deep
async def test_after_a_new_deal_each_panel_comes_below_the_board_for_one_call_more(
    world: World, sitting: Sitting
) -> None:
    await bring_to_last_trick(sitting)
    await sitting.play_deal()
    for player in sitting.players:
        assert "**Deal** deals the next cards" in words_of(only(player))
    before = len(world.env.http_requests)
    await sitting.players[0].actor.click(sitting.board(), label="Deal")
    assert calls(world, before) == {"answers": 1, "POST": 2, "DELETE": 2, "PATCH": 0}  # two edits without that
    for player in sitting.players:
        assert only(player).id > sitting.board().id
        assert player.panel.id == only(player).id
    assert "press **My hand**" not in words_of(sitting.board())
    await sitting.steps(6)
    assert all(only(player).id > sitting.board().id for player in sitting.players)


@pytest.mark.deep
async def test_board_that_is_posted_again_takes_the_panels_down_with_it(
    world: World, sitting: Sitting, cleo: MemberActor
) -> None:
    await sitting.steps(2)
    for asked in ("hand", "board"):
        old = sitting.board()
        await cleo.send(world.channel, "well played")
        asking = sitting.players[0]
        await (asking.slash_hand() if asked == "hand" else asking.my_hand(old))
        assert sitting.board().id != old.id
        assert all(only(player).id > sitting.board().id for player in sitting.players)
        await sitting.steps(3)


async def test_my_hand_below_talk_costs_no_panel_twice(world: World, sitting: Sitting, cleo: MemberActor) -> None:
    await cleo.send(world.channel, "well played")
    before = len(world.env.http_requests)
    await sitting.players[0].my_hand(sitting.board())
    assert calls(world, before)["POST"] == 2  # the panel asked for, and the other's sent anew
    assert only(sitting.players[0]).id > sitting.board().id


@pytest.mark.deep
async def test_where_no_token_lives_the_board_says_so_and_the_next_click_brings_the_panel(
    world: World, sitting: Sitting
) -> None:
    away, here = await one_away_at_the_next_deal(world, sitting)
    old = only(away)
    assert old.id < sitting.board().id < only(here).id
    assert _asked(sitting) == f"-# {away.actor.name.title()}: press **My hand**, and your cards come below."
    await away.actor.click(old, label="Show my cards")
    assert only(away).id > sitting.board().id
    away.opened = only(away)
    await sitting.steps(2)
    assert _asked(sitting) == ""


@pytest.mark.deep
async def test_my_hand_brings_the_panel_below_too_and_the_board_asks_until_the_next_card(
    world: World, sitting: Sitting
) -> None:
    away, _ = await one_away_at_the_next_deal(world, sitting)
    assert _asked(sitting)
    before = len(world.env.http_requests)
    await away.my_hand(sitting.board())
    assert calls(world, before) == {"answers": 1, "POST": 1, "PATCH": 0, "DELETE": 0}  # the board is not edited for it
    assert _asked(sitting)
    assert panels(away)[-1].id > sitting.board().id
    old = panels(away)[0]  # which nothing could take away
    assert old.id < sitting.board().id
    await away.actor.click(old, label="Show my cards")
    assert "From now on this panel is kept up to date" in words_of(only(away))
    assert only(away).id > sitting.board().id
    await sitting.steps(1)
    assert _asked(sitting) == ""


def _asked(sitting: Sitting) -> str:
    return next((line for line in words_of(sitting.board()).split("\n") if "press **My hand**" in line), "")


@pytest.mark.deep
async def test_board_asks_each_player_to_press_my_hand_until_the_card_after(world: World, sitting: Sitting) -> None:
    assert "Ann, Ben: press" in _asked(sitting)
    await restart(world)
    assert "Ann, Ben: press" in _asked(sitting)
    mover = sitting.on_move()
    other = sitting.waiting()[0].actor.name.title()
    await mover.my_hand(sitting.board())
    assert "Ann, Ben: press" in _asked(sitting)
    await mover.move()
    assert _asked(sitting).startswith(f"-# {other}: press")


@pytest.mark.deep
async def test_panel_that_waits_falls_asleep_before_its_token_dies_and_one_click_wakes_it(world: World) -> None:
    sitting = await with_clock(world, "days-1")
    mover, waits = sitting.on_move(), sitting.waiting()[0]
    before = len(world.env.http_requests)
    await meanwhile(world, TOKEN_SECONDS)
    assert calls(world, before)["PATCH"] == 1
    assert "these cards are out of date" in words_of(only(waits))
    assert "Your turn" in words_of(only(mover))  # which stays true until it is clicked
    await mover.move()
    assert "these cards are out of date" in words_of(only(waits))
    await waits.actor.click(only(waits), label="Show my cards")
    assert waits.choices()
    assert "Your turn" in words_of(only(waits))


async def test_older_of_two_panels_never_says_please_wait_while_it_is_ones_turn(world: World, sitting: Sitting) -> None:
    mover, waits = sitting.on_move(), sitting.waiting()[0]
    older = only(waits)
    await meanwhile(world, TOKEN_SECONDS)
    await waits.slash_hand()
    assert len(panels(waits)) == 2
    await mover.slash_hand()
    await mover.move()
    assert waits.choices()
    for panel in panels(waits):
        assert "'s turn." not in words_of(panel)
    await waits.actor.click(older, label="Show my cards")
    assert "From now on this panel is kept up to date" in words_of(only(waits))
    assert waits.choices()
    await waits.move()


async def test_after_a_restart_a_panel_is_brought_up_to_date_by_a_click_on_it(world: World, sitting: Sitting) -> None:
    mover, waits = sitting.on_move(), sitting.waiting()[0]
    await restart(world)
    await mover.move()
    assert "'s turn." in words_of(only(waits))  # nobody can tell it now
    await waits.actor.click(only(waits), label="Look again")
    assert waits.choices()
    await waits.move()
    assert "Your turn" in words_of(only(mover)) or "Your turn" in words_of(only(waits))

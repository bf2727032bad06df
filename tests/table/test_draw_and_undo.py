"""Draw offers and undoing, as players see and click them."""

from __future__ import annotations

import pytest
from simcord import MemberActor

from bot.playground import World
from bot.ui.routes.table import AskResign, More
from tests.settings.test_languages import set_locales
from tests.simulated import bot_of, press, press_together, restart, text_of
from tests.simulated.asking import ask
from tests.simulated.player import (
    Player,
    Sitting,
    behind,
    button_named,
    is_told,
    message_with,
    private_answer,
    public_answer,
    public_messages,
    sit_down,
    words_of,
)
from tests.simulated.waiting import said
from tests.simulated.watch import Watch

pytestmark = pytest.mark.one_bot

ASKS = "asks to undo"


async def plies(sitting: Sitting) -> int:
    return len((await bot_of(sitting.world).tables.get(sitting.table)).actions)


async def lead(sitting: Sitting) -> tuple[Player, Player]:
    """Let the first card be played; return who led it and who is to answer it."""
    leader, other = sitting.on_move(), sitting.waiting()[0]
    await sitting.steps(1)
    return leader, other


@pytest.fixture
async def sitting(world: World, watch: Watch) -> Sitting:
    """Ann and Ben at a table of two, with a watch over what is shown."""
    sitting = await sit_down(world, world.members[:2])
    assert watch.private
    return sitting


async def test_menu_and_question_before_resigning_offer_a_draw_where_one_can_be_offered(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor
) -> None:
    await sitting.steps(2)

    async def offered(member: MemberActor) -> set[bool]:
        """Return whether the menu and the question offer a draw, both in the panel and by command."""
        panel = private_answer(await member.slash(world.channel, "hand"))
        found = set()
        for custom_id in (More(sitting.table).custom_id, AskResign(sitting.table).custom_id):
            await press(world, member, panel, custom_id)
            found.add(button_named(panel, "Offer a draw") is not None)
        asked = private_answer(await ask(member, world.channel, "resign"))
        return {*found, button_named(asked, "Offer a draw") is not None}

    assert (await offered(ann), await offered(ben)) == ({True}, {True})
    await ask(ann, world.channel, "draw")
    assert (await offered(ann), await offered(ben)) == ({False}, {False}), "the offer stands, with its own buttons"
    await ben.click(sitting.board(), label="Play on")
    assert (await offered(ann), await offered(ben)) == ({False}, {True}), "who declined may still offer one"
    board = sitting.board()
    assert "was declined" in said(await press(world, ann, board, f"bz:{sitting.table}:0:draw-offer"))
    await sitting.show_hands()
    await sitting.seen(1)
    assert (await offered(ann), await offered(ben)) == ({True}, {True})


@pytest.mark.deep
async def test_draw_is_offered_on_the_board_and_accepted_there(
    world: World, sitting: Sitting, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    await sitting.steps(5)
    private_answer(await ask(ann, world.channel, "draw"))
    board = sitting.board()
    assert "offers a draw" in text_of(board)
    assert button_named(board, "Accept the draw")
    assert "You only watch" in text_of(private_answer(await cleo.click(board, label="Accept the draw")))
    assert "The others decide" in text_of(private_answer(await ann.click(board, label="Accept the draw")))
    await ben.click(board, label="Accept the draw")
    result = sitting.messages()[-1]
    assert "Draw agreed" in text_of(result)
    assert "🏆" not in text_of(result)
    assert "This deal is over" in text_of(board)
    assert "Secret" in text_of(private_answer(await cleo.click(board, label="Fair deal")))
    standings = public_answer(await ann.slash(world.channel, "leaderboard"))
    assert "No rated games yet" in text_of(standings)
    private_answer(await behind(cleo, result, "Replay"))
    assert "agreed to a draw" in text_of(private_answer(await ask(cleo, world.channel, "all finished games")))
    await ann.click(result, label="Rematch")
    await ben.click(result, label="Rematch")
    assert f"table {sitting.table + 1}" in text_of(public_messages(world)[-1])


async def test_panel_tells_who_offers_a_draw_how_the_offer_stands(world: World, sitting: Sitting) -> None:
    one, other = sitting.players
    private_answer(await ask(one.actor, world.channel, "draw"))
    assert "You offer a draw. It stands until the next move." in text_of(one.panel)
    assert button_named(one.panel, "Accept the draw") is None
    await one.actor.click(one.panel, label="Take it back")
    assert "draw" not in text_of(one.panel)
    assert "offers a draw" not in text_of(sitting.board())
    private_answer(await ask(one.actor, world.channel, "draw"))
    await other.actor.click(other.panel, label="Play on")
    assert "Your offer of a draw was declined." in text_of(one.panel)
    assert "draw" not in text_of(other.panel)
    await sitting.seen(1)
    assert "draw was declined" not in text_of(one.panel)
    set_locales(world.env, {one.actor.id: "fr"})
    await one.slash_hand()
    private_answer(await ask(one.actor, world.channel, "draw"))
    assert "Vous proposez la nulle." in text_of(one.panel)
    await other.actor.click(sitting.board(), label="Play on")
    assert "Votre offre de nulle a été refusée." in text_of(one.panel)


async def test_both_offering_at_once_agree(world: World, sitting: Sitting) -> None:
    first, second = sitting.players
    offer = f"bz:{sitting.table}:0:draw-offer"
    await press_together(world, [(first.actor, first.panel, offer), (second.actor, second.panel, offer)])
    assert "Draw agreed" in text_of(sitting.messages()[-1])


@pytest.mark.deep
async def test_three_agree_to_a_draw_one_after_the_other(world: World, ann: MemberActor) -> None:
    sitting = await sit_down(world, world.members[:3], rules="modern 3")
    await sitting.steps(4)
    asked = private_answer(await ask(ann, world.channel, "resign"))
    await ann.click(asked, label="Offer a draw")
    assert "You offer a draw" in text_of(asked)
    board = sitting.board()
    first, second = world.members[1:3]
    assert "Yet to agree: Ben and Cleo." in words_of(board)
    await second.click(board, label="Accept the draw")
    assert "Yet to agree: Ben." in words_of(board)
    await first.click(board, label="Accept the draw")
    assert "Draw agreed" in text_of(sitting.messages()[-1])


async def test_card_led_is_undone_when_the_other_lets_it(world: World, sitting: Sitting) -> None:
    leader, other = await lead(sitting)
    led = sitting.moves[-1]
    await leader.actor.click(leader.panel, label="Undo")
    request = message_with(world, ASKS)
    assert f"<@{other.actor.id}>" in text_of(request)
    posts = [e.json for e in world.env.http_requests if e.method == "POST" and e.path.endswith("/messages")]
    assert posts[-1] is not None
    assert posts[-1]["allowed_mentions"] == {"parse": [], "users": [other.actor.id]}
    assert "You ask to undo your last move." in text_of(leader.panel)
    refusal = private_answer(await press(world, leader.actor, request, f"bz:{sitting.table}:1:undo-yes"))
    assert "The others decide" in text_of(refusal)
    assert await plies(sitting) == 1
    await other.actor.click(request, label="Let it be undone")
    assert not is_told(world, ASKS)
    assert await plies(sitting) == 0
    assert sitting.on_move() is leader
    assert led.label in [choice.label for choice in leader.choices()]
    assert other.choices() == []


async def test_buttons_made_for_what_was_undone_do_nothing(world: World, sitting: Sitting) -> None:
    leader = sitting.on_move()
    first = leader.choices()[0]
    _, other = await lead(sitting)
    answer = other.choices()[0]
    private_answer(await ask(leader.actor, world.channel, "undo"))
    request = message_with(world, ASKS)
    await press_together(
        world,
        [(other.actor, request, f"bz:{sitting.table}:1:undo-yes"), (other.actor, other.panel, answer.custom_id)],
    )
    assert await plies(sitting) == 0
    await press(world, leader.actor, leader.panel, first.custom_id)  # a click of before the undo that came late
    assert await plies(sitting) == 0
    await sitting.steps(1)
    await press(world, other.actor, other.panel, answer.custom_id)
    assert await plies(sitting) == 1
    assert "moved on" in text_of(other.panel)
    await sitting.steps(1)
    assert await plies(sitting) >= 2


def who_may_undo(sitting: Sitting) -> tuple[Player, Player] | None:
    """Return the one of two whose panel offers it to undo, and the other; None where nobody may."""
    one, two = sitting.players
    able = [pair for pair in ((one, two), (two, one)) if button_named(pair[0].panel, "Undo")]
    return able[0] if able else None


@pytest.mark.deep
async def test_request_goes_when_somebody_acts_and_when_it_is_refused(world: World, sitting: Sitting) -> None:
    leader, _ = await lead(sitting)
    private_answer(await ask(leader.actor, world.channel, "undo"))
    assert is_told(world, ASKS)
    await sitting.steps(1)
    assert not is_told(world, ASKS)
    assert await plies(sitting) >= 2
    while (able := who_may_undo(sitting)) is None:
        await sitting.steps(1)
    asker, answerer = able
    before = await plies(sitting)
    await asker.actor.click(asker.panel, label="Undo")
    await answerer.actor.click(message_with(world, ASKS), label="Let it stand")
    assert not is_told(world, ASKS)
    assert button_named(asker.panel, "Undo") is None
    assert await plies(sitting) == before
    assert "That was declined" in said(await ask(asker.actor, world.channel, "undo", table=sitting.table))


@pytest.mark.deep
async def test_request_survives_a_restart(world: World, sitting: Sitting) -> None:
    leader, other = await lead(sitting)
    private_answer(await ask(leader.actor, world.channel, "undo"))
    await restart(world)
    request = message_with(world, ASKS)
    await other.actor.click(request, label="Let it be undone")
    assert await plies(sitting) == 0
    await sitting.show_hands()
    assert sitting.on_move() is leader

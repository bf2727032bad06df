"""A deal that was sealed and never dealt: its message keeps the commitment, and a button shows its secret."""

from __future__ import annotations

import hashlib
import re
from base64 import b85encode

import pytest
from simcord import MemberActor, ResponseMessage

from bot.playground import World
from bot.tables.decisions import lobby as decisions
from bot.ui.routes.table import ShowProof
from tests.databases import connected
from tests.simulated import bot_of, buttons_of, press, restart
from tests.simulated.asking import ask, resign
from tests.simulated.permissions import allow, forbid
from tests.simulated.player import (
    all_public,
    button_named,
    leave_table,
    lobby_at,
    private_answer,
    public_answer,
    public_messages,
    sit_down,
    words_of,
)
from tests.simulated.waiting import HOUR, meanwhile, said

HEX = re.compile("[0-9a-f]{64,128}")
SECRET = re.compile("[0-9a-f]{128}")
EDITS = "/channels/*/messages/*"


async def laid_open(reader: MemberActor, message: ResponseMessage, sealed: str) -> bool:
    """Tell whether a message ends with a commitment that it carried before, and shows whoever presses the secret."""
    assert words_of(message).splitlines()[-1] == f"-# 🔒\u00a0{sealed}"
    assert HEX.findall(words_of(message)) == [sealed]
    if [item["label"] for item in buttons_of(message)] != ["Fair deal"]:
        return False
    shown = words_of(private_answer(await reader.click(message, label="Fair deal")))
    (secret,) = SECRET.findall(shown)
    assert sealed in shown
    assert hashlib.sha256(b"bezique/1/commit\0" + bytes.fromhex(secret)).hexdigest() == sealed
    return True


def commitment_on(message: ResponseMessage) -> str:
    found: str = HEX.findall(words_of(message))[0]
    return found


async def test_cancelled_lobby_keeps_its_commitment_and_gets_the_secret(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    await ben.click(lobby, label="Join")
    sealed = commitment_on(lobby)
    assert not await laid_open(ben, lobby, sealed)
    await leave_table(ann, lobby)
    assert "closed this table" in words_of(lobby)
    assert await laid_open(ben, lobby, sealed)


@pytest.mark.deep
async def test_lobby_that_everyone_leaves_or_nobody_starts_is_laid_open_too(world: World, ann: MemberActor) -> None:
    left, expired = await lobby_at(world, ann), await lobby_at(world, ann)
    seals = commitment_on(left), commitment_on(expired)
    await leave_table(ann, left)
    await meanwhile(world, 2 * HOUR)
    assert "Nobody started this game in time." in words_of(expired)
    assert [await laid_open(ann, left, seals[0]), await laid_open(ann, expired, seals[1])] == [True, True]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("how", "says"),
    [("Decline", "declined Ann's challenge"), ("Withdraw", "took the challenge back"), ("", "ran out of time")],
)
async def test_challenge_that_comes_to_nothing_is_laid_open(
    world: World, ann: MemberActor, ben: MemberActor, how: str, says: str
) -> None:
    challenge = public_answer(await ann.slash(world.channel, "challenge", member=ben))
    sealed = commitment_on(challenge)
    if how == "Decline":
        await ben.click(challenge, label=how)
    elif how:
        await leave_table(ann, challenge)
    else:
        await meanwhile(world, HOUR)
    line, _ = words_of(challenge).splitlines()
    assert says in line
    assert re.search(r"<t:\d+:R>$", line)
    assert await laid_open(ben, challenge, sealed)


@pytest.mark.deep
async def test_next_deal_of_a_game_that_is_given_up_between_deals_is_laid_open(world: World, ann: MemberActor) -> None:
    sitting = await sit_down(world, world.members[:2], rules="modern", length="2000")
    await sitting.play_deal()
    board = sitting.board()
    table = await bot_of(world).tables.get(1)
    assert words_of(board).splitlines()[-1] == f"-# 🔒\u00a0{table.deals[1].commitment}"
    await resign(ann, world.channel)
    assert HEX.findall(words_of(board)) == [table.deals[1].commitment]
    shown = words_of(private_answer(await ann.click(board, label="Fair deal")))
    assert SECRET.findall(shown) == [table.deals[1].secret]
    assert sitting.result() is not None


@pytest.mark.deep
@pytest.mark.parametrize("start_again", [False, True], ids=["running", "started again"])
async def test_lobby_that_could_not_be_edited_is_laid_open_when_the_bot_may_again(
    world: World, ann: MemberActor, start_again: bool
) -> None:
    lobby = await lobby_at(world, ann)
    sealed = commitment_on(lobby)
    forbid(world, "view_channel", "send_messages")
    await meanwhile(world, HOUR)
    assert bot_of(world).tables.memory.awake() == []
    if start_again:
        await restart(world)
    assert not await laid_open(ann, lobby, sealed)
    allow(world)
    await (restart(world) if start_again else meanwhile(world, HOUR))
    assert await laid_open(ann, lobby, sealed)


@pytest.mark.sweep
@pytest.mark.parametrize("start_again", [False, True], ids=["running", "started again"])
async def test_message_that_discord_will_not_have_edited_again_is_laid_open_later(
    world: World, ann: MemberActor, start_again: bool
) -> None:
    lobby = await lobby_at(world, ann)
    sealed = commitment_on(lobby)
    world.env.inject_error("PATCH", EDITS, status=429, code=30046, times=5)
    await meanwhile(world, HOUR)
    assert bot_of(world).tables.memory.awake() == []
    assert not await laid_open(ann, lobby, sealed)
    await (restart(world) if start_again else meanwhile(world, HOUR))
    assert await laid_open(ann, lobby, sealed)
    assert (await bot_of(world).tables.get(1)).messages[0].closed
    calls = len(world.env.http_requests)
    await restart(world)
    assert not [entry for entry in world.env.http_requests[calls:] if entry.path.endswith(str(lobby.id))]


async def test_messages_of_a_closed_lobby_that_is_gone_are_not_looked_for_again(world: World, ann: MemberActor) -> None:
    lobby = await lobby_at(world, ann)
    world.env.backend.delete_message(world.channel.id, lobby.id)
    await bot_of(world).tables.ask(1, decisions.cancel, ann.id)
    await bot_of(world).presenter.show(1)
    assert (await bot_of(world).tables.get(1)).messages[0].closed
    assert public_messages(world) == []


async def test_secret_is_shown_as_long_as_the_message_stands_also_after_the_table_is_forgotten(
    world: World, ann: MemberActor, ben: MemberActor, cleo: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    sealed = commitment_on(lobby)
    await leave_table(ann, lobby)
    seal = (await bot_of(world).tables.get(1)).deals[0]
    with connected(bot_of(world).settings.database_url) as connection:
        connection.execute("DELETE FROM games")  # as after thirty days
    await restart(world)
    gone = private_answer(await ask(ben, world.channel, "finished games", table=1))
    assert "That table is not here" in words_of(gone)
    assert await laid_open(cleo, lobby, sealed)
    assert seal.secret in words_of(private_answer(await ben.click(lobby, label="Fair deal")))


async def test_a_secret_of_somebody_s_own_making_shows_no_more_than_its_commitment(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann)
    seal = (await bot_of(world).tables.get(1)).deals[0]
    for secret in (ShowProof(1, 0).custom_id + " abc", ShowProof(7, 0, b85encode(bytes(64)).decode()).custom_id):
        shown = words_of(private_answer(await press(world, ben, lobby, secret)))
        assert seal.secret not in shown
    assert hashlib.sha256(b"bezique/1/commit\0" + bytes(64)).hexdigest() in shown
    assert "That table is not here" in words_of(private_answer(await press(world, ben, lobby, "bz:7:0:fair 0 abc")))


# ------------------------------------------------------------------ between the last cut and the cards


POST = "/channels/*/messages"


@pytest.fixture
async def barred(world: World, ann: MemberActor, ben: MemberActor) -> ResponseMessage:
    """The lobby of a game that Ann has started where the bot may no longer post."""
    lobby = await lobby_at(world, ann, ben)
    forbid(world, "send_messages")
    started = await ann.click(lobby, label="Start")
    (told,) = started.followups
    assert "I may no longer post there" in words_of(told)
    assert (await bot_of(world).tables.get(1)).being_dealt
    return lobby


@pytest.mark.deep
async def test_while_the_board_cannot_be_posted_there_are_no_cards_for_anybody_and_then_they_come(
    world: World, barred: ResponseMessage, ann: MemberActor, ben: MemberActor
) -> None:
    assert "dealt below" in words_of(barred)
    asked = await ben.slash(world.channel, "hand")
    hand = asked.response
    assert hand is not None
    assert "The cards are being dealt" in words_of(hand)
    assert "I may no longer post there" in words_of(asked.followups[0])
    assert button_named(hand, "Deal") is None
    late = private_answer(await press(world, ann, barred, "bz:1:0:cut"))
    assert "Too late to cut" in words_of(late)
    left = private_answer(await press(world, ben, barred, "bz:1:0:leave"))
    assert "begun" in words_of(left)
    await meanwhile(world, HOUR)
    table = await bot_of(world).tables.get(1)
    assert (table.being_dealt, table.live, table.time_is_up) == (True, True, False)
    allow(world)
    await meanwhile(world, HOUR)
    (board,) = [message for message in public_messages(world) if button_named(message, "Tricks")]
    table = await bot_of(world).tables.get(1)
    assert table.deals[0].entropy == (f"message:{barred.id}", f"board:{board.id}")
    assert table.sealing.void == (), "it was refused, so it was certainly not up"


async def test_game_whose_board_cannot_be_posted_is_given_up_and_its_lobby_gets_the_secret(
    world: World, barred: ResponseMessage, ben: MemberActor
) -> None:
    seal = (await bot_of(world).tables.get(1)).deals[0]
    await resign(ben, world.channel)
    assert "Given up before the cards were dealt" in words_of(barred)
    assert HEX.findall(words_of(barred)) == [seal.commitment]
    shown = said(await ben.click(barred, label="Fair deal"))
    assert HEX.findall(shown) == [seal.commitment, seal.secret]
    allow(world)
    await restart(world)
    assert len(all_public(world)) == 1


async def test_post_of_which_nobody_knows_whether_it_arrived_and_that_is_not_there_has_the_deal_sealed_anew(
    world: World, ann: MemberActor, ben: MemberActor
) -> None:
    lobby = await lobby_at(world, ann, ben)
    old = (await bot_of(world).tables.get(1)).deals[0]
    world.env.inject_error("POST", POST, status=500, times=1)
    await ann.click(lobby, label="Start")
    await world.env.advance_time(5)
    table = await bot_of(world).tables.get(1)
    assert [(void.commitment, void.secret) for void in table.sealing.void] == [(old.commitment, old.secret)]
    (board,) = public_messages(world)
    assert HEX.findall(words_of(board))[:1] in ([old.commitment], [])
    assert old.secret in said(await ben.click(board, label="Fair deal"))
    assert "I had to seal the cards anew" in words_of(board)
    assert table.deals[0].secret != old.secret
    if table.awaits_deal:
        await ben.click(board, label="Deal")
    assert (await bot_of(world).tables.get(1)).deals[0].entropy[0] != f"message:{lobby.id}"


async def test_table_that_is_put_up_elsewhere_while_its_board_cannot_be_posted_is_sealed_anew(
    world: World, barred: ResponseMessage, ann: MemberActor
) -> None:
    old = (await bot_of(world).tables.get(1)).deals[0]
    other = world.env.guild.create_text_channel("elsewhere")
    await ask(ann, other, "here", table=1)
    table = await bot_of(world).tables.get(1)
    assert [void.commitment for void in table.sealing.void] == [old.commitment]
    assert barred.id != table.deals[0].message_id

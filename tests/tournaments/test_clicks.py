"""A small tournament in the simulated Discord: opened, joined, paired, played in threads, and brought to its end."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, cast

import pytest
from simcord import InteractionResult, MemberActor, ResponseMessage

from bot.club.standings.results import Unrated, unrated
from bot.club.tournaments.values import Outcome, Pairing, State, Tournament
from bot.house.roster import is_house
from bot.playground import World
from bot.tables import DatabaseError, Status, Table
from bot.tables.decisions.consent import can_undo
from bot.tables.values.clocks import Due
from tests.daily.whole_game import first_offered
from tests.simulated import bot_of, buttons_of, components_of, press, restart
from tests.simulated.asking import ask, open_tournament, resign
from tests.simulated.permissions import allow, forbid, time_out_bot
from tests.simulated.player import button_named, private_answer, public_messages, words_of
from tests.simulated.waiting import meanwhile, pinged


async def created(world: World, who: MemberActor, name: str = "Spring Cup", **options: str | int) -> InteractionResult:
    return await open_tournament(who, world.channel, name, **cast("dict[str, Any]", options))


def entries(world: World) -> ResponseMessage:
    """Return the message of who takes part."""
    found = [each for each in public_messages(world) if "Organized by" in words_of(each)]
    assert len(found) == 1
    return found[0]


def round_message(world: World, number: int) -> ResponseMessage:
    found = [each for each in public_messages(world) if f"Round {number} of" in words_of(each).splitlines()[0]]
    assert len(found) == 1, [words_of(each) for each in public_messages(world)]
    return found[0]


async def tournament(world: World, number: int = 1) -> Tournament:
    return await bot_of(world).club.tournaments.get(number)


async def clicked(world: World, who: MemberActor, message: ResponseMessage, label: str) -> InteractionResult:
    control = button_named(message, label)
    assert control is not None, (label, buttons_of(message))
    return await press(world, who, message, control["custom_id"])


async def held(world: World, *members: MemberActor, started: bool = True, **options: str | int) -> None:
    """Have the first member open a tournament, let all of them take part, and have the first start it."""
    await created(world, members[0], **options)  # type: ignore[arg-type]
    for member in members:
        await clicked(world, member, entries(world), "Take part")
    if started:
        await clicked(world, members[0], entries(world), "Start")
        await tick(world)


async def tick(world: World, seconds: int = 2) -> None:
    """Let the bot's clock look around."""
    await world.env.advance_time(seconds)
    await world.env.settle()


def board_of(world: World, channel_id: int) -> ResponseMessage:
    """Return the newest message with buttons in a thread."""
    stored = world.env.backend.messages[channel_id].values()
    found = [m for m in sorted(stored, key=lambda m: m.id) if not m.is_ephemeral and m.components]
    return ResponseMessage(world.env, found[-1])


def direct_messages(world: World) -> list[ResponseMessage]:
    """Return what members were told in direct messages."""
    backend = world.env.backend
    there = [each for each in backend.messages if each in backend.channels and not backend.channels[each].guild_id]
    return [ResponseMessage(world.env, each) for channel in there for each in backend.messages[channel].values()]


async def in_thread(world: World, table_id: int) -> ResponseMessage:
    """Return the board of a table, wherever that is."""
    table = await bot_of(world).tables.get(table_id)
    board = table.message("board")
    assert board is not None
    return ResponseMessage(world.env, world.env.backend.messages[board.channel_id][board.message_id])


@pytest.mark.deep
async def test_round_robin_of_three_from_the_command_to_the_final_table_by_one_list_and_its_tables(
    world: World,
) -> None:
    ann, ben, cat, *_ = world.members
    answer = private_answer(await created(world, ann, clock="live-5", hours=1))
    assert "is open" in words_of(answer)
    for member in (ann, ben, cat):
        await clicked(world, member, entries(world), "Take part")
    assert "3 take part" in words_of(entries(world))
    refused = private_answer(await clicked(world, ben, entries(world), "Start"))
    assert "Only the organizer" in words_of(refused)
    await clicked(world, ann, entries(world), "Start")
    await tick(world)
    members = {member.id: member for member in world.members}
    for number in (1, 2, 3):
        if number == 2:
            await restart(world)
            await tick(world, 5)
        assert f"**Round {number} of 3**" in words_of(entries(world))
        assert words_of(entries(world)).count("a bye, which counts as a win") == number
        assert [each["label"] for each in buttons_of(entries(world))] == ["Standings", "Drop out"]
        (pairing,) = [each for each in (await tournament(world)).of_round(number) if each.away is not None]
        assert pairing.table_id is not None
        board = await in_thread(world, pairing.table_id)
        assert board.channel_id == world.channel.id
        assert f"Round {number} of Spring Cup" in words_of(board).replace("*", "")
        assert f"{board.channel_id}/{board.id}" in words_of(entries(world))
        listed = private_answer(await ask(ann, world.channel, "tables"))
        assert "not begun yet" in words_of(listed)
        assert "free" not in words_of(listed)
        one, other = (members[user] for user in (await bot_of(world).tables.get(pairing.table_id)).users)
        assert button_named(board, "Join") is None
        await clicked(world, one, board, "Ready")
        called = board_of(world, board.channel_id)
        assert f"<@{other.id}>" in words_of(called)
        await clicked(world, other, called, "Ready")
        table = await bot_of(world).tables.get(pairing.table_id)
        assert table.game.deal is not None
        await tick(world)
        assert "being played" in words_of(entries(world))
        await resign(other, world.channel, table=pairing.table_id)
        await tick(world, 3)
        assert "without a game" not in words_of(entries(world))
    over = await tournament(world)
    assert over.state is State.FINISHED
    final = next(each for each in public_messages(world) if "Final table" in words_of(each))
    assert "**3** points" in words_of(final)
    assert "Buchholz" not in words_of(final)
    shown = private_answer(await clicked(world, ben, final, "Standings"))
    assert "Sonneborn-Berger" not in words_of(shown), "nobody has as many points as another"
    assert all(posted.settled for posted in over.posted)
    of_tournament = [each for each in public_messages(world) if words_of(each).startswith("### Spring Cup")]
    assert [each.id for each in of_tournament] == [entries(world).id, final.id]
    assert words_of(entries(world)).count("**Round") == 3
    everything = [button["custom_id"] for each in public_messages(world) for button in buttons_of(each)]
    assert not [each for each in everything if "cup-join" in each or "cup-start" in each]


@pytest.mark.deep
async def test_four_play_in_threads_and_each_round_has_a_message_with_the_only_controls(world: World) -> None:
    ann, ben, cat, dai = world.members[:4]
    await held(world, ann, ben, cat, dai, clock="live-5", hours=1)
    members = {member.id: member for member in world.members}
    for number in (1, 2):
        shown = round_message(world, number)
        assert [each["label"] for each in buttons_of(shown)] == ["Standings", "Drop out"]
        assert not buttons_of(entries(world))
        for pairing in (await tournament(world)).of_round(number):
            board = await in_thread(world, pairing.table_id or 0)
            assert board.channel_id != world.channel.id
            assert f"<#{board.channel_id}>" in words_of(shown)
            one, other = (members[user] for user in (await bot_of(world).tables.get(pairing.table_id or 0)).users)
            await clicked(world, one, board, "Ready")
            await clicked(world, other, board_of(world, board.channel_id), "Ready")
            await resign(other, world.channel, table=pairing.table_id or 0)
        await tick(world, 5)
        assert not buttons_of(round_message(world, number))


async def test_organizer_takes_part_unless_they_drop_out_and_three_of_a_rated_one_have_a_bye(world: World) -> None:
    ann, ben, cat, *_ = world.members
    answer = private_answer(await created(world, ann))
    assert "you take part" in words_of(answer)
    assert "1 takes part" in words_of(entries(world))
    await clicked(world, ann, answer, "Drop out")
    assert "*Nobody yet.*" in words_of(entries(world))
    for member in (ann, ben, cat):
        await clicked(world, member, entries(world), "Take part")
    assert "a house player makes it even" not in words_of(entries(world))
    await clicked(world, ann, entries(world), "Start")
    await tick(world)
    begun = await tournament(world)
    assert len(begun.entrants) == 3
    assert [each.outcome for each in begun.of_round(1)].count(Outcome.BYE) == 1


@pytest.mark.parametrize("threads", [True, False])
async def test_hand_and_tables_lead_to_a_pairing_whose_result_leads_back(world: World, *, threads: bool) -> None:
    members = world.members[:4]
    if not threads:
        forbid(world, "create_public_threads")
    await held(world, *members)
    pairing = (await tournament(world)).of_round(1)[0]
    table = await bot_of(world).tables.get(pairing.table_id or 0)
    assert table.place.in_thread is threads
    by_id = {member.id: member for member in members}
    one, other = (by_id[user] for user in table.users)
    for who, what in ((one, "hand"), (other, "tables")):
        page = private_answer(await ask(who, world.channel, what))
        board = (await bot_of(world).tables.get(table.id)).message("board" if threads else "round")
        assert board is not None
        assert f"{board.channel_id}/{board.message_id}" in words_of(page)
        await clicked(world, who, page, "Ready")
        assert f"{one.name.title()} · not here yet" not in words_of(page)
        assert not button_named(private_answer(await ask(who, world.channel, "tables")), "Ready")
    assert (await bot_of(world).tables.get(table.id)).status is Status.PLAYING
    before = len(public_messages(world))
    await resign(other, world.channel, table=table.id)
    await tick(world, 5)
    assert len(public_messages(world)) == before, "the message that was the lobby or the board becomes the result"
    table = await bot_of(world).tables.get(table.id)
    result = table.message("anchor" if threads else "result")
    assert result is not None
    shown = ResponseMessage(world.env, world.env.backend.messages[world.channel.id][result.message_id])
    assert "Round 1 of Spring Cup" in words_of(shown).replace("*", "")
    led = private_answer(await clicked(world, other, shown, "To the tournament"))
    assert "Spring Cup" in words_of(led)
    assert button_named(led, "Standings") is not None


async def test_who_wins_without_a_game_is_named_and_told(world: World) -> None:
    members = world.members[:4]
    await held(world, *members, hours=1)
    first, second = (await tournament(world)).of_round(1)

    async def closed(pairing: Pairing) -> ResponseMessage:
        table = await bot_of(world).tables.get(pairing.table_id or 0)
        posted = next(each for each in reversed(table.messages) if each.role == "board")
        return ResponseMessage(world.env, world.env.backend.messages[posted.channel_id][posted.message_id])

    by_id = {member.id: member for member in members}
    came, gone = (by_id[user] for user in (await bot_of(world).tables.get(first.table_id or 0)).users)
    stays, leaves = (by_id[user] for user in (await bot_of(world).tables.get(second.table_id or 0)).users)
    await clicked(world, came, await in_thread(world, first.table_id or 0), "Ready")
    asked = private_answer(await clicked(world, leaves, round_message(world, 1), "Drop out"))
    await clicked(world, leaves, asked, "Drop out")
    await tick(world, 5)
    board = await closed(second)
    assert f"{leaves.name.title()} withdrew from the tournament." in words_of(board)
    assert f"The point goes to {stays.name.title()}." in words_of(board)
    await meanwhile(world, 61 * 60, every=300)
    await tick(world, 5)
    board = await closed(first)
    assert f"{gone.name.title()} did not come. The point goes to {came.name.title()}." in words_of(board)
    assert (await tournament(world)).round == 2
    assert set(pinged(world, round_message(world, 2))) == {came.id, stays.id}


@pytest.mark.deep
async def test_house_player_makes_an_odd_number_even_where_no_game_is_rated(world: World) -> None:
    ann, ben, cat, *_ = world.members
    members = {member.id: member for member in (ann, ben, cat)}
    await held(world, ann, ben, cat, started=False, rules="modern friendly", hours=1)
    for words in ("a house player makes it even", "friendly, not rated"):
        assert words in words_of(entries(world))
    await clicked(world, ann, entries(world), "Start")
    await tick(world)
    await restart(world)
    begun = await tournament(world)
    for pairing in begun.of_round(1):
        assert (await bot_of(world).tables.get(pairing.table_id or 0)).terms.friendly
    (house,) = [each for each in begun.entrants if is_house(each.user_id)]
    assert not house.withdrawn
    assert f"4. {house.name}" in words_of(entries(world))
    assert [each.outcome for each in begun.of_round(1)] == [None, None]

    async def against_the_house() -> tuple[Pairing, Table]:
        for each in (await tournament(world)).of_round((await tournament(world)).round):
            table = await bot_of(world).tables.get(each.table_id or 0)
            if house.user_id in table.users:
                return each, table
        raise AssertionError

    # Its game begins as soon as the member is ready, the house plays, and gives nothing away for it.
    _, table = await against_the_house()
    (user,) = [user for user in table.users if user in members]
    await clicked(world, members[user], await in_thread(world, table.id), "Ready")
    tables, undone_elsewhere = bot_of(world).tables, False
    for _ in range(4):
        await tick(world, 10)
        table = await tables.get(table.id)
        assert table.turn_users == (user,), "the house has played"
        view = table.view(user)
        assert view is not None
        await tables.act(table.id, user, first_offered(view), table.ply_for(user))
        table = await tables.get(table.id)
        assert not can_undo(table, user)
        undone_elsewhere |= can_undo(table.but(fixture=None), user)
    assert {action.seat for action in table.actions} == {0, 1}
    assert not table.hints
    assert undone_elsewhere
    await resign(members[user], world.channel, table=table.id)
    assert unrated(await bot_of(world).tables.get(table.id)) is Unrated.HOUSE
    await meanwhile(world, 61 * 60, every=300)
    await tick(world, 5)

    # A member who does not come loses to the house.
    assert (await tournament(world)).round == 2
    absent, table = await against_the_house()
    await meanwhile(world, 61 * 60, every=300)
    await tick(world, 5)
    (over,) = [each for each in (await tournament(world)).of_round(2) if each.board == absent.board]
    seat = table.users.index(house.user_id)
    assert over.outcome is (Outcome.HOME_DEFAULT if seat == 0 else Outcome.AWAY_DEFAULT)


@pytest.mark.deep
async def test_tournament_stays_while_the_bot_may_not_post_and_goes_on_by_itself(world: World) -> None:
    ann, ben, cat, *_ = world.members
    await held(world, ann, ben, cat, started=False)
    message = entries(world)
    forbid(world, "send_messages")
    await clicked(world, ann, message, "Start")
    assert (await tournament(world)).state is State.PLAYING
    assert not [each for each in (await tournament(world)).pairings if each.table_id is not None]
    told = private_answer(await ann.slash(world.channel, "tournament"))
    assert "I cannot go on" in words_of(told)
    assert "Send Messages" in words_of(told)
    other = private_answer(await ben.slash(world.channel, "tournament"))
    assert "I cannot go on" not in words_of(other)
    allow(world)
    until = time_out_bot(world, 1)
    told = private_answer(await ann.slash(world.channel, "tournament"))
    assert f"in timeout until <t:{until}:f>" in words_of(told)
    await tick(world, 400)
    assert words_of(entries(world)).count("**Round 1 of 3**") == 1
    assert [each for each in (await tournament(world)).pairings if each.table_id is not None]


@pytest.mark.deep
async def test_nobodys_time_runs_while_the_bot_may_not_post_and_the_organizer_is_told_once(world: World) -> None:
    ann, ben, cat, *_ = world.members
    await held(world, ann, ben, cat, hours=1)
    (pairing,) = [each for each in (await tournament(world)).of_round(1) if each.away is not None]
    tables, number = bot_of(world).tables, pairing.table_id or 0
    due = tables.memory.schedule.at(number, Due.ROUND)
    assert due is not None
    forbid(world, "send_messages")
    for _ in range(4):
        await tick(world, 65)
    later = tables.memory.schedule.at(number, Due.ROUND)
    assert later is not None
    assert timedelta(seconds=195) <= later - due <= timedelta(seconds=400)
    (told,) = direct_messages(world)
    assert "Spring Cup" in words_of(told)
    assert "I lack Send Messages" in words_of(told).replace("*", "")
    await restart(world)
    for _ in range(3):
        await tick(world, 65)
    assert len(direct_messages(world)) == 1
    allow(world)
    for _ in range(2):
        await tick(world, 65)
    (told,) = direct_messages(world)
    assert "it goes on" in words_of(told)
    assert "I lack" not in words_of(told)
    # From now on time runs again, and nothing more is said.
    stays = bot_of(world).tables.memory.schedule.at(number, Due.ROUND)
    await tick(world, 130)
    assert bot_of(world).tables.memory.schedule.at(number, Due.ROUND) == stays
    assert len(direct_messages(world)) == 1


@pytest.mark.deep
async def test_pairing_that_nobody_comes_to_is_lost_by_both_and_calling_off_asks_first(world: World) -> None:
    ann, ben, cat, *_ = world.members
    await held(world, ann, ben, cat, started=False, name="@everyone **Cup**\u202e", hours=1)
    assert words_of(entries(world)).startswith(r"### \@everyone \*\*Cup\*\*" + "\n")
    await clicked(world, ann, entries(world), "Start")
    await meanwhile(world, 61 * 60, every=300)
    await tick(world, 5)
    assert "0–0, nobody came" in words_of(entries(world))
    assert (await tournament(world)).round == 2
    asked = private_answer(await ann.slash(world.channel, "tournament"))
    result = await clicked(world, ann, asked, "Call off")
    assert button_named(asked, "Go on") is not None, result
    forged = private_answer(await press(world, ben, entries(world), "bz:0:0:cup-end-yes 1"))
    assert "Only the organizer" in words_of(forged)
    await clicked(world, ann, asked, "Call off")
    assert (await tournament(world)).state is State.CANCELLED
    await tick(world)
    assert "was called off" in words_of(entries(world))
    again = private_answer(await press(world, ann, entries(world), "bz:0:0:cup-join 1"))
    assert "It is too late for that tournament" in words_of(again)
    unknown = private_answer(await press(world, ann, entries(world), "bz:0:0:cup-join 77"))
    assert "There is no such tournament" in words_of(unknown)


@pytest.mark.deep
async def test_partners_are_chosen_in_a_menu_and_bots_are_none(world: World) -> None:
    ann, ben, *_ = world.members
    await created(world, ann, meeting="all-partners")
    (menu,) = [item for item in components_of(entries(world)) if item["type"] == 5]
    await press(world, ann, entries(world), menu["custom_id"], str(ben.id))
    assert f"would play with <@{ben.id}>" in words_of(entries(world))
    await clicked(world, ben, entries(world), "Take part")
    names = {entrant.user_id: entrant.name for entrant in (await tournament(world)).entrants}
    assert f"{names[ann.id]} & {names[ben.id]}" in words_of(entries(world))
    bot_user = bot_of(world).user
    assert bot_user is not None
    refused = private_answer(await press(world, ben, entries(world), menu["custom_id"], str(bot_user.id)))
    assert "cannot be your partner" in words_of(refused)


@pytest.mark.deep
@pytest.mark.parametrize("wrong", ["modern 3", "nonsense"])
async def test_rules_that_no_tournament_is_played_by_are_refused_kindly(world: World, wrong: str) -> None:
    ann = world.members[0]
    answer = words_of(private_answer(await created(world, ann, rules=wrong)))
    assert ("Tournaments are for two" if wrong == "modern 3" else "No rules are called") in answer
    assert not [each for each in public_messages(world) if "Organized by" in words_of(each)]


@pytest.mark.deep
async def test_message_that_was_posted_and_not_stored_is_found_after_a_crash_and_not_posted_twice(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = world.members[0]

    async def fails(*_: object) -> None:
        raise DatabaseError("The disk that holds the database is full.")

    with monkeypatch.context() as broken:
        broken.setattr(bot_of(world).club.tournaments, "posted", fails)
        await created(world, ann)
        await tick(world, 60)  # the same process tries again
        assert (await tournament(world)).posted == ()
    first = entries(world)
    await restart(world)
    await tick(world, 5)
    assert entries(world).id == first.id
    assert [each.message_id for each in (await tournament(world)).posted] == [first.id]
    await clicked(world, ann, entries(world), "Take part")
    assert "1 takes part" in words_of(entries(world))

"""What is settled in the lobby: rules and clock, and that everyone agrees to it as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.engine import OPTIONS, build_rules
from bot.members import Members
from bot.tables import CLOCKS, DEFAULT_CLOCK, Kind, Status, Tables, Why
from bot.tables.decisions import lobby, moving, terms
from bot.tables.values.parts import Terms
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    GUILD,
    STRANGER,
    TWO,
    open_table,
    post_board,
    restarted,
    same_after_a_restart,
    start,
    start_table,
    why,
)

if TYPE_CHECKING:
    from db import Store
    from tests.tables.at_table import Clock

EVERY_VALUE = [(option.key, choice.value) for option in OPTIONS for choice in option.choices]
MEANS_NOTHING_FOR_TWO = {
    ("partners", True),
    ("packs", "two_less_an_eight"),
    ("declarations_per_trick", "many"),  # modern announces
}


# ------------------------------------------------------------------ rules


async def test_number_of_players_goes_up_and_down_again_with_people_seated(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await open_table(tables, (ANN, BEN), rules=build_rules("modern", 2, {"brisques": "as_taken"}))
    assert table.full
    for players, target in ((3, 1500), (4, 1000)):
        table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": players})
        assert (table.full, table.users) == (False, (ANN.user_id, BEN.user_id))
        assert (table.rules.target, table.rules.brisques) == (target, "as_taken")
    table = await tables.join(table.id, CAT)
    assert await why(tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 2})) is Why.SEATS_TAKEN
    assert await tables.get(table.id) == table
    assert await same_after_a_restart(store, clock, table)
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 3})
    assert (table.full, len(table.seats)) == (True, 3)
    await tables.ask(table.id, lobby.leave, CAT.user_id)
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 2})
    assert (table.full, table.rules) == (True, build_rules("modern", 2, {"brisques": "as_taken"}))
    assert await same_after_a_restart(store, clock, table)


# ------------------------------------------------------------------ agreeing


async def test_change_after_joining_asks_everyone_but_the_opener_again(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await open_table(tables, (ANN, BEN, CAT), rules=build_rules("modern", 3, {}))
    assert table.lobby.to_agree == ()
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 2000})
    assert table.lobby.to_agree == (BEN.user_id, CAT.user_id)
    assert await same_after_a_restart(store, clock, table)
    for user in (ANN, BEN, CAT):
        assert await why(tables.start(table.id, user.user_id)) is Why.NOT_AGREED
    await tables.ask(table.id, terms.agree, CAT.user_id)
    assert await why(tables.start(table.id, ANN.user_id)) is Why.NOT_AGREED
    table = await tables.ask(table.id, terms.agree, BEN.user_id)
    assert table.lobby.to_agree == ()
    assert await tables.ask(table.id, terms.agree, BEN.user_id) == table
    assert (await start(tables, table.id, BEN.user_id)).rules.target == 2000


# ------------------------------------------------------------------ what is offered again


async def test_first_table_is_modern_for_two_with_the_usual_clock(tables: Tables) -> None:
    choice = await Members(tables).preferences.offered(GUILD, ANN.user_id)
    assert (choice.preset, choice.rules, choice.clock) == ("modern", TWO, DEFAULT_CLOCK)
    assert (choice.auto_draw, choice.partners_drawn) == (True, False)


async def test_what_a_member_opened_is_offered_to_that_member_alone(tables: Tables, store: Store, clock: Clock) -> None:
    rules = build_rules("enquire", 4, {"partners": True, "target": 2000})
    table = await open_table(tables, (ANN, BEN, CAT, DAN), rules=rules, preset="enquire")
    assert (await Members(tables).preferences.offered(GUILD, ANN.user_id)).rules == rules
    await tables.ask(
        table.id, terms.set_table, ANN.user_id, clock=CLOCKS["days-2"], auto_draw=False, partners_drawn=True
    )
    choice = await Members(await restarted(store, clock)).preferences.offered(GUILD, ANN.user_id)
    assert (choice.preset, choice.rules, choice.clock) == ("enquire", rules, CLOCKS["days-2"])
    assert (choice.auto_draw, choice.partners_drawn) == (False, True)
    assert (await Members(tables).preferences.offered(GUILD + 1, ANN.user_id)) == choice
    assert (await Members(tables).preferences.offered(GUILD, BEN.user_id)).preset == "modern"


async def test_practice_is_not_offered_again_nor_does_it_take_away_what_was_offered(tables: Tables) -> None:
    await open_table(tables, rules=build_rules("parlour", 2, {}), preset="parlour")
    before = await Members(tables).preferences.offered(GUILD, ANN.user_id)
    table = await tables.practise(
        guild_id=GUILD, channel_id=CHANNEL, player=ANN, rules=TWO, preset="modern", language="fr"
    )  # fmt: skip
    assert (table.kind, table.status, table.language) == (Kind.PRACTICE, Status.PLAYING, "fr")
    assert await Members(tables).preferences.offered(GUILD, ANN.user_id) == before
    assert (await Members(tables).preferences.offered(GUILD, BEN.user_id)).clock == DEFAULT_CLOCK


async def test_challenge_changes_nothing_of_what_is_remembered(tables: Tables) -> None:
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=ANN, invited=BEN,
        rules=build_rules("parlour", 2, {}), terms=Terms("parlour"),
    )  # fmt: skip
    await post_board(tables, table.id)
    done = await tables.accept(table.id, BEN)
    assert (done.table.kind, done.table.terms.preset) == (Kind.CHALLENGE, "parlour")
    assert (await Members(tables).preferences.offered(GUILD, ANN.user_id)).preset == "modern"


# ------------------------------------------------------------------ another channel


async def test_table_stands_in_another_channel_when_a_player_says_so(
    tables: Tables, store: Store, clock: Clock
) -> None:
    table = await start_table(tables)
    board = table.message("board")
    table = await tables.ask(table.id, moving.move_here, BEN.user_id, CHANNEL + 1)
    assert (table.channel_id, table.message("board")) == (CHANNEL + 1, board)
    assert board is not None
    assert board.channel_id == CHANNEL
    assert await same_after_a_restart(store, clock, table)
    table = await post_board(tables, table.id)
    now = table.message("board")
    assert now is not None
    assert (now.channel_id, now.message_id != board.message_id) == (CHANNEL + 1, True)
    assert await tables.ask(table.id, moving.move_here, ANN.user_id, CHANNEL + 1) == table
    assert await why(tables.ask(table.id, moving.move_here, STRANGER.user_id, CHANNEL)) is Why.NOT_SEATED

"""What is settled in the lobby: rules and clock, and that everyone agrees to it as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from bot.engine import OPTIONS, PRESETS, RulesError, build_rules
from bot.tables import CLOCKS, DEFAULT_CLOCK, NO_CLOCK, Kind, Status, Tables, Why
from bot.tables.decisions import dealing, lobby, moving, play, terms
from bot.tables.decisions.terms import for_players
from tests.tables.at_table import (
    ANN,
    BEN,
    CAT,
    CHANNEL,
    DAN,
    FOUR,
    GUILD,
    PARTNERS,
    STRANGER,
    TWO,
    challenge,
    open_table,
    post_board,
    restarted,
    same_after_a_restart,
    start_table,
    why,
)

if TYPE_CHECKING:
    from bot.engine.options import Value
    from db import Store
    from tests.tables.at_table import Clock

EVERY_VALUE = [(option.key, choice.value) for option in OPTIONS for choice in option.choices]
MEANS_NOTHING_FOR_TWO = {
    ("partners", True),
    ("packs", "two_less_an_eight"),
    ("declarations_per_trick", "many"),  # modern announces
    ("irregularities", "forfeits"),
}


# ------------------------------------------------------------------ rules


@pytest.mark.parametrize(("key", "value"), EVERY_VALUE)
async def test_every_value_of_every_option_can_be_chosen_or_is_refused_and_changes_nothing(
    tables: Tables, store: Store, clock: Clock, key: str, value: Value
) -> None:
    before = await open_table(tables)
    if (key, value) in MEANS_NOTHING_FOR_TWO:
        with pytest.raises(RulesError, match=key):
            await tables.ask(before.id, terms.set_rules, ANN.user_id, {key: value})
        assert await tables.get(before.id) == before
    else:
        table = await tables.ask(before.id, terms.set_rules, ANN.user_id, {key: value})
        assert table.rules.values()[key] == value
        assert table.rules == build_rules("modern", table.rules.players, {key: value} if key != "players" else {})
    assert await same_after_a_restart(store, clock, await tables.get(before.id))


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"nonsense": 1}, "There is no option nonsense"),
        ({"players": 5}, "players cannot be 5"),
        ({"players": "two"}, "players cannot be two"),
        ({"target": 1234}, "target cannot be 1234"),
        ({"target": True}, "target cannot be true"),
        ({"trump": "first_marriage", "bezique_cards": "by_trump"}, "bezique_cards = by_trump cannot go"),
    ],
)
async def test_what_cannot_be_played_is_refused_in_a_sentence_and_changes_nothing(
    tables: Tables, changes: dict[str, object], words: str
) -> None:
    before = await open_table(tables, (ANN, BEN))
    with pytest.raises(RulesError, match=words):
        await tables.ask(before.id, terms.set_rules, ANN.user_id, changes)
    with pytest.raises(RulesError, match="There is no preset whist"):
        await tables.ask(before.id, terms.set_rules, ANN.user_id, {}, preset="whist")
    assert await tables.get(before.id) == before


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("preset", PRESETS)
async def test_another_rule_book_begins_anew_but_keeps_the_players(tables: Tables, preset: str, players: int) -> None:
    table = await open_table(tables, rules=build_rules("modern", players, {"target": 4000}))
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {}, preset=preset)
    assert (table.terms.preset, table.rules) == (preset, build_rules(preset, players, {}))


async def test_another_rule_book_keeps_the_partners(tables: Tables) -> None:
    table = await open_table(tables, rules=PARTNERS)
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {}, preset="enquire")
    assert table.rules == build_rules("enquire", 4, {"partners": True})


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


async def test_what_means_nothing_for_another_number_of_players_is_dropped_with_it(tables: Tables) -> None:
    table = await open_table(tables, rules=build_rules("modern", 3, {"packs": "two_less_an_eight", "target": 2000}))
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 4})
    assert (table.rules.packs, table.rules.target) == ("per_player", 2000)
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"partners": True})
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 3})
    assert (table.rules.partners, table.rules.target) == (False, 2000)
    assert for_players("modern", PARTNERS, 2) == TWO


async def test_choosing_what_holds_already_changes_nothing_and_asks_nobody(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    assert await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 1000}) == table
    assert await tables.ask(table.id, terms.set_rules, ANN.user_id, {}, preset="modern") == table
    assert await tables.ask(table.id, terms.set_table, ANN.user_id, clock=table.terms.clock, auto_draw=True) == table


async def test_only_the_opener_settles_anything_and_only_before_the_game(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    for user in (BEN.user_id, STRANGER.user_id):
        assert await why(tables.ask(table.id, terms.set_rules, user, {"target": 2000})) is Why.NOT_OPENER
        assert await why(tables.ask(table.id, terms.set_table, user, auto_draw=False)) is Why.NOT_OPENER
    assert await why(tables.ask(table.id, terms.agree, STRANGER.user_id)) is Why.NOT_SEATED
    await tables.start(table.id, BEN.user_id)
    for request in (
        tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 2000}),
        tables.ask(table.id, terms.set_table, ANN.user_id, auto_draw=False),
        tables.ask(table.id, terms.agree, BEN.user_id),
        tables.ask(table.id, terms.change_seat, ANN.user_id, 1),
        tables.ask(table.id, terms.invite, ANN.user_id, CAT),
    ):
        assert await why(request) is Why.ALREADY_STARTED


async def test_challenge_stands_as_it_was_made(tables: Tables) -> None:
    table = await challenge(tables)
    for request in (
        tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 3}),
        tables.ask(table.id, terms.set_table, ANN.user_id, clock=NO_CLOCK),
    ):
        assert await why(request) is Why.CHALLENGE_RULES
    assert await why(tables.ask(table.id, terms.invite, ANN.user_id, CAT)) is Why.NO_LOBBY
    assert await why(tables.ask(table.id, terms.change_seat, ANN.user_id, 0)) is Why.NO_SUCH_SEAT
    assert await tables.get(table.id) == table


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
    assert (await tables.start(table.id, BEN.user_id)).table.rules.target == 2000


@pytest.mark.parametrize("setting", [{"clock": CLOCKS["days-3"]}, {"auto_draw": False}, {"partners_cut": True}])
async def test_clock_drawing_and_partners_are_agreed_on_too(tables: Tables, setting: dict[str, object]) -> None:
    table = await open_table(tables, (ANN, BEN))
    table = await tables.ask(table.id, terms.set_table, ANN.user_id, **setting)  # type: ignore[arg-type]
    assert table.lobby.to_agree == (BEN.user_id,)
    assert {
        "clock": table.terms.clock,
        "auto_draw": table.terms.auto_draw,
        "partners_cut": table.terms.partners_cut,
    }.items() >= (setting.items())


async def test_who_may_sit_down_is_no_matter_for_those_who_sit(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN), rules=FOUR)
    table = await tables.ask(table.id, terms.set_table, ANN.user_id, invited_only=True)
    assert (table.lobby.invited_only, table.lobby.to_agree) == (True, ())


async def test_agreeing_to_terms_that_have_changed_meanwhile_is_refused(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 2000})
    seen = table.terms.edition
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 4000})
    assert await why(tables.ask(table.id, terms.agree, BEN.user_id, seen)) is Why.OTHER_TERMS
    assert (await tables.get(table.id)).lobby.to_agree == (BEN.user_id,)
    assert (await tables.ask(table.id, terms.agree, BEN.user_id, table.terms.edition)).lobby.to_agree == ()


async def test_who_joins_by_terms_that_have_changed_meanwhile_is_asked(tables: Tables) -> None:
    table = await open_table(tables, rules=FOUR)
    seen = table.terms.edition
    table = await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 4000})
    table = await tables.join(table.id, BEN, seen)
    assert table.lobby.to_agree == (BEN.user_id,)
    table = await tables.join(table.id, CAT, table.terms.edition)
    assert table.lobby.to_agree == (BEN.user_id,)


async def test_who_leaves_and_comes_back_has_seen_the_rules_and_is_not_asked(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN))
    await tables.ask(table.id, terms.set_rules, ANN.user_id, {"target": 2000})
    table = await tables.ask(table.id, lobby.leave, BEN.user_id)
    assert table.lobby.to_agree == ()
    table = await tables.join(table.id, BEN, table.terms.edition)
    assert table.lobby.to_agree == ()
    assert (await tables.start(table.id, ANN.user_id)).table.status is Status.PLAYING


async def test_next_opener_has_still_to_agree_to_what_the_last_one_chose(tables: Tables) -> None:
    table = await open_table(tables, (ANN, BEN, CAT), rules=build_rules("modern", 3, {}))
    await tables.ask(table.id, terms.set_rules, ANN.user_id, {"players": 4})
    table = await tables.ask(table.id, lobby.leave, ANN.user_id)
    assert (table.opener_id, table.lobby.to_agree) == (BEN.user_id, (BEN.user_id, CAT.user_id))
    table = await tables.ask(table.id, terms.set_rules, BEN.user_id, {"target": 2000})
    assert table.lobby.to_agree == (CAT.user_id,)


# ------------------------------------------------------------------ what a server last played


async def test_first_table_of_a_server_is_modern_for_two_with_the_usual_clock(tables: Tables) -> None:
    choice = await tables.last_choice(GUILD)
    assert (choice.preset, choice.rules, choice.clock) == ("modern", TWO, DEFAULT_CLOCK)
    assert (choice.auto_draw, choice.partners_cut) == (True, False)


async def test_what_was_begun_is_remembered_for_that_server_alone(tables: Tables, store: Store, clock: Clock) -> None:
    rules = build_rules("enquire", 4, {"partners": True, "target": 2000})
    table = await open_table(tables, (ANN, BEN, CAT, DAN), rules=rules, preset="enquire")
    await tables.ask(table.id, terms.set_table, ANN.user_id, clock=CLOCKS["days-2"], auto_draw=False, partners_cut=True)
    assert (await tables.last_choice(GUILD)).preset == "modern"  # not before it begins
    for user in (BEN, CAT, DAN):
        await tables.ask(table.id, terms.agree, user.user_id)
    await tables.start(table.id, ANN.user_id)
    choice = await (await restarted(store, clock)).last_choice(GUILD)
    assert (choice.preset, choice.rules, choice.clock) == ("enquire", rules, CLOCKS["days-2"])
    assert (choice.auto_draw, choice.partners_cut) == (False, True)
    assert (await tables.last_choice(GUILD + 1)).preset == "modern"


async def test_challenge_changes_nothing_of_what_is_remembered(tables: Tables) -> None:
    table = await tables.challenge(
        guild_id=GUILD, channel_id=CHANNEL, challenger=ANN, invited=BEN,
        rules=build_rules("parlour", 2, {}), preset="parlour",
    )  # fmt: skip
    await post_board(tables, table.id)
    done = await tables.accept(table.id, BEN)
    assert (done.table.kind, done.table.terms.preset) == (Kind.CHALLENGE, "parlour")
    assert (await tables.last_choice(GUILD)).preset == "modern"


@pytest.mark.parametrize(
    "stored",
    [
        7,
        [],
        "modern",
        {"preset": "whist"},
        {"preset": "modern", "rules": {"players": 9}},
        {"preset": "modern", "rules": {"gone": True}},
        {"preset": "modern", "rules": 3},
        {"preset": "modern", "rules": {"announce": True, "declarations_per_trick": "many"}},
    ],
)
async def test_choice_of_another_version_is_forgotten(tables: Tables, store: Store, stored: object) -> None:
    async with store.write() as tx:
        await tx.settings.set_of_guild(GUILD, "last_table", stored)
    choice = await tables.last_choice(GUILD)
    assert (choice.preset, choice.rules) == ("modern", TWO)


async def test_unknown_clock_of_another_version_is_no_clock(tables: Tables, store: Store) -> None:
    async with store.write() as tx:
        await tx.settings.set_of_guild(GUILD, "last_table", {"preset": "parlour", "clock": "hourglass"})
    choice = await tables.last_choice(GUILD)
    assert (choice.preset, choice.clock) == ("parlour", NO_CLOCK)


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


async def test_table_that_is_over_and_shown_stays_where_it_is(tables: Tables) -> None:
    table = await start_table(tables)
    await tables.ask(table.id, play.resign, BEN.user_id)
    assert (await tables.ask(table.id, moving.move_here, ANN.user_id, CHANNEL + 1)).channel_id == CHANNEL + 1
    await tables.ask(table.id, dealing.posted, 77, role="result")
    assert await why(tables.ask(table.id, moving.move_here, ANN.user_id, CHANNEL)) is Why.OVER
    gone = await open_table(tables)
    await tables.ask(gone.id, lobby.leave, ANN.user_id)
    assert await why(tables.ask(gone.id, moving.move_here, ANN.user_id, CHANNEL + 1)) is Why.CLOSED

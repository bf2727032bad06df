"""A record holds the whole game: what is written and read back replays to the same game."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import Game, Rules, apply, observe, observe_deal, start_deal
from bot.engine.lots import SeatsBy
from bot.engine.presets import differences
from bot.engine.record import (
    make_record,
    parse_record,
    play_record,
    record_document,
    record_steps,
    replay_record,
    rules_document,
    write_record,
)

from .games import ALL_RULES, play_game

seeds = st.integers(0, 2**32)


@pytest.mark.sweep
@pytest.mark.parametrize("rules", ALL_RULES.values(), ids=ALL_RULES)
@settings(max_examples=6, deadline=None)
@given(seed=seeds, resigning=st.sampled_from([0.0, 0.005]), actions=st.sampled_from([0, 1, 7, 60, 200, 10_000]))
def test_record_replays_to_the_live_games_value_events_marks_and_views(
    rules: Rules, seed: int, resigning: float, actions: int
) -> None:
    live = play_game(rules, seed, actions=actions, resigning=resigning)
    record = parse_record(write_record(live.record()))
    replayed = replay_record(record)
    assert replayed.game == live.game
    assert replayed.events == live.events
    assert replayed.game.marks == live.game.marks
    assert play_record(record) == live.game
    for deal, again in zip(live.game.deals, replayed.game.deals, strict=True):
        for seat in (None, *range(rules.players)):
            assert observe_deal(deal, seat) == observe_deal(again, seat)


@pytest.mark.parametrize("name", ["modern-2", "britannica-3", "parlour-4"])
def test_every_step_of_a_replay_shows_each_seat_what_it_saw_live(name: str) -> None:
    live = play_game(ALL_RULES[name], 5, deals=1)
    steps = list(record_steps(live.record()))
    assert len(steps) == 1 + len(live.actions[0])
    base = live.game.deals[0].base
    game = start_deal(Game(live.game.rules), base.dealer, base.deck).game
    for step, action in zip(steps, (*live.actions[0], None), strict=True):
        for seat in (None, *range(game.rules.players)):
            assert observe(step.game, seat) == observe(game, seat)
        if action is not None:
            game = apply(game, action).game


@pytest.mark.deep
@settings(max_examples=20, deadline=None)
@given(seed=seeds, name=st.sampled_from(sorted(ALL_RULES)))
def test_writing_is_canonical_so_a_second_round_changes_nothing(seed: int, name: str) -> None:
    record = play_game(ALL_RULES[name], seed, deals=2).record()
    text = write_record(replace(record, players=("Zoë", *record.players[1:])))
    assert write_record(parse_record(text)) == text
    assert text.isascii()
    assert "\n" not in text


def test_cards_of_an_action_may_stand_in_any_order_and_are_written_in_the_packs() -> None:
    live = play_game(ALL_RULES["modern-2"], 1, deals=3)
    document = live.document()
    shuffled = json.loads(json.dumps(document))
    turned = 0
    for deal in shuffled["deals"]:
        for at, action in enumerate(deal["actions"]):
            words = action.split(" ")
            if words[1] == "declare":
                deal["actions"][at] = " ".join(words[:3] + words[:2:-1])
                turned += 1
    assert turned
    assert shuffled != document
    record = parse_record(shuffled)
    assert play_record(record) == live.game
    assert record_document(record) == document


def test_unknown_keys_are_kept_at_the_top_in_deals_and_in_shuffles() -> None:
    document = play_game(ALL_RULES["modern-2"], 3, deals=1).document()
    document["guild"] = 1311222333444555666
    document["note"] = {"deep": [1.5, None, "é"]}
    document["deals"][0]["opened"] = "2024-05-01T12:00:00Z"
    document["deals"][0]["shuffle"]["channel"] = 7
    assert json.loads(write_record(parse_record(json.dumps(document)))) == document


def test_rules_are_written_as_preset_players_what_differs_and_what_a_preset_has_changed_once() -> None:
    rules = ALL_RULES["britannica-2"].changed({"brisques": "end_of_deal", "target": 2000})
    document = play_game(rules, 1, actions=3).document()
    assert document["rules"] == {
        "preset": "britannica", "players": 2, "seven_scores": "declared", "brisques": "end_of_deal", "target": 2000,
    }  # fmt: skip
    assert list(document) == ["format", "rules", "players", "deals"]
    with_lots = play_game(rules, 1, actions=3, lots=SeatsBy.DRAWN).document()
    assert list(with_lots) == ["format", "rules", "players", "lots", "deals"]


def test_what_is_written_beside_the_game_and_the_preset_named_come_back() -> None:
    live = play_game(ALL_RULES["modern-2"], 4, deals=2)
    stamps = [{"opened": "2024-05-01"}]
    record = make_record(
        live.game, ("Ann", "Ben"), live.actions, preset="enquire", extra={"guild": 7}, deal_extras=stamps
    )
    assert parse_record(write_record(record)) == record
    document: dict[str, Any] = record_document(record)
    changes = {key: new for key, (_, new) in differences(live.game.rules, "enquire").items()}
    assert document["rules"] == rules_document(live.game.rules, "enquire") == {
        "preset": "enquire", "players": 2, **changes,
    }  # fmt: skip
    assert document["guild"] == 7
    assert [deal.get("opened") for deal in document["deals"]] == ["2024-05-01", None]


def test_the_secret_of_a_deal_in_play_is_not_written_unless_the_game_is_closed() -> None:
    live = play_game(ALL_RULES["modern-2"], 2, deals=2, actions=100)
    assert live.game.deals[0].over
    assert not live.game.deals[1].over
    document = live.document()
    assert "secret" in document["deals"][0]["shuffle"]
    assert "secret" not in document["deals"][1]["shuffle"]
    closed = make_record(live.game, ("Ann", "Ben"), live.actions, shuffles=live.shuffles, closed=True)
    assert closed.deals[1].shuffle == live.shuffles[1]


def test_a_record_needs_a_name_for_each_seat_actions_for_each_deal_and_no_key_of_the_format_twice() -> None:
    live = play_game(ALL_RULES["modern-2"], 2, deals=1)
    with pytest.raises(ValueError, match="a name for every seat"):
        make_record(live.game, ("Ann",), live.actions)
    with pytest.raises(ValueError, match="a list of actions"):
        make_record(live.game, ("Ann", "Ben"), ())
    for key in ("deals", "lots"):
        with pytest.raises(ValueError, match="format's own"):
            make_record(live.game, ("Ann", "Ben"), live.actions, extra={key: []})
    with pytest.raises(ValueError, match="format's own"):
        make_record(live.game, ("Ann", "Ben"), live.actions, deal_extras=[{"deck": ""}])


def test_neither_deck_nor_secret_stands_in_a_records_repr() -> None:
    live = play_game(ALL_RULES["modern-2"], 2, actions=1)
    shown = repr(live.record()) + repr(live.shuffles)
    assert live.record().deals[0].deck[:11] not in shown
    assert str(live.shuffles[0].secret) not in shown

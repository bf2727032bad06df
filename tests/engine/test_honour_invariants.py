"""What holds at every step of every honour game, whatever hands do: every column, 2, 3 and 4 hands, partners."""

from __future__ import annotations

import os
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.engine import (
    Action,
    Event,
    Game,
    IllegalAction,
    Verb,
    apply,
    legal_actions,
    observe,
    parse_action,
    start_deal,
    to_act,
    why_illegal,
)
from bot.engine.cards import mask_of
from bot.engine.deal import Deal
from bot.engine.forfeits import Lifting
from bot.engine.record import make_record, parse_record, play_record, replay_record, write_record
from tests.engine.honour_play import COLUMNS, check_honour, choose_act, honour_rules, what_hands_can_try
from tests.engine.positions import seen_by, shuffled

pytestmark = pytest.mark.deep

PROFILE = settings.get_profile(os.environ.get("ENGINE_PROFILE", "engine"))
SEEDS = st.integers(0, 2**32)
TABLES = st.sampled_from([(2, False), (3, False), (4, False), (4, True)])
MOST_ACTS = 3000


def _begun(seed: int, column: str, table: tuple[int, bool]) -> tuple[Game, Random]:
    random = Random(seed)
    players, partners = table
    rules = honour_rules(random, column, players, partners=partners)
    game = Game(rules)
    return start_deal(game, random.randrange(players), shuffled(game.law.pack, seed)).game, random


@settings(PROFILE, max_examples=max(8, PROFILE.max_examples // 2))
@given(seed=SEEDS, column=st.sampled_from(COLUMNS), table=TABLES, mischief=st.sampled_from([0.0, 0.1, 0.4]))
def test_any_honour_game_holds_together_ends_and_is_its_record(
    seed: int, column: str, table: tuple[int, bool], mischief: float
) -> None:
    game, random = _begun(seed, column, table)
    acts: list[list[Action]] = [[]]
    events: list[Event] = []
    while len(game.deals) <= 2:
        check_honour(game)
        deal = game.deals[-1]
        if deal.over:
            dealer = game.next_dealer()
            if game.result is not None or len(game.deals) == 2 or dealer is None:
                break
            game = start_deal(game, dealer, shuffled(game.law.pack, seed + 1)).game
            acts.append([])
            continue
        action = choose_act(game, random, mischief if len(acts[-1]) < 500 else 0.0)
        before = game
        game, happened = apply(game, action)
        events += happened
        acts[-1].append(action)
        assert parse_action(action.text) == action
        assert game.marks[: len(before.marks)] == before.marks
        assert len(acts[-1]) < MOST_ACTS, "the deal does not end"
    record = make_record(game, [f"Player {seat}" for seat in range(game.rules.players)], acts)
    again = parse_record(write_record(record))
    assert play_record(again) == game
    assert replay_record(again).game == game


@settings(PROFILE, max_examples=max(8, PROFILE.max_examples // 2))
@given(seed=SEEDS, column=st.sampled_from(COLUMNS), table=TABLES, depth=st.integers(0, 200))
def test_what_is_refused_changes_nothing_and_what_is_listed_is_accepted(
    seed: int, column: str, table: tuple[int, bool], depth: int
) -> None:
    game, random = _begun(seed, column, table)
    for _ in range(depth):
        if game.deals[-1].over:
            break
        game = apply(game, choose_act(game, random, 0.3)).game
    deal = game.deals[-1]
    listed = legal_actions(game)
    assert {action.seat for action in listed} == set(to_act(game))
    assert not any(action.name == "revoke" for action in listed)
    refused = 0
    for action in what_hands_can_try(deal, random):
        refusal = why_illegal(game, action)
        if refusal is None:
            apply(game, action)
            continue
        refused += 1
        assert action not in listed
        assert set(refusal.cards) <= set(action.cards)
        with pytest.raises(IllegalAction):
            apply(game, action)
    assert refused
    assert game.deals[-1] is deal


@settings(PROFILE, max_examples=max(8, PROFILE.max_examples // 2))
@given(seed=SEEDS, column=st.sampled_from(COLUMNS), table=TABLES, tricks=st.integers(0, 31))
def test_views_and_events_do_not_change_when_hidden_cards_and_histories_are_permuted(
    seed: int, column: str, table: tuple[int, bool], tricks: int
) -> None:
    """The deal is done again from a deck in which only what a seat has not seen lies otherwise: revokes come and go."""
    game, random = _begun(seed, column, table)
    start, done = game, list[Action]()
    while len(game.deals[-1].tricks) < tricks and not game.deals[-1].over and len(done) < MOST_ACTS:
        done.append(choose_act(game, random, 0.3 if len(done) % 50 < 10 or len(game.deals[-1].tricks) > 23 else 0.0))
        game = apply(game, done[-1]).game
    base = start.deals[0].base
    for seat in random.sample([None, *range(game.rules.players)], 2):
        seen = _seen_at_honour(game.deals[-1], seat)
        unseen = [c for c in game.law.pack if not seen >> c & 1]
        other = dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
        deck = tuple(other.get(c, c) for c in base.deck)
        ours, theirs = start, start_deal(Game(game.rules), base.dealer, deck).game
        for action in done:
            hidden = action.verb is Verb.RETURN and action.seat != seat
            theirs_do = action._replace(cards=tuple(other.get(c, c) for c in action.cards)) if hidden else action
            assert observe(theirs, seat) == observe(ours, seat)
            if why_illegal(theirs, theirs_do) is not None:
                assert action.name == "revoke"  # after the deal a claim without ground is refused
                break
            mine, others = apply(ours, action), apply(theirs, theirs_do)
            ours, theirs = mine.game, others.game
            if _taker(ours) != _taker(theirs):
                break  # a revoke that was judged is known from then on
            assert _for(mine.events, seat) == _for(others.events, seat)
        else:
            assert observe(theirs, seat) == observe(ours, seat)


def _taker(game: Game) -> int | None:
    honour = game.deals[-1].honour
    assert honour is not None
    return honour.taker


def _for(events: tuple[Event, ...], seat: int | None) -> list[Event]:
    return [event for event in events if event.audience is None or event.audience == seat]


def _seen_at_honour(deal: Deal, seat: int | None) -> int:
    honour = deal.honour
    assert honour is not None
    seen = seen_by(deal, seat) | honour.open_stock
    choice = honour.choice
    if choice is not None and choice.how is Lifting.BOTH_OPEN:
        seen |= mask_of(choice.cards)
    return seen if seat is None else seen | honour.seen[seat]

"""What holds at every step of every game, under any legal rules (hypothesis)."""

from __future__ import annotations

import os
from copy import deepcopy
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule, run_state_machine_as_test

from bot.engine import (
    Action,
    Deal,
    Ending,
    Event,
    Game,
    IllegalAction,
    Phase,
    Rules,
    Step,
    Verb,
    apply,
    legal_actions,
    observe,
    offered_actions,
    parse_action,
    start_deal,
    to_act,
    why_illegal,
)
from bot.engine.cards import cards_of, mask_of
from bot.engine.combinations import BY_NAME
from bot.engine.view import observe_deal
from tests.engine.positions import choose, deck_of, every_action, legal_rules, permuted, relabelled_deck, shuffled

pytestmark = pytest.mark.deep

SEEDS = st.integers(0, 2**32)
MOST_DEALS = 60
OTHER_POINTS = {
    "dealer-seven": "dealer_seven",
    "exchange": "exchange",
    "seven-shown": "seven",
    "seven-played": "seven",
    "last-trick": "last_trick",
    "carte-blanche": "carte_blanche",
}
"""By reason of a mark: the quantity."""


class AnyGame(RuleBasedStateMachine):
    """A whole game by random legal actions; after every one the invariants are looked at."""

    game: Game
    opening: Game
    done: list[Action]
    steps: list[Step]
    """What the deal's opening and each action led to."""

    @initialize(rules=legal_rules(), seed=SEEDS, dealer=st.integers(0, 3), depth=st.integers(0, 250))
    def open(self, rules: Rules, seed: int, dealer: int, depth: int) -> None:
        """Begin in the midst of a deal, so that short runs see the last eight too."""
        self.begin(Game(rules), dealer, seed, depth)

    def begin(self, game: Game, dealer: int, seed: int, depth: int) -> None:
        """Deal, and play on for so many actions."""
        self._deal(game, dealer % game.rules.players, seed)
        self._play(Random(seed), depth)

    def _deal(self, before: Game, dealer: int, seed: int) -> None:
        self.opening, self.done = before, []
        self.steps = [start_deal(before, dealer, deck_of(before, seed))]
        self.game, events = self.steps[0]
        _check_audiences(self.game, events)
        _check(self.game)

    @property
    def deal(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    def _act(self, action: Action) -> None:
        before = self.game
        self.steps.append(apply(before, action))
        self.game, events = self.steps[-1]
        self.done.append(action)
        _check_audiences(self.game, events)
        _check(self.game)
        assert self.game.marks[: len(before.marks)] == before.marks

    def _play(self, random: Random, count: int, until: frozenset[Verb] = frozenset()) -> None:
        for _ in range(count):
            if self.deal.over or (self.done and self.done[-1].verb in until):
                return
            self._act(choose(self.game, random))

    @precondition(lambda self: self.game.result is None and not self.deal.over)
    @rule(seed=SEEDS, count=st.integers(1, 60))
    def play_on(self, seed: int, count: int) -> None:
        self._play(Random(seed), count)

    @precondition(lambda self: self.game.result is None and not self.deal.over)
    @rule(seed=SEEDS)
    def play_until_something_is_declared(self, seed: int) -> None:
        """Positions within a turn to declare are rare, and the ones in which most can be refused."""
        random = Random(seed)
        self._play(random, 1)
        self._play(random, 100, frozenset({Verb.DECLARE, Verb.ANNOUNCE, Verb.EXCHANGE, Verb.SHOW}))

    @precondition(lambda self: self.game.between_deals)
    @rule(seed=SEEDS)
    def next_deal(self, seed: int) -> None:
        dealer = self.game.next_dealer()
        assert dealer == (self.deal.base.dealer + 1) % self.game.rules.players
        self._deal(self.game, dealer, seed)

    @rule(seed=SEEDS)
    def what_is_not_listed_is_refused_and_changes_nothing(self, seed: int) -> None:
        _check_refusals(self.game, Random(seed))

    @precondition(lambda self: self.game.result is None)
    @rule(seat=st.integers(0, 3), verb=st.sampled_from([Verb.RESIGN, Verb.TIMEOUT]))
    def resigning_ends_the_game_for_that_side(self, seat: int, verb: Verb) -> None:
        """On the side: the game as it stands goes on."""
        law = self.game.law
        after = apply(self.game, Action(seat % law.players, verb)).game
        assert after.result is not None
        assert after.result.ending is (Ending.RESIGN if verb is Verb.RESIGN else Ending.TIMEOUT)
        assert after.result.by == seat % law.players
        assert law.sides[after.result.winner[0]] != law.sides[seat % law.players]
        assert after.marks == self.game.marks
        _check(after)

    @rule(seed=SEEDS)
    def a_view_does_not_change_when_hidden_cards_are_permuted(self, seed: int) -> None:
        random = Random(seed)
        for seat in (None, *range(self.game.rules.players)):
            assert observe_deal(permuted(self.deal, seat, random), seat) == observe(self.game, seat)

    @rule(seed=SEEDS)
    def nor_do_the_views_and_events_of_the_whole_deal(self, seed: int) -> None:
        """The deal is played again from a deck in which only what one seat has not seen lies otherwise."""
        random = Random(seed)
        seat = random.choice([None, *range(self.game.rules.players)])
        theirs = start_deal(self.opening, self.deal.base.dealer, relabelled_deck(self.deal, seat, random))
        for ours, action in zip(self.steps, [*self.done, None], strict=True):
            assert _seen(theirs.events, seat) == _seen(ours.events, seat)
            assert observe(theirs.game, seat) == observe(ours.game, seat)
            if action is None:
                return
            if why_illegal(theirs.game, action) is not None:
                # In the last tricks what another may play depends on the cards that were exchanged, as does what
                # may be shown after a carte blanche.
                assert self.deal.left == 0 or action.verb is Verb.CARTE_BLANCHE
                assert action.seat != seat
                return
            theirs = apply(theirs.game, action)

    def teardown(self) -> None:
        if not hasattr(self, "game"):
            return
        random = Random(len(self.done))
        game = self.game
        while game.result is None:
            assert len(game.deals) < MOST_DEALS, "the game does not end"
            dealer = game.next_dealer()
            if game.between_deals and dealer is not None:
                game = start_deal(game, dealer, shuffled(game.law.pack, random.getrandbits(32))).game
            game = apply(game, choose(game, random)).game if not game.between_deals else game
        _check(game)


def _seen(events: tuple[Event, ...], seat: int | None) -> list[Event]:
    return [event for event in events if event.audience is None or event.audience == seat]


def _check_refusals(game: Game, random: Random) -> None:
    """See that the list of legal actions and the reasons agree about everything that anybody could try."""
    listed, before = set(legal_actions(game)), deepcopy(_written(game))
    allowed = set()
    for action in every_action(game.deals[-1], random):
        refusal = why_illegal(game, action)
        if refusal is None:
            allowed.add(action)
        elif random.random() < 0.02:
            with pytest.raises(IllegalAction) as caught:
                apply(game, action)
            assert caught.value.refusal == refusal
            assert set(refusal.cards) <= set(action.cards)
    always = {action for action in allowed if action.verb in {Verb.RESIGN, Verb.TIMEOUT}}
    assert allowed - always == listed
    assert len(always) == (0 if game.result is not None else 2 * game.rules.players)
    assert _written(game) == before


def _written(game: Game) -> list[tuple[object, ...]]:
    """Return everything that a game consists of, apart from its rules as compiled."""
    return [(*tuple(deal)[1:], deal.base.number, deal.base.dealer, deal.base.deck) for deal in game.deals]


def _check_audiences(game: Game, events: tuple[Event, ...]) -> None:
    assert events
    for event in events:
        assert event.audience is None or 0 <= event.audience < game.rules.players


def _check(game: Game) -> None:
    deal = game.deals[-1]
    _check_cards(deal)
    _check_marks(game)
    _check_legal(game)
    _check_result(game)


def _check_cards(deal: Deal) -> None:
    """Every card is in exactly one place, and nobody holds more or less than they should."""
    law = deal.law
    places = [cards_of(hold) for hold in deal.hold]
    places += [list(trick.cards) for trick in deal.tricks] + [list(deal.trick)]
    stock = deal.left - (deal.turn_up >= 0 and deal.left > 0)
    places += [list(deal.base.deck[len(deal.base.deck) - stock :])] if stock else []
    if deal.turn_up >= 0 and deal.left:
        places.append([deal.turn_up])
    assert sorted(c for place in places for c in place) == sorted(law.pack)
    whole = 0
    for hold in deal.hold:
        whole |= hold
    assert deal.exposed & ~whole == 0
    if deal.left == 0:
        assert deal.exposed == 0
    if deal.phase is Phase.PLAY and deal.left and not deal.trick:
        assert [hold.bit_count() for hold in deal.hold] == [law.hand] * law.players
    for meld in deal.declared.melds:
        assert meld.cards & ~deal.declared.used[meld.row.kind] == 0
        assert meld.cards & ~deal.declared.public == 0


def _check_marks(game: Game) -> None:
    totals = [0] * game.rules.players
    for mark in game.marks:
        assert mark.points > 0
        totals[mark.seat] += mark.points
    assert tuple(totals) == game.totals
    deal, law = game.deals[-1], game.law
    marks = deal.score.marks
    tricks = [mark.trick for mark in marks]
    assert tricks == sorted(tricks)
    assert all(mark.deal == len(game.deals) - 1 and 0 <= mark.trick <= law.tricks for mark in marks)
    by_reason = {reason: [mark for mark in marks if mark.reason == reason] for reason in {m.reason for m in marks}}
    for reason, each in by_reason.items():
        if reason in BY_NAME:
            assert {mark.points for mark in each} == {law.rows[reason].points}
        elif reason == "brisques":
            assert all(mark.points % game.law.quantities.brisque == 0 for mark in each)
        else:
            assert {mark.points for mark in each} == {getattr(game.law.quantities, OTHER_POINTS[reason])}
    assert len(by_reason.get("exchange", [])) <= 1
    assert len(by_reason.get("last-trick", [])) <= 1
    if not law.turns_up:
        assert not by_reason.keys() & {"exchange", "seven-shown", "seven-played", "dealer-seven"}
    played_out = len(deal.tricks) == law.tricks and (game.result is None or not law.at_once)
    if played_out and (game.result is None or game.result.ending is Ending.SCORE):
        brisques, marked = 8 * law.quantities.brisque * law.packs, law.quantities.brisques_marked
        assert sum(deal.score.brisques) == brisques
        assert sum(mark.points for mark in by_reason.get("brisques", [])) == (brisques if marked else 0)
        assert len(by_reason["last-trick"]) == 1


def _check_legal(game: Game) -> None:
    legal, offered = legal_actions(game), offered_actions(game)
    assert len(set(legal)) == len(legal)
    assert [action for action in legal if action in set(offered)] == offered
    for action in legal:
        assert why_illegal(game, action) is None
        assert parse_action(action.text) == action
        assert action.seat in to_act(game)
        assert mask_of(action.cards) == action.mask
    assert bool(legal) == bool(offered) == bool(to_act(game))


def _check_result(game: Game) -> None:
    result, law = game.result, game.law
    sides = [sum(game.totals[seat] for seat in seats) for seats in law.side_seats]
    if result is None:
        assert not law.at_once or max(sides) < law.target
        assert not game.between_deals or max(sides) < law.target
        assert not game.between_deals or not game.deals or not law.one_deal
        return
    assert to_act(game) == ()
    assert not game.between_deals
    if not result.winner:  # ruling 38
        score = game.deals[-1].score
        assert not law.quantities.brisques_marked
        assert len(set(score.totals)) == len(set(score.brisques)) == 1
        return
    assert result.winner in law.side_seats
    if result.ending is Ending.SCORE:
        won = sides[law.sides[result.winner[0]]]
        assert won == max(sides) if law.one_deal else won >= law.target


PROFILE = settings.get_profile(os.environ.get("ENGINE_PROFILE", "engine"))


def test_what_holds_at_every_step_of_any_game() -> None:
    run_state_machine_as_test(AnyGame, settings=PROFILE)


@settings(PROFILE)
@given(rules=legal_rules(), seed=SEEDS)
def test_the_list_is_complete_and_the_views_are_blind_all_through_a_deal(rules: Rules, seed: int) -> None:
    """The same, at every position after something was declared and now and then at the others."""
    random = Random(seed)
    game = start_deal(Game(rules), seed % rules.players, deck_of(Game(rules), seed)).game
    while not game.deals[-1].over:
        action = choose(game, random)
        game = apply(game, action).game
        seat = random.choice([None, *range(rules.players)])
        assert observe_deal(permuted(game.deals[-1], seat, random), seat) == observe(game, seat)
        if random.random() < (0.05 if action.verb in {Verb.PLAY, Verb.PASS} else 0.7):
            _check_refusals(game, random)

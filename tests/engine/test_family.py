"""Another member of the family is played with other quantities: by engine, house, record and pictures alike."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from benchmarks.yardsticks import greedy_action
from bot.coach.hints import explained
from bot.engine import PRESETS, Action, Deal, Game, Mark, Phase, Rules, Verb, apply, observe, start_deal, why_illegal
from bot.engine.actions import declare, play
from bot.engine.advice import advise
from bot.engine.cards import KING, QUEEN, cards_of, mask_of, parse_card
from bot.engine.combinations import Kind
from bot.engine.foresight import cost_of
from bot.engine.law import law_for
from bot.engine.legality import distinct_moves, legal_moves
from bot.engine.moves import advance
from bot.engine.quantities import Quantities
from bot.engine.reasons import Reason
from bot.engine.record import RecordError, make_record, parse_record, play_record, replay_record, verify_record
from bot.engine.record import write_record as written
from bot.engine.shuffle import Shuffle, commitment, make_deck
from bot.engine.view import observe_deal
from bot.house import Effort, Level, Method, choose
from bot.house.weights import TUNED
from bot.house.worth import Worth
from bot.ui.pictures import seen_by_all, seen_from, table_picture
from cogs.table.pages.declaring import label, offered
from tests.ui.dealt import opened

from .family import TOY, VALUES, games
from .positions import choose as at_random
from .positions import shuffled
from .test_invariants import PROFILE, SEEDS, AnyGame

pytestmark = pytest.mark.deep

MODERN = PRESETS["modern"].rules(2)
BRITANNICA = PRESETS["britannica"].rules(2)
LAW = law_for(MODERN, TOY)


class AnyMember(AnyGame):
    """A whole game of any member of the family, under the same invariants."""

    @initialize(game=games(), seed=SEEDS, dealer=st.integers(0, 3), depth=st.integers(0, 250))
    def open(self, game: Game, seed: int, dealer: int, depth: int) -> None:
        self.begin(game, dealer, seed, depth)


def test_what_holds_at_every_step_of_any_member_of_the_family() -> None:
    run_state_machine_as_test(AnyMember, settings=settings(PROFILE, max_examples=PROFILE.max_examples // 2))


def dealt(rules: Rules, seed: int) -> Game:
    game = Game(rules, quantities=TOY)
    return start_deal(game, seed % 2, shuffled(game.law.pack, seed)).game


def moments(rules: Rules, seed: int) -> Iterator[tuple[Game, Action | None]]:
    """Yield every moment of a game played at random, and what is done next."""
    random, game = Random(seed), dealt(rules, seed)
    while game.result is None:
        if game.between_deals:
            yield game, None
            game = start_deal(game, game.next_dealer() or 0, shuffled(game.law.pack, random.getrandbits(32))).game
        action = at_random(game, random)
        yield game, action
        game = apply(game, action).game
    yield game, None


def marks(rules: Rules) -> list[Mark]:
    """Return every mark of some games."""
    return [mark for seed in range(8) for mark in [*moments(rules, seed)][-1][0].marks]


def test_hands_packets_and_packs_are_the_members_own() -> None:
    assert (LAW.hand, len(LAW.pack), LAW.packs) == (6, 96, 3)
    deck = LAW.pack
    deal = start_deal(Game(MODERN, quantities=TOY), 1, deck).game.deals[0]
    assert cards_of(deal.hold[0]) == sorted([deck[0], *deck[2:5], *deck[8:10]])
    assert cards_of(deal.hold[1]) == sorted([deck[1], *deck[5:8], *deck[10:12]])
    assert (deal.turn_up, deal.left) == (deck[12], 84)


def test_the_strict_ending_is_as_long_as_a_hand() -> None:
    assert (LAW.first_stage, LAW.ending, LAW.tricks) == (42, 6, 48)
    assert (LAW.last_trick, law_for(BRITANNICA, TOY).last_trick) == (48, 42)
    deals = [game.deals[-1] for game, _ in moments(MODERN, 5)]
    assert {len(deal.tricks) for deal in deals if not deal.left} == set(range(42, 49))
    assert all(deal.left for deal in deals if len(deal.tricks) < 42)


def test_cards_that_cannot_be_drawn_evenly_are_no_game() -> None:
    with pytest.raises(ValueError, match="64 cards leave 3 hands of 8 no stock"):
        law_for(PRESETS["modern"].rules(3), Quantities(packs=2))
    with pytest.raises(ValueError, match="no stock"):
        law_for(MODERN, Quantities(packets=(32,)))


@pytest.mark.parametrize(
    ("rules", "others"),
    [
        (MODERN, {"seven-played": 15, "exchange": 20, "dealer-seven": 30, "last-trick": 25}),
        (BRITANNICA, {"seven-shown": 15, "exchange": 20, "dealer-seven": 30, "last-trick": 25}),
    ],
    ids=["modern", "britannica"],
)
def test_everything_counts_what_the_member_says(rules: Rules, others: dict[str, int]) -> None:
    found = marks(rules)
    points = {mark.reason: mark.points for mark in found if mark.reason != "brisques"}
    rare = {"dealer-seven", "treble-bezique", "double-bezique", "sequence", "four-queens", "four-kings", "four-aces"}
    assert points.items() <= (VALUES | others).items()
    assert points.keys() >= (VALUES | others).keys() - rare
    assert {mark.points % 5 for mark in found if mark.reason == "brisques"} == {0}
    assert {mark.points % 10 for mark in found if mark.reason == "brisques"} == {0, 5}


@pytest.mark.parametrize("rules", [MODERN, BRITANNICA], ids=["modern", "britannica"])
def test_a_button_says_what_its_action_brings(rules: Rules) -> None:
    verbs = set()
    for game, action in moments(rules, 11):
        if action is None or action not in offered(view := observe(game, game.deals[-1].turn)):
            continue
        brought = sum(apply(game, action).game.totals) - sum(game.totals)
        assert view.law.points_of(action) == brought or action.verb is Verb.ANNOUNCE
        assert label(action, view).endswith(f" +{brought}") or action.verb is Verb.ANNOUNCE
        verbs.add(action.verb)
    assert verbs >= ({Verb.DECLARE, Verb.SHOW} if rules is BRITANNICA else {Verb.DECLARE, Verb.EXCHANGE})


def test_a_view_counts_the_brisques_of_a_trick_as_the_score_does() -> None:
    for game, _ in moments(MODERN, 3):
        view, counted = observe(game, None), [0, 0]
        for trick in view.tricks:
            counted[trick.winner] += view.brisques_in(trick)
        assert tuple(counted) == game.deals[-1].score.brisques


def test_a_combination_that_the_member_does_not_have_is_none() -> None:
    knaves = mask_of(map(parse_card, ("JCa", "JDa", "JHa", "JSa")))
    game = next(game for game, _ in moments(MODERN, 1) if game.deals[-1].phase is Phase.DECLARE)
    deal = game.deals[-1]
    holding = deal._replace(hold=tuple(hold | knaves if seat == deal.turn else hold & ~knaves
                                       for seat, hold in enumerate(deal.hold)))  # fmt: skip
    refusal = why_illegal(Game(MODERN, (holding,), TOY), declare(deal.turn, "four-knaves", knaves))
    assert refusal is not None
    assert refusal.reason is Reason.OTHER_GAME
    assert not any(action.name == "four-knaves" for action in distinct_moves(holding))


@pytest.mark.parametrize("size", [2, 6, 8, 9, 12, 16])
@pytest.mark.parametrize("packs", [2, 3, 4])
def test_what_a_hand_of_any_size_can_declare_is_found_at_a_glance(size: int, packs: int) -> None:
    law, random = law_for(MODERN, Quantities(packets=(size,), packs=packs)), Random(size)
    for ranks in ((KING,), (KING, QUEEN), range(8)):  # where most are of one rank, a small counter would run over
        cards = [c for c in law.pack if c & 7 in ranks]
        for trump in range(-1, 4):
            hand, forms = mask_of(random.sample(cards, min(size, len(cards)))), law.forms[trump]
            assert forms.within(hand) == tuple(form for form in forms if form.within(hand))


@pytest.mark.parametrize("level", [Level.NOVICE, Level.REGULAR, Level.STRONG])
def test_the_house_plays_a_whole_deal(level: Level) -> None:
    random, game, methods = Random(2), dealt(MODERN, 3), set[Method]()
    while not game.deals[-1].over:
        view = observe(game, game.deals[-1].turn)
        decision = choose(level, view, random, effort=Effort(1, 2))
        assert decision.action in view.offered
        named, said = explained(view, decision, 1, 2)
        assert named in view.offered
        assert said.instead_of != named
        methods.add(decision.method)
        game = apply(game, decision.action).game
    assert len(game.deals[-1].tricks) == 48
    usual = {Level.REGULAR: Method.EVALUATED, Level.STRONG: Method.SAMPLED}
    assert methods >= ({usual[level], Method.EXACT} if level in usual else {Method.EVALUATED})


def test_the_regular_player_declares_gladly_and_plays_better_than_at_random() -> None:
    random, ahead = Random(4), 0
    for seed in range(6):
        game = dealt(MODERN, seed)
        while not game.deals[-1].over:
            seat = game.deals[-1].turn
            decided = choose(Level.REGULAR, observe(game, seat), random).action if seat else at_random(game, random)
            game = apply(game, decided).game
        ahead += game.totals[1] - game.totals[0]
    assert ahead > 6 * 100


def _best(deal: Deal, seat: int) -> int:
    """Return by how many points a seat is ahead at the end when both play as well as they can, trying every line."""
    if deal.over:
        return deal.score.totals[seat] - deal.score.totals[1 - seat]
    found = [_best(advance(deal, action), seat) for action in distinct_moves(deal)]
    return max(found) if deal.turn == seat else min(found)


def test_the_house_plays_the_members_ending_exactly() -> None:
    for seed in range(6):
        deal = next(
            game.deals[-1] for game, _ in moments(MODERN, seed) if len(game.deals[-1].tricks) == 44
        )  # fmt: skip
        seat = deal.turn
        decision = choose(Level.REGULAR, observe_deal(deal, seat), Random(1))
        assert decision.method in {Method.EXACT, Method.ONLY}
        now = deal.score.totals[seat] + deal.score.brisques[seat]
        now -= deal.score.totals[1 - seat] + deal.score.brisques[1 - seat]
        if decision.method is Method.EXACT:
            assert now + decision.options[0].points == _best(deal, seat)


def test_the_house_knows_what_combinations_are_worth() -> None:
    kings = mask_of(map(parse_card, ("KCa", "KDa", "KHa", "KSa")))
    bezique = mask_of(map(parse_card, ("QSa", "JDa")))
    trumps = mask_of(map(parse_card, ("AHa", "THa", "KHa", "QHa", "JHa")))
    used = (0,) * len(Kind)
    worth = Worth(LAW, TUNED, 2, draws=20, turns=20, pool=mask_of(LAW.pack))
    assert worth.hand(kings, 0, used)[1] == VALUES["four-kings"]
    assert worth.hand(bezique, 0, used)[1] == VALUES["single-bezique"]
    assert worth.hand(trumps, 0, used)[1] == VALUES["royal-marriage"] + VALUES["sequence"]


@pytest.mark.parametrize("other", [replace(TOY, exchange=100), replace(TOY, seven=100)], ids=["exchange", "seven"])
def test_the_house_keeps_a_seven_for_what_it_counts(other: Quantities) -> None:
    seven, ace = parse_card("7Ha"), parse_card("AHa")
    worth = [
        Worth(law_for(MODERN, member), TUNED, 2, draws=20, turns=20, pool=mask_of(LAW.pack), turn_up=ace)
        for member in (TOY, other)
    ]
    less, more = (each.hand(1 << seven, 0, (0,) * len(Kind))[0] for each in worth)
    assert less + 1 < more


def test_an_exchange_before_playing_is_worth_its_points_more_than_the_play() -> None:
    rules, found = PRESETS["parlour"].rules(2), 0
    for game, _ in (each for seed in range(3) for each in moments(rules, seed)):
        deal = game.deals[-1]
        if deal.phase is Phase.PLAY and any(action.verb is Verb.EXCHANGE for action in legal_moves(deal)):
            options = choose(Level.REGULAR, observe(game, deal.turn), Random(1)).options
            exchanges = [option.points for option in options if option.action.verb is Verb.EXCHANGE]
            best = max(option.points for option in options if option.action.verb is Verb.PLAY)
            assert set(exchanges) == {best + 20}
            found += 1
    assert found


def with_trumps() -> Game:
    """Return a game in which seat 0 leads and holds the sequence."""
    mine = [parse_card(name) for name in ("AHa", "THa", "KHa", "QHa", "JHa", "8Ca")]
    turn_up = parse_card("8Ha")
    rest = [c for c in LAW.pack if c not in mine and c != turn_up]
    deck = (mine[0], rest[0], *mine[1:4], *rest[1:4], *mine[4:], *rest[4:6], turn_up, *rest[6:])
    return start_deal(Game(MODERN, quantities=TOY), 1, deck).game


def test_the_greedy_player_declares_what_counts_most() -> None:
    deal = with_trumps().deals[0]._replace(phase=Phase.DECLARE)
    assert {action.name for action in legal_moves(deal)} == {"sequence", "royal-marriage", ""}
    assert greedy_action(deal, Random(1)).name == "sequence"


def test_advice_and_its_price_are_in_the_members_points() -> None:
    view = observe(with_trumps(), 0)
    later = {each.row.name: each for each in advise(view).later}
    assert {name: each.row.points for name, each in later.items()} == {"sequence": 155, "royal-marriage": 35}
    cost = cost_of(view, later["sequence"].action)
    assert cost is not None
    assert (cost.points, cost.lost.name) == (35, "royal-marriage")


def test_a_view_that_was_sent_to_another_process_is_decided_alike() -> None:
    views = [observe(game, game.deals[-1].turn) for game, action in moments(MODERN, 7) if action][:60:7]
    for view in views:
        there = pickle.loads(pickle.dumps(view))  # noqa: S301 - our own
        assert there == view
        assert choose(Level.REGULAR, there, Random(1)) == choose(Level.REGULAR, view, Random(1))


def test_a_game_is_written_read_and_replayed_with_its_quantities() -> None:
    random, game, actions, shuffles = Random(9), Game(MODERN, quantities=TOY), list[list[Action]](), list[Shuffle]()
    while game.result is None:
        if game.between_deals:
            secret, number = random.randbytes(64), len(game.deals)
            entropy = (f"message:{2 * number + 1}", f"board:{2 * number + 2}")  # each newer than all before
            shuffles.append(Shuffle(commitment(secret), entropy, secret.hex()))
            deck = make_deck(secret, entropy, game.law.pack)
            game = start_deal(game, len(game.deals) % 2, deck).game
            actions.append([])
        actions[-1].append(at_random(game, random))
        game = apply(game, actions[-1][-1]).game
    record = parse_record(written(make_record(game, ("Ann", "Ben"), actions, shuffles=shuffles)))
    assert play_record(record, TOY) == game
    assert replay_record(record, TOY).game == game
    assert [each.verdict for each in verify_record(record, TOY)] == [(True, True, True, None)] * len(game.deals)
    assert not any(each.verdict.deck for each in verify_record(record))
    with pytest.raises(RecordError, match="the deck has 96 cards where this game has 64"):
        play_record(record)


def test_the_table_is_drawn_for_all_and_for_a_seat() -> None:
    drawn = set[bytes]()
    shown = [game for game, action in moments(BRITANNICA, 11) if action and action.verb is not Verb.PLAY]
    for game in [*shown[:40:8], shown[-1]]:
        names = ("Ann", "Ben")
        for face in (seen_by_all(observe(game, None), names), seen_from(observe(game, 0), names)):
            picture = table_picture(face)
            assert opened(picture).size == (1100, 700)
            drawn.add(picture)
    assert len(drawn) > 6


def test_a_play_from_a_full_hand_leaves_one_card_less() -> None:
    game = dealt(MODERN, 0)
    seat = game.deals[0].turn
    assert observe(game, seat).hand_sizes[seat] == 6
    card = cards_of(game.deals[0].hold[seat])[0]
    assert observe(apply(game, play(seat, card)).game, seat).hand_sizes[seat] == 5


def test_laws_of_the_same_rules_are_equal_also_where_the_first_is_forgotten() -> None:
    before = law_for(Rules())
    law_for.cache_clear()
    after = law_for(Rules())
    assert before is not after
    assert (before, hash(before)) == (after, hash(after))
    assert before != law_for(Rules(target=1500))

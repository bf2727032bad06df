"""Random play at honour tables: regular acts, and everything else that hands can do."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from bot.engine import Action, Game, Rules, Verb, legal_actions, why_illegal
from bot.engine.cards import cards_of, mask_of
from bot.engine.combinations import COMBINATIONS
from bot.engine.deal import Deal, Phase
from bot.engine.forfeits import Irregularity
from bot.engine.honour.state import needs_card
from bot.engine.presets import PRESETS
from bot.engine.rules import make_rules
from tests.engine.positions import SIZES

COLUMNS = ("britannica", "enquire", "modern", "revoke_only")


def honour_rules(random: Random, column: str, players: int, *, partners: bool) -> Rules:
    """Return rules of an honour table, the rest of them at random."""
    rules = PRESETS[random.choice([name for name, book in PRESETS.items() if book.game == "bezique"])].rules(players)
    changes: dict[str, Any] = {"irregularities": "forfeits", "forfeits": column, "partners": partners}
    for key, values in {
        "brisques": ("as_taken", "end_of_deal"),
        "last_trick": ("final", "before_last_eight"),
        "finish": ("at_once", "end_of_deal"),
        "trump": ("turn_up", "first_marriage"),
        "seven_scores": ("declared", "played", "played_throughout"),
        "seven_exchange": ("trick_winner", "any_holder"),
        "both_out": ("higher_total", "less_brisques", "non_dealer_first", "last_trick_winner"),
        "target": (500, 500, 1000),
    }.items():
        if random.random() < 0.5:
            changes[key] = random.choice(values)
    if players == 3 and random.random() < 0.3:
        changes["packs"] = "two_less_an_eight"
    return make_rules({**rules.values(), **changes})


def what_hands_can_try(deal: Deal, random: Random) -> Iterator[Action]:
    """Yield acts of every kind by every seat, regular or not, sampled where there are many."""
    n = deal.law.players
    loose = [c for c in deal.law.pack if random.random() < 0.05]
    for seat in range(n):
        held = cards_of(deal.hold[seat])
        for verb in (Verb.DRAW, Verb.LIFT, Verb.PASS, Verb.DONE):
            yield Action(seat, verb)
        for kind in Irregularity:
            for way in ("", " add", " deduct"):
                yield Action(seat, Verb.CLAIM, name=f"{kind}{way}")
        for card in held:
            for verb in (Verb.PLAY, Verb.EXPOSE, Verb.EXCHANGE, Verb.SHOW):
                yield Action(seat, verb, (card,))
        for card in (*held, *loose):
            for verb in (Verb.TAKE, Verb.RETURN, Verb.CALL):
                yield Action(seat, verb, (card,))
        for verb in (Verb.PLAY, Verb.EXPOSE):
            for card in loose:
                yield Action(seat, verb, (card,))
        if held:
            for form in COMBINATIONS:
                size = min(len(held), random.choice((1, 2, SIZES[form.name])))
                cards = tuple(sorted(random.sample(held, size)))
                yield Action(seat, Verb.DECLARE, cards, form.name)
                yield Action(seat, Verb.ANNOUNCE, cards, form.name)


def irregular(game: Game, random: Random) -> list[Action]:
    """List sampled acts that hands can do now although nobody lists them."""
    listed = set(legal_actions(game))
    deal = game.deals[-1]
    return [a for a in what_hands_can_try(deal, random) if a not in listed and why_illegal(game, a) is None]


def one_irregular(game: Game, random: Random) -> Action | None:
    """Choose one of the acts that `irregular` lists, each verb as likely as the others, without judging them all."""
    listed, tries = set(legal_actions(game)), dict[Verb, list[Action]]()
    for act in what_hands_can_try(game.deals[-1], random):
        tries.setdefault(act.verb, []).append(act)
    for verb in random.sample(sorted(tries), len(tries)):
        for act in random.sample(tries[verb], len(tries[verb])):
            if act not in listed and why_illegal(game, act) is None:
                return act
    return None


def choose_act(game: Game, random: Random, mischief: float) -> Action:
    """Choose what is done next: a listed act, or with some probability one that is not regular."""
    if random.random() < mischief and (odd := one_irregular(game, random)) is not None:
        return odd
    legal = sorted(legal_actions(game), key=lambda a: a.text)
    verbs = sorted({a.verb for a in legal})
    if Verb.CLAIM in verbs and random.random() < 0.5:
        verbs = [Verb.CLAIM]
    elif Verb.DECLARE in verbs and random.random() < 0.6:
        verbs = [Verb.DECLARE]
    verb = random.choice(verbs)
    return random.choice([a for a in legal if a.verb is verb])


def all_cards(deal: Deal) -> list[int]:
    """List every card that is somewhere: in hands, in the stock, lifted, in tricks."""
    honour = deal.honour
    assert honour is not None
    places = [cards_of(hold) for hold in deal.hold] + [list(honour.stock), list(deal.trick)]
    places += [list(trick.cards) for trick in deal.tricks]
    if honour.choice is not None and honour.choice.halts:
        places.append(list(honour.choice.cards))
    return sorted(card for place in places for card in place)


def check_honour(game: Game) -> None:
    """Look at what holds in every moment of a deal at an honour table."""
    deal = game.deals[-1]
    honour = deal.honour
    assert honour is not None
    assert all_cards(deal) == sorted(deal.law.pack)
    assert deal.left == len(honour.stock)
    assert all(hold.bit_count() <= 9 for hold in deal.hold)
    everything = mask_of(deal.law.pack)
    held = 0
    for hold in deal.hold:
        held |= hold
    assert honour.open_stock & ~mask_of(honour.stock) == 0
    if honour.choice is not None and not honour.choice.halts:
        assert honour.choice.cards == honour.stock[:2]
        assert needs_card(deal, honour.choice.chooser)
        assert not any(action.verb is Verb.DRAW for action in legal_actions(game))
    for mask in (deal.exposed, honour.lying, honour.faced, honour.exposed_once):
        assert mask & everything & ~held == 0
    totals = list(deal.base.carried)
    for mark in deal.score.marks:
        totals[mark.seat] += mark.points
        assert mark.points
        assert mark.points % 10 == 0
    assert tuple(totals) == deal.score.totals
    legal = legal_actions(game)
    assert len(set(legal)) == len(legal)
    for action in legal:
        assert why_illegal(game, action) is None, action
    assert bool(legal) != deal.over
    if not deal.over:
        assert deal.turn in {a.seat for a in legal} or deal.phase is Phase.CLAIM

"""Golden games: whole games written down with everything that was marked, and how to write them anew.

``python -m tests.golden.games`` replays every golden game and writes it as the engine plays it now; a game that is
missing is played first. ``--fresh`` plays all of them anew. Read the difference before it is committed: a golden
game changes when a rule changes, and for no other reason.

A file holds the rules' code, then deal by deal the dealer, the deck and one line a trick: what was done, and after
an arrow what was marked for it. A last line sums up what each seat could do and see at every step.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

from bot.engine import (
    PRESETS,
    Action,
    Card,
    Deal,
    Game,
    Mark,
    Phase,
    Rules,
    Verb,
    apply,
    card_name,
    legal_actions,
    observe,
    parse_action,
    parse_card,
    read_code,
    start_deal,
)
from bot.engine.cards import KING, KNAVE, TEN, rank_of, suit_of
from tests.engine.honour_play import choose_act

FOLDER = Path(__file__).parent / "games"
HONOUR = "irregularities=forfeits"
SEEDS = {
    "announcing-2": "rich-announcing-19",
    "announcing-3": "rich-announcing-19",
    "announcing-partners": "rich-announcing-6",
    "rich-rubicon": "rich-rubicon-618",
    "rich-rubicon-sequence": "rich-rubicon-78",
    "rich-rubicon-plain": "rich-rubicon-3",
    "honour-modern-2": "honour-modern-2-6",
    "honour-revoke-only-2": "honour-revoke-only-2-1",
}
"""Where not every order of the cards shows what the game is to show; else a game's name is its seed."""


def golden_codes() -> dict[str, str]:
    """Return by file name the rule codes: each preset with 2, 3, 4 and partners, and one for each other value."""
    codes = {}
    for preset, book in PRESETS.items():
        for players in book.players:
            codes[f"{preset}-{players}"] = f"{preset} {players}"
        if book.game != "bezique":
            continue
        codes[f"{preset}-partners"] = f"{preset} 4 partners=true"
        codes[f"{preset}-without-a-trump"] = f"{preset} 2 trump=first_marriage"
        codes[f"{preset}-63-cards"] = f"{preset} 3 packs=two_less_an_eight"
    return codes | {
        "rich-2": "britannica 2",
        "rich-3": "modern 3",
        "rich-4": "enquire 4 announce=true",
        "rich-partners": "modern 4 partners=true",
        "announcing-2": "modern 2",
        "announcing-3": "modern 3",
        "announcing-partners": "modern 4 partners=true",
        "sequence-bars-marriage": "enquire sequence_bars_marriage=true",
        "non-dealer-first": "modern both_out=non_dealer_first target=500",
        "target-2000": "modern 2 target=2000",
        "target-500": "enquire 2 target=500",
        "target-4000": "britannica 2 target=4000",
        "rank-then-trump": "parlour trick=rank_then_trump seven_scores=played",
        "rich-rubicon": "rubicon past_tricks=open",
        "rich-rubicon-sequence": "rubicon reckoning=units",
        "rich-rubicon-plain": "rubicon",
        "rich-any-card-again": "enquire new_card=false reckoning=units forfeits=revoke_only",
        "rich-double-from-singles": "modern 3 double_from_singles=true treble=false",
        "honour-britannica-2": f"britannica 2 {HONOUR} target=500",
        "honour-britannica-3": f"britannica 3 {HONOUR} brisques=end_of_deal finish=end_of_deal target=500",
        "honour-enquire-2": f"enquire 2 {HONOUR} target=500",
        "honour-enquire-partners": f"enquire 4 {HONOUR} partners=true finish=at_once brisques=as_taken target=500",
        "honour-modern-2": f"modern 2 {HONOUR} length=one_deal",
        "honour-modern-4": f"modern 4 {HONOUR} trump=first_marriage length=one_deal",
        "honour-revoke-only-2": f"parlour 2 {HONOUR} length=one_deal",
        "honour-63-cards": f"britannica 3 {HONOUR} packs=two_less_an_eight forfeits=enquire length=one_deal",
        "one-deal-2": "modern 2 length=one_deal",
        "one-deal-3": "britannica 3 length=one_deal",
    }


class Played(NamedTuple):
    """One deal as it was played."""

    dealer: int
    deck: tuple[int, ...]
    actions: tuple[Action, ...]


def play_fresh(rules: Rules, seed: str) -> list[Played]:
    """Play a whole game at random, as people would who like to declare."""
    random, game, played = Random(seed), Game(rules), list[Played]()
    while game.result is None:
        deck = _rich_deck(game, random) if "rich" in seed else tuple(random.sample(game.law.pack, len(game.law.pack)))
        dealer = game.next_dealer()
        dealer = random.randrange(rules.players) if dealer is None else dealer
        game, actions = start_deal(game, dealer, deck).game, list[Action]()
        while not game.deals[-1].over:
            actions.append(_choose(game, random))
            game = apply(game, actions[-1]).game
        played.append(Played(dealer, deck, tuple(actions)))
    return played


def _rich_deck(game: Game, random: Random) -> tuple[Card, ...]:
    """Return a deck that gives whoever leads the bézique cards, and has the court cards drawn early."""
    pack = random.sample(game.law.pack, len(game.law.pack))
    best = [c for c in pack if card_name(c)[:2] in {"QS", "JD"}]
    court = [c for c in pack if KNAVE <= rank_of(c) <= KING and c not in best]
    rest = [c for c in pack if c not in best and c not in court]
    n = game.rules.players
    places, at = list[int](), 0
    for packet in game.law.quantities.packets:
        places += range(at, at + packet)
        at += packet * n
    places = places[: min(len(best), 6)]
    deck = [rest.pop() for _ in range(at + 1 - len(places))]
    for place in places:
        deck.insert(place, best.pop())
    return (*deck, *best, *court, *rest)


def _choose(game: Game, random: Random) -> Action:
    """Choose so that much is declared: what can be declared is, and aces and court cards are kept for it.

    At an honour table every seventh act or so is an irregular one.
    """
    if game.deals[-1].honour is not None:
        return choose_act(game, random, 0.15)
    actions = sorted(legal_actions(game), key=lambda action: action.text)
    special = [action for action in actions if action.verb not in {Verb.PLAY, Verb.PASS}]
    if game.rules.announce and game.deals[-1].left > 20:  # what is of two cards may be announced later
        special = [each for each in special if len(each.cards) > 2 or each.verb is Verb.ANNOUNCE]
    if special and random.random() < 0.9:
        most = max(len(action.cards) for action in special)
        return random.choice([each for each in special if len(each.cards) == most or random.random() < 0.2])
    trump = game.deals[-1].trump
    small = [each for each in actions if each.verb is Verb.PLAY and _may_go(each.cards[0], trump, random)]
    if game.deals[-1].left and small and random.random() < 0.9:
        return random.choice(small)
    return random.choice(actions)


def _may_go(card: Card, trump: int, random: Random) -> bool:
    if rank_of(card) >= TEN:
        return suit_of(card) != trump and (rank_of(card) == TEN or random.random() < 0.1)
    return rank_of(card) < KNAVE


def write_golden(code: str, played: list[Played]) -> str:
    """Return a golden game's text: what the engine makes of these decks and actions.

    Raises:
        IllegalAction: An action is refused.
    """
    rules = read_code(code)[1]
    game = Game(rules)
    lines = [f"rules {code}"]
    digest = sha256()
    for number, each in enumerate(played):
        game = start_deal(game, each.dealer, each.deck).game
        lines += ["", f"deal {number} dealer {each.dealer}", "deck " + " ".join(map(card_name, each.deck))]
        lines += [f"> {marks}" for marks in [_marked(game.deals[-1].score.marks)] if marks]
        done: list[str] = []
        marked = len(game.deals[-1].score.marks)
        for action in each.actions:
            game = apply(game, action).game
            deal = game.deals[-1]
            done.append(action.text)
            digest.update(_step(game))
            if deal.over or _ends_a_line(deal, action):
                marks = _marked(deal.score.marks[marked:])
                lines.append("; ".join(done) + (f" > {marks}" if marks else ""))
                done, marked = [], len(deal.score.marks)
        lines.append("totals " + " ".join(map(str, game.totals)))
    result = game.result
    winner = " ".join(map(str, result.winner)) + f" by {result.ending.value}" if result is not None else "nobody"
    lines += ["", f"won {winner}", f"steps {digest.hexdigest()[:16]}", ""]
    return "\n".join(lines)


def _ends_a_line(deal: Deal, action: Action) -> bool:
    """Tell whether the next trick may be led; at an honour table whether one is complete."""
    if deal.honour is not None:
        return action.verb is Verb.PLAY and not deal.trick and not any(hold & action.mask for hold in deal.hold)
    return deal.phase is Phase.PLAY and not deal.trick and action.verb is not Verb.EXCHANGE


def _marked(marks: tuple[Mark, ...]) -> str:
    return ", ".join(f"{mark.trick}:{mark.seat} {mark.reason} {mark.points}" for mark in marks)


def _step(game: Game) -> bytes:
    """Return what may be done now and what everyone sees of the moment, for the digest."""
    words = sorted(action.text for action in legal_actions(game))
    for seat in (None, *range(game.rules.players)):
        view = observe(game, seat)
        words += [f"{seat}", str(view.hand), *map(str, view.tables), *map(str, view.known), str(view.stock)]
        if (honour := view.honour) is not None:
            words += [str(honour.to_draw), str(honour.to_play), str(honour.holds), str(honour.chances)]
            words += map(str, (honour.open_stock, honour.seen, honour.lying, honour.faced, honour.called))
            words += [str(len(honour.doubtful)), str(honour.may_claim_revoke), str(honour.done)]
        words += [str(len(view.offered)), str(len(view.tricks)), str(view.turn), str(view.trump), str(view.turn_up)]
    return "|".join(words).encode()


def read_golden(text: str) -> tuple[str, list[Played]]:
    """Read a golden game's code and what was played in it."""
    code, played = "", list[Played]()
    dealer, deck, actions = 0, tuple[int, ...](), list[Action]()
    for line in [*text.splitlines(), "won"]:
        word, _, rest = line.partition(" ")
        if word == "rules":
            code = rest
        elif word in {"deal", "won"}:
            if deck:
                played.append(Played(dealer, deck, tuple(actions)))
            dealer, deck, actions = int(rest.split()[-1]) if word == "deal" else 0, (), []
        elif word == "deck":
            deck = tuple(parse_card(name) for name in rest.split())
        elif word.isdigit():
            actions += [parse_action(each) for each in line.partition(" > ")[0].split("; ")]
    return code, played


def path_of(name: str) -> Path:
    """Return where a golden game lies."""
    return FOLDER / f"{name}.txt"


def write_all(*, fresh: bool) -> Iterator[str]:
    """Write every golden game as the engine plays it now; yield the names of those that changed."""
    FOLDER.mkdir(exist_ok=True)
    for name, code in golden_codes().items():
        path = path_of(name)
        old = path.read_text() if path.exists() else ""
        played = play_fresh(read_code(code)[1], SEEDS.get(name, name)) if fresh or not old else read_golden(old)[1]
        new = write_golden(code, played)
        if new != old:
            path.write_text(new)
            yield name


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Write the golden games as the engine plays them now.")
    parser.add_argument("--fresh", action="store_true", help="play all of them anew")
    for changed in write_all(fresh=parser.parse_args().fresh):
        print(changed)  # noqa: T201

"""Tables as values at which an honour game is played with every mischief that hands can do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from bot.engine import Action, Card, Game, Rules, Verb, apply, card_name, observe, start_deal
from bot.engine.cards import NO_CARD, cards_of
from bot.tables import Status, Table
from db.deals import ActionRow, DealRow
from tests.engine.honour_play import choose_act
from tests.engine.positions import shuffled
from tests.ui.at_board import AT, table_of


class Played(NamedTuple):
    """A deal as far as it is played: from whose deck, by whose deal, by which acts."""

    rules: Rules
    dealer: int
    deck: tuple[Card, ...]
    acts: tuple[Action, ...]

    def game(self) -> Game:
        """Play it, unless it was just played."""
        if (known := _JUST_PLAYED.get(self)) is not None:
            return known
        game = start_deal(Game(self.rules), self.dealer, self.deck).game
        for act in self.acts:
            game = apply(game, act).game
        return game

    def table(self, names: Sequence[str], preset: str = "modern") -> Table:
        text = " ".join(map(card_name, self.deck))
        deal = DealRow(1, 0, self.dealer, text, "", "", ("message:1000",), 1000, AT, AT, None)
        actions = tuple(ActionRow(1, ply, 0, act.seat, act.text, AT) for ply, act in enumerate(self.acts))
        return table_of(self.game(), preset, [deal], names).but(status=Status.PLAYING, actions=actions)


_JUST_PLAYED: dict[Played, Game] = {}


def mischief(rules: Rules, seed: int, *, revokes_claimed: bool = True, often: float = 0.35) -> Iterator[Played]:
    """Play a deal in which everybody does whatever hands can do, and yield every moment until it is over.

    Args:
        rules: Of an honour table.
        seed: From which chance comes.
        revokes_claimed: Whether revokes are claimed.
        often: With which probability what is done is not regular.
    """
    random = Random(f"{rules.forfeits}{rules.players}{seed}")
    deck, dealer = shuffled(Game(rules).law.pack, seed), seed % rules.players
    game, acts = start_deal(Game(rules), dealer, deck).game, list[Action]()
    _JUST_PLAYED.clear()
    while not game.deals[-1].over:
        played = Played(rules, dealer, deck, tuple(acts))
        _JUST_PLAYED[played] = game
        yield played
        act = choose_act(game, random, often if len(acts) < 300 else 0.0)
        while not revokes_claimed and act.verb is Verb.CLAIM and act.name == "revoke":
            act = choose_act(game, random, 0.0)
        acts.append(act)
        game = apply(game, act).game


def played_out(rules: Rules, seed: int) -> Played:
    """Play a whole deal of mischief, to the last seat's done."""
    *_, last = mischief(rules, seed)
    while not (game := last.game()).deals[-1].over:
        last = last._replace(acts=(*last.acts, choose_act(game, Random(seed), 0.0)))
    return last


def with_others_hidden(played: Played, seat: int | None, random: Random) -> Played | None:
    """Exchange all cards that a seat (None: everybody) has not seen; None where there are not two of them."""
    game = played.game()
    view = observe(game, seat)
    honour = view.honour
    assert honour is not None
    seen = {*view.hand, *view.gone, *honour.open_stock, *honour.seen, *(view.trick)}
    seen |= {card for cards in (*view.tables, *view.known) for card in cards}
    seen |= {card for meld in view.melds for card in cards_of(meld.cards)}
    seen |= {*(honour.lifted.cards if honour.lifted is not None else ()), *honour.called} - {NO_CARD}
    seen |= {view.turn_up} - {NO_CARD}
    for act in played.acts:
        if act.verb is not Verb.RETURN or act.seat == seat:
            seen |= set(act.cards)
    hidden = [card for card in played.deck if card not in seen]
    if len(hidden) < 2:
        return None
    other = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
    deck = tuple(other.get(card, card) for card in played.deck)
    acts = tuple(act._replace(cards=tuple(other.get(card, card) for card in act.cards)) for act in played.acts)
    return played._replace(deck=deck, acts=acts)

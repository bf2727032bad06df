"""Positions at honour tables, really played: cards are drawn by hand, and anything that hands can do is done."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self, TypedDict, Unpack

from bot.engine import Game, Phase, Rules, Verb, card_name, legal_actions, parse_action
from bot.engine.deal import Honour
from bot.engine.game import deal_out
from bot.engine.honour.state import to_draw
from bot.engine.honour.told import StockSeen
from tests.table_builder import Table, last_eight_of, make_rules, table_of

COLUMNS = ("britannica", "enquire", "modern", "revoke_only")


class HonourTable(Table):
    @property
    def honour(self) -> Honour:
        """What the table knows besides."""
        assert self.deal.honour is not None
        return self.deal.honour

    def draw(self) -> Self:
        """Let everyone draw in turn what they need."""
        while (seat := to_draw(self.deal)) is not None:
            self.do(f"{seat} draw")
        return self

    def to_end(self) -> Self:
        """Play the deal out by regular plays, until all that remains is to claim and to say done."""
        while self.deal.phase is not Phase.CLAIM:
            self.draw()
            plays = [action for action in legal_actions(self.game) if action.verb is Verb.PLAY]
            self.act(min(plays, key=lambda action: self._cost(action.cards[0])))
        return self

    def phase(self) -> Phase:
        return self.deal.phase

    def won(self) -> tuple[int, ...] | None:
        return self.winner

    def lists(self, text: str) -> bool:
        """Tell whether an act is listed as regular, whatever the order of its cards."""
        return parse_action(text) in legal_actions(self.game)

    def sizes(self) -> tuple[int, ...]:
        return tuple(hold.bit_count() for hold in self.deal.hold)

    def claims(self, seat: int) -> list[str]:
        """What a seat can claim with ground, as it is listed."""
        listed = [action.words for action in legal_actions(self.game) if action.seat == seat]
        return [words.removeprefix("claim ") for words in listed if words.startswith("claim ")]

    def any_card(self, seat: int) -> str:
        """A card of a seat's hand that nobody keeps, the least of them."""
        hand = [c for c in range(128) if self.deal.hand(seat) >> c & 1 and not self.kept >> c & 1]
        return self.name(min(hand, key=self._cost))

    def play(self, *seats: int) -> Self:
        for seat in seats:
            self.do(f"{seat} play {self.any_card(seat)}")
        return self

    @staticmethod
    def name(card: int) -> str:
        return card_name(card)

    def shown(self, seat: int | None) -> list[str]:
        """The cards of the stock that were turned up (None), or shown to one seat alone, in order."""
        told = [event for event in self.events if isinstance(event, StockSeen) and event.audience == seat]
        return [self.name(card) for event in told for card in event.cards]

    def all_done(self) -> Self:
        for seat in range(self.game.rules.players):
            if not self.honour.done >> seat & 1:
                self.do(f"{seat} done")
        return self


class Options(TypedDict, total=False):
    partners: bool
    packs: str
    trump: str
    bezique_cards: str
    trick: str
    declarations_per_trick: str
    announce: bool
    seven_scores: str
    seven_exchange: str
    brisques: str
    last_trick: str
    target: int
    finish: str
    both_out: str
    past_tricks: str


class Arranged(Options, total=False):
    """How a deal is to begin: cards for the seats, the stock's first and last ones, points carried into it."""

    hands: Mapping[int, str]
    dealer: int
    turn_up: str
    stock: str
    bottom: str
    preset: str
    carried: tuple[int, ...]


def honour_rules(
    column: str = "enquire", players: int = 2, preset: str = "modern", **changes: Unpack[Options]
) -> Rules:
    """Return rules of an honour table, those of a preset otherwise."""
    return make_rules(preset, players, irregularities="forfeits", forfeits=column, **changes)


def honour_table(column: str = "enquire", players: int = 2, **given: Unpack[Arranged]) -> HonourTable:
    """Open a deal at an honour table in which the seats get wanted cards, with points carried into it."""
    asked = dict(given)
    hands, dealer = given.get("hands", {}), given.get("dealer", 0)
    options = {key: value for key, value in asked.items() if key in Options.__annotations__}
    preset = given.get("preset", "modern")
    rules = make_rules(preset, players, irregularities="forfeits", forfeits=column, **options)
    made = table_of(
        HonourTable,
        rules,
        hands={seat: cards for seat, cards in hands.items() if seat < players},
        dealer=dealer,
        turn_up=given.get("turn_up", "8Ha"),
        stock=given.get("stock", ""),
        bottom=given.get("bottom", ""),
    )
    if "carried" in given:
        deal = deal_out(made.deal.law, 0, dealer, made.deal.base.deck, given["carried"])
        made.game = Game(rules, (deal,))
    return made


def in_the_last_eight(
    column: str, hands: Mapping[int, str], *, leader: int = 0, turn_up: str = "", **changes: Unpack[Options]
) -> HonourTable:
    """Play to the last eight tricks in which every seat holds exactly these cards; the leader took all before."""
    rules = honour_rules(column, len(hands), **changes)
    return last_eight_of(HonourTable, rules, hands=hands, leader=leader, turn_up=turn_up)

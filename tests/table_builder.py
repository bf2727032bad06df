"""Positions for rule tests: a deck is built so that the seats get the wanted cards, then the deal is really played.

Cards and actions stand in the record's notation, as ``KHa`` and ``1 play 9Ha``. Cards that a test does not name are
filled in from the lowest rank up, so that hands hold little else that counts; they are what gets played when a test
only needs a trick to pass (:meth:`Table.win`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Self, TypeVar

import pytest

from bot.engine import (
    Action,
    Card,
    Deal,
    Event,
    Game,
    IllegalAction,
    Mask,
    Phase,
    Reason,
    Refusal,
    Rules,
    apply,
    build_rules,
    card_name,
    legal_actions,
    parse_action,
    parse_card,
    start_deal,
    why_illegal,
)
from bot.engine.cards import BRISQUES, EIGHT, NINE, SEVEN, cards_of, mask_of, rank_of, suit_of
from bot.engine.law import law_for


def cards(text: str) -> tuple[Card, ...]:
    return tuple(parse_card(word) for word in text.split())


def names(of: Iterable[Card]) -> str:
    return " ".join(card_name(c) for c in of)


@dataclass
class Table:
    """A game at the table, and the cards that are not to be thrown away on the way."""

    game: Game
    kept: Mask = 0
    events: list[Event] = field(default_factory=list)
    done: list[Action] = field(default_factory=list)
    """Every action, in order."""

    @property
    def deal(self) -> Deal:
        assert self.game.deal is not None
        return self.game.deal

    @property
    def ledger(self) -> list[tuple[int, int, int, str]]:
        """This deal's marks: trick, seat, points, reason."""
        return [(mark.trick, mark.seat, mark.points, mark.reason) for mark in self.deal.score.marks]

    @property
    def scored(self) -> list[str]:
        """This deal's marks without their tricks, as ``0 royal-marriage 40``."""
        return [f"{seat} {reason} {points}" for _, seat, points, reason in self.ledger]

    @property
    def totals(self) -> tuple[int, ...]:
        return self.game.totals

    @property
    def winner(self) -> tuple[int, ...] | None:
        return self.game.result.winner if self.game.result is not None else None

    def hand(self, seat: int) -> set[str]:
        return {card_name(c) for c in cards_of(self.deal.hold[seat])}

    def exposed(self, seat: int) -> set[str]:
        return {card_name(c) for c in cards_of(self.deal.table(seat))}

    def legal(self, start: str = "") -> set[str]:
        """The texts of the legal actions that begin in a certain way, as ``0 declare``."""
        return {action.text for action in legal_actions(self.game) if action.text.startswith(start)}

    def do(self, *actions: str) -> Self:
        """Do actions one after the other; each must be legal."""
        for text in actions:
            self.act(parse_action(text))
        return self

    def act(self, action: Action) -> tuple[Event, ...]:
        try:
            self.game, events = apply(self.game, action)
        except IllegalAction as error:
            raise AssertionError(f"{action} is refused: {error.refusal.reason.name}") from error
        self.events += events
        self.done.append(action)
        return events

    def refusal(self, text: str) -> Refusal:
        """Try an action that must be refused, see that it changes nothing and is not listed, and return why."""
        action, before = parse_action(text), self.game
        refusal = why_illegal(before, action)
        assert refusal is not None, f"{text} is allowed"
        assert action not in legal_actions(before)
        with pytest.raises(IllegalAction, match=f"^{refusal.reason.code}$") as caught:
            apply(before, action)
        assert caught.value.refusal == refusal
        return refusal

    def why(self, text: str) -> Reason:
        return self.refusal(text).reason

    def keep(self, text: str) -> Self:
        """Do not throw these cards away any more."""
        self.kept |= mask_of(cards(text))
        return self

    def spend(self, text: str) -> Self:
        """Allow these cards to be thrown away."""
        self.kept &= ~mask_of(cards(text))
        return self

    def draw(self) -> Self:
        """Pass whatever turns to declare are open, so that everyone draws."""
        while self.deal.phase is Phase.DECLARE:
            self.do(f"{self.deal.turn} pass")
        return self

    def win(self, seat: int) -> Self:
        """Draw if need be, then play a trick of unkept cards that this seat takes; stop at its turn to declare."""
        self.draw()
        line = self._winning_line(self.game, seat, len(self.deal.tricks) + 1)
        assert line is not None, f"seat {seat} cannot take this trick without a card that is kept"
        for action in line:
            self.act(action)
        return self

    def trick(self) -> Self:
        """Draw if need be, then let everyone play the least card that may be played and that nobody keeps."""
        self.draw()
        for _ in range(self.game.rules.players):
            self.act(self._choices(self.game)[0])
        return self

    def follow(self) -> Self:
        """Let whoever is on turn play the least card that may be played and that nobody keeps."""
        return self.do(self._choices(self.game)[0].text)

    def to_last_declaring(self, seat: int | None = None) -> Self:
        """Play on to the turn to declare after the trick that empties the stock, taken by a seat if one is given."""
        while self.deal.left > self.game.rules.players:
            self.trick().draw()
        return self.trick() if seat is None else self.win(seat)

    def to_last_eight(self) -> Self:
        """Play on until the stock is gone."""
        return self.to_last_declaring().draw()

    def to_end(self) -> Self:
        while not self.deal.over:
            self.draw()
            self.act(min(legal_actions(self.game), key=lambda action: self._cost(action.cards[0])))
        return self

    def _winning_line(self, game: Game, seat: int, number: int) -> list[Action] | None:
        deal = game.deals[-1]
        if len(deal.tricks) == number:
            return [] if deal.tricks[-1].winner == seat else None
        for action in self._choices(game):
            rest = self._winning_line(apply(game, action).game, seat, number)
            if rest is not None:
                return [action, *rest]
        return None

    def _choices(self, game: Game) -> list[Action]:
        plays = [action for action in legal_actions(game) if action.verb == "play" and not action.mask & self.kept]
        return sorted(plays, key=lambda action: self._cost(action.cards[0]))

    def _cost(self, card: Card) -> tuple[bool, bool, int, Card]:
        trump_seven = rank_of(card) == SEVEN and suit_of(card) == self.deal.trump
        return bool(BRISQUES >> card & 1), trump_seven, rank_of(card), card


T = TypeVar("T", bound=Table)


def make_rules(preset: str = "modern", players: int = 2, **changes: object) -> Rules:
    """Return a preset's rules with some options changed."""
    return build_rules(preset, players, changes)


def table(
    rules: Rules,
    *,
    hands: Mapping[int, str] | None = None,
    dealer: int = 0,
    turn_up: str = "8Ha",
    stock: str = "",
    bottom: str = "",
) -> Table:
    """Open a first deal in which the seats get wanted cards; see :func:`table_of`."""
    return table_of(Table, rules, hands=hands, dealer=dealer, turn_up=turn_up, stock=stock, bottom=bottom)


def table_of(
    kind: type[T],
    rules: Rules,
    *,
    hands: Mapping[int, str] | None = None,
    dealer: int = 0,
    turn_up: str = "8Ha",
    stock: str = "",
    bottom: str = "",
) -> T:
    """Open a first deal in which the seats get wanted cards.

    Args:
        kind: What plays it.
        hands: By seat, up to a full hand; the rest is filled in.
        dealer: Who deals.
        turn_up: The turned-up card; not used without a turn-up.
        stock: The first cards of the stock, top first.
        bottom: The last cards of the stock above the turn-up, in the order in which they are drawn.
    """
    wanted = {seat: cards(text) for seat, text in (hands or {}).items()}
    turn = cards(turn_up)[:1] if rules.trump == "turn_up" else ()
    deck = build_deck(rules, wanted, dealer=dealer, turn_up=turn, stock=cards(stock), bottom=cards(bottom))
    kept = mask_of(c for hand in wanted.values() for c in hand) | mask_of(cards(stock)) | mask_of(cards(bottom))
    game, events = start_deal(Game(rules), dealer, deck)
    return kind(game, kept, list(events))


def build_deck(
    rules: Rules,
    hands: Mapping[int, tuple[Card, ...]],
    *,
    dealer: int,
    turn_up: tuple[Card, ...],
    stock: tuple[Card, ...] = (),
    bottom: tuple[Card, ...] = (),
) -> tuple[Card, ...]:
    """Return a deck that deals these hands; what is not said is filled in from the lowest rank up."""
    named = [c for hand in hands.values() for c in hand] + [*turn_up, *stock, *bottom]
    assert len(set(named)) == len(named), "a card is wanted in two places"
    trump = suit_of(turn_up[0]) if turn_up else -1
    rest = [c for c in law_for(rules).pack if c not in set(named)]
    rest.sort(key=lambda c: (rank_of(c) == SEVEN and suit_of(c) == trump, rank_of(c), c))
    n = rules.players
    full = {seat: list(hands.get(seat, ())) for seat in range(n)}
    # A small trump for everyone first, then the lowest cards in turn: so that anyone can take a trick.
    small = [c for c in rest if suit_of(c) == trump and EIGHT <= rank_of(c) <= NINE]
    fillers = small[-n:] + [c for c in rest if c not in small[-n:]]
    law = law_for(rules)
    while any(len(hand) < law.hand for hand in full.values()):
        for hand in full.values():
            if len(hand) < law.hand:
                hand.append(fillers.pop(0))
                rest.remove(hand[-1])
    deck: list[Card] = []
    for packet in law.quantities.packets:
        for step in range(1, n + 1):
            hand = full[(dealer + step) % n]
            deck += hand[:packet]
            del hand[:packet]
    return (*deck, *turn_up, *stock, *rest, *bottom)


def last_eight(rules: Rules, *, hands: Mapping[int, str], leader: int, turn_up: str = "") -> Table:
    """Play to the last tricks in which every seat holds exactly these cards."""
    return last_eight_of(Table, rules, hands=hands, leader=leader, turn_up=turn_up)


def last_eight_of(kind: type[T], rules: Rules, *, hands: Mapping[int, str], leader: int, turn_up: str = "") -> T:
    """Play to the last tricks in which every seat holds exactly these cards.

    The leader takes every trick of the first stage and draws first; the seat at its right deals and is the last
    to draw, so with a turn-up it is that seat's hand that holds the turn-up.
    """
    n, beats = rules.players, law_for(rules).beats
    dealer = (leader - 1) % n
    turn = cards(turn_up)
    trump = suit_of(turn[0]) if turn else -1
    wanted = {seat: [c for c in cards(hands[seat]) if c not in turn] for seat in range(n)}
    named = mask_of(c for hand in wanted.values() for c in hand) | mask_of(turn)
    spare = [c for c in law_for(rules).pack if not named >> c & 1]
    by_rank = rules.trick in ("rank_only", "rank_then_trump")
    spare.sort(key=lambda c: (suit_of(c) == trump and not by_rank, rank_of(c), c))
    tricks = len(spare) // n
    strong, weak = spare[-tricks:], spare[:-tricks]
    order = [(leader + step) % n for step in range(n)]
    lines: list[dict[int, Card]] = []
    for lead in strong:
        line = {leader: lead}
        for seat in order[1:]:
            line[seat] = next(c for c in weak if not beats(c, lead, trump))
            weak.remove(line[seat])
        lines.append(line)
    last = [wanted[seat].pop() for seat in order if len(wanted[seat]) == law_for(rules).hand]
    dealt = {seat: (*wanted[seat], lines[0][seat]) for seat in range(n)}
    stock = tuple(line[seat] for line in lines[1:] for seat in order)
    deck = build_deck(rules, dealt, dealer=dealer, turn_up=turn, stock=stock, bottom=tuple(last))
    at_table = kind(start_deal(Game(rules), dealer, deck).game)
    for line in lines:
        at_table.do(*(f"{seat} play {card_name(line[seat])}" for seat in order))
        at_table.draw()
    assert not at_table.deal.left
    for seat in range(n):
        assert at_table.hand(seat) == set(hands[seat].split())
    return at_table

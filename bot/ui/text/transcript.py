"""A game as text that a person can follow: trick by trick, with declarations and the running score.

It is made from what everybody saw; closed hands are shown only of a deal that is over.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from bot.engine import Card, CardSet, Deal, Ending, Game, Mark, Phase, write_code
from bot.engine import events as ev
from bot.engine.combinations import Kind
from bot.engine.events import CardDrawn
from bot.engine.forfeits import Irregularity
from bot.engine.honour import out_of_turn, told
from bot.engine.law import law_for
from bot.engine.record import Record, play_record, record_steps
from bot.engine.record_json import FORMER
from bot.engine.scoring import side_totals
from bot.ui.text.faces import PLAIN, Voice, capital
from bot.ui.text.honour_happened import SEEN, honour_clause
from bot.ui.text.i18n import mark, tr, trn
from bot.ui.text.scoring import last_tricks, mark_told, spoken, value_told
from bot.ui.text.wordings import plain_card


class _Plain(Voice):
    """Everybody as the hearer of plain text, in which names and cards stand without markup."""

    __slots__ = ()

    def name(self, seat: int) -> str:
        """Return a seat's name as it is."""
        return self.names[seat]

    def card(self, card: Card) -> str:
        """Write a card in plain signs."""
        return plain_card(card)


_UNSEEN: Final = ("Cc", "Cf", "Cs")
_JOINER: Final = "\u200d"
"""Joins emoji into one; harmless."""
_SUIT_WORDS = mark(("clubs", "diamonds", "hearts", "spades"))
_COUNT_WORDS = mark({2: "two", 3: "three", 4: "four"})


def transcript(record: Record, *, hands: bool = True) -> str:
    """Return a record's game as text, lines ended by a line feed, with the closed `hands` of deals that are over."""
    return "\n\n".join(transcript_sections(record, hands=hands)) + "\n"


def transcript_sections(record: Record, *, hands: bool = True) -> list[str]:
    """Return the parts of the transcript: the heading, each deal, and how the game ended or stands."""
    writer = _Writer(record)
    game = Game(record.rules)
    over = _over(record)
    for game, happened in record_steps(record):
        for event in happened:
            if event.audience is None:
                writer.tell(event, game)
            elif hands and isinstance(event, ev.HandDealt) and over[game.deals[-1].base.number]:
                writer.tell_hand(event)
        if hands and over[len(game.deals) - 1] and any(isinstance(each, ev.StockGone) for each in happened):
            writer.tell_last_eight(game.deals[-1])
        writer.before = game.deals[-1]
    if game.deal is not None and not game.deal.over:
        writer.leave_off(game.deal)
    return [_heading(writer.names, record), *("\n".join(lines) for lines in writer.deals), writer.ending(game)]


def _over(record: Record) -> list[bool]:
    """Tell by deal whether it is over at the record's end; only the last can be running."""
    return [deal.over for deal in play_record(record).deals]


def display_name(name: str, seat: int) -> str:
    """Return a player's name for one line of text, without control characters or marks that reverse the writing."""
    name = tr("a former player") if name == FORMER else name
    kept = "".join(c for c in name if unicodedata.category(c) not in _UNSEEN or c == _JOINER)
    return " ".join(kept.split()) or tr("Player {number}", number=seat + 1)


def _heading(names: Sequence[str], record: Record) -> str:
    rules = record.rules
    who = _joined(names)
    if rules.partners:
        who = tr("{one} against {other}", one=_joined(names[::2]), other=_joined(names[1::2]))
    return "\n".join(
        [
            tr("Bézique for {count}: {who}", count=tr(_COUNT_WORDS[rules.players]), who=who),
            tr("Rules: {code}", code=write_code(rules, record.preset)),
            tr("The game is one deal.")
            if rules.length == "one_deal"
            else tr("The game is {points} up, by units.", points=spoken(rules.target, rules))
            if rules.reckoning == "units"
            else tr("The game is to {target} points.", target=rules.target),
        ]
    )


class _Writer:
    """A collector of lines, deal by deal."""

    def __init__(self, record: Record) -> None:
        names = [display_name(name, seat) for seat, name in enumerate(record.players)]
        # Two players may have the same name; a transcript must still tell them apart.
        self.names = [f"{name} ({seat + 1})" if names.count(name) > 1 else name for seat, name in enumerate(names)]
        self._voice = _Plain(None, self.names, PLAIN)
        self.deals: list[list[str]] = []
        self.before: Deal | None = None
        """The state just before the event that is told."""
        self._act = ""
        """What a seat has just done, kept until its points are marked in the same line."""
        self._held: list[str] = []
        """Lines that wait for the line of their trick."""
        self._rules = record.rules
        self._width = max(len(name) for name in self.names)

    def tell(self, event: ev.Event, game: Game) -> None:
        """Write a public event."""
        if isinstance(event, ev.DealOpened):
            self.deals.append([self._opening(event), ""])
            return
        lines, deal = self.deals[-1], game.deals[-1]
        match event:
            case ev.TrickTaken(number=number, trick=trick):
                plays = self._plays(trick.leader, trick.cards)
                taken = tr("{plays}: {name} took it.", plays=plays, name=self.names[trick.winner])
                lines.append(f"{number:>3}. {taken}")
                self._flush()
            case ev.SevenExchanged(seat=seat, seven=seven, taken=taken):
                self._act = tr("{name} exchanged {seven} for {card}",
                               name=self.names[seat], seven=plain_card(seven), card=plain_card(taken))  # fmt: skip
            case ev.SevenShown(seat=seat, card=card):
                self._act = tr("{name} showed {card}", name=self.names[seat], card=plain_card(card))
            case ev.CarteBlancheShown(seat=seat, cards=cards):
                what = f"{mark_told('carte-blanche')} ({_by_suit(CardSet.of(cards))})"
                self._act = tr("{name} showed {card}", name=self.names[seat], card=what)
            case ev.CombinationDeclared(seat=seat, name=name, cards=cards):
                what = f"{mark_told(name)} ({_cards(cards)})"
                self._act = tr("{name} declared {what}", name=self.names[seat], what=what)
            case ev.CombinationAnnounced(seat=seat, name=name, cards=cards):
                what = f"{mark_told(name)} ({_cards(cards)})"
                lines.append("     " + tr("{name} announced {what}", name=self.names[seat], what=what) + ".")
            case ev.TrumpsMade(suit=suit):
                self._act = tr("{act} and made {suit} trumps", act=self._act, suit=tr(_SUIT_WORDS[suit]))
            case ev.PointsMarked(mark=mark):
                self._mark(mark, game)
            case ev.StockGone():
                lines += ["", capital(tr("{tricks} begin", tricks=last_tricks(deal.law))) + "."]
            case ev.DealEnded():
                self._end_deal(deal)
            case _:  # the line of a trick tells its cards; passing and drawing are not told
                self._tell_of_honour(event, deal)

    def _tell_of_honour(self, event: ev.Event, deal: Deal) -> None:
        """Write what happens at honour tables alone; the points of a claim follow in its line."""
        if isinstance(event, CardDrawn):
            out = self.before is not None and out_of_turn(self.before, event.seat)
            said = tr(SEEN[Irregularity.DRAWN_OUT_OF_TURN], name=self.names[event.seat]) if out else ""
        else:
            said = honour_clause(event, deal, self._voice)
        if isinstance(event, told.DeclarationTakenBack) or (isinstance(event, told.Claimed) and event.kind in SEEN):
            self._act = said
        elif said:
            self.deals[-1].append(f"     {capital(said)}.")

    def _mark(self, mark: Mark, game: Game) -> None:
        did = self._act or f"{self.names[mark.seat]}, {mark_told(mark.reason)}"
        self._act = ""
        self._held.append(f"     {did}: {spoken(mark.points, self._rules)}. {self._running(mark, game)}")
        if mark.reason != "seven-played":  # its line waits for the line of its trick
            self._flush()

    def _flush(self) -> None:
        self.deals[-1] += self._held
        self._held.clear()

    def _plays(self, leader: int, cards: Sequence[Card]) -> str:
        return ", ".join(
            f"{self.names[(leader + place) % len(self.names)]} {plain_card(c)}" for place, c in enumerate(cards)
        )

    def leave_off(self, deal: Deal) -> None:
        """Write the cards on the table where a deal is left unfinished."""
        if deal.trick:
            number = f"{len(deal.tricks) + 1:>3}. "
            plays = self._plays(deal.leader, deal.trick)
            self.deals[-1].append(number + tr("{plays}: the trick is not complete.", plays=plays))
        self._flush()

    def _end_deal(self, deal: Deal) -> None:
        self.leave_off(deal)
        gained = [
            spoken(total - before, self._rules)
            for total, before in zip(deal.score.totals, deal.base.carried, strict=True)
        ]
        made = ", ".join(f"{name} {points}" for name, points in zip(self.names, gained, strict=True))
        over = tr("Deal {number} is over. Made in it: {points}.", number=deal.base.number + 1, points=made)
        self.deals[-1] += ["", over]

    def tell_hand(self, event: ev.HandDealt) -> None:
        """Write the hand that a seat was dealt."""
        self.deals[-1].append(self._hand(event.seat, CardSet.of(event.cards)))
        if event.seat == len(self.names) - 1:
            self.deals[-1].append("")

    def tell_last_eight(self, deal: Deal) -> None:
        """Write all hands as they stand when the stock is gone."""
        self.deals[-1] += [*(self._hand(seat, CardSet(held)) for seat, held in enumerate(deal.hold)), ""]

    def ending(self, game: Game) -> str:
        """Say who has won and how, or how the game stands."""
        result, deal = game.result, game.deal
        if result is None:
            if deal is None:
                return tr("No cards have been dealt yet.")
            if deal.phase is Phase.CLAIM:
                said = tr("Play has ended; claims are still possible.")
            elif deal.over:
                said = tr("The next deal is {name}'s.", name=self.names[game.next_dealer() or 0])
            elif deal.phase is Phase.PLAY:
                said = tr("It is {name}'s turn to play.", name=self.names[deal.turn])
            else:
                said = tr("It is {name}'s turn to declare or pass.",
                          name=self.names[deal.turn])  # fmt: skip
            return f"{said} {self._score(game)}"
        lines = []
        if result.by is not None:
            name = self.names[result.by]
            resigned = result.ending is Ending.RESIGN
            lines.append(tr("{name} resigns.", name=name) if resigned else tr("{name} has run out of time.", name=name))
        names = [self.names[seat] for seat in result.winner]
        won = trn("{names} wins the game.", "{names} win the game.", len(names), names=_joined(names))
        lines.append(f"{won if names else tr('Nobody wins the game.')} {self._score(game)}")
        return "\n".join([*lines, *(value_told(deal, self.names) if deal is not None else ())])

    def _opening(self, event: ev.DealOpened) -> str:
        number, name = event.number + 1, self.names[event.dealer]
        makers = {row.kind for row in law_for(self._rules).rows.values() if row.makes_trumps}
        if event.trump < 0 and Kind.SEQUENCE in makers:
            return tr("Deal {number}. {name} dealt; the first marriage or sequence makes trumps.", number=number,
                      name=name)  # fmt: skip
        if event.trump < 0:
            return tr("Deal {number}. {name} dealt; the first marriage makes trumps.", number=number, name=name)
        return tr("Deal {number}. {name} dealt and turned up {card}: {suit} are trumps.", number=number, name=name,
                  card=plain_card(event.turn_up), suit=tr(_SUIT_WORDS[event.trump]))  # fmt: skip

    def _hand(self, seat: int, cards: CardSet) -> str:
        return f"  {self.names[seat]:<{self._width}}  {_by_suit(cards)}"

    def _running(self, mark: Mark, game: Game) -> str:
        """Return the score right after a mark; one step may make several marks."""
        deal = game.deals[-1]
        totals = list(deal.base.carried)
        for each in deal.score.marks:
            totals[each.seat] += each.points
            if each is mark:
                break
        return self._sides(deal, tuple(totals))

    def _score(self, game: Game) -> str:
        return self._sides(game.deals[-1], game.totals)

    def _sides(self, deal: Deal, totals: tuple[int, ...]) -> str:
        points = [spoken(total, self._rules) for total in side_totals(deal.base, totals)]
        sides = (_joined([self.names[seat] for seat in seats]) for seats in deal.law.side_seats)
        return "[" + ", ".join(f"{side} {total}" for side, total in zip(sides, points, strict=True)) + "]"


def _joined(names: Sequence[str]) -> str:
    return tr("{first} and {last}", first=", ".join(names[:-1]), last=names[-1]) if len(names) > 1 else "".join(names)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(plain_card(c) for c in cards)


def _by_suit(cards: CardSet) -> str:
    """Write a hand suit by suit, high cards first."""
    suits = (sorted(cards.of_suit(suit), key=lambda c: -(c & 7)) for suit in range(4))
    return "   ".join(_cards(suit) for suit in suits if suit)


_LETTERS: Final = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "é": "e", "É": "E"})


def in_ascii(text: str) -> str:
    """Return a transcript with letters for the suits, for a terminal that cannot show them."""
    return text.translate(_LETTERS).encode("ascii", "backslashreplace").decode("ascii")

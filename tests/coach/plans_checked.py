"""Whether a plan is so: each is asked of the whole deal by brute force, and of deals that look the same to the seat."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.coach.themes import Reason, Theme
from bot.engine import Action, Deal, Phase, Verb
from bot.engine.cards import ACE, NINE, SEVEN, TEN, cards_of, suit_of
from bot.engine.legality import legal_moves
from bot.engine.moves import advance

from .moment import Moment, after, brisques_in, later_turn


def _wins(at: Moment, one: Action, rng: Random) -> tuple[list[Deal], str]:
    if one.verb is not Verb.PLAY:
        return [], "no card is played"
    ends = at.sure(one, rng)
    return ends, "" if all(end.tricks[-1].winner == at.seat for end in ends) else "the trick may be lost"


def _wins_and_declares(at: Moment, one: Action, said: Reason, _: Action | None, rng: Random) -> str:
    ends, wrong = _wins(at, one, rng)
    return wrong or _all_declare(at, ends, said)


def _all_declare(at: Moment, ends: list[Deal], said: Reason) -> str:
    for end in ends:
        found = [each for each in legal_moves(end) if each.verb is Verb.DECLARE and each.name == said.name]
        if end.phase is not Phase.DECLARE or end.turn != at.seat or not found:
            return "cannot be declared"
        if sum(mark.points for mark in advance(end, found[0]).score.marks[len(end.score.marks) :]) != said.points:
            return "other points"
    return ""


def may_declare(at: Moment, one: Action, said: Reason, _: Action | None, rng: Random) -> str:
    won = [end for end in at.sure(one, rng) if end.tricks[-1].winner == at.seat]
    if not won and (
        len(at.deal.trick) + 1 == at.law.players or not at.can_declare(after(at, one), at.hold & ~one.mask, said.name)
    ):
        return "the trick is never taken, or nothing can be declared"
    return _all_declare(at, won, said)


def _wins_and_exchanges(at: Moment, one: Action, _: Reason, __: Action | None, rng: Random) -> str:
    ends, wrong = _wins(at, one, rng)
    can = all(any(each.verb is Verb.EXCHANGE for each in legal_moves(end)) for end in ends)
    return wrong or ("" if can else "nothing can be exchanged")


def _takes_brisques(at: Moment, one: Action, said: Reason, _: Action | None, rng: Random) -> str:
    ends, wrong = _wins(at, one, rng)
    there = all(brisques_in(end.tricks[-1].cards) == said.points > 0 for end in ends)
    if not at.law.quantities.brisques_marked:
        return "tens and aces are not marked"
    return wrong or ("" if there else "other tens and aces")


def _feeds_partner(at: Moment, one: Action, said: Reason, _: Action | None, rng: Random) -> str:
    ends = at.sure(one, rng)
    fine = all(at.ours(end.tricks[-1].winner) and brisques_in(end.tricks[-1].cards) == said.points for end in ends)
    return "" if fine and said.points else "the side does not get that"


def _takes_turn(at: Moment, one: Action, said: Reason, _: Action | None, rng: Random) -> str:
    ends, wrong = _wins(at, one, rng)
    last = at.deal.left == at.law.players
    if wrong or (said.theme is Theme.TAKES_LAST_TURN) != last:
        return wrong or "another turn to declare"
    for end in ends:
        while end.phase is Phase.DECLARE:
            if not at.ours(end.turn):
                return "the others may declare"
            end = advance(end, Action(end.turn, Verb.PASS))  # noqa: PLW2901 - on to the draw
        if last and end.left:
            return "not the last turn"
    return ""


def _takes_lead(at: Moment, one: Action, _: Reason, __: Action | None, rng: Random) -> str:
    ends, wrong = _wins(at, one, rng)
    return wrong or ("" if all(end.turn == at.seat or end.over for end in ends) else "does not lead")


def _likely(_: Moment, one: Action, __: Reason, ___: Action | None, ____: Random) -> str:
    return "" if one.verb is Verb.PLAY else "no card is played"  # how often is asked of new samples


def _keeps_whole(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    if not later_turn(at, one):
        return "no turn to declare is left"
    rest = at.hold & ~one.mask
    if at.law.rows[said.name].points != said.points:
        return "other points"
    return "" if at.can_declare(after(at, one), rest, said.name) else "not whole, or barred"


def _keeps(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    before = at.lacks(at.deal, at.hold, said.name)
    then = at.lacks(after(at, one), at.hold & ~one.mask, said.name)
    if before is None or not then:
        return "whole, or out of reach"
    if before != then:
        return "the card is one of it"
    if not later_turn(at, one) or then > at.rounds - 1:
        return "too late"
    if said.unseen is None:
        return ""
    if at.law.rules.past_tricks != "open":
        return "a count where none may be given"
    of = at.completing(after(at, one), at.hold & ~one.mask, said.name, then)
    unseen = sum(card in at.hidden for card in of)
    return "" if (unseen, len(of)) == (said.unseen, said.of) else f"{unseen} of {len(of)} are unseen"


def _keeps_trumps(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    mine = [card for card in cards_of(at.hold & ~one.mask) if suit_of(card) == at.deal.trump]
    fine = one.verb is Verb.PLAY and len(mine) > 1 and suit_of(one.cards[0]) != at.deal.trump and at.deal.left
    return "" if fine else "no trumps are kept"


def _master(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    mine = [card & 7 for card in cards_of(at.hold & ~one.mask) if suit_of(card) == at.deal.trump]
    theirs = [card & 7 for seat, hold in enumerate(at.deal.hold) if seat != at.seat for card in cards_of(hold)
              if suit_of(card) == at.deal.trump]  # fmt: skip
    return "" if mine and not at.deal.left and max(mine) > max(theirs, default=-1) else "not the highest"


def _keeps_highest(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    rest = at.hold & ~one.mask
    theirs = [card for seat, hold in enumerate(at.deal.hold) if seat != at.seat for card in cards_of(hold)]
    for card in cards_of(rest):
        same = [each & 7 for each in theirs if suit_of(each) == suit_of(card)]
        if suit_of(card) not in (at.deal.trump, suit_of(one.cards[0])) and same and max(same) < card & 7:
            return "" if not at.deal.left else "not in the last eight"
    return "no card is the highest of its suit"


def _leads_highest(at: Moment, one: Action, _: Reason, __: Action | None, rng: Random) -> str:
    card = one.cards[0]
    if at.deal.left or at.deal.trick or suit_of(card) == at.deal.trump:
        return "no plain card is led in the last eight"
    tricks = [end.tricks[-1] for end in at.sure(one, rng)]
    taken_by = {trick.cards[(trick.winner - trick.leader) % at.law.players] for trick in tricks}
    if any(suit_of(each) != at.deal.trump for each in taken_by - {card}):
        return "another card beats it"
    theirs = [each for seat, hold in enumerate(at.deal.hold) if seat != at.seat for each in cards_of(hold)]
    count = sum(suit_of(each) == suit_of(card) for each in theirs)
    return "" if count + 1 >= at.law.players else "somebody cannot follow, and must play a trump"


def _throws(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    card = one.cards[0]
    serves = any(wanted >> card & 1 for form in at.law.forms[at.deal.trump] for wanted, _ in form.needs)
    fine = not serves and card & 7 not in (TEN, ACE) and card & 7 <= NINE and suit_of(card) != at.deal.trump
    return "" if fine else "it is worth something"


def _lets_go(at: Moment, one: Action, _: Reason, __: Action | None, rng: Random) -> str:
    ends = at.sure(one, rng)
    fine = all(not at.ours(end.tricks[-1].winner) and not brisques_in(end.tricks[-1].cards) for end in ends)
    return "" if fine and at.law.quantities.brisques_marked else "there is something in the trick"


def _lost_anyway(at: Moment, one: Action, _: Reason, __: Action | None, rng: Random) -> str:
    if one.verb is not Verb.PLAY or not at.deal.trick:
        return "nothing has been led"
    ends = [end for each in legal_moves(at.deal) for end in at.sure(each, rng)]
    if any(end.tricks[-1].winner == at.seat for end in ends):
        return "one of the cards may take it"
    worth = [100 * (suit_of(each.cards[0]) == at.deal.trump) + each.cards[0] % 8 for each in legal_moves(at.deal)]
    mine = 100 * (suit_of(one.cards[0]) == at.deal.trump) + one.cards[0] % 8
    return "" if mine == min(worth) < max(worth) else "it is not the lowest"


def _gives_lead(at: Moment, one: Action, _: Reason, __: Action | None, rng: Random) -> str:
    ends = at.sure(one, rng)
    fine = all(end.tricks[-1].winner != at.seat and not end.over for end in ends)
    return "" if fine and not at.deal.trick and not at.deal.left else "the others need not take it"


def _draws(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    ends = at.tricks(one)
    theirs = [card for card in cards_of(at.deal.hold[1 - at.seat]) if suit_of(card) == at.deal.trump]
    if at.deal.left or not all(suit_of(end.tricks[-1].cards[1]) == at.deal.trump for end in ends):
        return "no trump is drawn"
    return "" if (said.theme is Theme.DRAWS_LAST_TRUMP) == (len(theirs) == 1) else "another number of trumps"


def _marks(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    marks = advance(at.deal, one).score.marks[len(at.deal.score.marks) :]
    gained = sum(mark.points for mark in marks if mark.seat == at.seat)
    if said.theme is Theme.SEVEN_NOW:
        fine = one.cards[0] & 7 == SEVEN and gained >= said.points > 0
    else:
        fine = gained >= said.points and gained > 0
    return "" if fine else "other points are marked"


def _declares(at: Moment, one: Action, said: Reason, other: Action | None, rng: Random) -> str:
    return "another declaration" if one.name != said.name else _marks(at, one, said, other, rng)


def _turn_up(at: Moment, one: Action, said: Reason, other: Action | None, rng: Random) -> str:
    comes = advance(at.deal, one).hold[at.seat] >> at.deal.turn_up & 1
    return _marks(at, one, said, other, rng) if comes else "the turned-up card does not come"


def _followed(at: Moment, one: Action, said: Reason, other: Action | None, _: Random) -> str:
    name = other.name if said.theme is Theme.MARRIES_FIRST and other is not None else said.name
    if at.rounds < 2:
        return "no turn to declare is left"
    return "" if at.can_declare(after(at, one), at.hold, name) else "cannot follow"


def _hides(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    hidden = at.hold & ~at.deal.exposed & ~at.deal.declared.public
    would = any(each.verb is Verb.DECLARE and each.mask & hidden for each in legal_moves(at.deal))
    return "" if one.verb is Verb.PASS and would else "nothing is hidden"


def _keeps_seven(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    mine = any(card & 7 == SEVEN and suit_of(card) == at.deal.trump for card in cards_of(at.hold))
    return "" if one.verb is Verb.PASS and mine else "there is no seven"


def _suits(hold: int) -> list[int]:
    """Return how many cards of each suit there are, by suit."""
    return [sum(suit_of(card) == suit for card in cards_of(hold)) for suit in range(4)]


def _makes_trumps(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    if one.verb is not Verb.DECLARE or at.deal.trump >= 0 or advance(at.deal, one).trump != suit_of(one.cards[0]):
        return "no trumps are made"
    if said.theme is Theme.MAKES_TRUMPS:
        many = _suits(at.hold)
        mine = many.pop(suit_of(one.cards[0]))
        return "" if mine > max(many) else "another suit is as long"
    lacks = at.lacks(after(at, one), at.hold, said.name)
    fine = lacks and lacks < at.rounds - 1 and at.law.rows[said.name].points == said.points
    return "" if fine else "whole, or out of reach"


def _again(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    if one.verb is not Verb.PLAY or not later_turn(at, one) or at.rounds < 2:
        return "no turn to declare is left"
    mine = [meld.row for meld in at.deal.declared.melds if meld.seat == at.seat and meld.cards & one.mask]
    if (said.name, said.points) not in [(row.name, row.points) for row in mine]:
        return "the card was not declared so"
    if at.lacks(at.deal, at.hold, said.name, 1) is not None:
        return "one more card makes it without that"
    then = at.lacks(after(at, one), at.hold & ~one.mask, said.name, 1)
    return "" if then == 1 else "one more card does not make it"


def _reached(at: Moment, seat: int) -> int:
    return sum(mark.points for mark in at.deal.score.marks if mark.seat == seat)


def _saves_rubicon(at: Moment, one: Action, said: Reason, _: Action | None, __: Random) -> str:
    gained = advance(at.deal, one).score.marks[len(at.deal.score.marks) :]
    then = _reached(at, at.seat) + sum(mark.points for mark in gained if mark.seat == at.seat)
    fine = one.verb is not Verb.PLAY and _reached(at, at.seat) < 1000 <= then and said.points == 1000
    return "" if fine and at.law.rules.game == "rubicon" else "the rubicon is not reached by it"


def _for_rubicon(at: Moment, one: Action, said: Reason, _: Action | None, rng: Random) -> str:
    ends, wrong = _wins(at, one, rng)
    mine, theirs = _reached(at, at.seat), _reached(at, 1 - at.seat)
    low, high = (mine, theirs) if said.theme is Theme.TO_SAVE_RUBICON else (theirs, mine)
    if at.law.rules.game != "rubicon" or low >= 1000 or low > high:
        return "nobody is short of it"
    if at.law.tricks - len(at.deal.tricks) > 18:
        return "it is not late"
    there = all(brisques_in(end.tricks[-1].cards) == said.points > 0 for end in ends)
    return wrong or ("" if there else "other tens and aces")


def _only(at: Moment, one: Action, _: Reason, __: Action | None, ___: Random) -> str:
    open_too = set(cards_of(at.deal.exposed))
    looks = {(each.verb, each.name, *sorted((card % 32, card in open_too) for card in each.cards))
             for each in legal_moves(at.deal)}  # fmt: skip
    return "" if len(looks) == 1 and one in legal_moves(at.deal) else "there is something else"


def _counted(at: Moment, _: Action, __: Reason, ___: Action | None, ____: Random) -> str:
    return "" if not at.deal.left and at.law.players == 2 else "not all cards are known"


PLANS: Final = {
    Theme.WINS_AND_DECLARES: _wins_and_declares,
    Theme.MAY_DECLARE: may_declare,
    Theme.WINS_AND_EXCHANGES: _wins_and_exchanges,
    Theme.TAKES_BRISQUES: _takes_brisques,
    Theme.FEEDS_PARTNER: _feeds_partner,
    Theme.TAKES_TURN: _takes_turn,
    Theme.TAKES_LAST_TURN: _takes_turn,
    Theme.TAKES_LEAD: _takes_lead,
    Theme.LIKELY: _likely,
    Theme.KEEPS_WHOLE: _keeps_whole,
    Theme.KEEPS_COMBINATION: _keeps,
    Theme.KEEPS_TRUMPS: _keeps_trumps,
    Theme.MASTER: _master,
    Theme.KEEPS_HIGHEST: _keeps_highest,
    Theme.LEADS_HIGHEST: _leads_highest,
    Theme.THROWS: _throws,
    Theme.LETS_GO: _lets_go,
    Theme.LOST_ANYWAY: _lost_anyway,
    Theme.GIVES_LEAD: _gives_lead,
    Theme.DRAWS_TRUMP: _draws,
    Theme.DRAWS_LAST_TRUMP: _draws,
    Theme.SEVEN_NOW: _marks,
    Theme.DECLARES: _declares,
    Theme.FOLLOWED: _followed,
    Theme.MARRIES_FIRST: _followed,
    Theme.ANNOUNCES: _followed,
    Theme.TURN_UP: _turn_up,
    Theme.EXCHANGES: _marks,
    Theme.SHOWS: _marks,
    Theme.HIDES: _hides,
    Theme.KEEPS_SEVEN: _keeps_seven,
    Theme.MAKES_TRUMPS: _makes_trumps,
    Theme.TRUMPS_IN_REACH: _makes_trumps,
    Theme.AGAIN: _again,
    Theme.SAVES_RUBICON: _saves_rubicon,
    Theme.TO_SAVE_RUBICON: _for_rubicon,
    Theme.AGAINST_RUBICON: _for_rubicon,
    Theme.ONLY: _only,
    Theme.COUNTED: _counted,
}
"""By plan: the check of it."""

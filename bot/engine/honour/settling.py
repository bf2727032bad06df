"""What follows an act by itself: marks, tricks, chances, the return of declared cards, the end (rulings 23 and 25)."""

from __future__ import annotations

from bot.engine.cards import NO_CARD, mask_of
from bot.engine.deal import FRESH_DECLARING, Deal, Fault, Phase, Result, Score, Seats, Trick, put
from bot.engine.forfeits import Irregularity
from bot.engine.scoring import first_to_the_target, from_dealers_left, who_wins
from bot.engine.tricks import beats_suit_led, winning_place

from .claims import judge
from .state import (
    held,
    honour_of,
    in_last_eight,
    mark,
    needs_card,
    nothing_to_draw,
    owe,
    stopped,
    to_draw,
    to_play,
)

_OF_THE_EIGHT = ("brisques", "last-trick")


def settle(deal: Deal) -> Deal:
    """Return the deal after everything that follows by itself, up to where a seat has to act or play stops."""
    while not stopped(deal):
        after = _follow(deal)
        if after is None:
            break
        deal = after
    return _on_turn(deal)


def _follow(deal: Deal) -> Deal | None:
    """Return the deal after the next thing that follows by itself; None if nothing does."""
    honour = honour_of(deal)
    if honour.counted:
        return None
    if honour.done:  # a claim has brought the side below the target again: play goes on
        return deal._replace(honour=honour._replace(done=0))
    if honour.owed:
        return _mark_owed(deal)
    if len(deal.trick) == deal.base.law.players:
        return _complete(deal)
    if deal.tricks and not deal.trick and in_last_eight(deal) and not all(deal.hold):
        return _count(deal)
    chances = (chance is not None for chance in honour.chances)
    if not honour.returned and in_last_eight(deal) and not deal.left and not any(chances):
        return return_cards(deal)
    if honour.choice is None:
        return _open_choice(deal)
    return None


def _open_choice(deal: Deal) -> Deal | None:
    """Turn up the next two cards for a chooser who has a draw to make; return None if no choice opens (ruling 24)."""
    honour = honour_of(deal)
    choice = next((each for each in honour.waiting if needs_card(deal, each.chooser)), None)
    if choice is None:
        return None
    honour = honour._replace(waiting=tuple(each for each in honour.waiting if each != choice))
    if deal.left > 1:  # with a single card there is nothing to choose
        cards = honour.stock[:2]
        opened, open_stock = choice._replace(cards=cards), honour.open_stock | mask_of(cards)
        honour = honour._replace(choice=opened, open_stock=open_stock)
    return deal._replace(honour=honour)


def return_cards(deal: Deal) -> Deal:
    """Take up the declared cards: the last eight tricks begin, and nothing can be declared any more (ruling 8)."""
    honour, n = honour_of(deal), deal.base.law.players
    return deal._replace(
        exposed=deal.exposed & honour.lying,
        declared=deal.declared._replace(announced=(None,) * n),
        honour=honour._replace(returned=True, chances=(None,) * n, silenced=0),
    )


def end_chance(deal: Deal, seat: int) -> Deal:
    """End a seat's chance to declare, if it has one; an announcement that was not scored in it lapses (ruling 12)."""
    honour = honour_of(deal)
    chance = honour.chances[seat]
    if chance is None:
        return deal
    declared = deal.declared
    if declared.announced[seat] is not None and not chance.announced:
        deal = deal._replace(declared=declared._replace(announced=put(declared.announced, seat, None)))
    chances = put(honour.chances, seat, None)
    return deal._replace(honour=honour._replace(chances=chances, silenced=honour.silenced & ~(1 << seat)))


def _mark_owed(deal: Deal) -> Deal:
    honour = honour_of(deal)
    (seat, points, reason, trick), *rest = honour.owed
    of_the_eight = trick > deal.base.law.first_stage and reason in _OF_THE_EIGHT
    if of_the_eight and honour.taker is not None:
        seat = honour.taker
    eight = (*honour.eight, (seat, points)) if of_the_eight else honour.eight
    return mark(deal._replace(honour=honour._replace(owed=tuple(rest), eight=eight)), seat, points, reason, trick)


def _complete(deal: Deal) -> Deal:
    """Complete a trick: settle its winner and points, and after one of the first stage open chances to declare."""
    law, honour = deal.base.law, honour_of(deal)
    n, number = law.players, len(deal.tricks) + 1
    first_stage = number <= law.first_stage
    beats = law.beats if first_stage else beats_suit_led
    winner = (deal.leader + winning_place(deal.trick, deal.trump, beats)) % n
    taker = winner if first_stage or honour.taker is None else honour.taker
    points = sum(law.card_points[card] for card in deal.trick)
    last = number == law.first_stage if law.rules.last_trick == "before_last_eight" else not all(deal.hold)
    barred = tuple(0 if seat == winner and number > after else after for seat, after in enumerate(honour.barred))
    faults = tuple(_after_trick(deal, fault) for fault in honour.faults)
    honour = honour._replace(slipped=0, barred=barred, faults=faults)
    brisques = put(deal.score.brisques, taker, deal.score.brisques[taker] + points)
    if first_stage:
        partner = (winner + 2) % n if law.rules.partners else winner
        chances = tuple(FRESH_DECLARING if seat in (winner, partner) else None for seat in range(n))
        honour = honour._replace(chances=chances)
    else:
        eight = put(honour.eight_brisques, taker, honour.eight_brisques[taker] + points)
        honour = honour._replace(eight_brisques=eight)
    if number == law.first_stage:  # a call that was not obeyed lapses (ruling 28)
        honour = honour._replace(faced=0, called=(NO_CARD,) * n)
    totals, marks, _ = deal.score
    deal = deal._replace(
        trick=(),
        tricks=(*deal.tricks, Trick(deal.leader, deal.trick, winner)),
        leader=winner,
        score=Score(totals, marks, brisques),
        honour=honour,
    )
    # A round of draws begins: a chooser who needs no card has no choice (ruling 24).
    waiting = tuple(each for each in honour.waiting if needs_card(deal, each.chooser))
    deal = deal._replace(honour=honour._replace(waiting=waiting))
    if points and law.brisques_as_taken:
        deal = owe(deal, taker, points, "brisques", number)
    if last:
        deal = owe(deal, taker, law.quantities.last_trick, "last-trick", number)
    return deal


def _after_trick(deal: Deal, fault: Fault) -> Fault:
    """Close a fault that can be claimed only until a trick is complete.

    Nine cards stay open to a claim if the seat drew after playing to the trick, so that it still holds nine.
    """
    nine = fault.kind is Irregularity.NINE_CARDS and held(deal, fault.seat) <= deal.law.hand
    return fault._replace(closed=-1) if nine or fault.kind is Irregularity.PLAYED_OUT_OF_TURN else fault


def close_claims(deal: Deal, seat: int) -> Deal:
    """Close for a seat what it could claim only before it drew, or played with no draw to make (ruling 25)."""
    kinds = (Irregularity.DRAWN_OUT_OF_TURN, Irregularity.WRONG_DECLARATION)
    deal = _closed(deal, seat, [fault.kind in kinds for fault in honour_of(deal).faults])
    honour = honour_of(deal)
    return deal._replace(honour=honour._replace(doubtful=put(honour.doubtful, seat, ())))


def close_not_drawn(deal: Deal, seat: int) -> Deal:
    """Close for a seat that plays to a trick the claims of draws omitted before an earlier trick (ruling 25)."""
    number, kind = len(deal.tricks) + 1, Irregularity.NOT_DRAWN
    return _closed(deal, seat, [fault.kind is kind and fault.trick < number for fault in honour_of(deal).faults])


def _closed(deal: Deal, seat: int, which: list[bool]) -> Deal:
    honour = honour_of(deal)
    bit: Seats = 1 << seat
    faults = tuple(
        fault._replace(closed=fault.closed | bit) if closes else fault
        for fault, closes in zip(honour.faults, which, strict=True)
    )
    return deal._replace(honour=honour._replace(faults=faults))


def _count(deal: Deal) -> Deal:
    """End the play of a deal: count the brisques if the rules count them now, then judge the revokes claimed."""
    honour = honour_of(deal)
    deal = deal._replace(honour=honour._replace(counted=True))
    if not deal.base.law.brisques_as_taken:
        for seat in from_dealers_left(deal.base):
            if points := deal.score.brisques[seat]:
                deal = mark(deal, seat, points, "brisques", len(deal.tricks))
        counted = tuple(
            (seat, honour.eight_brisques[seat]) for seat in from_dealers_left(deal.base) if honour.eight_brisques[seat]
        )
        now = honour_of(deal)
        deal = deal._replace(honour=now._replace(eight=(*now.eight, *counted)))
    return judge(deal)


def say_done(deal: Deal, seat: int) -> Deal:
    """Note that a seat claims nothing more; after the last seat the deal is closed, or play goes on (ruling 25)."""
    honour = honour_of(deal)
    deal = deal._replace(honour=honour._replace(done=honour.done | 1 << seat))
    if honour_of(deal).done != (1 << deal.base.law.players) - 1:
        return deal
    deal = judge(deal)
    if not honour_of(deal).counted and not stopped(deal):
        return deal  # a revoke claimed before has brought the side below the target
    return deal._replace(phase=Phase.OVER, result=_result(deal))


def _result(deal: Deal) -> Result | None:
    law, honour = deal.base.law, honour_of(deal)
    if law.at_once and (law.brisques_as_taken or not honour.counted):
        return first_to_the_target(deal.base, deal.score)
    tricks = deal.tricks
    if honour.taker is not None:
        first = law.first_stage
        tricks = (*tricks[:first], *(trick._replace(winner=honour.taker) for trick in tricks[first:]))
    # A hand may run out early and end the deal: the last trick played then counts as the last.
    return who_wins(deal.base, deal.score, tricks + tricks[-1:] * (law.tricks - len(tricks)))


def _on_turn(deal: Deal) -> Deal:
    """Set the phase and the seat for which the table waits first; other seats may have something to do too."""
    if deal.phase is Phase.OVER:
        return deal
    n, honour = deal.base.law.players, honour_of(deal)
    if honour.counted or stopped(deal):
        seats = [(deal.leader + step) % n for step in range(n)]
        waiting = next((seat for seat in seats if not honour.done >> seat & 1), deal.leader)
        return deal._replace(phase=Phase.CLAIM, turn=waiting, declaring=FRESH_DECLARING)
    choice = honour.choice
    chance = honour.chances[deal.leader]
    # Nobody draws before a choice is made (ruling 24): a winner who may declare but has to draw does not hold it up.
    first = choice is not None and choice.chooser != deal.leader and needs_card(deal, deal.leader)
    if choice is not None and choice.halts:
        phase, turn = Phase.PLAY, choice.chooser
    elif chance is not None and not first:
        phase, turn = Phase.DECLARE, deal.leader
    else:
        phase, turn = Phase.PLAY, to_play(deal)
        drawing = to_draw(deal) if choice is None else choice.chooser
        if drawing is not None and (in_last_eight(deal) or not nothing_to_draw(deal, turn)):
            turn = drawing
    declaring = chance if phase is Phase.DECLARE and chance is not None else FRESH_DECLARING
    return deal._replace(phase=phase, turn=turn, declaring=declaring)

"""Claims: what can still be claimed, by whom, and what it brings; the revoke too (rulings 25 and 27 to 29)."""

from __future__ import annotations

from bot.engine.actions import declare
from bot.engine.cards import NO_SUIT
from bot.engine.deal import Base, Deal, Doubt, Fault, Phase, RevokeClaim, Score, put
from bot.engine.forfeits import Irregularity, Marking
from bot.engine.law import Law
from bot.engine.legality import why_not
from bot.engine.reasons import Reason, Refusal

from .state import (
    column_of,
    effectively_held,
    honour_of,
    in_last_eight,
    mark,
    opponents,
    stopped,
    trick_number,
    used_by,
)


def why_not_claim(deal: Deal, seat: int, said: str) -> Refusal | None:
    """Return why a seat cannot make a claim, or None if it can.

    ``said`` has the form ``nine-cards add``. A refusal for lack of ground tells the seat that there is none.
    """
    name, _, way = said.partition(" ")
    kind = Irregularity(name)
    if way not in ways_to_mark(deal, kind):
        return Refusal(Reason.CLAIM_ADDS_OR_DEDUCTS if not way else Reason.CLAIM_LEAVES_NO_CHOICE)
    if kind is Irregularity.REVOKE:
        return why_not_claim_revoke(deal, seat)
    return Refusal(Reason.NO_GROUND) if claimable(deal, seat, kind) is None else None


def ways_to_mark(deal: Deal, kind: Irregularity) -> tuple[str, ...]:
    """Return the ways to mark that a claim may name: to add or to deduct, or an empty text if there is no choice."""
    forfeit = column_of(deal.base).forfeits.get(kind)
    chosen = forfeit is not None and forfeit.marking is Marking.CHOICE
    return (Marking.ADD.value, Marking.DEDUCT.value) if chosen else ("",)


def claimable(deal: Deal, seat: int, kind: Irregularity) -> int | None:
    """Return the index of the earliest irregularity of a kind that a seat may claim, or None; not for revokes."""
    for place, fault in enumerate(honour_of(deal).faults):
        if fault.kind is kind and can_claim(deal, seat, fault):
            return place
    return None


def can_claim(deal: Deal, seat: int, fault: Fault) -> bool:
    """Tell whether a seat may claim a wrong declaration or an irregularity with a forfeit; not for revokes."""
    if fault.kind is not Irregularity.WRONG_DECLARATION and fault.kind not in column_of(deal.base).forfeits:
        return False
    if fault.claimed is not None or fault.closed >> seat & 1 or not opponents(deal, seat, fault.seat):
        return False
    if fault.kind is not Irregularity.NINE_CARDS:
        return True
    mine, hand = effectively_held(deal, seat), deal.law.hand
    no_more = mine == hand or (mine < hand and not deal.left)
    return no_more and effectively_held(deal, fault.seat) > hand


def claim(deal: Deal, seat: int, said: str) -> Deal:
    """Return the deal after a claim that has ground, or after a claim of a revoke, accepted without."""
    name, _, way = said.partition(" ")
    kind = Irregularity(name)
    if kind is Irregularity.REVOKE:
        return claim_revoke(deal, seat)
    place = claimable(deal, seat, kind)
    assert place is not None
    honour = honour_of(deal)
    fault = honour.faults[place]
    faults = put(honour.faults, place, fault._replace(claimed=seat))
    deal = deal._replace(honour=honour._replace(faults=faults))
    if kind is Irregularity.WRONG_DECLARATION:
        return _take_back(deal, fault)
    forfeit = column_of(deal.base).forfeits[kind]
    adds = forfeit.marking is Marking.ADD or way == Marking.ADD
    reason = f"forfeit-{kind}"
    if adds:
        return mark(deal, seat, forfeit.points, reason, trick_number(deal))
    return mark(deal, fault.seat, -forfeit.points, reason, trick_number(deal))


def _take_back(deal: Deal, fault: Fault) -> Deal:
    """Take a wrong declaration back: its points, cards, class and trumps, and what was announced with it."""
    meld, seat = fault.meld, fault.seat
    assert meld is not None
    honour, declared = honour_of(deal), deal.declared
    column = column_of(deal.base)
    melds = tuple(each for each in declared.melds if each != meld)
    fresh = fault.fresh
    for other in honour.faults:
        # A card of a declaration taken back before comes back now if only this one still kept it on the table.
        if other.meld is not None and other.claimed is not None and (other.seat, other.trick) == (seat, meld.trick):
            fresh |= other.fresh
    resumed = fresh & deal.exposed & deal.hold[seat] & ~honour.lying
    for each in melds:
        if (each.seat, each.trick) == (seat, meld.trick):
            resumed &= ~each.cards
    announced = tuple(
        None if each is not None and (each.seat, each.trick) == (seat, meld.trick) else each
        for each in declared.announced
    )
    doubtful = tuple(tuple(each for each in of_seat if each.meld != meld) for of_seat in honour.doubtful)
    honour = honour._replace(doubtful=doubtful)
    same_chance = honour.chances[seat] is not None and meld.trick == len(deal.tricks)
    if same_chance:
        honour = honour._replace(silenced=honour.silenced | 1 << seat)
    if column.faces and not in_last_eight(deal):
        honour = honour._replace(faced=honour.faced | fault.fresh & deal.hold[seat] & ~honour.spent)
    if column.bars_scoring and not any(trick.winner == seat for trick in deal.tricks[meld.trick :]):
        honour = honour._replace(barred=put(honour.barred, seat, meld.trick))
    deal = deal._replace(
        exposed=deal.exposed & ~resumed,
        trump=NO_SUIT if fault.made_trumps else deal.trump,
        declared=declared._replace(melds=melds, used=used_by(melds), announced=announced),
        honour=honour,
    )
    return mark(deal, seat, -meld.row.points, f"forfeit-{Irregularity.WRONG_DECLARATION}", trick_number(deal))


def was_wrong(law: Law, doubt: Doubt) -> bool:
    """Tell whether a declaration was against the rules when it was put down (ruling 27)."""
    meld = doubt.meld
    if meld.cards & doubt.lying:
        return True
    n = law.players
    none = (0,) * n
    moment = Deal(
        base=Base(law, 0, 0, (), none),
        hold=tuple(meld.cards if seat == meld.seat else 0 for seat in range(n)),
        exposed=doubt.exposed,
        trump=doubt.trump,
        turn_up=-1,
        left=n,
        phase=Phase.DECLARE,
        turn=meld.seat,
        leader=meld.seat,
        trick=(),
        tricks=(),
        score=Score(none, (), none),
        declared=doubt.declared,
        declaring=doubt.declaring,
        result=None,
    )
    return why_not(moment, declare(meld.seat, meld.row.name, meld.cards)) is not None


def why_not_claim_revoke(deal: Deal, seat: int) -> Refusal | None:
    """Return why a seat cannot claim a revoke: too early, claimed by its side before, or after the deal groundless."""
    honour, sides = honour_of(deal), deal.base.law.sides
    if not in_last_eight(deal) or trick_number(deal) <= deal.base.law.first_stage:
        return Refusal(Reason.NO_REVOKE_YET)
    if any(sides[each.seat] == sides[seat] for each in honour.revokes):
        return Refusal(Reason.REVOKE_CLAIMED)
    if honour.counted:
        claims = (*honour.revokes, RevokeClaim(seat, len(honour.faults), judged=False))
        if _hits(deal, claims)[-1] is None:
            return Refusal(Reason.NO_GROUND)
    return None


def claim_revoke(deal: Deal, seat: int) -> Deal:
    """Keep a claim for the end of the deal, or judge it at once if play has stopped or is over."""
    honour = honour_of(deal)
    at_once = honour.counted or stopped(deal)
    claims = (*honour.revokes, RevokeClaim(seat, len(honour.faults), judged=at_once))
    deal = deal._replace(honour=honour._replace(revokes=claims))
    return _award(deal) if at_once else deal


def judge(deal: Deal) -> Deal:
    honour = honour_of(deal)
    claims = tuple(each._replace(judged=True) for each in honour.revokes)
    return _award(deal._replace(honour=honour._replace(revokes=claims))) if claims else deal


def _hits(deal: Deal, claims: tuple[RevokeClaim, ...]) -> list[int | None]:
    """Return for each claim the index of the earliest opposing revoke before it that no earlier claim hit, or None."""
    faults = honour_of(deal).faults
    found: list[int | None] = []
    for claim in claims:
        found.append(
            next(
                (
                    place
                    for place, fault in enumerate(faults[: claim.before])
                    if fault.kind is Irregularity.REVOKE
                    and opponents(deal, claim.seat, fault.seat)
                    and place not in found
                ),
                None,
            )
        )
    return found


def _award(deal: Deal) -> Deal:
    """Give the last eight tricks to the claimant of the earliest revoke, of those judged claims that are true."""
    honour = honour_of(deal)
    hits = zip(_hits(deal, honour.revokes), honour.revokes, strict=True)
    true = [(place, claim.seat) for place, claim in hits if place is not None and claim.judged]
    if not true:
        return deal
    place, taker = min(true)
    faults = tuple(
        fault._replace(claimed=taker if at == place else None) if fault.kind is Irregularity.REVOKE else fault
        for at, fault in enumerate(honour.faults)
    )
    deal = deal._replace(honour=honour._replace(faults=faults))
    return deal if taker == honour.taker else _bring(deal, taker)


def _bring(deal: Deal, taker: int) -> Deal:
    """Take from the other seats what the last eight tricks brought them, and mark it for the taker in one sum."""
    trick, reason = trick_number(deal), f"forfeit-{Irregularity.REVOKE}"
    brought = 0
    kept = []
    for seat, points in honour_of(deal).eight:
        if seat == taker:
            kept.append((seat, points))
        else:
            deal = mark(deal, seat, -points, reason, trick)
            brought += points
    if brought:
        deal = mark(deal, taker, brought, reason, trick)
        kept.append((taker, brought))
    honour, n = honour_of(deal), deal.base.law.players
    moved = tuple(sum(honour.eight_brisques) * (seat == taker) for seat in range(n))
    brisques = tuple(
        points - before + after
        for points, before, after in zip(deal.score.brisques, honour.eight_brisques, moved, strict=True)
    )
    return deal._replace(
        score=Score(deal.score.totals, deal.score.marks, brisques),
        honour=honour._replace(taker=taker, eight=tuple(kept), eight_brisques=moved),
    )

"""Advice on what a seat may declare now or after its next trick, what is nearly complete, and what is blocked and why.

All advice follows from the seat's own view and from the conditions that allow and refuse its actions, so it cannot
know more than the player may or contradict the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from .actions import Action, declare
from .cards import NO_CARD, SEVEN, SEVENS, CardSet, Mask, mask_of, rank_of
from .combinations import Combination, Form
from .deal import FRESH_DECLARING, Base, Deal, Declared, Declaring, Phase, Score, deal_of
from .law import law_for
from .legality import barring, declarable, legal_moves, why_not
from .reasons import Reason, Refusal
from .view import View

MOST_MISSING: Final = 2
"""Maximum number of missing cards with which a combination counts as nearly complete."""


class Possible(NamedTuple):
    """A combination that the rules allow with the cards held; ``cards`` may contain more cards than it takes."""

    row: Combination
    cards: CardSet
    action: Action
    """One way to declare it."""
    takes: int
    """Number of cards that it takes."""


class Missing(NamedTuple):
    """Cards that a combination lacks: ``lacking`` cards of the set ``wanted``, and where these lie as far as known."""

    wanted: CardSet
    lacking: int
    unseen: int
    """Number of them in the stock or in another hand, as far as can be seen (``past_tricks``)."""
    turn_up: bool
    """Whether the turn-up is one of them and can still be had for a seven."""

    @property
    def can_come(self) -> bool:
        """Whether enough of them are neither played nor known to be with others."""
        return self.unseen + self.turn_up >= self.lacking


class Near(NamedTuple):
    """A combination that lacks one or two cards."""

    row: Combination
    held: CardSet
    missing: tuple[Missing, ...]
    in_time: bool
    """Whether enough draws are left before the last turn to declare."""

    @property
    def lacking(self) -> int:
        return sum(each.lacking for each in self.missing)

    @property
    def can_come(self) -> bool:
        """Whether the missing cards may still come in time."""
        return self.in_time and all(each.can_come for each in self.missing)


class Blocked(NamedTuple):
    """A combination that the seat holds whole, and why the rules refuse it."""

    row: Combination
    cards: CardSet
    refusal: Refusal

    @property
    def until_played(self) -> bool:
        """Whether it may be declared again once one of its cards has been played (ruling 34)."""
        return self.refusal.reason in (Reason.ALREADY_DECLARED, Reason.NONE_PLAYED_SINCE)


class Ready(NamedTuple):
    """A combination that lies whole on the table and may be declared at the next turn, and the cards that it needs."""

    row: Combination
    cards: CardSet
    needed: CardSet


@dataclass(frozen=True, slots=True)
class Advice:
    """What a seat should know about declaring at this moment."""

    mine: bool
    """Whether the seat's own turn to declare is open."""
    now: tuple[Possible, ...]
    """What may be declared in the turn that is open."""
    later: tuple[Possible, ...]
    """What may be declared at the next turn to declare, if its cards are still held."""
    sevens: tuple[Action, ...]
    """Sevens of trumps that may be exchanged or shown, in this turn to declare or the next."""
    near: tuple[Near, ...]
    blocked: tuple[Blocked, ...]
    turns: int
    """Number of tricks still to be won after which something may be declared; the open turn is not counted."""
    draws: int
    """Number of cards that the seat still draws before the last of these turns."""


def known_deal(view: View, declaring: Declaring = FRESH_DECLARING) -> Deal:
    """Return the deal as a seat knows it at its turn to declare; other hands and the stock are left empty."""
    if view.seat is None:
        raise ValueError("a spectator declares nothing")
    # The winner does not affect what may be declared, so no imagined action ends the game.
    law = law_for(replace(view.rules, finish="end_of_deal"), view.quantities)
    n, seat = law.players, view.seat
    tables = [cards.mask for cards in view.tables]
    hold = list(tables)
    hold[seat] |= view.hand.mask
    exposed = public = 0
    for mine, seen in zip(tables, view.known, strict=True):
        exposed |= mine
        public |= mine | seen.mask
    declared = Declared(
        view.used, view.melds, view.announced, view.shown.mask, public, view.counted.mask, view.broken, view.blank
    )
    score = Score((0,) * n, (), (0,) * n)
    base = Base(law, view.number, view.dealer, (), (0,) * n)
    return deal_of((base, tuple(hold), exposed, view.trump, view.turn_up, view.stock, Phase.DECLARE, seat, seat, (),
                    view.tricks, score, declared, declaring, None, None))  # fmt: skip


def own_declaring(view: View) -> Declaring | None:
    """Return what the seat has done in its open turn to declare, or None where it has none."""
    if view.honour is not None:
        return view.declaring if view.seat is not None and view.honour.chances[view.seat] else None
    return view.declaring if view.to_play and view.phase is Phase.DECLARE else None


def turns_left(view: View) -> int:
    """Count the tricks of this deal after which something can still be declared, an open turn not counted."""
    rounds = view.stock // view.players
    if view.phase is not Phase.DECLARE:
        return rounds
    partner_next = view.rules.partners and view.turn == view.leader and view.seat == (view.leader + 2) % view.players
    return rounds - (not partner_next)


def advise(view: View) -> Advice:
    """Return what a seat can declare, nearly can, and cannot."""
    if view.seat is None:
        raise ValueError("a spectator declares nothing")
    if view.over or view.last_eight:
        return Advice(False, (), (), (), (), (), 0, 0)
    declaring, turns = own_declaring(view), turns_left(view)
    draws = view.stock // view.players - 1
    fresh = known_deal(view)
    now = _possible(known_deal(view, declaring)) if declaring is not None else ()
    coming = _possible(fresh) if turns else ()
    held = {(each.row.name, each.cards) for each in now}
    later = tuple(each for each in coming if (each.row.name, each.cards) not in held)
    near: list[Near] = []
    blocked: list[Blocked] = []
    for form in fresh.law.forms[fresh.trump]:
        own = fresh.hold[view.seat]
        if form.within(own):
            refused = _refused(fresh, form)
            if refused is not None and (turns or declaring is not None):
                blocked.append(refused)
        elif turns and (nearly := _nearly(view, fresh, form, draws)) is not None:
            near.append(nearly)
    near.sort(key=lambda each: (not each.can_come, each.lacking, -each.row.points))
    return Advice(declaring is not None, now, later, _sevens(view), tuple(near), tuple(blocked),
                  turns, draws)  # fmt: skip


def _possible(deal: Deal) -> tuple[Possible, ...]:
    """List what may be declared, one entry for each form, with every card that could serve in it."""
    grouped: dict[Form, list[Mask]] = {}
    for form, cards in declarable(deal):
        grouped.setdefault(form, []).append(cards)
    found = []
    for form, sets in grouped.items():
        cards = sets[0]
        if len(form.needs) == 1:  # of five kings any four will do
            for each in sets:
                cards |= each
        found.append(
            Possible(form.row, CardSet(cards), declare(deal.turn, form.row.name, sets[0]), sets[0].bit_count())
        )
    return tuple(sorted(found, key=lambda each: -each.row.points))


def ready(view: View) -> tuple[Ready, ...]:
    """List what lies whole on the table and would be lost with a card played now, the most valuable first."""
    if view.seat is None or view.over or not turns_left(view):
        return ()
    deal, lying = known_deal(view), view.tables[view.seat].mask
    sets: dict[Form, list[Mask]] = {}
    for form, cards in declarable(deal) if deal.law.forms[deal.trump].within(lying) else ():
        sets.setdefault(form, []).append(cards)
    found = []
    for form, ways in sets.items():
        whole = next((cards for cards in ways if not cards & ~lying), 0)
        needed = whole
        for cards in ways:
            needed &= cards
        if needed:
            found.append(Ready(form.row, CardSet(whole), CardSet(needed)))
    return tuple(sorted(found, key=lambda each: -each.row.points))


def _refused(deal: Deal, form: Form) -> Blocked | None:
    """Return why a combination that is held whole cannot be declared; None if it can, or was declared for good."""
    own, again = deal.hold[deal.turn], deal.law.quantities.again
    first: Blocked | None = None
    for cards in form.picks(own):
        refusal = why_not(deal, declare(deal.turn, form.row.name, cards))
        if refusal is None:
            return None
        if not again and any(meld.cards == cards and meld.row == form.row for meld in deal.declared.melds):
            return None
        first = first or Blocked(form.row, CardSet(cards), refusal)
    return first


def _nearly(view: View, deal: Deal, form: Form, draws: int) -> Near | None:
    own = deal.hold[deal.turn] & ~barring(deal, form.row)
    pack = mask_of(deal.law.pack)
    others = in_sight(view)
    takeable = _turn_up_for_seven(view, pack & ~others)
    hidden = pack & ~(others | deal.hold[deal.turn] | (1 << view.turn_up if view.turn_up != NO_CARD else 0))
    missing, held = [], 0
    for wanted, count in form.needs:
        mine = own & wanted
        held |= mine
        if (lacking := count - mine.bit_count()) > 0:
            turn_up = takeable and bool(wanted >> view.turn_up & 1)
            missing.append(Missing(CardSet(wanted & pack), lacking, (hidden & wanted).bit_count(), turn_up))
    lacking = sum(each.lacking for each in missing)
    if not 0 < lacking <= MOST_MISSING or not held:
        return None
    to_draw = lacking - sum(each.turn_up for each in missing)
    return Near(form.row, CardSet(held), tuple(missing), in_time=to_draw <= draws and draws > 0)


def in_sight(view: View) -> Mask:
    """Return the cards outside the own hand whose place can be seen without relying on memory.

    If the tricks may be searched, they include every card played and the cards seen on their way to a hand.
    """
    seen = view.in_sight
    for table, known in zip(view.tables, view.known, strict=True):
        seen |= table.mask | (known.mask if view.searchable else 0)
    return seen


def _turn_up_for_seven(view: View, unseen: Mask) -> bool:
    """Tell whether the seat may still get the turn-up for a seven that it holds or may draw."""
    if view.turn_up == NO_CARD or rank_of(view.turn_up) == SEVEN:
        return False
    return bool(SEVENS[view.trump] & (view.hand.mask | unseen) & ~view.shown.mask)


def _sevens(view: View) -> tuple[Action, ...]:
    """List the exchanges and shows of sevens that are possible in the open turn, or would be in the next."""
    if view.to_play or view.honour is not None:
        offered = tuple(action for action in view.offered if action.verb in ("exchange", "show"))
        if offered or own_declaring(view) is not None:
            return offered
    return tuple(a for a in legal_moves(known_deal(view)) if a.verb in ("exchange", "show"))

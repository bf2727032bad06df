"""One question, one answer: may this be done, and if not, why. What is legal is listed from the same conditions."""

from __future__ import annotations

from collections.abc import Iterator

from .actions import PASSES, PLAYS, Action, Verb, announce, declare
from .cards import SEVEN, Card, Mask, cards_of, kind_of
from .combinations import BEZIQUES, BY_NAME, Combination, Form, Kind
from .deal import Deal, Phase
from .reasons import Reason, Refusal
from .tricks import must_play


def why_not(deal: Deal, action: Action) -> Refusal | None:
    """Return why a seat may not do this now, or None if it may."""
    if deal.result is not None:
        return Refusal(Reason.GAME_OVER)
    seat, verb = action.seat, action.verb
    if not 0 <= seat < deal.law.players:
        return Refusal(Reason.NO_SUCH_SEAT)
    if verb in (Verb.RESIGN, Verb.TIMEOUT):
        return None  # ruling 21: at any moment
    if deal.phase is Phase.OVER:
        return Refusal(Reason.DEAL_OVER)
    if seat != deal.turn:
        return Refusal(Reason.NOT_YOUR_TURN if deal.phase is Phase.PLAY else Reason.NOT_YOUR_CHANCE)
    if verb is Verb.PLAY:
        return _why_not_play(deal, seat, action.cards[0])
    if verb is Verb.EXCHANGE:
        return _why_not_exchange(deal, seat, action.cards[0])
    if verb is Verb.SHOW:
        return _why_not_show(deal, seat, action.cards[0])
    if deal.phase is not Phase.CHANCE:
        return Refusal(Reason.NO_CHANCE if deal.left else Reason.LAST_EIGHT)
    if verb is Verb.DECLARE:
        return _why_not_declare(deal, seat, action.name, action.mask)
    if verb is Verb.ANNOUNCE:
        return _why_not_announce(deal, seat, action.name, action.mask)
    return None


def legal_moves(deal: Deal) -> list[Action]:
    """List everything that the seat whose turn it is may do, each physical card on its own; no resigning."""
    seat = deal.turn
    if deal.phase is Phase.PLAY:
        mask = deal.hold[seat]
        if not deal.left:
            mask = must_play(mask, deal.trick, deal.trump)
        plays, found = PLAYS[seat], []
        while mask:
            low = mask & -mask
            found.append(plays[low.bit_length() - 1])
            mask ^= low
        return found + _sevens(deal, Verb.EXCHANGE) if deal.law.any_holder else found
    if deal.phase is Phase.OVER:
        return []
    found = [declare(seat, form.row.name, cards) for form, cards in declarable(deal)]
    found += [announce(seat, form.row.name, cards) for form, cards in announceable(deal)]
    if deal.law.turns_up:
        found += _sevens(deal, Verb.EXCHANGE)
        if deal.law.sevens_shown:
            found += _sevens(deal, Verb.SHOW)
    found.append(PASSES[seat])
    return found


def distinct_moves(deal: Deal) -> list[Action]:
    """List the legal actions that differ: of two copies that lie in the same place only the first is offered."""
    seen: set[tuple[Verb, str, tuple[tuple[int, ...], ...]]] = set()
    found = []
    for action in legal_moves(deal):
        like = tuple(sorted(_alike(deal, c) for c in action.cards))
        if (key := (action.verb, action.name, like)) not in seen:
            seen.add(key)
            found.append(action)
    return found


def _alike(deal: Deal, card: Card) -> tuple[int, ...]:
    """Return what sets a copy of a card apart: its kind, where it lies, whether it is known, how it has served."""
    bit, declared = 1 << card, deal.declared
    marks = [bool(mask & bit) for mask in (deal.exposed, declared.public, declared.shown)]
    if deal.left:  # in the last eight its past in combinations means nothing any more
        marks += [bool(mask & bit) for mask in declared.used]
    return (kind_of(card), *marks)


def declarable(deal: Deal) -> Iterator[tuple[Form, Mask]]:
    """Yield every combination the seat on turn may declare now, each set of cards on its own."""
    law, chance, seat = deal.law, deal.chance, deal.turn
    if deal.phase is not Phase.CHANCE or (chance.declared and not law.many):
        return
    own = deal.hold[seat]
    if not own & ~deal.exposed & ~chance.taken and deal.declared.announced[seat] is None:
        return
    for form in law.forms[deal.trump]:
        for wanted, count in form.needs:
            if (own & wanted).bit_count() < count:
                break
        else:
            for cards in form.picks(own & ~_barred(deal, form.row)):
                if _why_not_set(deal, seat, form.row, cards) is None:
                    yield form, cards


def announceable(deal: Deal) -> Iterator[tuple[Form, Mask]]:
    """Yield every combination the seat on turn may announce now (ruling 12)."""
    if deal.phase is not Phase.CHANCE or _why_no_announcing(deal) is not None:
        return
    exposed = deal.table(deal.turn)
    for form in deal.law.forms[deal.trump]:
        if form.within(exposed):
            for cards in form.picks(exposed):
                if _why_not_announced_set(deal, form.row, cards) is None:
                    yield form, cards


def _sevens(deal: Deal, verb: Verb) -> list[Action]:
    seat = deal.turn
    why_not = _why_not_exchange if verb is Verb.EXCHANGE else _why_not_show
    return [
        Action(seat, verb, (c,))
        for c in cards_of(deal.hold[seat] & _seven_mask(deal))
        if why_not(deal, seat, c) is None
    ]


def _seven_mask(deal: Deal) -> Mask:
    kind = deal.trump * 8 + SEVEN
    return 0x1_00000001_00000001_00000001 << kind if deal.trump >= 0 else 0


def _why_not_play(deal: Deal, seat: int, card: Card) -> Refusal | None:
    if deal.phase is Phase.CHANCE:
        return Refusal(Reason.CHANCE_OPEN)
    held = deal.hold[seat]
    if not held >> card & 1:
        return _not_held(deal, seat, 1 << card)
    if deal.left or must_play(held, deal.trick, deal.trump) >> card & 1:
        return None
    led = deal.trick[0] >> 3 & 3
    if any((c >> 3 & 3) == led for c in cards_of(held)):
        return Refusal(Reason.FOLLOW_SUIT if (card >> 3 & 3) != led else Reason.HEAD_TRICK, (card,))
    return Refusal(Reason.MUST_TRUMP, (card,))


def _why_not_exchange(deal: Deal, seat: int, card: Card) -> Refusal | None:
    law = deal.law
    if not law.turns_up:
        return Refusal(Reason.NO_TURN_UP)
    if not deal.left:
        return Refusal(Reason.LAST_EIGHT)
    if deal.phase is Phase.PLAY:
        if not law.any_holder:
            return Refusal(Reason.EXCHANGE_NOT_NOW)
        if not deal.tricks:
            return Refusal(Reason.EXCHANGE_BEFORE_TRICK)
    if (refusal := _why_not_seven(deal, seat, card)) is not None:
        return refusal
    if deal.turn_up & 7 == SEVEN:
        return Refusal(Reason.TURN_UP_IS_SEVEN)
    if deal.declared.shown >> card & 1:
        return Refusal(Reason.EXCHANGE_SHOWN, (card,))
    return None


def _why_not_show(deal: Deal, seat: int, card: Card) -> Refusal | None:
    law = deal.law
    if not law.turns_up:
        return Refusal(Reason.SEVENS_WITHOUT_TRUMP)
    if not law.sevens_shown:
        return Refusal(Reason.SEVENS_COUNT_WHEN_PLAYED)
    if deal.phase is not Phase.CHANCE:
        return Refusal(Reason.NO_CHANCE if deal.left else Reason.LAST_EIGHT)
    if (refusal := _why_not_seven(deal, seat, card)) is not None:
        return refusal
    if deal.declared.shown >> card & 1:
        return Refusal(Reason.ALREADY_SHOWN, (card,))
    return None


def _why_not_seven(deal: Deal, seat: int, card: Card) -> Refusal | None:
    if not deal.hold[seat] >> card & 1:
        return _not_held(deal, seat, 1 << card)
    return None if _seven_mask(deal) >> card & 1 else Refusal(Reason.NOT_SEVEN_OF_TRUMPS, (card,))


def _why_not_declare(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    if (refusal := _why_not_form(deal, seat, name, cards)) is not None:
        return refusal
    if deal.chance.declared and not deal.law.many:
        return Refusal(Reason.ONE_DECLARATION)
    row = BY_NAME[name]
    return _first_bar(deal, row, cards) or _why_not_set(deal, seat, row, cards)


def _why_not_announce(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    return (
        _why_no_announcing(deal)
        or _why_not_form(deal, seat, name, cards)
        or _why_not_announced_set(deal, BY_NAME[name], cards)
    )


def _why_not_form(deal: Deal, seat: int, name: str, cards: Mask) -> Refusal | None:
    """Check that the seat has the cards and that they are the combination, under the present trumps."""
    law, row = deal.law, BY_NAME[name]
    if missing := cards & ~deal.hold[seat]:
        return _not_held(deal, seat, missing)
    forms = [form for form in law.forms[deal.trump] if form.row is row]
    if any(form.matches(cards) for form in forms):
        return None
    if forms:
        return Refusal(Reason.NOT_THAT_COMBINATION)
    if row.packs > law.packs:
        return Refusal(Reason.NO_TREBLE)
    return Refusal(Reason.COMMON_BEFORE_TRUMPS if row.kind is Kind.MARRIAGE else Reason.SEQUENCE_BEFORE_TRUMPS)


def _bars(deal: Deal, row: Combination) -> list[tuple[Reason, Mask]]:
    """List which cards may not serve in a combination of this row now, and why."""
    used, rules = deal.declared.used, deal.law.rules
    bars = [(Reason.CLASS_USED, used[row.kind])]
    if row.kind in BEZIQUES:
        bars += [(Reason.LOWER_BEZIQUE, used[kind]) for kind in BEZIQUES if kind > row.kind]
    if rules.bezique_cards_locked:
        bars += [(Reason.BEZIQUE_LOCKED, used[kind]) for kind in BEZIQUES]
    if rules.sequence_bars_marriage and row.kind is Kind.MARRIAGE:
        bars.append((Reason.SEQUENCE_BARS, used[Kind.SEQUENCE]))
    if deal.law.many:
        bars.append((Reason.SHARED_CARD, deal.chance.now))
    bars.append((Reason.JUST_TAKEN, deal.chance.taken))
    return bars


def _barred(deal: Deal, row: Combination) -> Mask:
    mask = 0
    for _, cards in _bars(deal, row):
        mask |= cards
    return mask


def _first_bar(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    for reason, barred in _bars(deal, row):
        if cards & barred:
            return Refusal(reason, tuple(cards_of(cards & barred)))
    return None


def _why_not_set(deal: Deal, seat: int, row: Combination, cards: Mask) -> Refusal | None:
    """Check what concerns a set of unbarred cards as a whole: a new card, and what no announcement waives."""
    if (refusal := _why_never_without_new(deal, row, cards)) is not None:
        return refusal
    if cards & ~deal.exposed:
        return None
    standing = deal.declared.announced[seat]
    if standing is not None and standing.row.kind is row.kind and standing.cards == cards:
        return None  # ruling 12: the announcement waives the new card
    return Refusal(Reason.NO_NEW_CARD)


def _why_never_without_new(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    """Refuse what rulings 13 and 14 forbid to cards that all lie exposed, announced or not."""
    if cards & ~deal.exposed:
        return None
    if row.kind is Kind.MARRIAGE:
        for meld in deal.declared.melds:
            if meld.row.kind is Kind.SEQUENCE and meld.cards & cards == cards:
                return Refusal(Reason.SEQUENCE_PAIR)
    elif row.kind in BEZIQUES:
        lower = 0
        for kind in BEZIQUES:
            if kind < row.kind:
                lower |= deal.declared.used[kind]
        if lower and not cards & ~lower:
            return Refusal(Reason.ONLY_LOWER_BEZIQUES)
    return None


def _why_no_announcing(deal: Deal) -> Refusal | None:
    chance = deal.chance
    if not deal.law.rules.announce:
        return Refusal(Reason.NO_ANNOUNCING)
    if not chance.declared:
        return Refusal(Reason.ANNOUNCE_AFTER_DECLARING)
    if chance.announced:
        return Refusal(Reason.ANNOUNCE_TWICE)
    if deal.left <= deal.law.players:
        return Refusal(Reason.ANNOUNCE_IN_LAST_CHANCE)
    return None


def _why_not_announced_set(deal: Deal, row: Combination, cards: Mask) -> Refusal | None:
    chance = deal.chance
    if row.kind is chance.kind:
        return Refusal(Reason.ANNOUNCE_SAME_CLASS)
    if hidden := cards & ~deal.exposed:
        return Refusal(Reason.ANNOUNCE_NOT_EXPOSED, tuple(cards_of(hidden)))
    if not cards & chance.now:
        return Refusal(Reason.ANNOUNCE_NOTHING_NEW)
    return _first_bar(deal, row, cards) or _why_never_without_new(deal, row, cards)


def _not_held(deal: Deal, seat: int, cards: Mask) -> Refusal:
    """Tell a card already played (by anyone) from one that the seat never had; both are public knowledge to it."""
    gone = 0
    for trick in deal.tricks:
        for c in trick.cards:
            gone |= 1 << c
    for c in deal.trick:
        gone |= 1 << c
    missing = cards & ~deal.hold[seat]
    reason = Reason.ALREADY_PLAYED if missing & gone == missing else Reason.NOT_HELD
    return Refusal(reason, tuple(cards_of(missing)))

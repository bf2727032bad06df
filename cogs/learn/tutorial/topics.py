"""What the tutorial explains: of each topic the moment at which it is first needed, and Madame's words."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Final, NamedTuple

from bot.engine import Action, CardSet, Phase, Verb, View
from bot.engine.cards import DIAMONDS, KNAVE, QUEEN, SPADES, SUIT_MASKS, card
from bot.engine.combinations import SEQUENCE_RANKS
from bot.ui.text.faces import face, faces, listed, ranks_down, sorted_hand, suit_sign
from bot.ui.text.i18n import tr
from cogs.learn.pupil import PUPIL
from cogs.learn.tutorial.script import MADAME

_FEW: Final = 8
"""Cards in the stock up to which a second trick is too doubtful to keep the sequence waiting for it."""


class _Row(NamedTuple):
    arises: Callable[[View], bool]
    """Whether the pupil needs it now."""
    words: Callable[[View], str]
    missed: Callable[[], str] | None = None
    """What is said where it did not come up in the first tricks; None if it belongs to another part of the deal."""


def _leading(view: View) -> bool:
    return view.phase is Phase.PLAY and not view.trick


def _offered(view: View, *names: str) -> bool:
    """Tell whether one of these combinations may be declared now."""
    return any(action.verb is Verb.DECLARE and action.name in names for action in view.offered)


def _built_on_table(view: View) -> Action | None:
    """Return a declaration that uses an exposed card, if there is one."""
    declared = (action for action in view.offered if action.verb is Verb.DECLARE)
    return next((action for action in declared if action.mask & view.tables[PUPIL].mask), None)


def _held(view: View) -> int:
    return view.hand.mask | view.tables[PUPIL].mask


def _must_trump(view: View) -> bool:
    if not view.last_eight or not view.trick or _held(view) & SUIT_MASKS[view.trick[0] >> 3 & 3]:
        return False
    return bool(_held(view) & SUIT_MASKS[view.trump])


def _order(view: View) -> str:
    royal = next(a for a in view.offered if a.name == "royal-marriage")
    words = tr(
        "**Sequence (250) or royal marriage (40)?** To have both, marry first: {cards} can still go into the sequence; "
        "but king and queen of a sequence cannot marry each other.",
        cards=faces(sorted_hand(royal.cards)),
    )
    if view.stock <= _FEW:
        words += " " + tr(
            "With so few tricks left you may not win again: elsewhere, take the 250 first. Here, try for both."
        )
    return words


def _near_end(view: View) -> str:
    held = view.hand | view.tables[PUPIL]
    trumps = held.of_suit(view.trump)
    words = tr("Six cards of the stock are left: three more tricks after which something can be declared.")
    if {c & 7 for c in trumps} >= set(SEQUENCE_RANKS):
        words += " " + tr("And you hold {cards}, the **sequence**: 250!", cards=faces(sorted_hand(trumps)))
    return words


def _lead(view: View) -> str:
    return tr(
        "Eight cards for you, eight for me. {card} was turned up: {suit} are **trumps**. The rest is the stock. You "
        "play a card, I answer: a **trick**. While there is stock **any card may be played**; begin with one that you "
        "will not miss.",
        card=face(view.turn_up),
        suit=suit_sign(view.trump),
    )


def _announce(view: View) -> str:
    action = next(each for each in view.offered if each.verb is Verb.ANNOUNCE)
    return tr(
        "**Announce!** {cards} make a second combination. Only one counts after this trick: announce the other, and "
        "score it after the next trick you win. Unannounced, it would need a new card. (Some tables know no "
        "announcing: `/rules`.)",
        cards=faces(sorted_hand(action.cards)),
    )


def _new_card(view: View) -> str:
    build = _built_on_table(view)
    assert build is not None
    old = CardSet.of(build.cards) & view.tables[PUPIL]
    new = CardSet.of(build.cards) - view.tables[PUPIL]
    if not new:
        return tr(
            "Here is what you announced: {old}. A card may serve again in **another kind** of combination, but only "
            "together with **one new card** from your hand. Your announcement takes its place.",
            old=faces(sorted_hand(old)),
        )
    return tr(
        "{old} has served before, and may serve again: a card counts once in **each kind** of combination, if only "
        "**one new card** comes from your hand. Here that is {new}.",
        old=faces(sorted_hand(old)),
        new=faces(sorted_hand(new)),
    )


def _draw(view: View) -> str:
    if view.declaring.declared:
        words = tr(
            "**One declaration a trick**: what else you hold has to wait until you win another. Now both draw, and "
            "you, the winner, lead again."
        )
    else:
        words = tr(
            "Only the winner of a trick may declare, and just now you have nothing to. So we draw, and you lead."
        )
    return words + " " + tr("From now on the draw happens **by itself** whenever nothing is left to declare.")


def _hers(view: View) -> str:
    shown = next(meld.cards for meld in reversed(view.melds) if meld.seat == MADAME)
    return tr(
        "I have declared too, and what lies before me I must hold: watch {cards}. And remember that **a trump beats "
        "every other suit**, even the smallest.",
        cards=faces(sorted_hand(CardSet(shown))),
    )


class Topic(Enum):
    """One thing to explain; if several come up at once, the first one is explained."""

    # The end of the deal
    LAST_TRICK = _Row(
        lambda view: view.last_eight and _held(view).bit_count() == 2,
        lambda _: tr(
            "Two cards left: the last one plays itself. **The very last trick** counts 10 more for whoever takes it."
        ),
    )
    MUST_TRUMP = _Row(
        _must_trump,
        lambda view: tr(
            "You cannot follow {suit}, so you **must trump** if that wins. With no trump either, any card would do.",
            suit=suit_sign(view.trick[0] >> 3 & 3),
        ),
    )
    LAST_EIGHT = _Row(
        lambda view: view.last_eight,
        lambda _: tr(
            "**The last eight tricks are strict.** You must follow suit, and you must **win the trick if you can**. "
            "Who cannot follow must trump. Only the buttons that you may press are lit."
        ),
    )
    LAST_DECLARING = _Row(
        lambda view: view.stock == 2 and view.phase is Phase.PLAY,
        lambda _: tr(
            "Two cards of the stock are left, so whoever wins this trick has the **last chance** to declare. Then all "
            "declared cards go back to the hands, and the last eight tricks begin."
        ),
    )
    ORDER = _Row(lambda view: _offered(view, "sequence") and _offered(view, "royal-marriage"), _order)
    SEQUENCE = _Row(
        lambda view: _offered(view, "sequence"),
        lambda _: tr("Ace, ten, king, queen and knave of trumps: **the sequence, 250 points**. You may be proud."),
    )
    NEAR_END = _Row(lambda view: view.stock == 6 and view.phase is Phase.PLAY, _near_end)
    # The first tricks
    LEAD = _Row(lambda view: view.tricks_played == 0 and _leading(view), _lead)
    CARDS = _Row(
        lambda view: view.tricks_played > 0 and view.phase is Phase.PLAY,
        lambda _: tr(
            "High to low: **{ranks}**. The highest card of the suit led takes the trick, unless a trump does. Then "
            "both draw, by itself. The small line says what has happened since your last card.",
            ranks=listed(ranks_down()),
        ),
    )
    ANNOUNCE = _Row(
        lambda view: any(action.verb is Verb.ANNOUNCE for action in view.offered),
        _announce,
        lambda: tr("A second combination of cards that lie there may be announced, and scored next time."),
    )
    SEVEN = _Row(
        lambda view: any(action.verb is Verb.EXCHANGE for action in view.offered),
        lambda view: tr(
            "With the **seven of trumps** you may take the turned-up {card}: the best bargain of the game, and 10 "
            "points. It does not use up your declaration. (The card you take cannot be declared in this same chance.)",
            card=face(view.turn_up),
        ),
        lambda: tr("The seven of trumps may be exchanged for the turned-up card."),
    )
    FOUR = _Row(
        lambda view: _offered(view, "four-knaves", "four-queens", "four-kings", "four-aces"),
        lambda _: tr(
            "**Four alike**, of whatever suits: aces 100, kings 80, queens 60, knaves 40. Cards that were married or "
            "made bézique may serve here too: it is another kind. But one of the four must be new."
        ),
        lambda: tr("Four alike: aces 100, kings 80, queens 60, knaves 40."),
    )
    BEZIQUE = _Row(
        lambda view: _offered(view, "single-bezique", "double-bezique"),
        lambda _: tr(
            "**Bézique!** {pair}, the pair that gave the game its name: 40. With both copies of each it is double "
            "bézique: 500.",
            pair=faces((card(0, SPADES, QUEEN), card(0, DIAMONDS, KNAVE))),
        ),
        lambda: tr("Queen of spades and knave of diamonds are bézique, 40."),
    )
    NEW_CARD = _Row(
        lambda view: _built_on_table(view) is not None,
        _new_card,
        lambda: tr("A card may serve again in another kind, with one new card."),
    )
    MARRIAGE = _Row(
        lambda view: _offered(view, "common-marriage", "royal-marriage"),
        lambda _: tr(
            "**You won the trick, so you may declare.** King and queen of a suit are a **marriage**: 20 points, in "
            "trumps 40. The cards go face up before you, and the points are yours at once."
        ),
        lambda: tr("Who wins a trick may declare: king and queen of a suit, 20, in trumps 40."),
    )
    DRAW = _Row(lambda view: view.phase is Phase.DECLARE and len(view.offered) == 1, _draw)
    HERS = _Row(lambda view: view.phase is Phase.PLAY and bool(view.tables[MADAME]), _hers)
    EXPOSED = _Row(
        lambda view: _leading(view) and bool(view.tables[PUPIL]),
        lambda _: tr(
            "Your declared cards still belong to your hand: lead and play them like any other. But **a card "
            "that was played is gone** for every combination to come."
        ),
    )
    PURPOSE = _Row(
        lambda view: _leading(view) and view.tricks_played > 2,
        lambda _: tr(
            "You need not win every trick. Aces and tens are **brisques**, 10 points each for whoever takes them: win "
            "for those, or when you have **something to declare**. Otherwise throw what makes nothing: sevens, eights, "
            "nines."
        ),
    )

"""Madame's words: the welcome, the text of each topic, the skipped tricks, the farewell."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from bot.engine import CardSet, Verb, View
from bot.engine.cards import DIAMONDS, KNAVE, QUEEN, SPADES, card
from bot.engine.combinations import SEQUENCE_RANKS
from bot.ui.text.faces import face, faces, listed, ranks_down, sorted_hand, suit_sign
from bot.ui.text.i18n import tr
from cogs.learn.tutorial.first_deal import FirstDeal
from cogs.learn.tutorial.script import MADAME, PUPIL
from cogs.learn.tutorial.topics import Topic

_FEW: Final = 8
"""Cards in the stock up to which a second trick is too doubtful to keep the sequence waiting for it."""


def welcome() -> str:
    """Say who Madame is, what the game is about, and how the lesson goes."""
    return tr(
        "*Bonsoir!* I am **Madame Bézique**. My game is to collect cards that belong together, a king and a queen or "
        "four aces, and to win tricks: who wins one may score them.\n\nWe play one deal, ten minutes, by a script "
        "that shows each rule when you need it. Nobody else sees it. Leave whenever you like; `/learn` brings you "
        "back."
    )


def told(lesson: FirstDeal) -> str:
    """Return the explanation of the page's topic; empty if it has none."""
    return "" if lesson.topic is None else _TOLD[lesson.topic](lesson.view)


def _lead(view: View) -> str:
    return tr(
        "Eight cards for you, eight for me. {card} was turned up: {suit} are **trumps**. The rest is the stock. You "
        "play a card, I answer: a **trick**. While there is stock **any card may be played**; begin with one that you "
        "will not miss.",
        card=face(view.turn_up),
        suit=suit_sign(view.trump),
    )


def _cards(_view: View) -> str:
    return tr(
        "High to low: **{ranks}**. The highest card of the suit led takes the trick, unless a trump does. Then both "
        "draw, by itself. The small line says what has happened since your last card.",
        ranks=listed(ranks_down()),
    )


def _marriage(_view: View) -> str:
    return tr(
        "**You won the trick, so you may declare.** King and queen of a suit are a **marriage**: 20 points, in trumps "
        "40. The cards go face up before you, and the points are yours at once."
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


def _exposed(_view: View) -> str:
    return tr(
        "Your declared cards (with a •) still belong to your hand: lead and play them like any other. But **a card "
        "that was played is gone** for every combination to come."
    )


def _bezique(_view: View) -> str:
    return tr(
        "**Bézique!** {pair}, the pair that gave the game its name: 40. With both copies of each it is double "
        "bézique: 500.",
        pair=faces((card(0, SPADES, QUEEN), card(0, DIAMONDS, KNAVE))),
    )


def _purpose(_view: View) -> str:
    return tr(
        "You need not win every trick. Aces and tens are **brisques**, 10 points each for whoever takes them: win for "
        "those, or when you have **something to declare**. Otherwise throw what makes nothing: sevens, eights, nines."
    )


def _hers(view: View) -> str:
    shown = next(meld.cards for meld in reversed(view.melds) if meld.seat == MADAME)
    return tr(
        "I have declared too, and what lies before me I must hold: watch {cards}. And remember that **a trump beats "
        "every other suit**, even the smallest.",
        cards=faces(sorted_hand(CardSet(shown))),
    )


def _seven(view: View) -> str:
    return tr(
        "With the **seven of trumps** you may take the turned-up {card}: the best bargain of the game, and 10 points. "
        "It does not use up your declaration. (The card you take cannot be declared in this same chance.)",
        card=face(view.turn_up),
    )


def _new_card(view: View) -> str:
    build = next(a for a in view.offered if a.verb is Verb.DECLARE and a.mask & view.tables[PUPIL].mask)
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


def _announce(view: View) -> str:
    action = next(each for each in view.offered if each.verb is Verb.ANNOUNCE)
    return tr(
        "**Announce!** {cards} lie there now, and make a second combination. Only one counts after this trick, but "
        "you may announce the other, and score it after the next trick you win. Without announcing it would need a "
        "new card. (At some tables there is no announcing: `/rules`.)",
        cards=faces(sorted_hand(action.cards)),
    )


def _four(_view: View) -> str:
    return tr(
        "**Four alike**, of whatever suits: aces 100, kings 80, queens 60, knaves 40. Cards that were married or "
        "made bézique may serve here too: it is another kind. But one of the four must be new."
    )


def _near_end(view: View) -> str:
    held = view.hand | view.tables[PUPIL]
    trumps = held.of_suit(view.trump)
    words = tr("Six cards of the stock are left: three more tricks after which something can be declared.")
    if {c & 7 for c in trumps} >= set(SEQUENCE_RANKS):
        words += " " + tr("And you hold {cards}, the **sequence**: 250!", cards=faces(sorted_hand(trumps)))
    return words


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


def _sequence(_view: View) -> str:
    return tr("Ace, ten, king, queen and knave of trumps: **the sequence, 250 points**. You may be proud.")


def _last_declaring(_view: View) -> str:
    return tr(
        "Two cards of the stock are left, so whoever wins this trick has the **last chance** to declare. Then all "
        "declared cards go back to the hands, and the last eight tricks begin."
    )


def _last_eight(_view: View) -> str:
    return tr(
        "**The last eight tricks are strict.** You must follow suit, and you must **win the trick if you can**. "
        "Who cannot follow must trump. Only the buttons that you may press are lit."
    )


def _must_trump(view: View) -> str:
    return tr(
        "You cannot follow {suit}, so you **must trump** if that wins. With no trump either, any card would do.",
        suit=suit_sign(view.trick[0] >> 3 & 3),
    )


def _last_trick(_view: View) -> str:
    return tr("Two cards left: the last one plays itself. **The very last trick** counts 10 more for whoever takes it.")


_TOLD: Final[dict[Topic, Callable[[View], str]]] = {
    Topic.LEAD: _lead,
    Topic.CARDS: _cards,
    Topic.MARRIAGE: _marriage,
    Topic.DRAW: _draw,
    Topic.EXPOSED: _exposed,
    Topic.BEZIQUE: _bezique,
    Topic.PURPOSE: _purpose,
    Topic.HERS: _hers,
    Topic.SEVEN: _seven,
    Topic.NEW_CARD: _new_card,
    Topic.ANNOUNCE: _announce,
    Topic.FOUR: _four,
    Topic.NEAR_END: _near_end,
    Topic.ORDER: _order,
    Topic.SEQUENCE: _sequence,
    Topic.LAST_DECLARING: _last_declaring,
    Topic.LAST_EIGHT: _last_eight,
    Topic.MUST_TRUMP: _must_trump,
    Topic.LAST_TRICK: _last_trick,
}


def skipping(missed: Sequence[Topic]) -> str:
    """Say that some tricks are skipped, and explain the topics that have not come up."""
    words = tr(
        "**We skip ahead.** I shall play fourteen tricks for both of us, as if you had followed me all along; so your "
        "cards may not be those that you expect. And I am going to score a little myself. Forgive me."
    )
    if not missed:
        return words
    lines = "\n".join(f"• {_MISSED[topic]()}" for topic in missed)
    return f"{words}\n\n{tr('What has not come up yet:')}\n{lines}"


_MISSED: Final[dict[Topic, Callable[[], str]]] = {
    Topic.MARRIAGE: lambda: tr("Who wins a trick may declare: king and queen of a suit, 20, in trumps 40."),
    Topic.BEZIQUE: lambda: tr("Queen of spades and knave of diamonds are bézique, 40."),
    Topic.SEVEN: lambda: tr("The seven of trumps may be exchanged for the turned-up card."),
    Topic.NEW_CARD: lambda: tr("A card may serve again in another kind, with one new card."),
    Topic.FOUR: lambda: tr("Four alike: aces 100, kings 80, queens 60, knaves 40."),
    Topic.ANNOUNCE: lambda: tr("A second combination of cards that lie there may be announced, and scored next time."),
}


def farewell(view: View) -> str:
    """Say how the deal has ended, and when a game is over."""
    mine, hers = view.totals[PUPIL], view.totals[MADAME]
    if mine > hers:
        how = tr("**{mine} to {hers}: you have beaten me.** *Chapeau!*", mine=mine, hers=hers)
    elif mine < hers:
        how = tr("**{mine} to {hers}.** I was lucky; you were charming.", mine=mine, hers=hers)
    else:
        how = tr("**{mine} all.** We are worthy of each other.", mine=mine)
    return (
        how
        + " "
        + tr(
            "Brisques are counted at the end of the deal, as you see. A game goes on, the deal passing to and fro, "
            "until somebody has {target}; or choose a game of **one deal**.",
            target=view.rules.target,
        )
    )


def what_next() -> str:
    """Say what a real table looks like, and where to go from here."""
    return tr(
        "At a real table everybody sees the **board**: the picture, whose turn it is, the last trick, what "
        "was declared. Your own cards come under **My hand**, for you alone, with the small line that you know. "
        "**Tricks** shows the tricks so far, and **What can I declare?** helps you.\n\nNow play: **Practise** deals "
        "you a game against a beginner of the house, `/practice` one against better players, and `/play` is "
        "for others. **Lessons** go on from here, five minutes each."
    )

"""The lesson on tens and aces: how to bring them home, and the other uses of an ace."""

from __future__ import annotations

from typing import Final

from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("TD AH TS KS 9H 8H 7H AC", "JD TH QD TD JS KH 9C 9D"), turn_up="8C", stock="AS 8D 7D AD 9S 8S 7S 8D 9D 8S"
)
_HEARTS: Final = "play 7H; play 8H; play 9H"

_QUESTIONS: Final = (
    Question(
        mark(
            "Every ace and every ten is a **brisque**: {brisque} points for whoever takes it, counted at the end of "
            "the deal. I lead {JD}. Which of yours is safest just now?"
        ),
        "play TD",
        mark("Home! A ten is safest when it is **played second** and wins: nobody comes after you."),
        (
            Wrong(
                "play AH; play TS",
                mark("It is not of the suit led, so I take the trick, and your brisque with it."),
                taker=1,
            ),
            Wrong(
                "play AC",
                mark("The ace of trumps takes it, but that is much for a knave, and {TD} wants to come home."),
                taker=0,
            ),
            Wrong(
                "", mark("The trick is mine. {TD} would have taken it, and brought its own {brisque} home."), taker=1
            ),
        ),
    ),
    Question(
        mark(
            "You lead, with three aces and a ten in your hand. A brisque that is **led** has to pass me: what do you "
            "begin with?"
        ),
        _HEARTS,
        mark("I took it with {TH}: my ten came home as yours did."),
        (
            Wrong("play TS", mark("I trump it, and your ten is mine."), then="1 play 9C", taker=1),
            Wrong(
                "play AH; play AS",
                mark(
                    "Only a trump beats an ace, and I have one: the ace is mine. And three aces want a fourth: "
                    "{four_aces} points."
                ),
                then="1 play 9C",
                taker=1,
            ),
            Wrong(
                "play AC",
                mark(
                    "It cannot be beaten, but nothing is won with it either. Three aces want a fourth: {four_aces} "
                    "points."
                ),
            ),
            Wrong("", mark("Kings can be married, and four count {four_kings}. A small heart makes nothing.")),
        ),
        then="1 play TH; 1 play TD",
    ),
    Question(
        mark(
            "You have drawn {AD}: **four aces**, {four_aces} points as soon as you win a trick. I lead {TD}, a "
            "brisque. Now?"
        ),
        _HEARTS,
        mark("{brisque} points for me; but your four aces are whole."),
        (
            Wrong(
                "play AD; play AC",
                mark(
                    "You take my ten, twice {brisque} points; but an ace that was played is gone, and with it "
                    "{four_aces} points."
                ),
                taker=0,
            ),
            Wrong(
                "play AH; play AS",
                mark("It is not of the suit led: I take ten and ace, and the four aces are broken."),
                taker=1,
            ),
            Wrong("play TS", mark("Then I take two tens. Throw what makes nothing."), taker=1),
            Wrong(
                "",
                mark(
                    "The king may still be married or be one of four kings, {four_kings}. A small heart makes nothing."
                ),
            ),
        ),
        then="1 play JS",
    ),
    Question(
        mark("I lead {JS}. You want this trick, for the four aces. What do you take it with?"),
        "play TS",
        mark("The ten is home, and the **four aces** lie there: {gain} points."),
        (
            Wrong("play KS", mark("He takes it too; but {TS} does so and brings {brisque} points home."), taker=0),
            Wrong(
                "play AS; play AC", mark("It takes the trick, and breaks the four aces: {four_aces} points."), taker=0
            ),
            Wrong(
                "play AD; play AH", mark("It is not of the suit led: I take the ace, and the four are broken."), taker=1
            ),
            Wrong("", mark("The trick is mine, and your {four_aces} points have to wait."), taker=1),
        ),
        then="0 declare four-aces; 0 play 8S; 1 play 9S; 1 play KH",
    ),
    Question(
        mark("Four aces have been declared; now each is a brisque like any other, and has to come home. I lead {KH}."),
        "play AH",
        mark("She wins as second, and nobody comes after her: safe."),
        (
            Wrong(
                "play AC",
                mark(
                    "It takes the king too. But nothing beats the ace of trumps: keep it for the last eight tricks, "
                    "and for the sequence, {sequence}."
                ),
                taker=0,
            ),
            Wrong("play AS; play AD", mark("It is not of the suit led: the ace is mine."), taker=1),
            Wrong(
                "",
                mark("The trick stays with me. {AH} could have come home in it, with nobody to play after her."),
                taker=1,
            ),
        ),
    ),
)

BRISQUES: Final = Lesson(
    "brisques",
    mark("Tens and aces"),
    mark("How brisques come home, and when an ace is worth more than ten."),
    (Scene(_CARDS, _QUESTIONS, dealer=0, before="1 play JD"),),
    mark(
        "**Tens and aces** come home when you play second and win. Do not lead them early, do not throw them into my "
        "tricks. An ace waits for three others, {four_aces} points; aces and tens of trumps wait for the last eight."
    ),
)

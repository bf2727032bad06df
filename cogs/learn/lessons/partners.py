"""The lesson on partners: one score for two, brisques for the partner's trick, and a turn to declare for both."""

from __future__ import annotations

from typing import Final

from bot.engine import build_rules
from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("TS KC QC 8D 9H QH JD 7H", "9D 9S JS KD 8C TC JH 8H", "AD KS QH 7S QS 8S 9C AC", "7D TD 8H 7S JH KH 9C QD"),
    turn_up="8C",
    stock="9H 7D TH 8D 7H 9D JC TD 7D 8D QS 9S",
)

_QUESTIONS: Final = (
    Question(
        mark(
            "Four play, two against two: **Ninon**, opposite, is your partner; what either of you scores counts for "
            "both. I led {9D}, Ninon has put {AD} on it, the Colonel {7D}. You come last."
        ),
        "play TS",
        mark("Thank you, says Ninon: your ten came home in **her** trick."),
        (
            Wrong(
                "play KC; play QC",
                mark(
                    "King and queen of trumps are a royal marriage, {royal_marriage}: keep them together. And the "
                    "trick is Ninon's without them."
                ),
                taker=0,
            ),
            Wrong(
                "",
                mark(
                    "The trick is Ninon's, for certain: nobody plays after you. Give it a brisque, {brisque} points "
                    "for the two of you."
                ),
                taker=2,
            ),
        ),
        then="2 declare common-marriage",
    ),
    Question(
        mark(
            "Ninon has won, and declared. When she has done, **her partner may declare too**: you, with cards of your "
            "own, never with hers."
        ),
        "declare royal-marriage",
        mark("{gain} points more for the two of you, from one trick."),
        (Wrong("", mark("Why wait? You need not have won the trick yourself, if Ninon has.")),),
        then="2 play 7S; 3 play TD",
    ),
    Question(
        mark(
            "Ninon leads {7S}, the Colonel throws {TD} on it: he cannot have meant that. She is winning, but I am "
            "still to play behind you. You have drawn {TH}."
        ),
        "play 9H; play 7H; play 8D",
        mark("I beat the seven with {9S}, and the Colonel's ten is ours. But yours you still have."),
        (
            Wrong(
                "play TH",
                mark(
                    "I take it with {9S}, and your ten with it. A brisque goes into a partner's trick only if nobody "
                    "can beat it any more."
                ),
                then="1 play 9S",
                taker=1,
            ),
            Wrong("play JD", mark("{JD} is half a bézique, {single_bezique}. A small card makes nothing.")),
            Wrong(
                "", mark("Kings and queens have work to do: four kings count {four_kings}, four queens {four_queens}.")
            ),
        ),
        then="1 play 9S; 1 play JS; 2 play QS; 3 play 7S",
    ),
    Question(
        mark("I lead {JS}, Ninon beats it with {QS}, the Colonel throws {7S}. You come last again, and have two tens."),
        "play TH; play TD",
        mark("Now it was safe, and it is home."),
        (
            Wrong(
                "play KC; play QC",
                mark("You take with a trump what Ninon has won without one. It is one score: leave it to her."),
                taker=0,
            ),
            Wrong(
                "",
                mark("The trick is Ninon's: nobody plays after you. Give it a ten, {brisque} points for both."),
                taker=2,
            ),
        ),
        then="2 play AC; 3 play 9C",
    ),
    Question(
        mark(
            "Ninon leads {AC}, the ace of trumps, the Colonel puts {9C}; I am still to play. You have drawn {QS}: "
            "**bézique** with {JD}. Must you win this trick to declare it?"
        ),
        "play TD; play TH",
        mark(
            "Nothing beats the ace of trumps: the ten is home. And Ninon has won, so you could declare: {gain} points."
        ),
        (
            Wrong("play QS; play JD", mark("They are your bézique: once played, a card is gone.")),
            Wrong(
                "play KC; play QC",
                mark("No need of a trump: Ninon's ace wins for both of you, and after it you may declare."),
                then="1 play 8C",
                taker=2,
            ),
            Wrong(
                "",
                mark("The trick is Ninon's, whatever I play: nothing beats the ace of trumps. Give it your ten."),
                then="1 play 8C",
                taker=2,
            ),
        ),
        then="1 play 8C; 0 declare single-bezique",
    ),
)

PARTNERS: Final = Lesson(
    "partners",
    mark("Partners"),
    mark("Ninon sits opposite: one score, four hands."),
    (
        Scene(
            _CARDS,
            _QUESTIONS,
            dealer=0,
            before="1 play 9D; 2 play AD; 3 play 7D",
            rules=build_rules("modern", 4, {"partners": True}),
        ),
    ),
    mark(
        "**Tens and aces** go to a trick that is surely your partner's, nothing to one that may be beaten. Leave your "
        "partner what they have won: both may declare. In the last eight even a partner's card must be beaten."
    ),
)

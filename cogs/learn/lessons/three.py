"""The lesson on three players: the order of play, three packs, and treble bézique."""

from __future__ import annotations

from typing import Final

from bot.engine import build_rules
from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("TD 8D AS QS JD QS 9H JD", "AD 9S 8H 9C 8C QD KH 7S", "9D TS 7H 8C QH KC JC 9H"),
    turn_up="KC",
    stock="7D 8S 9D KD 7H 8C 9C QS 8D 7S 9S JD",
)

_QUESTIONS: Final = (
    Question(
        mark(
            "With three, play goes round to the left: you, I, the Colonel. The Colonel leads {9D}; you come second, "
            "and I am still to play **behind you**. Does the ten of diamonds come home?"
        ),
        "play 8D; play 9H",
        mark("I had {AD}. With three, only the **last** hand is safe."),
        (
            Wrong(
                "play TD",
                mark(
                    "It beats the nine; but I come after you, and take both with {AD}. With three, only the last hand "
                    "is safe."
                ),
                then="1 play AD",
                taker=1,
            ),
            Wrong(
                "play QS; play JD",
                mark(
                    "{QS} and {JD} make bézique, and you hold two of each: double bézique, {double_bezique} points. "
                    "Never part with them!"
                ),
            ),
            Wrong("", mark("It is not of the suit led, so it cannot take the trick: a brisque for somebody else.")),
        ),
        then="1 play AD; 1 play 9S; 2 play TS",
    ),
    Question(
        mark(
            "I led {9S}, the Colonel took it with {TS}, and you play **last**: whatever you put down, nobody comes "
            "after you. And you have something to declare!"
        ),
        "play AS",
        mark("Two brisques, yours and his; and now it is your turn to declare."),
        (
            Wrong("play QS; play JD", mark("They make double bézique, {double_bezique} points: never part with them.")),
            Wrong("", mark("The Colonel keeps it: with the trick goes your turn to declare."), taker=2),
        ),
    ),
    Question(
        mark(
            "Two {QS} and two {JD}: declare one bézique now, or the **double**? One or the other, one declaration a "
            "trick."
        ),
        "declare double-bezique",
        mark("{gain} points! And with three packs there is more to come."),
        (
            Wrong(
                "declare single-bezique",
                mark(
                    "{gain} points; and the double would have to wait for another trick. It counts {double_bezique}: "
                    "put down all four together."
                ),
            ),
            Wrong("", mark("And let {double_bezique} points lie? Nobody knows when the next trick is won.")),
        ),
    ),
    Question(
        mark(
            "There are **three** packs, so a third {QS} and a third {JD} are about. With these four they make "
            "**treble bézique: {treble_bezique} points**. You lead."
        ),
        "play 8D; play 9H; play 9D; play KD",
        mark("The Colonel trumped it. What of it: you have drawn {QS} and {JD} since!"),
        (
            Wrong(
                "play TD",
                mark("The Colonel trumps it: a ten that is led has to pass two."),
                then="1 play 7H; 2 play 8C",
                taker=2,
            ),
            Wrong(
                "",
                mark(
                    "One of the four gone, and there is no treble bézique any more: {treble_bezique} points. They "
                    "have counted, but they are not done."
                ),
            ),
        ),
        then="1 play 7H; 2 play 8C; 2 play QH; 0 play 9H|9D|KD; 1 play KH; 1 play 7D; 2 play 8S",
    ),
    Question(
        mark(
            "I lead {7D}, the Colonel has put {8S} on it, and you play last. Take it, and you may declare. With what?"
        ),
        "play TD",
        mark("The ten came home, and **treble bézique** lies there: {gain} points. The Colonel is speechless."),
        (
            Wrong(
                "play JD; play QS",
                mark("That breaks the treble: all three {QS} and all three {JD} have to be yours when you declare."),
            ),
            Wrong("", mark("It takes the trick. But {TD} wants to come home, and nobody plays after you."), taker=0),
        ),
        then="0 declare treble-bezique",
    ),
)

THREE: Final = Lesson(
    "three",
    mark("Three hands"),
    mark("Two opponents, three packs, and fifteen hundred points in one declaration."),
    (Scene(_CARDS, _QUESTIONS, dealer=1, before="2 play 9D", rules=build_rules("modern", 3, {})),),
    mark(
        "**With three** two play after the leader: tens and aces come home in the last hand. All three draw, the "
        "winner first; only the winner declares. And who has declared double bézique keeps it lying: the treble "
        "counts {treble_bezique}."
    ),
)

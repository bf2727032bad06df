"""The lesson on the parlour manual: trumps without power, locked bézique cards, and a seven exchanged at any time."""

from __future__ import annotations

from typing import Final

from bot.engine import build_rules
from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(
    hands=("AS QS KS JD AC 8H 8D QH", "TD KC JS 7C 9D 7D 9C JC"), turn_up="KH", stock="9S 8C 7H 8S TH 9H 7S 7S"
)

_QUESTIONS: Final = (
    Question(
        mark(
            "In the parlour **trumps sleep** until the last eight: the highest card takes the trick, of whatever "
            "suit; of equals the first. Hearts are trumps. I lead {TD}, and you have something to declare."
        ),
        "play AS; play AC",
        mark("Only an ace takes a ten here, but an ace of any suit. Two brisques are yours."),
        (
            Wrong(
                "play 8H; play QH",
                mark("Hearts are trumps, but they sleep: a ten is higher, and the trick is mine."),
                taker=1,
            ),
            Wrong("", mark("A ten is higher, so the trick is mine. Something of yours is higher still."), taker=1),
        ),
        shows=("trick",),
    ),
    Question(
        mark(
            "{KS} {QS} are a marriage, {QS} {JD} bézique; one a trick. But here a card that was in a **bézique** can "
            "serve in nothing else any more. So which comes first?"
        ),
        "declare common-marriage",
        mark("{gain} points, and the queen is still free: who was married may make bézique."),
        (
            Wrong(
                "declare single-bezique",
                mark("{gain} points; but then {QS} is locked, and the {common_marriage} of the marriage are lost."),
                then="0 play AC|AS; 1 play 9C",
            ),
            Wrong("", mark("Then nothing is scored, though you have won.")),
        ),
        shows=("bezique_cards_locked",),
    ),
    Question(
        mark(
            "For bézique, {single_bezique}, you need another trick. Trumps sleep, so nobody can trump your lead: what "
            "is high enough, and has done its work?"
        ),
        "play KS",
        mark("Only tens and aces beat a king here. Bézique: {gain} points."),
        (
            Wrong("play QS; play JD", mark("They are your bézique: once played, a card is gone.")),
            Wrong(
                "play AS; play AC",
                mark("Nothing beats an ace that is led here. But the king will do, and four aces count {four_aces}."),
            ),
            Wrong("", mark("I have many cards that are higher, and trumps or not does not matter.")),
        ),
        then="1 play 9D; 0 declare single-bezique",
    ),
    Question(
        mark(
            "You have drawn {7H}, and {KH} lies turned up. In the parlour **anybody** who is to play may exchange the "
            "seven of trumps, whoever has won the trick, before playing. What do you do?"
        ),
        "exchange 7H",
        mark("{gain} points, and {KH} is yours: he meets {QH} in your hand."),
        (
            Wrong(
                "play 7H",
                mark("The exchange brings as much as playing the seven, and the king."),
            ),
            Wrong("", mark("Exchange first: I may hold the other seven, and {KH} is not yours yet.")),
        ),
        shows=("seven_exchange",),
    ),
    Question(
        mark(
            "{KH} and {QH}: a royal marriage, {royal_marriage} points, if you win this trick. Nobody can trump. What "
            "do you lead?"
        ),
        "play AS; play AC",
        mark("An ace that is led is sure of its trick here. Royal marriage: {gain} points."),
        (
            Wrong("play KH; play QH", mark("They are your royal marriage: once played, a card is gone.")),
            Wrong("", mark("That can be beaten. One card of yours cannot.")),
        ),
        then="1 play 9C; 0 declare royal-marriage",
    ),
)

PARLOUR: Final = Lesson(
    "parlour",
    mark("The parlour's rules"),
    mark("Victorian parlour: trumps that sleep, and béziques that serve once."),
    (Scene(_CARDS, _QUESTIONS, dealer=0, before="1 play TD", rules=build_rules("parlour", 2, {})),),
    mark(
        "**In the parlour** rank alone decides until the last eight: aces are sure, small trumps are small cards. "
        "Marry before bézique. And exchange your seven whenever it is your turn to play."
    ),
    book="parlour",
    told={
        "announce": mark(
            "Nothing is announced: two combinations of the same cards want the right order, the one with no new card "
            "first."
        )
    },
)

"""The lesson on the book Britannica: many declarations in a turn, another bézique, and points marked at once."""

from __future__ import annotations

from typing import Final

from bot.engine import build_rules
from bot.ui.text.i18n import mark
from cogs.learn.lesson import Cards, Lesson, Question, Scene, Wrong

_CARDS: Final = Cards(hands=("AD QC JH KD QD KC 7S 8H", "TD 8C 9C 7C 7D 9D JC 9H"), turn_up="7S", stock="9H 8D 8D 8H")
_OUT: Final = Cards(
    hands=("AH TH KH QH JH AD AS AC", "TD 7D 8C 9D 9C TS 7C TC"),
    turn_up="8H",
    stock="AD 8D QS 8S JD 9C KS JS 9S 9D 8S 9S 7S 7D 8C 7C",
)
_ENDING: Final = Cards(
    hands=("7Hb 9Cb 8Sb ADb 8Db KHb 8Ha TCa", "7Cb QDa TDb JHa KSa QCb QHb 9Ca"),
    turn_up="9Sb",
    stock=(
        "TSa 7Ha AHb KSb JCa ACb KDb QSb ACa JSb 9Ha JCb 7Sb 8Da 7Db QCa 7Ca 8Ca THb 9Da 9Hb JHb TSb QSa ASa ASb 7Sa "
        "8Hb AHa 8Cb 9Sa 9Db TCb KCb THa 7Da KDa KCa 8Sa KHa JDa JDb QDb JSa TDa QHa ADa"
    ),
)
_BEFORE: Final = (
    "0 play 7Hb; 1 play 7Cb; 0 play 8Db; 1 play TDb; 1 declare single-bezique JHa QCb; 1 play AHb; 0 play 8Sb; 0 play "
    "9Cb; 1 play ACb; 1 play JHa; 0 play TCa; 1 declare common-marriage QDa KDb; 1 play KDb; 0 play ADb; 0 declare "
    "royal-marriage QSb KSb; 0 play 9Ha; 1 play JCb; 0 play 7Sb; 1 play QDa; 0 play 7Db; 1 play QCa; 0 play 7Ca; 1 "
    "play 8Ca; 1 play THb; 0 play TSa; 0 play JSb; 1 play JHb; 0 play 9Hb; 1 play QCb; 0 play KHb; 1 play QHb; 0 play "
    "7Sa; 1 play 8Hb; 0 play TSb; 1 play ASb; 1 pass; 1 play 8Cb; 0 play 9Db; 1 pass; 1 play TCb; 0 play ASa; 0 play "
    "KCb; 1 play 7Da; 0 play QSb; 1 play KCa; 0 play KSb; 1 play KHa; 0 play JDa; 1 play JDb; 0 play QDb; 1 play JSa; "
    "1 pass"
)
_RULES: Final = build_rules("britannica", 2, {})
_MANY: Final = "declare single-bezique; declare common-marriage KD QD; show 7S"

_QUESTIONS: Final = (
    Question(
        mark(
            "In the Britannica everything is marked **the moment it happens**, brisques too. You dealt and turned up "
            "{7S}: {seven} for you already. I lead {TD}."
        ),
        "play AD",
        mark("Two brisques, marked at once: {gain} points. And you may declare."),
        (
            Wrong(
                "play 7S",
                mark("A trump takes it, but {AD} does too, and brings {brisque} more. A seven can do better here."),
                taker=0,
            ),
            Wrong("", mark("The trick is mine, and {loss} points are marked for me at once."), taker=1),
        ),
        shows=("brisques",),
    ),
    Question(
        mark(
            "**Many declarations in one turn**, as long as they share no card. With spades for trumps **bézique is "
            "{QC} {JH}**. You hold {KC} {QC}, {KD} {QD}, {JH}, {7S}. Begin: what would spoil the rest?"
        ),
        _MANY,
        mark("{gain} points. And the turn goes on!"),
        (
            Wrong(
                "declare common-marriage KC QC",
                mark(
                    "{gain} points; but then {QC} has served in this turn, and bézique, {single_bezique}, has to "
                    "wait. The other way round the marriage waits, and counts less."
                ),
            ),
            Wrong("", mark("Then nothing is scored, though you have won.")),
        ),
        shows=("bezique_cards",),
    ),
    Question(
        mark(
            "What else shares no card with it? A seven of trumps counts {seven} when it is **shown**, and stays in "
            "the hand."
        ),
        _MANY,
        mark("{gain} more. And still the turn goes on."),
        (
            Wrong(
                "declare common-marriage KC QC",
                mark(
                    "{gain} points; but with the queen of clubs you can do better in this turn: bézique, "
                    "{single_bezique}."
                ),
            ),
            Wrong("", mark("Your turn is not over: there is more to be had from this very trick.")),
        ),
        shows=("declarations_per_trick",),
    ),
    Question(
        mark("And a third one, from the same trick?"),
        _MANY,
        mark("{gain} more: three scores from one trick. {KC} and {QC} wait for the next."),
        (
            Wrong(
                "declare common-marriage KC QC",
                mark(
                    "{gain} points; but with the queen of clubs you can do better in this turn: bézique, "
                    "{single_bezique}."
                ),
            ),
            Wrong("", mark("Your turn is not over: there is more to be had from this very trick.")),
        ),
        shows=("seven_scores",),
    ),
)

_ENDING_QUESTIONS: Final = (
    Question(
        mark(
            "Later, in another deal. The **last trick** counts {last}; but in this book that is the last **before** "
            "the last eight: this one. Spades are trumps. I lead {AC}."
        ),
        "play 8S",
        mark("{gain} points for you, at once: the last trick, and my ace."),
        (Wrong("", mark("I keep it: {loss} points are marked for me, the last trick and what lies in it."), taker=1),),
        shows=("last_trick",),
    ),
)

_OUT_QUESTIONS: Final = (
    Question(
        mark(
            "A last one. Say that we play to {target}: you have {mine}, and have had a great deal. In this book the "
            "game ends **at once** when somebody gets there. I lead {TC}."
        ),
        "play AC",
        mark("{gain} points, and the game is over, in the middle of the deal."),
        (
            Wrong(
                "play QH",
                mark(
                    "A trump takes the ten too, {gain} points. But the ace brings as much besides, and then it is over."
                ),
                taker=0,
            ),
            Wrong(
                "",
                mark(
                    "The trick is mine, and the game goes on. Count what lies on the table, and what you could put on "
                    "it."
                ),
                taker=1,
            ),
        ),
        shows=("finish",),
    ),
)

BRITANNICA: Final = Lesson(
    "britannica",
    mark("Britannica"),
    mark("Many declarations at once, another bézique, and a sudden end."),
    (
        Scene(_CARDS, _QUESTIONS, dealer=0, before="1 play TD", rules=_RULES),
        Scene(_ENDING, _ENDING_QUESTIONS, before=_BEFORE + "; 1 play AC", rules=_RULES),
        Scene(
            _OUT,
            _OUT_QUESTIONS,
            dealer=0,
            before=(
                "1 play TD; 0 play AD; 0 declare sequence; 0 play JH; 1 play 7D; 0 declare four-aces; 0 play TH; 1 "
                "play 8C; 0 play AD; 1 play 8D; 0 declare single-bezique; 0 play AS; 1 play JS; 0 declare "
                "common-marriage; 0 play KH; 1 play TS; 0 play AH; 1 play 8S; 0 play 7S; 1 play 9S; 1 play TC"
            ),
            rules=build_rules("britannica", 2, {"target": 500}),
        ),
    ),
    mark(
        "**Britannica**: declare all that you can in one turn, the cards that share last; look at the trump suit "
        "before you keep a queen for bézique; show your sevens; win the trick before the last eight. And count: the "
        "first at {target} has won."
    ),
    book="britannica",
    told={
        "announce": mark("Nothing is announced: who may declare everything at once has no need to."),
        "both_out": mark("Two are never out together: what is marked first ends the game."),
        "past_tricks": mark("Only the last trick may be looked at; the others are closed, unless all agree."),
    },
)

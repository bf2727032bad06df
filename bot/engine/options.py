"""The house rules, one row of data per option.

All code that needs the options reads these rows: validation, slash-command choices, ``/rules``, the rule
book in ``docs/`` and the short code of a rule set. The sources are named as in the rule book: B (Encyclopædia
Britannica, 9th edition), E (Enquire Within upon Everything), P (a Victorian parlour manual), M (a modern summary).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

Value: TypeAlias = str | int | bool

MIN_TARGET, MAX_TARGET, TARGET_STEP = 500, 10_000, 10


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of an option, with its label and one line that says what it means at the table."""

    value: Value
    label: str
    line: str


@dataclass(frozen=True, slots=True)
class Option:
    """One house rule: its name in records, its values, its words for players, and where it comes from."""

    key: str
    title: str
    group: str
    choices: tuple[Choice, ...]
    """Every value; for ``target`` only the customary ones, as any multiple of ten in range is legal."""
    explanation: str
    source: str
    brief: str = ""
    """A shorter title to stand before a value in a menu as narrow as a phone; empty if ``title`` is short enough."""

    def accepts(self, value: object) -> bool:
        """Tell whether a value is one of this option's and has the right type (a bool is not a number)."""
        if self.key == "target":
            return type(value) is int and MIN_TARGET <= value <= MAX_TARGET and value % TARGET_STEP == 0
        return any(type(value) is type(choice.value) and value == choice.value for choice in self.choices)

    def label(self, value: Value) -> str:
        return next((choice.label for choice in self.choices if choice.value == value), write_value(value))


def write_value(value: Value) -> str:
    """Write an option's value as it stands in a record: ``true``, ``2000``, ``suit_led``."""
    return str(value).lower() if isinstance(value, bool) else str(value)


_YES_NO: Final = ("No", "Yes")

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "game",
        "Game",
        "The table",
        (
            Choice("bezique", "Bézique", "The game of the four books."),
            Choice("rubicon", "Rubicon", "Two players, four packs, nine cards; one deal is a game."),
        ),
        "Which member of the family is played.",
        "B, E, P, M; R",
    ),
    Option(
        "players",
        "Players",
        "The table",
        (
            Choice(2, "Two", "64 cards: the game most people know."),
            Choice(3, "Three", "Each for himself."),
            Choice(4, "Four", "Each for himself, or two against two."),
        ),
        "Each brings a pack of 32 cards, unless three share two, and holds eight.",
        "B, E, P, M",
    ),
    Option(
        "partners",
        "Partners",
        "The table",
        (
            Choice(False, _YES_NO[0], "Everyone plays alone."),
            Choice(True, _YES_NO[1], "Two against two, with one score."),
        ),
        "Partners sit opposite and share one score. After one wins a trick both may declare, each from "
        "their own cards.",
        "E; ours in B, M",
    ),
    Option(
        "packs",
        "Packs",
        "The table",
        (
            Choice("per_player", "One a player", "32 cards for each player."),
            Choice("two_less_an_eight", "Two less an eight", "63 cards for three players, and no treble bézique."),
        ),
        "Three may share two packs less an eight.",
        "E",
    ),
    Option(
        "target",
        "Target",
        "The score",
        (
            Choice(500, "500", "A short game, two or three deals."),
            Choice(1000, "1000", "The usual game."),
            Choice(1500, "1500", "Usual with three players."),
            Choice(2000, "2000", "A longer game."),
            Choice(4000, "4000", "A whole evening."),
        ),
        "Points to win: any multiple of 10 from 500 to 10,000.",
        "B, E, M; ours in P",
    ),
    Option(
        "trump",
        "Trumps",
        "Trumps and tricks",
        (
            Choice("turn_up", "Turned up", "The card after the deal makes its suit trumps."),
            Choice("first_marriage", "First marriage", "The first marriage declared makes its suit trumps."),
        ),
        "In Bézique without a trump, no suit trumps until a marriage, and sevens never count ten.",
        "B (note 1), P",
    ),
    Option(
        "bezique_cards",
        "Bézique cards",
        "Declarations",
        (
            Choice("fixed", "♠Q and ♦J", "Always queen of spades and knave of diamonds."),
            Choice("by_trump", "By trumps", "♠Q ♦J when clubs or hearts are trumps, else ♣Q ♥J."),
        ),
        "Which queen and knave make bézique; by trumps, neither is ever a trump.",
        "B (note 2), E",
        brief="Bézique",
    ),
    Option(
        "trick",
        "Who takes a trick",
        "Trumps and tricks",
        (
            Choice("suit_led", "Suit led", "The highest trump, else the highest of the suit led."),
            Choice("any_suit", "Any suit", "The highest trump, else the highest card."),
            Choice("rank_only", "Rank only", "The highest card; trumps have no power yet."),
            Choice("rank_then_trump", "Rank, then trump", "The highest card; of equal rank a trump."),
        ),
        "While the stock lasts; of equal cards the first wins. The last eight always go by *Suit led*.",
        "B, M; E; P (says both of the last two)",
        brief="Tricks",
    ),
    Option(
        "declarations_per_trick",
        "Declarations a trick",
        "Declarations",
        (Choice("one", "One", "One after each trick won."), Choice("many", "Many", "Several that share no card.")),
        "Combinations of one turn share no card: never bézique and a marriage with the same queen.",
        "B; E, M; ours in P",
        brief="Declarations",
    ),
    Option(
        "new_card",
        "New card",
        "Declarations",
        (
            Choice(True, _YES_NO[1], "One of the cards must be new: never declared before."),
            Choice(False, _YES_NO[0], "Declared cards may be declared again in another class."),
        ),
        "Whether a declaration needs a card never declared before. A sequence's king and queen never "
        "marry, and two single béziques are no double, in any case.",
        "B; ours in E, P, M",
    ),
    Option(
        "double_from_singles",
        "Double from singles",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "Two singles stay forty each; a double needs a new card."),
            Choice(True, _YES_NO[1], "Two singles may become a double, for 500 more."),
        ),
        "Whether declared béziques that lie together may become a higher one without a new card.",
        "B (needs a new card); E, M (may be read so)",
    ),
    Option(
        "treble",
        "Treble bézique",
        "Declarations",
        (
            Choice(True, _YES_NO[1], "Three bézique pairs at once count 1,500."),
            Choice(False, _YES_NO[0], "No treble; a third pair is another single."),
        ),
        "With three packs or more.",
        "E; ours in B, P, M",
    ),
    Option(
        "announce",
        "Announcing",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "A declaration needs a new card from the hand."),
            Choice(True, _YES_NO[1], "Announce a second combination, and score it next time."),
        ),
        "Announce another kind of combination of your exposed cards; score it next time without a new "
        "card, if they still lie there.",
        "M",
    ),
    Option(
        "bezique_cards_locked",
        "Bézique cards locked",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "They may serve in other combinations later."),
            Choice(True, _YES_NO[1], "They serve in nothing else; double must be put down at once."),
        ),
        "If locked, marry the queen before bézique.",
        "P",
        brief="Béziques locked",
    ),
    Option(
        "sequence_bars_marriage",
        "Sequence bars marriage",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "King and queen may marry new partners later."),
            Choice(True, _YES_NO[1], "King and queen can never marry afterwards."),
        ),
        "A sequence's own king and queen never marry each other: declare the royal marriage first.",
        "E (may be read so)",
        brief="Marriage barred",
    ),
    Option(
        "seven_scores",
        "Sevens of trumps",
        "Sevens",
        (
            Choice("declared", "When declared", "Show it after winning a trick; it stays in your hand."),
            Choice("played", "When played", "When played while the stock lasts, win or lose."),
            Choice("played_throughout", "Always", "Whenever played, in the last eight too."),
        ),
        "A seven of trumps is worth ten points once: turned up, exchanged, shown or played.",
        "B; E; P, M (which except no trick)",
        brief="Sevens",
    ),
    Option(
        "seven_exchange",
        "Exchanging the seven",
        "Sevens",
        (
            Choice("trick_winner", "Winner", "Only after winning a trick."),
            Choice("any_holder", "Any holder", "Also by anyone on turn before playing, after the first trick."),
        ),
        "A seven of trumps takes the turned-up card, for ten points, beside your declaration; that card cannot be "
        "declared at once.",
        "B, E; P; ours in M",
        brief="Exchange by",
    ),
    Option(
        "brisques",
        "Counting brisques",
        "The score",
        (
            Choice("as_taken", "As taken", "The moment the trick is won."),
            Choice("end_of_deal", "At the end", "When the deal is over, the dealer last."),
        ),
        "Aces and tens in tricks are brisques, ten points each.",
        "B; E, M; ours in P",
        brief="Brisques",
    ),
    Option(
        "last_trick",
        "The last trick",
        "The score",
        (
            Choice("final", "Of the deal", "The last trick of the deal."),
            Choice("before_last_eight", "Of the stock", "The trick that empties the stock."),
        ),
        "Which trick counts ten as the last.",
        "E, P, M; B (note 5)",
        brief="Last trick",
    ),
    Option(
        "length",
        "Length",
        "The score",
        (
            Choice("target", "To the target", "Until the target is reached."),
            Choice("one_deal", "One deal", "The higher total wins."),
        ),
        "One deal has no target.",
        "ours",
    ),
    Option(
        "finish",
        "When the game ends",
        "The score",
        (
            Choice("at_once", "At once", "The moment the target is reached."),
            Choice("end_of_deal", "With the deal", "The deal is played out."),
        ),
        "Whether reaching the target ends play.",
        "B; ours in E, P, M",
        brief="Ends",
    ),
    Option(
        "both_out",
        "If several are out",
        "The score",
        (
            Choice("higher_total", "Higher total", "The higher total wins."),
            Choice(
                "less_brisques",
                "No brisques",
                "The higher total without this deal's aces and tens, then the last trick.",
            ),
            Choice("non_dealer_first", "First there", "Who reached the target first, as points were marked."),
            Choice("last_trick_winner", "Last trick", "The winner of the last trick, if out."),
        ),
        "Who wins when several reach the target.",
        "E, B (note 4); ours in P, M",
        brief="Tie-break",
    ),
    Option(
        "reckoning",
        "Reckoning",
        "The score",
        (
            Choice("tens", "By tens", "A marriage is twenty, the game a thousand up."),
            Choice("units", "By units", "A marriage is two, a game of a thousand is *100 up*."),
        ),
        "By units, the last nought is left out; play stays the same.",
        "B",
        brief="Points",
    ),
    Option(
        "past_tricks",
        "Past tricks",
        "The table",
        (Choice("open", "Open", "Every trick of the deal."), Choice("last_only", "Last only", "The last trick alone.")),
        "Which tricks may be looked at; play stays the same.",
        "B, E; ours in P, M",
    ),
    Option(
        "irregularities",
        "Irregularities",
        "The table",
        (
            Choice("prevented", "Refused", "They are refused."),
            Choice("forfeits", "Forfeits", "The honour table: mistakes can be made and claimed."),
        ),
        "What becomes of play against the rules.",
        "ours; B, E, M",
    ),
    Option(
        "forfeits",
        "Forfeits",
        "The table",
        (
            Choice("britannica", "Britannica", "Twenty for drawing wrongly or not at all, two hundred for nine cards."),
            Choice(
                "enquire",
                "Enquire Within",
                "Ten a slip, a hundred for nine cards; cards played in error can be called.",
            ),
            Choice("modern", "Modern", "Ten a slip, a hundred for nine cards; only not following suit is a revoke."),
            Choice("revoke_only", "Revoke only", "Only a revoke costs; all else is taken back."),
        ),
        "Whose forfeits an honour table knows.",
        "B; E; M; ours",
    ),
)

BY_KEY: Final[dict[str, Option]] = {option.key: option for option in OPTIONS}

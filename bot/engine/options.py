"""The house rules, one row of data per option.

All code that needs the options reads these rows: validation, slash-command choices, ``/rules``, the rule
book in ``docs/`` and the short code of a rule set. The sources are named as in the rule book: B (Encyclopædia
Britannica, 9th edition), E (Enquire Within upon Everything), P (a Victorian parlour manual), M (a modern summary).
"""

from __future__ import annotations

from typing import Final

from .option_values import MAX_TARGET, MIN_TARGET, TARGET_STEP, Choice, Option, Value, write_value

__all__ = ["BY_KEY", "MAX_TARGET", "MIN_TARGET", "OPTIONS", "TARGET_STEP", "Choice", "Option", "Value", "write_value"]

_YES_NO: Final = ("No", "Yes")

OPTIONS: Final[tuple[Option, ...]] = (
    Option(
        "players",
        "Players",
        "The table",
        (
            Choice(2, "Two", "Two players with 64 cards; the game as most people know it."),
            Choice(3, "Three", "Three players, each for himself."),
            Choice(4, "Four", "Four players, each for himself or two against two."),
        ),
        "How many sit at the table. Each player brings one pack of 32 cards, all shuffled together, "
        "and everyone holds eight.",
        "B, E, P, M",
    ),
    Option(
        "partners",
        "Partners",
        "The table",
        (
            Choice(False, _YES_NO[0], "Everyone plays alone."),
            Choice(True, _YES_NO[1], "Four players, two against two; partners sit opposite and share one score."),
        ),
        "With four players two may play against two. Partners sit opposite each other and their points are added, but "
        "each declares alone, never with the partner's cards. After one partner wins a trick, both may declare.",
        "E; ours in B, M",
    ),
    Option(
        "packs",
        "Packs",
        "The table",
        (
            Choice("per_player", "One a player", "A pack of 32 for each player."),
            Choice(
                "two_less_an_eight",
                "Two less an eight",
                "Three players share two packs without one eight of clubs: 63 cards, and no treble bézique.",
            ),
        ),
        "One pack a player is usual. Three players may also use two packs; one eight is put aside so that "
        "the cards can "
        "be shared equally.",
        "E",
    ),
    Option(
        "target",
        "Target",
        "The score",
        (
            Choice(500, "500", "A short game, of two or three deals."),
            Choice(1000, "1000", "The usual game."),
            Choice(1500, "1500", "Usual with three players and three packs."),
            Choice(2000, "2000", "A longer game."),
            Choice(4000, "4000", "A whole evening."),
        ),
        "The game is won by reaching this many points, over as many deals as it takes. Any multiple of 10 from 500 to "
        "10,000 can be agreed on.",
        "B, E, M; ours in P",
    ),
    Option(
        "trump",
        "Trumps",
        "Trumps and tricks",
        (
            Choice("turn_up", "Turned up", "The card after the deal is turned up and its suit is trumps."),
            Choice(
                "first_marriage",
                "First marriage",
                "Bézique without a trump: the first marriage declared makes its suit trumps.",
            ),
        ),
        "Usually the card after the deal is turned up for trumps. In Bézique without a trump nothing is "
        "turned up: until "
        "somebody declares a marriage no suit trumps, and sevens never count ten.",
        "B (note 1), P",
    ),
    Option(
        "bezique_cards",
        "Bézique cards",
        "Declarations",
        (
            Choice("fixed", "♠Q and ♦J", "Always the queen of spades and the knave of diamonds."),
            Choice(
                "by_trump",
                "By trumps",
                "♠Q ♦J when clubs or hearts are trumps; ♣Q ♥J when spades or diamonds are.",
            ),
        ),
        "Bézique is the queen of spades with the knave of diamonds. By trumps, the queen of clubs and the "
        "knave of hearts "
        "take their place when spades or diamonds are trumps, so that a bézique card is never a trump.",
        "B (note 2), E",
        brief="Bézique",
    ),
    Option(
        "trick",
        "Who takes a trick",
        "Trumps and tricks",
        (
            Choice("suit_led", "Suit led", "The highest trump takes it, else the highest card of the suit led."),
            Choice("any_suit", "Any suit", "The highest trump takes it, else the highest card of any suit."),
            Choice("rank_only", "Rank only", "The highest card takes it; trumps have no power yet."),
            Choice(
                "rank_then_trump",
                "Rank, then trump",
                "The highest card takes it; of cards of the same rank a trump does.",
            ),
        ),
        "How a trick is won while the stock lasts. Of equal cards the one played first wins. In the last "
        "eight tricks the "
        "highest trump, else the highest card of the suit led, always wins.",
        "B, M; E; P (says both of the last two)",
        brief="Tricks",
    ),
    Option(
        "declarations_per_trick",
        "Declarations a trick",
        "Declarations",
        (
            Choice("one", "One", "One declaration after each trick won."),
            Choice("many", "Many", "Several, as long as they share no card."),
        ),
        "How much may be declared after one trick. With many, no card may serve in two of the combinations "
        "that are put "
        "down together: four knaves and a marriage, but not bézique and a marriage with the same queen.",
        "B; E, M; ours in P",
        brief="Declarations",
    ),
    Option(
        "new_card",
        "New card",
        "Declarations",
        (
            Choice(True, _YES_NO[1], "A declaration needs a card that was never declared before."),
            Choice(False, _YES_NO[0], "Cards that have all been declared may be declared again in another class."),
        ),
        "Whether at least one card of a declaration must come from the hand, never declared before. Without it, what "
        "lies on the table may be declared as it lies, in every class in which its cards have not served; only a "
        "sequence's own king and queen never marry, and two single béziques are no double.",
        "B; ours in E, P, M",
    ),
    Option(
        "double_from_singles",
        "Double from singles",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "Two single béziques stay forty each; a double needs a new card."),
            Choice(
                True,
                _YES_NO[1],
                "Two declared singles that lie together may later become a double, for 500 more.",
            ),
        ),
        "Whether two single béziques, both declared, may become a double at a later chance while all four cards lie "
        "together, with no new card; where there is a treble, lower béziques may become one likewise.",
        "B (needs a new card); E, M (may be read so)",
    ),
    Option(
        "treble",
        "Treble bézique",
        "Declarations",
        (
            Choice(True, _YES_NO[1], "Three bézique pairs at once count 1,500."),
            Choice(False, _YES_NO[0], "There is no treble; a third pair is another single."),
        ),
        "Whether three queens and three knaves of bézique together count 1,500, where three packs or more are played "
        "with.",
        "E; ours in B, P, M",
    ),
    Option(
        "announce",
        "Announcing",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "A declaration always needs a new card from the hand."),
            Choice(
                True,
                _YES_NO[1],
                "After declaring, you may announce a second combination on the table and score it next time.",
            ),
        ),
        "If your exposed cards also make a second combination of another kind, you may announce it together with your "
        "declaration and score it the next time you may declare, without a new card, if all its cards still lie there.",
        "M",
    ),
    Option(
        "bezique_cards_locked",
        "Bézique cards locked",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "Cards of a bézique may serve in other combinations later."),
            Choice(
                True,
                _YES_NO[1],
                "Once in a bézique, a card serves in nothing else; double must be put down at once.",
            ),
        ),
        "With locked cards the queen and knave that were declared as bézique can be used in no other combination "
        "afterwards, so it pays to marry the queen first.",
        "P",
        brief="Béziques locked",
    ),
    Option(
        "sequence_bars_marriage",
        "Sequence bars marriage",
        "Declarations",
        (
            Choice(False, _YES_NO[0], "A king or queen of a sequence may marry a new partner later."),
            Choice(True, _YES_NO[1], "The king and queen of a declared sequence can never marry afterwards."),
        ),
        "The king and queen that lie in a sequence can never marry each other afterwards. If this is on, they cannot "
        "marry a new queen or king either. Declare the royal marriage first.",
        "E (may be read so)",
        brief="Marriage barred",
    ),
    Option(
        "seven_scores",
        "Sevens of trumps",
        "Sevens",
        (
            Choice(
                "declared",
                "When declared",
                "Show it after winning a trick: 10 points; it stays in your hand.",
            ),
            Choice("played", "When played", "10 points when it is played while the stock lasts, win or lose."),
            Choice(
                "played_throughout",
                "Always",
                "10 points whenever it is played, win or lose, in the last eight tricks too.",
            ),
        ),
        "A seven of trumps is worth ten points once: when it is turned up, exchanged for the turned-up card, shown or "
        "played. One that was turned up or exchanged does not count again when it is played.",
        "B; E; P, M (which except no trick)",
        brief="Sevens",
    ),
    Option(
        "seven_exchange",
        "Exchanging the seven",
        "Sevens",
        (
            Choice("trick_winner", "Winner", "Only after winning a trick."),
            Choice(
                "any_holder",
                "Any holder",
                "Also by anyone on turn, before playing, once a trick has been made.",
            ),
        ),
        "A seven of trumps may be exchanged for the turned-up card, for ten points. The card taken may not "
        "be declared in "
        "the same breath. It does not use up your declaration.",
        "B, E; P; ours in M",
        brief="Exchange by",
    ),
    Option(
        "brisques",
        "Counting brisques",
        "The score",
        (
            Choice("as_taken", "As taken", "Ten points for each ace and ten, the moment the trick is won."),
            Choice("end_of_deal", "At the end", "Counted when the deal is over, the dealer last."),
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
            Choice("final", "Of the deal", "Ten points for the last trick of the deal."),
            Choice(
                "before_last_eight",
                "Of the stock",
                "Ten points for the trick that empties the stock.",
            ),
        ),
        "Which trick is the last trick that counts ten.",
        "E, P, M; B (note 5)",
        brief="Last trick",
    ),
    Option(
        "length",
        "Length",
        "The score",
        (
            Choice("target", "To the target", "Deals are played until somebody has reached the target."),
            Choice("one_deal", "One deal", "One deal is played out, and the higher total wins."),
        ),
        "Whether a game goes to the target or is over after one deal, for a short evening. Where one deal is played, "
        "the target and what follows from it have no effect.",
        "ours",
    ),
    Option(
        "finish",
        "When the game ends",
        "The score",
        (
            Choice("at_once", "At once", "The moment somebody reaches the target."),
            Choice("end_of_deal", "With the deal", "The deal in which the target is reached is played out."),
        ),
        "Whether the game ends the moment a player or side scores out, or with the end of that deal.",
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
                "Less brisques",
                "The higher total without this deal's aces and tens wins, then the taker of the last trick.",
            ),
            Choice(
                "non_dealer_first",
                "First there",
                "Whoever reached the target first as the points were marked.",
            ),
            Choice("last_trick_winner", "Last trick", "The winner of the last trick wins, if out."),
        ),
        "Who wins when more than one side stands at the target at the end of a deal.",
        "E, B (note 4); ours in P, M",
        brief="Tie-break",
    ),
    Option(
        "reckoning",
        "Reckoning",
        "The score",
        (
            Choice("tens", "By tens", "A marriage is twenty, and the game a thousand up."),
            Choice("units", "By units", "A marriage is two, and a game of a thousand is *100 up*."),
        ),
        "How points are spoken of and shown. All scores are tens, so that the last nought may as well be left out. It "
        "changes nothing in the play, and files always hold the tens.",
        "B",
        brief="Points",
    ),
    Option(
        "past_tricks",
        "Past tricks",
        "The table",
        (
            Choice("open", "Open", "Whoever asks sees every trick of the deal."),
            Choice(
                "last_only",
                "Last only",
                "Only the last trick is shown; searching the tricks is forbidden.",
            ),
        ),
        "What may be looked at of the tricks already played. It changes nothing in the play.",
        "B, E; ours in P, M",
    ),
    Option(
        "irregularities",
        "Irregularities",
        "The table",
        (
            Choice("prevented", "Refused", "The table refuses an act against the rules."),
            Choice("forfeits", "Forfeits", "The honour table: mistakes can be made, and claimed."),
        ),
        "Whether acts against the rules are refused, or can happen and be claimed as forfeits.",
        "ours; B, E, M",
    ),
    Option(
        "forfeits",
        "Forfeits",
        "The table",
        (
            Choice(
                "britannica",
                "Britannica",
                "Twenty for a card drawn out of turn or not drawn, two hundred for nine cards.",
            ),
            Choice(
                "enquire",
                "Enquire Within",
                "Ten for each slip, a hundred for nine cards; cards played in error can be called.",
            ),
            Choice(
                "modern", "Modern", "Ten for each slip, a hundred for nine cards; only not following suit is a revoke."
            ),
            Choice("revoke_only", "Revoke only", "Only a revoke costs something; all else is taken back."),
        ),
        "Whose forfeits an honour table knows. Where irregularities are prevented it has no effect.",
        "B; E; M; ours",
    ),
)

BY_KEY: Final[dict[str, Option]] = {option.key: option for option in OPTIONS}

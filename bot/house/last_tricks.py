"""What the last eight tricks of two hands bring where a sample reaches them: solved, or guessed for a quick search."""

from __future__ import annotations

from bot.engine import Deal, Phase
from bot.engine.actions import PLAYS
from bot.engine.cards import BRISQUES
from bot.engine.law import Law
from bot.engine.moves import advance

from .eight import LastEight
from .ending import MOST_STATES, Ending
from .moments import uncounted_sevens
from .settle import WIN, may_end
from .suits import Stopped, kept_suits


class LastTricks:
    """The last eight tricks in all samples of a view of two hands; searches share what they have in common."""

    __slots__ = ("_by_total", "_eight", "_endings", "_law", "exact")

    def __init__(self, law: Law, *, exact: bool) -> None:
        """Take the rules, and whether the tricks are solved."""
        self._law = law
        self._by_total = not law.at_once and law.both_out == "higher_total"
        self._eight: dict[int, LastEight] = {}
        self._endings: dict[int, Ending] = {}
        self.exact = exact

    def lead(self, deal: Deal) -> float:
        """Return the points that the hand on lead will be ahead after the last eight tricks, without sevens."""
        leader, follower = deal.hold[deal.turn], deal.hold[1 - deal.turn]
        if self.exact:
            try:
                return self._ending(deal.trump).value(leader, follower)
            except Stopped:
                self._endings.clear()
        eight = self._eight.get(deal.trump)
        if eight is None:
            eight = self._eight[deal.trump] = LastEight(deal.trump)
        return eight.lead(leader, follower)

    def sevens(self, deal: Deal, seat: int) -> int:
        """Return the points that a seat will mark for sevens of trumps (ruling 10)."""
        if not self._law.sevens_throughout:
            return 0
        return self._law.quantities.seven * uncounted_sevens(deal, deal.hold[seat]).bit_count()

    def game(self, deal: Deal, seat: int) -> float:
        """Return what winning or losing the game counts for a seat if the solved tricks decide it, else 0.

        That follows from the final lead alone where the higher total wins at the end of a deal. Of two equal totals
        nothing is said.
        """
        if not self.exact or not self._by_total or not may_end(deal):
            return 0.0
        law, score, turn = self._law, deal.score, deal.turn
        rest = law.quantities.brisque * ((deal.hold[0] | deal.hold[1]) & BRISQUES).bit_count()
        rest += law.quantities.last_trick if law.last_trick == law.tricks else 0
        ahead = self.lead(deal)
        ends = [0.0, 0.0]
        for each in range(2):
            ends[each] = score.totals[each] + self.sevens(deal, each) + (rest + (ahead if each == turn else -ahead)) / 2
            if not law.brisques_as_taken:
                ends[each] += score.brisques[each]
        if max(ends) < law.target or ends[0] == ends[1]:
            return 0.0
        return WIN if ends[seat] > ends[1 - seat] else -WIN

    def plays_out(self, deal: Deal) -> bool:
        """Tell whether the game may end by rules under which it matters who takes which points, and when."""
        return self.exact and not self._by_total and may_end(deal)

    def played(self, deal: Deal) -> Deal:
        """Play the tricks to the end of the deal, each card as good in points as any other.

        Raises:
            Stopped: There are too many lines.
        """
        while deal.phase is not Phase.OVER:
            seat, hold = deal.turn, deal.hold
            led = deal.trick[0] if deal.trick else None
            deal = advance(deal, PLAYS[seat][self._ending(deal.trump).best(hold[seat], hold[1 - seat], led)])
        return deal

    def _ending(self, trump: int) -> Ending:
        """Return the search that serves all samples with a trump suit, or a new one if it has grown large."""
        found = self._endings.get(trump)
        if found is None or found.states > MOST_STATES // 2:
            found = self._endings[trump] = Ending(self._law, trump, suits=kept_suits())
        return found

"""The podium of a season that is over, as everyone sees it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.club import Board, By, Leaders
from bot.ui.kit.controls import BRASS, Layout, button, rows
from bot.ui.routes.standings import to_board
from bot.ui.text.faces import shown_name
from bot.ui.text.i18n import in_words, pair, tr

from .leaders import NAMES, season_name, told_of

_MEDALS = {1: "🥇", 2: "🥈", 3: "🥉"}
_NOBODY = 0
"""Owns the leaderboard behind the button: whoever presses it gets a copy of their own."""
MOST = 10
"""Of so many who share the first three places the names are said."""


def podium_page(board: Board, leaders: Leaders, others: Sequence[Leaders]) -> Layout:
    """Build the announcement of who came first in a season.

    Args:
        board: The season's leaderboard by wins.
        leaders: Its first page.
        others: First pages of the season's leaderboards by other measures, of which the best are named.
    """
    first = [row for row in leaders.rows if row.place <= len(_MEDALS)][:MOST]
    lines = []
    for row in first:
        sign = f"**{row.place}.**" if in_words() else _MEDALS[row.place]
        lines.append(f"{sign} **{shown_name(leaders.names.get(row.user_id, '?'))}** · {told_of(row, board)}")
    best = []
    for each in others:
        if top := [row for row in each.rows if row.place == 1]:
            names = ", ".join(shown_name(each.names.get(row.user_id, "?")) for row in top[:3])
            points = round(top[0].points_per_deal) if each.board.by is By.POINTS else top[0].best_deal
            best.append(pair(tr(NAMES[each.board.by]), f"{names} · **{points}**"))
    heading = tr("The podium of {season}", season=season_name(board.season))
    return Layout(
        BRASS,
        f"## {heading}" if in_words() else f"## 🏆 {heading}",
        "\n".join(lines),
        "\n".join(f"-# {line}" for line in best) or None,
        *rows([button(to_board(board, _NOBODY), tr("Leaderboard"))]),
    )


OTHERS = (By.POINTS, By.BEST_DEAL)
"""By what else the best of a season are named."""

"""The prepared deal, and the line of play that shows every rule where it is first needed.

The pupil has seat 0 and leads; Madame Bézique has seat 1 and has dealt. The line is the play of both while the pupil
follows her suggestions. The tricks after the first ``SKIPPED`` are skipped, and after them the deal is on the line
again.
"""

from __future__ import annotations

from typing import Final

from bot.engine import Action, Rules, build_rules, parse_action, parse_card

MADAME: Final = 1
SCRIPT: Final = 2
"""The number of this script; progress in another one cannot be taken up again."""
RULES: Final[Rules] = build_rules("modern", 2, {})
"""The rules that present-day players know."""
SKIPPED: Final = 7
"""Number of tricks after which the deal is skipped to the end of trick ``RESUMED``."""
RESUMED: Final = 21
"""Number of the trick after which the deal is taken up again."""

_ORDER: Final = (
    "8Ca ASa KCa TCa 9Sa 8Da QCa QSa 9Da QDa 8Ha KHa ACb 7Sa 9Ha QHb "
    "AHa KDa 7Da JDa QSb 7Ha TSb QDb KDb KSa 7Db THa KHb TCb 8Db JSb "
    "KSb KCb JHa 8Sb 7Hb JCa 9Hb 9Db 9Cb 9Ca TDa JDb JHb 8Cb ADb 8Sa "
    "AHb 9Sb JCb 8Hb JSa THb ACa 7Cb ASb QHa ADa TSa 7Ca 7Sb QCb TDb"
)
DECK: Final = tuple(parse_card(name) for name in _ORDER.split())

_TRICKS: Final = (
    "0 play 8Ca; 1 play TCa; 1 pass",
    "1 play 9Sa; 0 play ASa; 0 declare common-marriage KCa QCa; 0 pass",
    "0 play QCa; 1 play 8Da; 0 declare single-bezique QSa JDa; 0 pass",
    "0 play 7Da; 1 play 9Da; 1 declare common-marriage KDa QDa; 1 pass",
    "1 play QDa; 0 play 8Ha; 0 exchange 7Ha; 0 pass",
    "0 play ACb; 1 play 7Sa; 0 declare four-kings KCa KSa KDb KHa; 0 announce common-marriage KSa QSa; 0 pass",
    "0 play KDb; 1 play 7Db; 0 declare common-marriage KSa QSa; 0 pass",
    "0 play KCa; 1 play 8Db; 0 pass",
    "0 play JDa; 1 play QDb; 1 declare royal-marriage QHb KHb; 1 pass",
    "1 play QSb; 0 play QSa; 1 declare four-kings KCb KDa KHb KSb; 1 pass",
    "1 play TSb; 0 play JSb; 1 pass",
    "1 play 8Sb; 0 play 7Hb; 0 pass",
    "0 play 9Hb; 1 play 9Cb; 0 pass",
    "0 play 9Ca; 1 play KDa; 0 pass",
    "0 play JDb; 1 play JHb; 1 pass",
    "1 play 8Cb; 0 play TCb; 0 pass",
    "0 play 8Sa; 1 play AHb; 1 pass",
    "1 play KHb; 0 play ADb; 1 pass",
    "1 play QHb; 0 play JSa; 1 pass",
    "1 play THb; 0 play KSa; 1 pass",
    "1 play 7Cb; 0 play JCb; 0 pass",
    "0 play ACa; 1 play JCa; 0 declare royal-marriage QHa KHa; 0 pass",
    "0 play ASb; 1 play 7Ca; 0 declare sequence JHa QHa KHa THa AHa; 0 pass",
    "0 play 9Db; 1 play TDa; 1 declare common-marriage QCb KCb; 1 pass",
    "1 play 9Sb; 0 play TSa",
    "0 play 7Sb; 1 play KSb",
    "1 play ADa; 0 play 7Ha",
    "0 play AHa; 1 play 8Hb",
    "0 play THa; 1 play 9Ha",
    "0 play KHa; 1 play QCb",
    "0 play QHa; 1 play KCb",
    "0 play JHa; 1 play TDb",
)
"""The actions of each trick and of the turn to declare after it; every such turn ends with the draw."""


_ACTIONS: Final = [[parse_action(text) for text in trick.split("; ")] for trick in _TRICKS]
LINE: Final[tuple[Action, ...]] = tuple(action for trick in _ACTIONS for action in trick)
"""The whole line, action by action."""
SKIP_AT: Final = sum(len(trick) for trick in _ACTIONS[:SKIPPED])
"""Number of actions of the line before the skipped tricks."""
RESUME_AT: Final = sum(len(trick) for trick in _ACTIONS[:RESUMED])
"""Number of actions of the line before the deal is taken up again."""

HONOUR_SCENES: Final[tuple[str, ...]] = (
    "0 play 8Ca; 1 play TCa; 1 draw",
    "0 draw; 1 draw",
    "0 claim nine-cards; 1 play 9Sa; 0 play ASa; 0 draw; 0 play 7Da; 1 play 9Da; 1 declare common-marriage KDa QHb",
    "0 claim wrong-declaration",
)
"""The lesson on honour tables, with the same cards: the actions of each page since the previous page."""

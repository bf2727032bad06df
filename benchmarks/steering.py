"""How far a person who can change the bot could steer a deal without cuts, by choosing among secrets.

If the moment at which a deal begins can be predicted, so can the ids of the message with the commitment and of the
board. The attacker tries many secrets, and commits to the one whose decks are on average best for one seat over all
those ids. Run:

    python benchmarks/steering.py [--ids 50] [--secrets 1200]
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from statistics import mean, pstdev

from bot.engine.cards import BRISQUES, Card, mask_of, ordered_pack
from bot.engine.shuffle import board_entropy, cut_entropy, make_deck, message_entropy

PACK = ordered_pack(2)
FIRST_IDS = 1_500_000_000_000_000_000
PACKETS = ((0, 3), (6, 2), (10, 3))
"""For each packet of two players, the start of the elder hand's part and its number of cards; the dealer's follows."""


def advantage(deck: Sequence[Card]) -> int:
    """Return by how many aces and tens the elder hand's deal is better than the dealer's."""
    elder = [card for at, size in PACKETS for card in deck[at : at + size]]
    dealer = [card for at, size in PACKETS for card in deck[at + size : at + 2 * size]]
    return (mask_of(elder) & BRISQUES).bit_count() - (mask_of(dealer) & BRISQUES).bit_count()


def main() -> None:
    """Try secrets, and print how good the best one is before and after a cut."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ids", type=int, default=50, help="how many ids of the board are equally likely")
    parser.add_argument("--secrets", type=int, default=1200, help="how many secrets are tried")
    options = parser.parse_args()
    rng = random.Random(1)
    message = message_entropy(FIRST_IDS)
    boards = [board_entropy(FIRST_IDS + (1000 + number << 22)) for number in range(options.ids)]

    def of(secret: bytes, cut: str = "") -> list[int]:
        words = (cut_entropy(1, cut),) if cut else ()
        return [advantage(make_deck(secret, (message, *words, board), PACK)) for board in boards]

    tried = {secret: of(secret) for secret in (rng.randbytes(64) for _ in range(options.secrets))}
    spread = pstdev(value for values in tried.values() for value in values)
    best = max(tried, key=lambda secret: mean(tried[secret]))
    print(f"one deal: standard deviation {spread:.2f} aces and tens")
    print(f"best of {options.secrets} secrets over {options.ids} ids: {mean(tried[best]) / spread:+.2f} deviations")
    cuts = [mean(of(best, f"cut {number}")) / spread for number in range(20)]
    print(f"the same secret after a cut, over 20 cuts: {mean(cuts):+.2f} ± {pstdev(cuts):.2f} deviations")


if __name__ == "__main__":
    main()

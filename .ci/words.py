"""Count the English words of the catalogue for each source file, and in all with and without rule book and lessons.

usage: words.py [EARLIER.po]

With an earlier catalogue (``git show COMMIT:bot/locale/fr/LC_MESSAGES/bezique.po``) its words stand in a column before.
A text that stands in several files counts once, for the first of them. Placeholders and signs are no words.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from pathlib import Path

from babel.messages.pofile import read_po

CATALOGUE = Path(__file__).parent.parent / "bot/locale/fr/LC_MESSAGES/bezique.po"
LEFT_OUT = ("bot/ui/text/rulebook", "cogs/learn/lessons", "cogs/learn/tutorial")
WORD = re.compile(r"[^\W_]")
PLACEHOLDER = re.compile(r"\{\w*\}")


def words(text: str) -> int:
    """Return the number of words of a text."""
    return sum(1 for part in PLACEHOLDER.sub("", text).split() if WORD.search(part))


def counted(path: Path) -> Counter[str]:
    """Return the number of words of each source file in a catalogue."""
    found: Counter[str] = Counter()
    with path.open("rb") as file:
        for message in read_po(file):
            if message.id:
                texts = (message.id,) if isinstance(message.id, str) else message.id
                found[message.locations[0][0]] += sum(map(words, texts))
    return found


def main(paths: list[Path]) -> int:
    """Print the words of each file, most first, and the totals, one column for each catalogue."""
    columns = [counted(path) for path in paths]
    files = sorted(set().union(*columns), key=lambda file: -columns[0][file])
    sums = {
        "rule book and lessons left out": [file for file in files if not file.startswith(LEFT_OUT)],
        "in all": files,
    }
    for file in files:
        print(*(f"{column[file]:6}" for column in columns), "", file)
    for title, some in sums.items():
        print(*(f"{sum(column[file] for file in some):6}" for column in columns), "", title)
    return 0


if __name__ == "__main__":
    sys.exit(main([*map(Path, sys.argv[1:]), CATALOGUE]))

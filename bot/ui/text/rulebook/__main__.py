"""Print the rule book for ``docs/rules.md``."""

import sys

from bot.ui.text.rulebook.document import document

if __name__ == "__main__":
    sys.stdout.buffer.write(document().encode())

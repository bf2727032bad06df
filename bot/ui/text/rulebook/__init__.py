"""The rule book for players: topics in short pages that follow the rules of a table, and the same as a document.

:mod:`.reading` says whose rules are read, :mod:`.topics` lists what there is to read, :mod:`.pages` lays a page out as
a message, and :mod:`.document` writes ``docs/rules.md`` (``python -m bot.ui.text.rulebook > docs/rules.md``).
"""

"""The rule book for players: topics in short pages that follow the rules of a table, and the same as a document.

:mod:`.reading` holds the rules that a page follows, :mod:`.topics` lists the topics, and :mod:`.document` writes
``docs/rules.md`` (``python -m bot.ui.text.rulebook > docs/rules.md``).
"""

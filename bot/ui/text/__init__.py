"""Texts for people: languages, cards and names, reasons, refusals, the story of a game; nothing here knows Discord."""

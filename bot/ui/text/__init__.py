"""What people read: languages, cards and names, reasons, refusals, the story of a game. It knows nothing of Discord."""

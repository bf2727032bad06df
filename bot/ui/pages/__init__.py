"""What messages hold: the board, the panel, the lobby, the result, lists, settings, help."""

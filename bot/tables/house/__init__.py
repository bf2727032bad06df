"""House players at tables: on move, where they think, and looking back at a game."""

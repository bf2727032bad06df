"""House players at tables: their moves, the processes in which they think, and reviews of games."""

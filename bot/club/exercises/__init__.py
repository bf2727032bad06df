"""Exercises: moments of games at which a member looks for the best move."""

"""Luck: what the cards gave each player, counted game by game."""

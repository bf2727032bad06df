"""Layouts that show tables to members: boards, panels, lobbies, results, lists and notices."""

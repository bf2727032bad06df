"""Layouts of what is posted and kept up to date at tables: boards, panels, lobbies, results."""

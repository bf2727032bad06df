"""Alerts: who is told that a table is open."""

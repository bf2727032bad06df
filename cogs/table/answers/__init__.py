"""Handlers for clicks at tables."""

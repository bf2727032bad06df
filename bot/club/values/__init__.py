"""Frozen values of everything that a server keeps besides its tables."""

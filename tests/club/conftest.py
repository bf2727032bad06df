"""Clubs are tried at the same tables as tables are."""

from tests.tables.conftest import clock, path, store, tables, url

__all__ = ["clock", "path", "store", "tables", "url"]

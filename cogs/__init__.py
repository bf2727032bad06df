"""Slash commands, one area a file: parse, ask the tables, answer through the interface."""

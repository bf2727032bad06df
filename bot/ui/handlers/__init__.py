"""Answering clicks: one module an area."""

"""Tournaments: values, decisions, pairing and the service that runs them."""

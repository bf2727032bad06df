"""The deal of the day: its calendar, the service that plays it, and each server's news of it."""

"""Ratings, standings and seasons, and the recount that checks them."""

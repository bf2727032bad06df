"""The coach, which tells people about their play: hints with their reasons, and reviews that measure afresh.

It knows the engine and the house players, but no tables: it takes a seat's view and returns a judgement.
"""

"""What the house can tell people about their play: hints with their reasons, and reviews that measure afresh.

It knows the engine and the house players, and nothing of tables: a seat's view goes in, a judgement comes out.
"""

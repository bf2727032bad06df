"""The decisions about tables: pure functions from a table, a request and an occasion to the next table or a refusal.

They use neither the database nor the system's clock or randomness; the :class:`Occasion` supplies time and chance.
A refusal is raised as :class:`.Refused`, with a :class:`.Why` for each thing that is checked.
"""

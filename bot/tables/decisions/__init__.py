"""What may happen to a table: pure functions from a table, a request and its occasion to the next table, or a refusal.

They touch neither the database nor the clock nor chance; time and chance come in with the :class:`Occasion`.
"""

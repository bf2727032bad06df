"""Alembic's scripts: `env` says how to run them, `versions` holds one module for each schema version.

A change of `db.schema` comes with a new module in `versions`, which never changes once it was released;
a test compares what all of them make with `db.schema`, another upgrades a database that version 1 wrote. They run
by themselves when the bot opens its database, all in one transaction.
"""

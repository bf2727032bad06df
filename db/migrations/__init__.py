"""Alembic's scripts: `env` runs the migrations, and `versions` contains one module for each schema version.

A change of `db.schema` needs a new module in `versions`, which never changes after its release. One test compares the
result of all migrations with `db.schema`, another upgrades a database of version 1.0. The migrations run
automatically when the bot opens its database, all in one transaction.
"""

"""The decisions of this package: pure functions, which touch neither the database nor the clock nor chance."""

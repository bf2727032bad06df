"""What becomes of it: pure functions, which touch neither the database nor the clock nor chance."""

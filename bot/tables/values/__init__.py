"""Tables as frozen values with typed parts, decoded once when they are read from the database."""

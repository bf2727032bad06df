"""What a table is: frozen values with typed parts, decoded once when they are read from the database."""

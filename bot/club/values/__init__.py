"""What a server keeps beside its tables: frozen values."""

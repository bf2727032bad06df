"""One module for each schema version, in order."""

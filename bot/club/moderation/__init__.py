"""What moderators do: close tables, take ratings back, look at odd pairs."""

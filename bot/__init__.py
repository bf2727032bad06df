"""A Discord bot on which people play Bézique."""

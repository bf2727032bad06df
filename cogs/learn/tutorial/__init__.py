"""The tutorial: a guided first deal against a scripted opponent, played by the real rules."""

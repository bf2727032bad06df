"""The lessons after the tutorial: scripted deals as data, each decision with what is right, and why the rest is not."""

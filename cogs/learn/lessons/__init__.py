"""The lessons after the tutorial: scripted deals as data, with each decision's right acts, and reasons for the rest."""

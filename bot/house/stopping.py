"""Giving up."""


class Stopped(Exception):  # noqa: N818 - not an error: there is another way to decide
    """A search ended before it had an answer, as it would have grown too large."""

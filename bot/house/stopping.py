"""The exception with which a search gives up."""


class Stopped(Exception):  # noqa: N818 - not an error: there is another way to decide
    """A search ended without an answer because it would have grown too large."""

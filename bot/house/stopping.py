"""Being told to stop."""


class Stopped(Exception):  # noqa: N818 - not an error: somebody no longer needs the answer
    """A search ended before it had an answer."""

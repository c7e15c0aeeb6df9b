"""What a proof reports."""

from typing import NamedTuple


class Fault(NamedTuple):
    """Something that is not as the laws want it."""

    where: str
    what: str

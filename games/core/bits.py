"""Which members has a set that is stored as an integer, one bit for each member?"""

from __future__ import annotations


def members(bits: int) -> list[int]:
    """The numbers of the bits that are set, ascending."""
    found = []
    while bits:
        lowest = bits & -bits
        found.append(lowest.bit_length() - 1)
        bits ^= lowest
    return found

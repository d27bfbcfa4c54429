"""In which sequence do the entities of a round have their turns? Chapter 5.1, step 2."""

from __future__ import annotations

from hashlib import shake_128
from itertools import chain

import numpy as np

from games.core.rng import Rng
from games.cosmos.state import State

LOT_BYTES = 8


def sequence(state: State, rng: Rng) -> list[int]:
    """All ids in the order of lots, every order equally likely.

    The lots of a seat's entities follow from a secret number of the round, the seat and how many entities it has: which of its own is
    first tells it nothing of others.
    """
    secret, board = rng.randrange(1 << 62), state.board
    neutral = [id_ for id_ in board.planets if state.entities[id_].seat is None]
    groups = [*board.owned, neutral]
    lots = b"".join(
        [shake_128(b"%d:%d" % (secret, seat)).digest(LOT_BYTES * len(ids)) for seat, ids in enumerate(groups)]
    )
    ids = list(chain.from_iterable(groups))
    return list(map(ids.__getitem__, np.frombuffer(lots, dtype="<u8").argsort(kind="stable").tolist()))

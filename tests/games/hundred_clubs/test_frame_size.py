"""How many bytes does a round cost one seat? Counted on the heaviest case that is measured: eight clubs, 32 campaigns each."""

from __future__ import annotations

import zlib

from games.core.events import filter_for
from games.core.rng import step_rng
from games.hundred_clubs import GAME
from lobby.platform.protocol.server import FrameShown, encode
from tests.bench.hundred_clubs import recordings

MOST = 6 * 1024


def test_a_frame_is_small() -> None:
    (recording,) = recordings()
    state, largest = recording.first, 0
    for number, orders in enumerate(recording.orders[:30]):
        state, events = GAME.resolve(state, orders, step_rng(recording.seed, number + 1))
        for seat in range(recording.seats):
            view = {key: value for key, value in GAME.view(state, seat).items() if key not in GAME.static_keys}
            frame = FrameShown(
                match="2" * 10,
                audience=seat,
                step=number + 1,
                view=view,
                events=filter_for(events, seat),
                choices=GAME.choices(state, seat),
                final=False,
            )
            largest = max(largest, len(zlib.compress(encode(frame))))
    print(f"largest frame: {largest} bytes compressed")
    assert 1024 < largest <= MOST

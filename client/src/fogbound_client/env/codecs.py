"""Which codec is a game's own?"""

from __future__ import annotations

from collections.abc import Callable

from fogbound_client.env.codec import Codec, Moment
from fogbound_client.env.cosmos import Cosmos
from fogbound_client.env.deep_blue import DeepBlue
from fogbound_client.env.frames import Frames
from fogbound_client.env.hundred_clubs import HundredClubs
from fogbound_client.env.planet_conquer import PlanetConquer
from fogbound_client.errors import FogboundError

CODECS: dict[str, Callable[[Moment], Codec]] = {
    "planet_conquer": PlanetConquer,
    "hundred_clubs": HundredClubs,
    "deep_blue": DeepBlue,
    "cosmos": Cosmos,
    "frames": Frames,
}
"""Each is made from what a seat knows at the first step of a match, of which it uses what is the same in all matches of a table."""


def codec_for(game: str, first: Moment) -> Codec:
    """The game's codec for matches like the one that begins so. Raises FogboundError for a game that has none."""
    if game not in CODECS:
        raise FogboundError(f"{game} has no codec: give one with codec=")
    return CODECS[game](first)

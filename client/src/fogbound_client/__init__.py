"""Play the strategy games of a Fogbound site with a program of yours: `run(decide, game=…)`.

`run`, `run_many`, `serve`: play on a site. `play_at_home`: play in a checkout, without one. `Site`, `AsyncSite`: everything else
that the site offers over HTTP. `fogbound_client.env`: the engines as environments of PettingZoo.
"""

from fogbound_client.again import Again, play_again
from fogbound_client.choices import additions, merged, whole
from fogbound_client.errors import (
    BadRecord,
    ConnectionRefused,
    ContestRefused,
    FogboundError,
    NoEngines,
    NotADecider,
    NotHosted,
    Refused,
    SiteUnreachable,
    TokenRefused,
)
from fogbound_client.local import LocalMatch, play_at_home, play_hosted, rehearse
from fogbound_client.operations import AsyncSite, Site
from fogbound_client.player import Player, Result
from fogbound_client.rng import Rng
from fogbound_client.run import attend, play, play_many, run, run_many, serve
from fogbound_client.transport import Address
from fogbound_client.trials import text_of, try_program, try_program_async

__all__ = [
    "Address",
    "Again",
    "AsyncSite",
    "BadRecord",
    "ConnectionRefused",
    "ContestRefused",
    "FogboundError",
    "LocalMatch",
    "NoEngines",
    "NotADecider",
    "NotHosted",
    "Player",
    "Refused",
    "Result",
    "Rng",
    "Site",
    "SiteUnreachable",
    "TokenRefused",
    "additions",
    "attend",
    "merged",
    "play",
    "play_again",
    "play_at_home",
    "play_hosted",
    "play_many",
    "rehearse",
    "run",
    "run_many",
    "serve",
    "text_of",
    "try_program",
    "try_program_async",
    "whole",
]

"""How does a learner play? Every game of the engines as environments: `pip install fogbound-client[env]`, in a checkout.

    env = FogboundEnv("planet_conquer", seats=2)
    observations, infos = env.reset(seed=1)

`FogboundEnv` is a `ParallelEnv` of PettingZoo, `FogboundVectorEnv` steps many matches at once, in worker processes if asked. What the arrays
and actions mean is in docs/environment.md.
"""

from __future__ import annotations

from fogbound_client.env.codec import Codec, Moment
from fogbound_client.env.codecs import codec_for
from fogbound_client.env.parallel import FogboundEnv
from fogbound_client.env.vector import FogboundVectorEnv, WorkerFailed

__all__ = ["Codec", "FogboundEnv", "FogboundVectorEnv", "Moment", "WorkerFailed", "codec_for"]

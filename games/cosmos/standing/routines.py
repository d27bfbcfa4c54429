"""Standing orders with a name, ready to give. Chapter 8.3."""

from __future__ import annotations

from typing import Any

from games.core.text import gettext_noop

Json = Any
_MINER = {"kind": "miner", "energy": 41}
_SCOUT = {"kind": "scout", "energy": 1}
_BATTLESHIP = {"kind": "battleship", "permille": 800}
"""The longer the planet has saved, the larger: neutral planets gain as much as own ones, small bursts never overtake them."""
_BID = {"type": "auto_charge", "mode": "escalate", "start": 1, "up_permille": 1150, "keep": 60}
"""What stays is more than the bursts of most ships of the first hundreds of rounds can take."""


def _build(pattern: list[Json], keep: int) -> Json:
    return {"type": "auto_build", "loop": True, "pattern": pattern, "keep": keep}


ROUTINES: dict[str, dict[str, dict[str, Json]]] = {
    "planet": {
        # Two build and one bids: when to change from the first ones to the last is what somebody has to decide (17.1).
        "economy": {"reflexes": [_build([_MINER, _MINER, _SCOUT], 30)]},
        "war": {"reflexes": [_build([_MINER, _MINER, _SCOUT, _BATTLESHIP], 30)]},
        "weapon": {"reflexes": [_BID]},
    },
    "battleship": {
        "raider": {"movement": {"type": "explore"}, "reflexes": [{"type": "auto_overload", "min_enemies": 2}]},
        "guard": {
            "movement": {"type": "stay_near", "within": 9},
            "reflexes": [{"type": "auto_overload", "min_enemies": 1}],
        },
        "siege": {
            "movement": {"type": "pursue", "kind": "planet"},
            "reflexes": [{"type": "auto_overload", "min_planets": 1, "min_energy": 30}],
        },
    },
    "miner": {
        "shy": {
            "movement": {"type": "stay_near", "within": 20},
            "reflexes": [{"type": "flee", "kinds": ["scout"], "within": 20}],
        }
    },
    "scout": {
        "hunter": {"movement": {"type": "explore"}, "reflexes": [{"type": "auto_analyse", "chase": True}]},
    },
}
"""Kind → name → standing orders in the form of 8.1."""

LABELS = {
    "economy": gettext_noop("Economy"),
    "war": gettext_noop("War"),
    "weapon": gettext_noop("Weapon"),
    "raider": gettext_noop("Raider"),
    "guard": gettext_noop("Guard"),
    "siege": gettext_noop("Siege"),
    "shy": gettext_noop("Shy"),
    "hunter": gettext_noop("Hunter"),
}
"""What the routines are called."""

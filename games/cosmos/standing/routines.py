"""Standing orders with a name, ready to give. Chapter 8.3."""

from __future__ import annotations

from typing import Any

from games.core.text import gettext_noop

Json = Any
_MINER = {"kind": "miner", "energy": 41}
_SCOUT = {"kind": "scout", "energy": 1}
_BATTLESHIP = {"kind": "battleship", "energy": 60}

ROUTINES: dict[str, dict[str, dict[str, Json]]] = {
    "planet": {
        "economy": {
            "reflexes": [
                {"type": "auto_build", "loop": True, "pattern": [_MINER, _MINER, _SCOUT], "keep": 10},
                {"type": "auto_charge", "mode": "fixed", "energy": 1},
            ]
        },
        "war": {"reflexes": [{"type": "auto_build", "loop": True, "pattern": [_BATTLESHIP, _SCOUT], "keep": 40}]},
        "weapon": {"reflexes": [{"type": "auto_charge", "mode": "escalate", "start": 1, "keep": 20}]},
    },
    "battleship": {
        "raider": {"movement": {"type": "explore"}, "reflexes": [{"type": "auto_overload", "min_enemies": 2}]},
        "guard": {
            "movement": {"type": "stay_near", "within": 9},
            "reflexes": [{"type": "auto_overload", "min_enemies": 1}],
        },
        "siege": {
            "movement": {"type": "pursue", "kind": "planet"},
            "reflexes": [{"type": "auto_overload", "radius": 1, "min_planets": 1, "only_capture": True}],
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

"""At which enemy does a unit fire that may fire at will (10.1)?"""

from __future__ import annotations

from typing import Any

from games.core.errors import OrderError
from games.deep_blue.board import planar
from games.deep_blue.commands import check_command
from games.deep_blue.constants import BANDS, KINDS, STRIKES
from games.deep_blue.gunnery import volley
from games.deep_blue.known import rect
from games.deep_blue.standing.watch import Watch

Json = Any

SHUNNED = BANDS[3:]
"""Air masteries in which nobody attacks of his own will."""


def best_shot(watch: Watch, one: Json) -> Json:
    """The attack on an enemy's element in sight of which most damage is expected, of equal ones the weakest, then the lowest id.

    Strikes that would hit or splash own elements are left out. None if nothing is left.
    """
    far = max(KINDS[one["kind"]].reach)
    if not far or one["ammo"] == 0:
        return None
    found: list[tuple[float, int, int, Json]] = []
    for target in watch.known.elements.values():
        if target["seat"] != 1 - watch.known.seat or planar(rect(one), rect(target)) > far:
            continue
        aimed = _aimed(watch, one, {"type": "attack", "target": target["id"]})
        if aimed is not None:
            command, gain = aimed
            found.append((-gain, target["health"], target["id"], command))
    best = min(found, key=lambda shot: shot[:3], default=None)
    return best[3] if best is not None and best[0] < 0 else None


def _aimed(watch: Watch, one: Json, wanted: Json) -> tuple[Json, float] | None:
    """The attack in normal form with the strikes that harm no own element, and the damage to be expected of it.

    None if it may not or should not be made.
    """
    try:
        command = check_command(watch.known, one, wanted, "")
    except OrderError:
        return None
    told = _volley(watch, one, command)
    if told["combat"] is not None and told["combat"]["band"] in SHUNNED:
        return None
    harmful = {strike["kind"] for strike in told["strikes"] if _harms_own(watch, strike)}
    if not harmful:
        return command, told["expected"]
    strikes = [word for word in command["strikes"] if word not in harmful]
    if not strikes:
        return None
    command = {**command, "strikes": strikes}
    return command, _volley(watch, one, command)["expected"]


def _harms_own(watch: Watch, strike: Json) -> bool:
    met = None if strike["meets"] is None else watch.own(strike["meets"])
    return met is not None or any(one["own"] for one in strike["splash"])


def _volley(watch: Watch, one: Json, command: Json) -> dict[str, Json]:
    x, y, layer = command["cell"]
    element = watch.work.state.elements[one["id"]]
    return volley(watch.work, element, [STRIKES.index(word) for word in command["strikes"]], (x, y, layer))

"""How do people's programs play on the site? By `decide`; this is the text from which the editor starts."""

from __future__ import annotations

from games.core import deciding

EXAMPLE = """# Cargo ships fetch metal; warships sail for islands and the enemy base and fire at whoever is nearest;
# the base builds what it can pay.

SAILING = 4


def decide(view, choices, rng):
    elements, me = view["elements"], view["seat"]
    own = [one for one in elements if one["seat"] == me and "pos" in one]
    at = {one["id"]: one for one in elements}
    units = {}

    mines = [one for one in elements if one["kind"] == "mine" and one["metal"]]
    for one in own:
        if one["kind"] == "cargo" and mines and not one.get("standing"):
            mine = min(mines, key=lambda other: (apart(one, other), other["id"]))
            units[str(one["id"])] = {"standing": {"type": "collect_run", "target": mine["id"]}}

    shots = {}
    for choice in choices:
        for key, order in choice.get("orders", {}).get("units", {}).items():
            if order.get("command", {}).get("type") == "attack":
                shots.setdefault(key, []).append(order)

    goals = [one for one in elements if one["kind"] in ("island", "base") and one["seat"] != me]
    fighters = [one for one in own if one["kind"] != "cargo"]
    rng.shuffle(fighters)
    left = SAILING
    for one in fighters:
        near = shots.get(str(one["id"]))
        if near:
            units[str(one["id"])] = min(near, key=lambda order: apart(one, at[order["command"]["target"]]))
        elif one.get("destination") is None and goals and left:
            x, y = min(goals, key=lambda other: (apart(one, other), other["id"]))["rect"][:2]
            units[str(one["id"])] = {"move": [x - 1, y - 1]}
            left -= 1
    for key, near in shots.items():
        if key not in units:
            units[key] = near[0]

    payable = [one["orders"]["production"][0] for one in choices if "production" in one.get("orders", {})]
    production = [rng.choice(payable)] if payable and len(view["queue"]) < 2 else []
    return {"units": units, "production": production}


def apart(one, other):
    a = one.get("rect") or [*one["pos"][:2], *one["pos"][:2]]
    b = other.get("rect") or [*other["pos"][:2], *other["pos"][:2]]
    return max(b[0] - a[2], a[0] - b[2], 0) + max(b[1] - a[3], a[1] - b[3], 0)
"""

PROGRAMS = deciding.programs(example=EXAMPLE, trial_options={"map": "pocket_sound"})

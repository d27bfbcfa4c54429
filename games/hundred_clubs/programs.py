"""How do people's programs play on the site? By `decide`; this is the text from which the editor starts."""

from __future__ import annotations

from games.core import deciding

EXAMPLE = '''"""All money goes where the most free members live beside my land; peace with everybody."""

CAMPAIGNS = 6


def decide(view, choices, rng):
    if choices["phase"] != "rounds":
        return None
    edge = []
    for y, row in enumerate(view["owners"]):
        for x, owner in enumerate(row):
            if owner == str(view["you"]):
                gain = free_members(view, x, y)
                if gain:
                    edge.append((gain, x, y))
    rng.shuffle(edge)
    edge.sort(key=lambda one: -one[0])
    chosen = edge[:CAMPAIGNS]
    size = choices["saving"] // choices["campaign_price"] // max(1, len(chosen))
    if size < 1:
        return None
    return {"diplomacy": {}, "campaigns": [{"at": [x, y], "size": size} for _, x, y in chosen], "capital": None}


def free_members(view, x, y):
    """Members of the cells beside this one that nobody is known to have."""
    owners, rows, found = view["owners"], view["map"]["rows"], 0
    for u, v in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
        if 0 <= v < len(rows) and 0 <= u < len(rows[v]) and owners[v][u] in ".?":
            found += view["terrain"][rows[v][u]]["members"]
    return found
'''

PROGRAMS = deciding.programs(
    example=EXAMPLE,
    trial_options={
        "map": {"generated": {"width": 15, "height": 21, "water": True}},
        "rounds": 12,
        "starts": "drawn",
        "min_birth_distance": 3,
    },
)

"""How do people's programs play on the site? By `decide`; this is the text from which the editor starts."""

from __future__ import annotations

from games.core import deciding

EXAMPLE = '''"""The attack that promises most damage; without one, something useful; the turn ends when nothing is left."""

LIKED = ["play", "ship_skill", "deploy", "operate_one", "act", "operate_all", "resupply", "gather"]


def decide(view, choices, rng):
    offers = [choice for choice in choices if choice.get("orders") and choice["group"] != "gear"]
    if not offers:
        return None
    if view["phase"] == "window":
        # The first entry passes. An answer in half of the windows keeps cards for later ones.
        answers = offers[1:]
        return rng.choice(answers)["orders"] if answers and rng.randrange(2) else offers[0]["orders"]
    best, most = None, 0
    for choice in offers:
        worth = promised(choice)
        if worth > most:
            best, most = choice, worth
    if best is not None:
        return best["orders"]
    for group in LIKED:
        found = [choice for choice in offers if choice["group"] == group]
        if found:
            return rng.choice(found)["orders"]
    ends = [choice for choice in offers if choice["group"] in ("end_turn", "finish")]
    return (ends or offers)[0]["orders"]


def promised(choice):
    """Expected damage of an attack; destroying a mech is worth three points more."""
    odds = choice.get("odds")
    if not odds:
        return 0
    return sum(target["damage"] + 3 * target["destroys"] for target in odds["targets"])
'''

PROGRAMS = deciding.programs(example=EXAMPLE, trial_options={"max_rounds": 8, "arms_race_round": 6})

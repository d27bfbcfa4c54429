"""How do people's programs play on the site? By `decide`; this is the text from which the editor starts."""

from __future__ import annotations

from games.core import deciding

EXAMPLE = '''"""Every garrison sends half of its units to the nearest planet that it can take; where all around is mine, they go towards the front."""


def decide(view, choices):
    planets = {planet["id"]: planet for planet in view["planets"]}
    me, moves = view["seat"], []

    def needed(way):
        # What a battle there would take now, as far as it is seen.
        there = planets[way["planet"]]
        return (there["units"] or 0) * view["map"]["planets"][way["planet"]]["def"]

    def is_front(source):
        return any(planets[way["planet"]]["owner"] != me for way in source["targets"])

    fronts = {source["planet"] for source in choices["sources"] if is_front(source)}
    for source in choices["sources"]:
        half = source["units"] // 2
        foreign = [way for way in source["targets"] if planets[way["planet"]]["owner"] != me]
        ways = [way for way in foreign if half > needed(way)]
        units = half
        if not foreign:
            ways = [way for way in source["targets"] if way["planet"] in fronts] or source["targets"]
            units = source["units"] * 4 // 5
        if ways and units > 0:
            target = min(ways, key=lambda way: (way["rounds"], way["planet"]))
            moves.append({"from": source["planet"], "to": target["planet"], "units": units})
    return {"moves": moves, "tactic": None}
'''

PROGRAMS = deciding.programs(example=EXAMPLE)

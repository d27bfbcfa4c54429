"""Every garrison sends the fleet that scores best; the weights of what counts were learned by `train.py`, which has written this."""

WEIGHTS = [
    0.281,
    2.101,
    0.667,
    -1.281,
    1.283,
    -0.231,
    2.946,
    0.502,
    2.108,
    -2.26,
    0.182,
    0.097,
    1.37,
    3.643,
    2.823,
    -3.679,
]


def decide(view, choices):
    """Orders for this round."""
    planets, map_planets, me, moves = view["planets"], view["map"]["planets"], view["seat"], []
    coming = {}
    for fleet in view["fleets"]:
        if fleet["seat"] == me:
            coming[fleet["to"]] = coming.get(fleet["to"], 0) + fleet["units"]
    ways = {}
    keys = {planet["key"]: planet["id"] for planet in map_planets}
    for route in view["map"]["routes"]:
        one, other = keys[route[0]], keys[route[1]]
        ways.setdefault(one, []).append(other)
        ways.setdefault(other, []).append(one)

    def around(planet):
        # The share of neighbours that are not mine, and the rival's units on them in hundreds.
        foreign = [planets[other] for other in ways[planet] if planets[other]["owner"] != me]
        rivals = [other["units"] or 0 for other in foreign if other["owner"] is not None]
        return len(foreign) / len(ways[planet]), sum(rivals) / 100

    places = {planet["id"]: around(planet["id"]) for planet in planets}
    for source in choices["sources"]:
        units = source["units"]
        if units < 2:
            continue
        best, order = 0, None
        front, danger = places[source["planet"]]
        for way in source["targets"]:
            there, fixed = planets[way["planet"]], map_planets[way["planet"]]
            own, unknown = there["owner"] == me, there["seen"] == "never"
            rival = there["owner"] is not None and not own
            needed = 0 if own else (there["units"] or 0) / 100 * fixed["def"]
            sent = coming.get(way["planet"], 0) / 100
            for amount, leaving in enumerate((1, units // 2, units - 1)):
                margin = leaving / 100 + sent - needed
                features = (
                    1,
                    rival,
                    not own and not rival and not unknown,
                    own,
                    unknown,
                    max(-1, min(1, margin)),
                    margin > 0.001 and not own,
                    way["rounds"] / 10,
                    amount == 1,
                    amount == 2,
                    fixed["res"],
                    fixed["max"] / 1000,
                    places[way["planet"]][0],
                    front,
                    danger * leaving / units,
                    sent > needed + 0.001 and not own,
                )
                score = round(sum(weight * feature for weight, feature in zip(WEIGHTS, features, strict=True)), 3)
                if score > best:
                    best, order = score, {"from": source["planet"], "to": way["planet"], "units": leaving}
        if order:
            moves.append(order)
    return {"moves": moves, "tactic": None}

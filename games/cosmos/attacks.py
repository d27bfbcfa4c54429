"""What comes of the attacks that a seat's orders begin or let go on? Read from rounds that are played ahead."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from games.core.events import Event
from games.cosmos.state import State

Json = Any


class Attacks:
    """The ships of a seat that go for somebody whom it knows, to burst there, and what of that has happened in the rounds played so far."""

    def __init__(self, view: Json, given: Json) -> None:
        self.seat = view["seat"]
        self.others = {row["id"] for part in ("foreign", "ghosts") for row in view[part]}
        told = {entry["id"]: entry for entry in given["standing"]}
        rules = [{**one["standing"], **told.get(one["id"], {})} for one in view["own"]]
        builds = [action for entry in given["direct"] for action in entry["actions"] if action["do"] == "build"]
        if any(one["kind"] == "battleship" for one in builds):
            rules.append(given["defaults"].get("battleship") or view["defaults"]["battleship"])
        self.told: dict[int, Json] = {target: None for one in rules for target in self._target(one)}

    def _target(self, rules: Json) -> Iterator[int]:
        goal = rules.get("movement") or {}
        bursts = any(reflex["type"] == "auto_overload" for reflex in rules.get("reflexes") or ())
        if bursts and goal.get("type") == "pursue" and goal.get("id") in self.others:
            yield goal["id"]

    def note(self, heard: Iterable[Event]) -> None:
        """What the seat hears of its bursts in a step."""
        for event in heard:
            if event["type"] == "overloaded" and event["seat"] == self.seat:
                for hit in event["hits"]:
                    if hit["id"] in self.told:
                        was = self.told[hit["id"]]
                        first = was["before"] if was else hit["before"]
                        told = {"before": first, "after": hit["after"], "result": hit["result"]}
                        burst = {"energy": event["energy"], "shared": event["n"], "burst": _strength(hit)}
                        self.told[hit["id"]] = {"target": hit["id"], "round": event["round"], **told, **burst}

    def are_on(self, state: State) -> bool:
        """Is somebody still on the way to one that neither fell nor is gone, or about to be built for it?"""
        open_ = {
            id_ for id_, told in self.told.items() if told is None or told["result"] == "hurt"
        } & state.entities.keys()
        ships = (orders.rules for id_, orders in state.standing.items() if id_ in state.entities)
        return any(target in open_ for rules in ships for target in self._target(rules))

    def lines(self, state: State) -> list[Json]:
        """One for each that is attacked, in the form of chapter 13; `state`: the last position that was looked at."""
        return [told or _missed(id_, state) for id_, told in sorted(self.told.items())]


def _strength(hit: Json) -> int:
    """How much of a burst one target got: of what is captured as much as it had, and what is left (6.2)."""
    return int(hit["before"] + (hit["after"] if hit["result"] == "captured" else -hit["after"]))


def _missed(id_: int, state: State) -> Json:
    entity = state.entities.get(id_)
    left = entity.shield if entity else 0
    none = {"energy": None, "shared": None, "burst": None}
    return {"target": id_, "round": None, "before": left, "after": left, "result": None, **none}

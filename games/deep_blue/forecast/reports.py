"""What becomes of every own element in this round: its way, its attack, its services, what it has left, and warnings?"""

from __future__ import annotations

from typing import Any

from games.core.errors import OrderError
from games.deep_blue.board import planar
from games.deep_blue.constants import AIR, STRIKES
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.forecast.ways import Way
from games.deep_blue.gunnery import reply, together, volley
from games.deep_blue.state import Element

Json = Any

STOCKS = ("health", "fuel", "ammo", "metal")
SERVICES = ("supply", "repair", "collect")
FLOWS = ("fuel", "ammo", "metal", "health", "planes")
"""What the events of services tell."""


def refusal(error: OrderError) -> dict[str, Json]:
    """A refused part: where, the code, and the sentence (one of `Game.words`) with what fills its places."""
    return {"path": error.path, "code": error.code, "message": error.template, "data": error.data}


def reports(scene: Scene, courses: dict[int, Way]) -> dict[str, Json]:
    """Per own element of which there is something to say, by id as text."""
    found = {}
    for one in scene.own():
        report = _report(scene, one, courses.get(one.id))
        if report is not None:
            found[str(one.id)] = report
    return found


def joined(scene: Scene, units: dict[str, Json]) -> list[dict[str, Json]]:
    """What several own elements do that fire at one target, by its id; of one alone its own report says it."""
    volleys: dict[int, dict[int, Json]] = {}
    for key, report in units.items():
        if report["attack"] is not None:
            x, y, level = report["attack"]["cell"]
            target = scene.before.element_at(level, scene.before.board.cell(x, y))
            if target is not None:
                volleys.setdefault(target.id, {})[int(key)] = report["attack"]
    elements = scene.before.state.elements
    return [together(volleys[key], elements[key]) for key in sorted(volleys) if len(volleys[key]) > 1]


def volleys_at(scene: Scene, target: int) -> dict[int, Json]:
    """The volleys of drafts that are aimed at an element, by who fires."""
    found = {}
    for one in scene.own():
        command = scene.given(one.id).get("command")
        if command is not None and command["type"] == "attack":
            x, y, level = command["cell"]
            met = scene.before.element_at(level, scene.before.board.cell(x, y))
            if met is not None and met.id == target:
                found[one.id] = _attack(scene, one, command)
    return found


def _report(scene: Scene, one: Element, way: Way | None) -> dict[str, Json] | None:
    given = scene.given(one.id)
    later = scene.later(one)
    change = _change(one, later)
    standing = scene.completed.standing.get(one.id)
    if way is None and not given and not change and standing is None:
        return None
    command = given.get("command")
    attack = _attack(scene, one, command) if command is not None and command["type"] == "attack" else None
    service = _service(scene, one, command) if command is not None and command["type"] != "attack" else None
    destination = scene.after.state.elements[one.id].destination if later is not None else None
    goal = given["move"] if given.get("move") else [*(destination or one.destination or ())] or None
    return {
        "orders": given,
        "by": "standing" if one.id in scene.completed.derived else "orders" if given else "course",
        "standing": standing,
        "way": None if way is None else way.shown(goal),
        "attack": attack,
        "service": service,
        "after": None if later is None else {"pos": [later.x, later.y, later.level], **change},
        "warnings": [*_sailing(scene, one, way, goal), *_shooting(scene, attack), *_serving(service)],
    }


def _change(one: Element, later: Element | None) -> dict[str, Json]:
    """Stocks after the round that are not what they were."""
    if later is None:
        return {}
    found: dict[str, Json] = {
        name: getattr(later, name) for name in STOCKS if getattr(later, name) != getattr(one, name)
    }
    if later.planes != one.planes:
        found["planes"] = list(later.planes or ())
    return found


def _attack(scene: Scene, one: Element, command: Json) -> dict[str, Json]:
    """The volley of an attack order, and what the target may answer from where it is."""
    work = scene.before
    x, y, level = command["cell"]
    kinds = [STRIKES.index(word) for word in command["strikes"]]
    target = work.element_at(level, work.board.cell(x, y))
    back = None if target is None or target.seat == scene.seat else reply(work, target, one)
    return {"target": command.get("target"), **volley(work, one, kinds, (x, y, level)), "back": back}


def _service(scene: Scene, one: Element, command: Json) -> dict[str, Json]:
    """What flows by a supply, repair or collection, or how a blast goes; `failed`: why nothing happens."""
    kind = command["type"]
    if kind == "self_destruct":
        body = next((body for body in scene.notes["self_destruct"] if body["id"] == one.id), None)
        victims = [] if body is None else body["victims"]
        elements = scene.before.state.elements
        return {
            "type": kind, "failed": "gone" if body is None else None, "blast": 0 if body is None else body["blast"],
            "victims": [
                {"id": key, "damage": loss, "own": elements[key].seat == scene.seat, "destroyed": key in _fallen(scene)}
                for key, loss in victims
            ],
        }  # fmt: skip
    failed = next((body["reason"] for body in scene.notes["command_failed"] if body["id"] == one.id), None)
    done: Json = next((body for body in scene.notes[kind] if body["from"] == one.id), {})
    target = scene.before.state.elements[command["target"]]
    later = scene.later(target)
    return {
        "type": kind, "target": target.id, "failed": failed or (None if done else "gone"),
        "flows": {name: done[name] for name in FLOWS if name in done},
        "left": None if later is None else {name: getattr(later, name) for name in ("fuel", "ammo", "metal")},
    }  # fmt: skip


def _fallen(scene: Scene) -> set[int]:
    return {body["id"] for body in scene.notes["destroyed"]}


# Warnings: a code with its data.


def _sailing(scene: Scene, one: Element, way: Way | None, goal: Json) -> list[dict[str, Json]]:
    found: list[dict[str, Json]] = []
    if way is None:
        if one.is_unit and one.fuel == 0 and one.destination is not None:
            found.append({"code": "adrift"})
        return found
    if way.stopped in ("blocked", "halted"):
        found.append({"code": "blocked", "cell": way.path[way.stops[0]]})
    if way.fuel_ends is not None:
        code = "crash" if one.level == AIR else "out_of_fuel"
        after = sum(stop < way.fuel_ends for stop in way.stops)
        found.append({"code": code, "cell": way.path[way.fuel_ends], "rounds": after})
    elif goal is not None and way.path[-1] != goal:
        found.append({"code": "unreachable", "cell": way.path[-1]})
    if way.fuel_ends is None and one.is_unit:
        x, y = way.path[-1]
        home = planar(scene.after.state.base(scene.seat).rect, (x, y, x, y))
        if way.fuel < home:
            found.append({"code": "no_return", "fuel": way.fuel, "needs": home})
    return found


def _shooting(scene: Scene, attack: Json) -> list[dict[str, Json]]:
    if attack is None:
        return []
    found: list[dict[str, Json]] = []
    x, y, level = attack["cell"]
    target = scene.before.element_at(level, scene.before.board.cell(x, y))
    for strike in attack["strikes"]:
        if strike["result"] in ("blocked_by_unit", "lost_on_land"):
            met = scene.before.state.elements.get(strike["meets"])
            code = "own_in_line" if met is not None and met.seat == scene.seat else strike["result"]
            line = {"code": code, "kind": strike["kind"], "cell": strike["at"], "id": strike["meets"]}
            found.append({**line, "damage": strike["damage"]} if code == "own_in_line" else line)
        own = [[one["id"], one["damage"]] for one in strike["splash"] if one["own"]]
        if own:
            found.append({"code": "own_in_splash", "kind": strike["kind"], "ids": own})
    if attack["combat"] is not None and attack["cell"][2] != AIR:
        found.append({"code": "air_cover", **{key: attack["combat"][key] for key in ("defender", "band", "losses")}})
    if target is None:
        found.append({"code": "nobody_seen"})
    elif attack["expected"] == 0 and (attack["strikes"] or attack["combat"]):
        found.append({"code": "no_damage"})
    elif target.is_unit and not scene.after.state.sight().sees(scene.seat, level, scene.before.board.cell(x, y)):
        found.append({"code": "out_of_sight", "id": target.id})
    return found


def _serving(service: Json) -> list[dict[str, Json]]:
    if service is None:
        return []
    if service["failed"] is not None:
        return [{"code": "fails", "reason": service["failed"]}]
    if service["type"] == "self_destruct":
        own = [[one["id"], one["damage"]] for one in service["victims"] if one["own"]]
        return [{"code": "own_in_blast", "ids": own}] if own else []
    flows = service["flows"]
    return [] if any(flows.get(name) for name in ("fuel", "ammo", "metal", "health")) else [{"code": "nothing_flows"}]

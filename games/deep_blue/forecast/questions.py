"""What could a unit do, before anything is drafted? Answers to the questions that come with a forecast in its field `ask`."""

from __future__ import annotations

from typing import Any

from games.core import fields
from games.core.errors import OrderError
from games.core.records import shallow
from games.core.text import gettext_noop
from games.deep_blue import known as seen
from games.deep_blue.board import planar
from games.deep_blue.commands import cell_of_layer, check_command, check_planes
from games.deep_blue.constants import COMMANDS, LAYERS, RESOURCES, STRIKES
from games.deep_blue.forecast.reports import refusal, volleys_at
from games.deep_blue.forecast.scene import Scene
from games.deep_blue.forecast.shipyard import composition
from games.deep_blue.forecast.ways import lay, rest
from games.deep_blue.forecast.zones import crowd, diamond, flood, free_around, zones
from games.deep_blue.formulas import blast
from games.deep_blue.gunnery import enough, reply, together, volley, worth_firing
from games.deep_blue.known import Known
from games.deep_blue.orders import fields_of
from games.deep_blue.resolve.services import blasted, collected, supplied
from games.deep_blue.standing.checks import PARTS as STANDING
from games.deep_blue.standing.checks import may_stand
from games.deep_blue.standing.watch import Watch
from games.deep_blue.state import Element

Json = Any

MOST_UNITS, MOST_TARGETS = 40, 40
STOCKS = ("fuel", "ammo", "metal")


def split(known: Known, orders: Json) -> tuple[Json, Json]:
    """The drafts, and the questions in normal form; None if there are none. Raises OrderError at the part that is not a question."""
    if not isinstance(orders, dict) or "ask" not in orders:
        return orders, None
    drafts = {key: value for key, value in orders.items() if key != "ask"}
    given = fields_of(orders["ask"], "ask", ("units", "targets", "cell", "planes", "zones"))
    ask: dict[str, Json] = {
        "units": _ids(given.get("units", []), "ask.units", MOST_UNITS),
        "targets": _ids(given.get("targets", []), "ask.targets", MOST_TARGETS),
        "cell": None if given.get("cell") is None else cell_of_layer(known, given["cell"], "ask.cell"),
        "planes": None if given.get("planes") is None else check_planes(given["planes"], "ask.planes"),
        "zones": fields.flag(given.get("zones", False), "ask.zones"),
    }
    return drafts, ask


def _ids(value: Json, path: str, most: int) -> list[int]:
    if not isinstance(value, list) or len(value) > most or any(type(key) is not int for key in value):
        message = gettext_noop("%(field)s must be a list of at most %(most)s ids.")
        raise OrderError("bad_shape", path, message, {"field": path, "most": most})
    return sorted(set(value))


def answer(scene: Scene, ask: Json) -> dict[str, Json]:
    """`units`: what each asked element of the seat can do; `targets`: how far each asked element of others in sight sees and shoots,
    taken as fully armed; `planes`: what the composition is worth. What is not known is left out.

    How far a unit comes, how far it has home, and commands about all that is near are told when one unit alone is asked.
    `together`: of several that may fire at a target what all of them do, and `enough` of them. `joint`: what each of these, or one alone, does
    with those whose drafts fire at it already.
    `zones`, where it is asked for: what `zones.zones` says of the asked units together.
    """
    elements = scene.before.state.elements
    mine = [elements[key] for key in ask["units"] if key in elements and elements[key].seat == scene.seat]
    others = [elements[key] for key in ask["targets"] if key in elements and elements[key].seat == 1 - scene.seat]
    shown: dict[str, Json] = {"zones": zones(scene, mine)} if ask["zones"] else {}
    units = {str(one.id): _abilities(scene, one, ask, len(mine) == 1) for one in mine}
    return {
        **shown,
        "units": units,
        "together": [one for key in ask["targets"] if (one := _together(scene, units, key)) is not None],
        "joint": [one for key in ask["targets"] for one in _joint(scene, units, key)],
        "targets": {str(one.id): {"sight": _sight(scene, one), "fire": _fire(scene, one)} for one in others},
        "planes": None if ask["planes"] is None else composition(tuple(ask["planes"])),
    }


def _together(scene: Scene, units: dict[str, Json], target: int) -> dict[str, Json] | None:
    """What those of several that may fire at a target do together, and `enough` of them; None for one alone."""
    volleys = _offered(units, target)
    if len(volleys) < 2:
        return None
    element = scene.before.state.elements[target]
    return {**together(volleys, element), "enough": enough(volleys, element)}


def _offered(units: dict[str, Json], target: int) -> dict[int, Json]:
    """The volleys at a target that the asked units may fire, by who fires."""
    return {
        int(key): offer["volley"]
        for key, able in units.items()
        for offer in able["commands"]
        if offer["target"] == target and offer.get("volley") is not None
    }


def _joint(scene: Scene, units: dict[str, Json], target: int) -> list[dict[str, Json]]:
    """With those whose drafts fire at the target: all asked units, and as many of them as are `enough`; nothing without such drafts."""
    element, drafted = scene.before.state.elements.get(target), volleys_at(scene, target)
    offered = {key: told for key, told in _offered(units, target).items() if key not in drafted}
    if element is None or not drafted or not offered:
        return []
    some = enough(offered, element)["units"]
    parts = [offered] if len(some) == len(offered) else [offered, {key: offered[key] for key in some}]
    return [together({**drafted, **part}, element) for part in parts]


def _abilities(scene: Scene, one: Element, ask: Json, is_alone: bool) -> dict[str, Json]:
    return {
        "sight": _sight(scene, one),
        "fire": _fire(scene, one),
        "reach": _reach(scene, one) if one.is_unit and is_alone else None,
        "home": _home(scene, one) if one.is_unit and is_alone else None,
        "commands": _commands(scene, one, set(ask["targets"]), is_alone),
        "blast": _blast(scene, one) if "self_destruct" in COMMANDS[one.kind] else None,
        "standing": [kind for kind in STANDING if may_stand(one.kind, kind)],
        "cell": None if ask["cell"] is None else _at_cell(scene, one, ask["cell"]),
    }


# How far it shoots and goes.


def _sight(scene: Scene, one: Element) -> list[int]:
    """Radii by layer, weather included."""
    return [max(0, radius + scene.known.weather) for radius in one.sight]


def _fire(scene: Scene, one: Element) -> list[dict[str, Json] | None]:
    return [diamond(scene, one, layer) for layer in LAYERS]


def _home(scene: Scene, one: Element) -> int:
    """Steps to its base by the terrain: the fuel to keep for the way home."""
    watch = Watch(scene.known, {})
    line = scene.known.elements[one.id]
    return watch.steps(line, watch.home(line))


def _reach(scene: Scene, one: Element) -> dict[str, Json]:
    """Cells that it can come to, in the form of `vision`: in this `round`, and with the `fuel` it has; around what is known to stand there."""
    board, free = scene.known.board, free_around(scene, one)
    here = board.to_bytes(flood(scene, one, free, min(one.fuel, one.table.speed)))
    far = board.to_bytes(flood(scene, one, free, one.fuel))
    return {"round": board.to_hex(here), "fuel": board.to_hex(far), "speed": one.table.speed, "range": one.fuel}


# What it can be ordered to do.


def _commands(scene: Scene, one: Element, asked: set[int], is_alone: bool) -> list[dict[str, Json]]:
    """Per element asked about, or else near enough, and command of its kind: what it would do, or why it is refused."""
    if not asked and not is_alone:
        return []
    known, mine = scene.known, scene.known.elements[one.id]
    found = []
    far = 2 * one.table.speed + max(*one.table.reach, 1)
    for target in known.elements.values():
        is_near = not asked and planar(seen.rect(mine), seen.rect(target)) <= far
        if target is mine or not (target["id"] in asked or is_near):
            continue
        for kind in COMMANDS[one.kind]:
            if kind != "self_destruct" and _is_meant(known, kind, target):
                found.append(_command(scene, one, kind, target))
    return found


def _is_meant(known: Known, kind: str, target: Json) -> bool:
    """Is this command for such elements at all? What nobody would look for is not listed."""
    is_own, is_resource = target["seat"] == known.seat, target["kind"] in RESOURCES
    if kind == "attack":
        return not is_own and not is_resource
    if kind == "collect":
        return is_resource or target["kind"] == "island"
    return is_own and (kind == "supply" or target["kind"] not in ("base", "island"))


def _command(scene: Scene, one: Element, kind: str, target: Json) -> dict[str, Json]:
    shown: dict[str, Json] = {"type": kind, "target": target["id"], "refused": None}
    try:
        given = {"type": kind, "target": target["id"]}
        command = check_command(scene.known, scene.known.elements[one.id], given, "command")
    except OrderError as error:
        return {**shown, "refused": refusal(error)}
    other = scene.before.state.elements[target["id"]]
    if kind == "attack":
        # Proposed is what harms others; where nothing does, whoever wants it all the same is told what comes of it.
        command["strikes"] = worth_firing(scene.before, one, command) or command["strikes"]
        shown["strikes"] = command["strikes"]
        shown["volley"] = _volley(scene, one, command)
        shown["back"] = reply(scene.before, other, one)
    elif kind == "supply":
        shown["most"] = dict(zip(STOCKS, supplied(one, other, command), strict=True))
    elif kind == "collect":
        shown["most"] = dict(zip(STOCKS, collected(one, other), strict=True))
    return shown


def _blast(scene: Scene, one: Element) -> dict[str, Json]:
    """A self-destruction where it is now."""
    strength = blast(one.health, one.ammo or 0)
    victims = [
        {"id": other.id, "damage": min(other.health, amount), "own": other.seat == one.seat}
        for other, amount in blasted(scene.before, one, strength)
    ]
    return {"blast": strength, "victims": victims}


def _volley(scene: Scene, one: Element, command: Json) -> dict[str, Json]:
    x, y, layer = command["cell"]
    return volley(scene.before, one, [STRIKES.index(word) for word in command["strikes"]], (x, y, layer))


def _at_cell(scene: Scene, one: Element, cell: list[int]) -> dict[str, Json]:
    """The way to a cell as if it were ordered now, and a volley at it on the layer asked for, or why that is refused."""
    x, y = cell[:2]
    way = None
    if one.is_unit:
        moved = shallow(one)
        moved.destination = (x, y)
        board = scene.known.board
        ahead = [] if (x, y) == (one.x, one.y) else rest(scene.before, moved, crowd(scene, one))
        first = min(one.table.speed, one.fuel)
        path = [[one.x, one.y], *board.places(ahead[:first])]
        way = lay(one, path, board.places(ahead[first:]), one.fuel + 1 - len(path), None)
    found: dict[str, Json] = {"way": None if way is None else way.shown([x, y]), "volley": None, "refused": None}
    try:
        given = {"type": "attack", "cell": cell}
        found["volley"] = _volley(
            scene, one, check_command(scene.known, scene.known.elements[one.id], given, "command")
        )
    except OrderError as error:
        found["refused"] = refusal(error)
    return found

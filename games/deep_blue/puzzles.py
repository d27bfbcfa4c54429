"""What can a puzzle ask? To sink a ship in sight, to take an island, to keep a ship that is lost otherwise, to hit hardest, to see most."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.core.contract import Json
from games.core.craft import Ask, Craft, Goal, Piece
from games.core.lessons import Moment
from games.core.text import gettext_noop

ASKS = {
    "sink": Ask(
        one=gettext_noop("Sink %(what)s this round."),
        many=gettext_noop("Sink %(what)s within %(steps)s rounds: what you order now decides."),
        hint=gettext_noop("Look which of your guns reach %(what)s now, and what its armour leaves of each of them."),
        why=gettext_noop("These shots reach %(what)s and add up; any others leave it afloat."),
    ),
    "take": Ask(
        one=gettext_noop("Take %(what)s this round."),
        many=gettext_noop("Take %(what)s within %(steps)s rounds: what you order now decides."),
        hint=gettext_noop("An island changes hands when its guns are silent. Look who can still fire at %(what)s."),
        why=gettext_noop("It breaks %(what)s this round; any other order leaves it standing."),
    ),
    "strike": Ask(
        one=gettext_noop("With one attack, do at least %(least)s damage to the enemy this round."),
        hint=gettext_noop(
            "Compare what each gun leaves after armour, how surely it hits at that distance, and who lies close enough to be hit as well."
        ),
        why=gettext_noop("No other attack does as much this round, and this one seldom misses."),
    ),
    "spot": Ask(
        one=gettext_noop(
            "With one move, have at least %(least)s ships and planes of the enemy in sight after this round."
        ),
        hint=gettext_noop(
            "Think of where they were seen last and where they are going. Who sees farthest, and who can be near enough after one move?"
        ),
        why=gettext_noop("From there most of them are in sight; no other single move shows as many."),
    ),
    "save": Ask(
        one=gettext_noop("Keep %(what)s afloat this round."),
        many=gettext_noop("Keep %(what)s afloat for %(steps)s rounds: what you order now decides."),
        hint=gettext_noop(
            "Shots fall before anybody moves. Ask who can reach %(what)s next, and where it is out of reach or helped."
        ),
        why=gettext_noop("There the next blow does not reach it; anywhere else it is lost."),
    ),
}
SHIPS = frozenset({"submarine", "destroyer", "cruiser", "battleship", "carrier", "cargo"})
FEW = 8
"""So many own ships at most, where every move of every ship is tried and a person has to compare them."""
TURNS = ((1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))


def goals(view: Json) -> Iterator[Goal]:
    """Ships of the enemy and islands that are not one's own, in sight; own ships; one attack."""
    if any(one["kind"] in SHIPS and one["seat"] != view["seat"] for one in view["elements"]):
        yield {"kind": "strike", "what": None}
    if view["memory"] and sum(one["kind"] in SHIPS and one["seat"] == view["seat"] for one in view["elements"]) <= FEW:
        yield {"kind": "spot", "what": None}
    for one in view["elements"]:
        if one["kind"] in SHIPS:
            yield {"kind": "save" if one["seat"] == view["seat"] else "sink", "what": one["id"]}
        elif one["kind"] == "island" and one["seat"] != view["seat"] and one["visible"]:
            yield {"kind": "take", "what": one["id"]}


def met(goal: Goal, moment: Moment) -> bool:
    """Destroyed or captured, as the seat hears it; an own ship by being there."""
    if goal["kind"] == "save":
        return any(one["id"] == goal["what"] for one in moment.after["elements"])
    word = "destroyed" if goal["kind"] == "sink" else "captured"
    return any(
        event["type"] == word
        and event["id"] == goal["what"]
        and (word == "destroyed" or event["seat"] == moment.after["seat"])
        for event in moment.events
    )


def struck(goal: Goal, moment: Moment) -> int | None:
    """What the seat has shot off the enemy, if it ordered one attack and no more."""
    given = (moment.orders or {}).get("units", {}).values()
    if sum((one.get("command") or {}).get("type") == "attack" for one in given) > 1:
        return None
    own = {one["id"] for one in moment.before["elements"] if one["seat"] == moment.before["seat"]}
    strikes = [one for one in moment.events if one["type"] == "strike" and one.get("attacker") in own]
    return sum(one.get("damage") or 0 for one in strikes if one.get("owner") not in (None, moment.before["seat"]))


def spotted(goal: Goal, moment: Moment) -> int | None:
    """How many units of the enemy the seat sees, if it ordered one move and no more."""
    given = (moment.orders or {}).get("units", {}).values()
    if sum(one.get("move") is not None for one in given) > 1:
        return None
    enemies = [one for one in moment.after["elements"] if one["seat"] == 1 - moment.after["seat"]]
    return sum(1 for one in enemies if one["kind"] in SHIPS or one["kind"] == "formation")


def pieces(orders: Json) -> list[Piece]:
    """Of every unit its move and its command."""
    return [
        {"unit": unit, field: given[field]}
        for unit, given in orders.get("units", {}).items()
        for field in ("move", "command")
        if given.get(field) is not None
    ]


def orders(parts: Sequence[Piece]) -> Json:
    """The same by unit; whatever is not named goes on as ordered before."""
    units: dict[str, dict[str, Json]] = {}
    for part in parts:
        units.setdefault(part["unit"], {}).update({name: value for name, value in part.items() if name != "unit"})
    return {"units": units}


def tries(view: Json, choices: Json, wanted: Sequence[Goal]) -> Iterator[Piece]:
    """Every attack and repair that is offered; where an own ship is in danger, its ways out."""
    for one in choices:
        for part in pieces(one.get("orders") or {}):
            if part["command"]["type"] != "supply":
                yield part
    lost = {goal["what"] for goal in wanted if goal["kind"] == "save"}
    is_scouting = any(goal["kind"] == "spot" for goal in wanted)
    for one in view["elements"]:
        if one["id"] in lost or (is_scouting and one["kind"] in SHIPS and one["seat"] == view["seat"]):
            speed = view["tables"]["kinds"][one["kind"]]["speed"]
            for dx, dy in TURNS:
                for far in {speed, speed // 2} - {0}:
                    yield {"unit": str(one["id"]), "move": [one["pos"][0] + dx * far, one["pos"][1] + dy * far]}


def kind(view: Json, piece: Piece) -> str:
    """A command by unit and target; a move by unit and direction."""
    if "command" in piece:
        return f"{piece['unit']} {piece['command']['type']} {piece['command'].get('target')}"
    at = next((one["pos"] for one in view["elements"] if str(one["id"]) == piece["unit"] and "pos" in one), (0, 0))
    east, south = (piece["move"][axis] - at[axis] for axis in (0, 1))
    return f"{piece['unit']} to {(east > 0) - (east < 0)} {(south > 0) - (south < 0)}"


def idea(view: Json, goal: Goal, parts: Sequence[Piece]) -> str:
    """What is done to a ship of which kind, by ships of which kinds, with which weapon or how far they go."""
    kinds = {one["id"]: one["kind"] for one in view["elements"]}
    return " ".join([goal["kind"], str(kinds.get(goal["what"], "")), *sorted(_means(kinds, part) for part in parts)])


def _means(kinds: dict[int, str], part: Piece) -> str:
    command = part.get("command")
    if command is None:
        return f"{kinds.get(int(part['unit']))} moves"
    how = "+".join(command.get("strikes") or [command["type"]])
    return f"{kinds.get(int(part['unit']))} {how} {kinds.get(command.get('target'))}"


def book(goal: Goal) -> tuple[str, int | str] | None:
    """Islands are in the book of buildings."""
    if goal["what"] is None:
        return None
    return ("buildings" if goal["kind"] == "take" else "units", goal["what"])


CRAFT = Craft(
    package=__package__,
    tables=(("quick", 2),),
    asks=ASKS,
    goals=goals,
    met=met,
    steps={"sink": 1, "take": 1, "strike": 1, "spot": 1, "save": 2},
    pieces=pieces,
    orders=orders,
    tries=tries,
    kind=kind,
    idea=idea,
    book=book,
    amounts={"strike": struck, "spot": spotted},
    keeps=frozenset({"save"}),
)

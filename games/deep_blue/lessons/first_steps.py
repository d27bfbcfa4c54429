"""How does one play? Seven scenes on Pocket Sound, the smallest map. The person is seat 0 and lives at C3, top left; seat 1 lives at P16."""

from __future__ import annotations

from typing import Any

from games.core.lessons import Lesson, Moment, happened, won
from games.core.text import gettext_noop
from games.deep_blue.lessons.positions import (
    BASE,
    HIS_BASE,
    MIDDLE_ISLAND,
    MINE,
    WAIT,
    Sea,
    Unit,
    element,
    fire,
    is_sunk,
    orders,
    own,
    to,
)

HIS_CARGO, HIS_DESTROYER, HIS_BATTLESHIP = 201, 202, 203

SAIL = Sea([Unit(101, "destroyer", 0, "F4")])
SHOOT = Sea([Unit(101, "destroyer", 0, "F6"), Unit(HIS_CARGO, "cargo", 1, "L6", {"health": 30})])
ESCAPE = Sea(
    [
        Unit(101, "destroyer", 0, "I6"),
        Unit(102, "cruiser", 0, "H6"),
        Unit(HIS_CARGO, "cargo", 1, "K6", {"health": 10}),
    ]
)
FOG = Sea([Unit(101, "formation", 0, "E5", planes=(4, 2, 1, 3)), Unit(HIS_BATTLESHIP, "battleship", 1, "O15")])
HAUL = Sea([Unit(101, "cargo", 0, "H4", {"metal": 0})], {BASE: {"metal": 4}})
YARD = Sea([Unit(101, "destroyer", 0, "G5")], {BASE: {"metal": 20}})
ISLAND = Sea(
    [Unit(101, "battleship", 0, "H9"), Unit(HIS_DESTROYER, "destroyer", 1, "P14")],
    {MIDDLE_ISLAND: {"seat": 1, "health": 30}},
)
LAST = Sea(
    [Unit(101, "battleship", 0, "N16"), Unit(102, "battleship", 0, "P13"), Unit(HIS_DESTROYER, "destroyer", 1, "R15")],
    {HIS_BASE: {"health": 90}},
    round=14,
    damage=(940, 1180),
)


def _is_beside(pos: list[int], number: int, view: Any) -> bool:
    building = element(view, number)
    assert building is not None, "where buildings stand is public"
    left, top, right, bottom = building["rect"]
    across = max(left - pos[0], 0, pos[0] - right)
    return bool(across + max(top - pos[1], 0, pos[1] - bottom) == 1)


def _is_at_the_island(moment: Moment) -> bool:
    ship = element(moment.after, 101)
    return ship is not None and _is_beside(ship["pos"], MIDDLE_ISLAND, moment.after)


def _cargo_is_sunk(moment: Moment) -> bool:
    return is_sunk(moment, HIS_CARGO)


def _metal_is_home(moment: Moment) -> bool:
    base = element(moment.after, BASE)
    return base is not None and bool(base["metal"] >= 20)


def _island_is_mine(moment: Moment) -> bool:
    island = element(moment.after, MIDDLE_ISLAND)
    return island is not None and bool(island["seat"] == moment.after["seat"])


RUN: dict[str, Any] = {"standing": {"type": "collect_run", "target": MINE}}

FIRST_STEPS = Lesson(
    id="first-steps",
    title=gettext_noop("First steps"),
    text=gettext_noop("Eight short scenes, from the first course to the last broadside."),
    scenes=(
        SAIL.scene(
            id="sail",
            title=gettext_noop("A course"),
            text=gettext_noop(
                "Your destroyer %(ship)s lies beside your base. A destroyer sails eight cells a round. Give it"
                " somewhere to go, and it goes on by itself, round after round, until it is there."
            ),
            goal=gettext_noop("Bring the destroyer beside %(island)s, the island in the middle."),
            hint=gettext_noop(
                "Choose the destroyer, then press the water just left of %(island)s; with the keyboard: M, the"
                " arrow keys, Enter. Press Ready, and Ready once more."
            ),
            learned=gettext_noop("One order, two rounds. The line on the chart showed how far it would come in each."),
            named={"island": ("buildings", MIDDLE_ISLAND), "ship": ("units", 101)},
            done=_is_at_the_island,
            solution=(orders({101: to("I10")}), WAIT),
        ),
        SHOOT.scene(
            id="fire",
            title=gettext_noop("The nearer, the surer"),
            text=gettext_noop(
                "His cargo ship %(cargo)s lies at anchor, with 30 health left. Your destroyer hits it from where it is four times in ten; from"
                " beside it, hardly a shot goes wrong. It fires its guns and then its torpedoes."
            ),
            goal=gettext_noop("Sink the cargo ship within three rounds."),
            hint=gettext_noop(
                "Sail to the water just left of %(cargo)s first. In the next round choose the destroyer and then the cargo ship, and attack."
            ),
            learned=gettext_noop(
                "Before you fire, the chart says how likely a hit is and what it does. Getting near costs a round, and it is worth one."
            ),
            named={"cargo": ("units", HIS_CARGO)},
            done=_cargo_is_sunk,
            limit=3,
            solution=(orders({101: to("K6")}), orders({101: fire(HIS_CARGO)})),
        ),
        ESCAPE.scene(
            id="first-fire",
            title=gettext_noop("First they fire, then they sail"),
            text=gettext_noop(
                "Both sides order at the same time. In every round all shots fall before anybody moves. His cargo ship %(cargo)s has 10 health left"
                " and will leave in this round, faster than yours can follow."
            ),
            goal=gettext_noop("Sink it before it is gone."),
            hint=gettext_noop(
                "Do not chase it: attack it now, from where you are, with the destroyer, the cruiser or both."
            ),
            learned=gettext_noop(
                "The shells fell while it was still there. His ships fire in the same moment: even one that is sunk has fired."
            ),
            named={"cargo": ("units", HIS_CARGO)},
            script=(
                {
                    1: orders({HIS_CARGO: to("P12")}),
                },
            ),
            done=_cargo_is_sunk,
            limit=1,
            solution=(orders({101: fire(HIS_CARGO), 102: fire(HIS_CARGO)}),),
        ),
        FOG.scene(
            id="fog",
            title=gettext_noop("What the fog hides"),
            text=gettext_noop(
                "You see what your ships, planes and buildings see, each as far as its kind does. Scout planes see twelve cells of water. His"
                " battleship is out there. Planes burn fuel in every round, and fall when it is gone."
            ),
            goal=gettext_noop("Find his battleship."),
            hint=gettext_noop(
                "Choose the formation of planes and send it to the water just above %(island)s, the island in"
                " the middle: from there it sees far into his half."
            ),
            learned=gettext_noop(
                "There it lies, and your guns may be aimed at it now. Under water planes see two cells only: submarines are looked for by"
                " destroyers."
            ),
            named={"island": ("buildings", MIDDLE_ISLAND)},
            done=lambda moment: element(moment.after, HIS_BATTLESHIP) is not None,
            lost=lambda moment: not own(moment.after, "formation"),
            solution=(orders({101: to("K9")}),),
        ),
        HAUL.scene(
            id="metal",
            title=gettext_noop("A ship that works by itself"),
            text=gettext_noop(
                "Ships are built of metal, and your base has 4 left. %(mine)s is a mine, and a cargo ship lies"
                " beside it. A standing order tells it what to do round after round."
            ),
            goal=gettext_noop("Bring metal home, so that the base has 20 or more."),
            hint=gettext_noop(
                "Choose the cargo ship, then “Patrol, escort, run” (P), then the mine %(mine)s. Press Ready until it is home."
            ),
            learned=gettext_noop(
                "It loads, sails home, unloads and goes back, until the mine is empty. You need not think of it again."
            ),
            named={"mine": ("buildings", MINE)},
            done=_metal_is_home,
            solution=(orders({101: RUN}), WAIT),
        ),
        YARD.scene(
            id="yard",
            title=gettext_noop("The yard"),
            text=gettext_noop(
                "Your base has 20 metal. A submarine costs 13 and takes two rounds, a destroyer 12 and three, a cargo ship 10 and three. Every kind"
                " is good against some and bad against others."
            ),
            goal=gettext_noop("Build a ship, and see it leave the yard."),
            hint=gettext_noop(
                "Choose your base, then a kind of ship in the yard. Press Ready until it lies in the water."
            ),
            learned=gettext_noop(
                "Destroyers hunt submarines, submarines hunt battleships and carriers, battleships beat every other ship gun to gun. The yard tells"
                " the rest."
            ),
            done=happened("launched"),
            solution=(orders(build=["submarine"]), WAIT),
        ),
        ISLAND.scene(
            id="island",
            title=gettext_noop("Islands are points"),
            text=gettext_noop(
                "An island brings 10 points in each round to whoever holds it. The one in the middle is his and has 30 health left. Who shoots the"
                " last of it away takes it over, with all its health."
            ),
            goal=gettext_noop("Take the island %(island)s."),
            hint=gettext_noop("Choose the battleship, then the island, and attack. If it misses, attack again."),
            learned=gettext_noop(
                "It is yours, and it fires for you once somebody brings it ammunition. Each point of damage to his ships is a point, too."
            ),
            named={"island": ("buildings", MIDDLE_ISLAND)},
            done=_island_is_mine,
            solution=(orders({101: fire(MIDDLE_ISLAND)}),),
        ),
        LAST.scene(
            id="win",
            title=gettext_noop("How to win"),
            text=gettext_noop(
                "Whoever sinks the enemy's base wins at once; after the last round the higher score does. It is round 14 of 15, and he has more"
                " points. But two of your battleships are near his base, and it has 90 health left."
            ),
            goal=gettext_noop("Sink his base before round 15 is over."),
            hint=gettext_noop(
                "Attack his base %(base)s with both battleships, now and in the next round. Each hit takes 31 off it."
            ),
            learned=gettext_noop(
                "His base is gone, and his points do not count any more. Now you know all that a first match needs."
            ),
            named={"base": ("buildings", HIS_BASE)},
            done=won,
            solution=(
                orders({101: fire(HIS_BASE), 102: fire(HIS_BASE)}),
                orders({101: fire(HIS_BASE), 102: fire(HIS_BASE)}),
            ),
        ),
    ),
)

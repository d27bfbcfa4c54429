"""What can be tried after the lesson? Three positions out of recorded matches between bots, in which the other side plays on as it did."""

from __future__ import annotations

from games.core.lessons import Lesson, puzzle, won
from games.core.text import gettext_noop
from games.deep_blue.lessons.positions import WAIT, Sea, Unit, element, fire, orders, to

CRUISER = 103
"""The ship that is hunted."""
SURVIVED = 4
"""Rounds after which it is still afloat."""
SUBMARINE = 106
"""The one that is looked for."""
HUNT = {"standing": {"type": "attack_at_will"}}
"""Fire at what comes into sight: an order that no move of the other side makes impossible."""

# Round 14 of a match on Pocket Sound; he is seat 0.
LAST_ROUNDS = Sea(
    [
        Unit(101, "destroyer", 0, "K9", {"health": 58, "ammo": 20}),
        Unit(102, "submarine", 0, "H11"),
        Unit(103, "cruiser", 0, "F14", {"health": 58, "ammo": 21}),
        Unit(104, "cargo", 0, "F5", {"fuel": 60, "metal": 0}),
        Unit(105, "destroyer", 0, "D13"),
        Unit(106, "submarine", 0, "I12", {"ammo": 20}),
        Unit(107, "cargo", 0, "E6", {"fuel": 157, "metal": 0}),
        Unit(110, "battleship", 0, "F9", {"health": 38, "ammo": 20}),
        Unit(201, "cargo", 1, "R15", {"fuel": 157, "metal": 0}),
        Unit(202, "battleship", 1, "I13", {"health": 31, "ammo": 20}),
        Unit(203, "cruiser", 1, "I12"),
        Unit(204, "cruiser", 1, "J12"),
        Unit(206, "cargo", 1, "O17"),
        Unit(207, "submarine", 1, "K8", {"ammo": 22}),
        Unit(208, "submarine", 1, "M12", {"ammo": 18}),
    ],
    {907: {"seat": 0}, 908: {"health": 228}, 909: {"health": 286}, 901: {"metal": 151}, 902: {"metal": 96}},
    round=14,
    damage=(836, 790),
)
# Round 37 of another; he is seat 1.
HUNTED = Sea(
    [
        Unit(101, "destroyer", 0, "F5", {"health": 6, "fuel": 92, "ammo": 4}),
        Unit(103, "cruiser", 0, "F15", {"health": 60, "fuel": 122, "ammo": 9}),
        Unit(104, "battleship", 0, "E16", {"health": 58, "ammo": 25}),
        Unit(105, "formation", 0, "D5", {"health": 21, "fuel": 26}, (2, 0, 0, 8)),
        Unit(201, "submarine", 1, "C7", {"health": 28, "ammo": 14}),
        Unit(203, "battleship", 1, "M12", {"ammo": 40}),
        Unit(204, "cruiser", 1, "P15", {"health": 89, "ammo": 6}),
        Unit(205, "submarine", 1, "I13", {"health": 16, "ammo": 16}),
        Unit(206, "cruiser", 1, "P7", {"health": 89, "ammo": 12}),
    ],
    {
        901: {"metal": 0},
        907: {"seat": 1, "health": 279},
        908: {"seat": 1, "health": 56},
        909: {"seat": 0, "health": 215},
    },
    round=37,
    rounds=60,
    damage=(1811, 1644),
)

# Round 10 of a third; he is seat 0 and has just torpedoed the battleship.
HIDDEN = Sea(
    [
        Unit(103, "battleship", 0, "G15", {"ammo": 40}),
        Unit(SUBMARINE, "submarine", 0, "K6", {"fuel": 108}),
        Unit(202, "cruiser", 1, "L16", {"fuel": 127, "ammo": 9}),
        Unit(203, "cargo", 1, "R15", {"fuel": 157, "metal": 0}),
        Unit(205, "destroyer", 1, "S18", {"fuel": 142}),
        Unit(206, "battleship", 1, "Q9", {"health": 90, "fuel": 167, "ammo": 40}),
        Unit(210, "formation", 1, "P15", planes=(2, 0, 0, 8)),
    ],
    round=10,
    damage=(513, 600),
    remembered=((1, SUBMARINE, "K6", 9),),
)


WIN = LAST_ROUNDS.scene(
    id="two-broadsides",
    title=gettext_noop("Win in two rounds"),
    text=gettext_noop(
        "Two rounds are left, and he is 46 points ahead and holds an island, which brings him 10 a round. His ships and yours lie among each other"
        " around J10. He wastes shells on the island at G13: damage to what is nobody's counts nothing."
    ),
    goal=gettext_noop("Have the higher score after round 15."),
    hint=gettext_noop(
        "Every point of damage to his ships is a point. Who can fire at whom? Cruisers reach submarines that lie below them, submarines reach ships,"
        " and in the last round your base can fire as well."
    ),
    learned=gettext_noop(
        "Everybody fired in both rounds, and nobody at an island. Late in a match, a round without a shot is a gift."
    ),
    seed="6",
    seat=1,
    script=(
        {
            0: orders(
                {
                    101: {**to("I11"), **fire(207)},
                    102: {**to("N18"), **fire(202)},
                    103: {**to("I10"), **fire(908)},
                    105: {**to("L13"), **fire(908)},
                    106: {**to("K8"), **fire(202)},
                    110: {**to("F3"), **fire(908)},
                }
            )
        },
        {0: orders({102: to("I12"), 103: to("J4"), 105: to("J7"), 110: to("F3")})},
    ),
    done=won,
    limit=2,
    solution=(
        orders({202: {**fire(101), **to("O16")}, 203: fire(106), 204: fire(101), 207: fire(101), 208: fire(106)}),
        orders({203: fire(103), 204: fire(101), 207: fire(103), 208: fire(102), 902: fire(105)}),
    ),
)

SURVIVE = HUNTED.scene(
    id="hunted",
    title=gettext_noop("Survive"),
    text=gettext_noop(
        "Two of his submarines are near, one of them five cells from your cruiser at F15; a torpedo takes about 30 off it, and it has 60 health. His"
        " battleship comes as well. Your destroyer is a wreck."
    ),
    goal=gettext_noop("Keep the cruiser afloat for four rounds."),
    hint=gettext_noop(
        "A submarine moves six cells a round and a cruiser seven, and shots fall before anybody moves: be gone before the next ones. The base is a"
        " good place to go to."
    ),
    learned=gettext_noop("A ship that keeps moving is hard to hit, and one that lies still near a submarine is lost."),
    seed="1",
    script=(
        {
            1: orders(
                {
                    201: {**to("E11"), **HUNT},
                    203: {**to("G12"), **HUNT},
                    204: {**to("M11"), **HUNT},
                    205: {**to("E15"), **HUNT},
                    206: {**to("N5"), **HUNT},
                }
            )
        },
        {1: orders({201: to("E9"), 203: to("I10"), 206: to("J5")})},
        {1: orders({201: to("G5"), 203: to("I12"), 204: to("K9"), 205: to("C14")})},
    ),
    done=lambda moment: moment.step == SURVIVED and element(moment.after, CRUISER) is not None,
    lost=lambda moment: element(moment.after, CRUISER) is None,
    limit=SURVIVED,
    solution=(orders({CRUISER: to("F5"), 104: to("D6")}), WAIT, WAIT, WAIT),
)

FIND = HIDDEN.scene(
    id="periscope",
    title=gettext_noop("Find him"),
    text=gettext_noop(
        "A submarine has torpedoed your battleship at Q9 and dived. It was seen at K6 a round ago, and it comes nearer, six cells a round. You live"
        " at P16, bottom right."
    ),
    goal=gettext_noop("Have the submarine in sight within three rounds."),
    hint=gettext_noop(
        "Under water a destroyer sees five cells, your base four, a cruiser three, planes two and a battleship one. Send the destroyer to meet it"
        " between K6 and your base."
    ),
    learned=gettext_noop(
        "Found. Scouts see far over the water and hardly below it: whoever hunts submarines takes a destroyer along."
    ),
    seat=1,
    script=(
        {0: orders({SUBMARINE: to("M10")})},
        {0: orders({SUBMARINE: to("O12")})},
        {0: orders({SUBMARINE: to("L10")})},
    ),
    done=lambda moment: element(moment.after, SUBMARINE) is not None,
    limit=3,
    solution=(orders({205: to("P13")}), orders({205: to("N11")})),
)

PUZZLES: tuple[Lesson, ...] = (
    puzzle("win-in-two-rounds", gettext_noop("Two rounds are left, and he is ahead."), WIN),
    puzzle("survive", gettext_noop("A cruiser, two submarines, and a long way home."), SURVIVE),
    puzzle("find-him", gettext_noop("Somewhere under water somebody is coming for you."), FIND),
)

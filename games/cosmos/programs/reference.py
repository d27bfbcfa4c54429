"""What can a program name? The table of chapter 10.2, for the editor to complete and explain."""

from __future__ import annotations

from games.core.contract import Reference
from games.core.text import gettext_noop

ACTION = gettext_noop(
    "Does it, or raises Refused with the code of what is in the way. The question beside it tells beforehand."
)
QUESTION = gettext_noop("Would the action of the same name work now?")

_ROWS: tuple[tuple[str, str], ...] = (
    ("c.id", gettext_noop("Its own number.")),
    ("c.kind", gettext_noop("PLANET, BATTLESHIP, MINER or SCOUT.")),
    ("c.seat", gettext_noop("Whose it is.")),
    ("c.pos", gettext_noop("Where it stands, a Pos; new after a move.")),
    ("c.energy", gettext_noop("Its energy; lower after a charge or a build.")),
    ("c.defence", gettext_noop("What a burst has to overcome; of a planet its energy.")),
    ("c.initial_defence", gettext_noop("The defence that it was built with; None of a planet.")),
    ("c.cooldown", gettext_noop("Below 1 it can take one action that tires: move, build, overload, analyse.")),
    ("c.ready", gettext_noop("Is the cooldown below 1?")),
    ("c.turns_until_ready()", gettext_noop("Whole rounds until it is ready.")),
    ("c.radio", gettext_noop("The number that everybody who senses it reads.")),
    ("c.born", gettext_noop("The round in which it was built.")),
    ("c.home", gettext_noop("The planet that built it.")),
    ("c.round", gettext_noop("The present round, from 1.")),
    ("c.rounds", gettext_noop("The last round.")),
    ("c.seats", gettext_noop("All seats, a list.")),
    ("c.opponents", gettext_noop("All other seats, a list.")),
    ("c.weapon_points", gettext_noop("The seat's points of the final weapon.")),
    ("c.own_count", gettext_noop("How many entities the seat has.")),
    ("c.bonus(seat=None, ahead=0)", gettext_noop("By what bursts of a seat are multiplied in that many rounds.")),
    (
        "c.limits(kind)",
        gettext_noop(
            "The numbers of a kind: base_cooldown, action, sense, detect, true_sight, initial_cooldown, defence_ratio."
        ),
    ),
    (
        "c.sense(center=None, radius=None, seats=None, kinds=None, hostile=None)",
        gettext_noop(
            "The entities that it senses, itself included, by number, that pass every filter given. The radius is squared."
        ),
    ),
    ("c.sense_id(id)", gettext_noop("The sensed entity of that number, or None.")),
    ("c.sense_at(pos)", gettext_noop("The sensed entity on a tile, or None.")),
    ("c.detect(radius=None)", gettext_noop("Positions of everybody near, sensed or not.")),
    ("c.aether(pos)", gettext_noop("Density of a sensed tile, 0.1 to 1.0: the denser, the less an action tires.")),
    ("c.on_map(pos)", gettext_noop("Is the tile on the map?")),
    ("c.occupied(pos)", gettext_noop("Does anybody stand there?")),
    ("c.can_sense(pos)", gettext_noop("Is the tile near enough to sense who stands there?")),
    ("c.can_detect(pos)", gettext_noop("Is the tile near enough to know whether somebody stands there?")),
    ("c.can_move(d)", QUESTION),
    ("c.move(d)", ACTION),
    ("c.can_build(kind, d, e)", QUESTION),
    ("c.build(kind, d, e)", ACTION),
    ("c.can_charge(n)", QUESTION),
    ("c.charge(n)", ACTION),
    ("c.can_overload(r)", QUESTION),
    ("c.overload(r)", ACTION),
    ("c.can_analyse(target)", QUESTION),
    ("c.analyse(target)", ACTION),
    ("c.can_radio(n)", QUESTION),
    ("c.set_radio(n)", ACTION),
    ("c.memory", gettext_noop("A dict of JSON values that this entity keeps between rounds, at most 4096 bytes.")),
    ("c.random.random()", gettext_noop("A number in [0, 1) from the run's own chance.")),
    ("c.random.randint(a, b)", gettext_noop("A whole number of a to b.")),
    ("c.random.choice(seq)", gettext_noop("One of a list.")),
    ("c.random.shuffle(list)", gettext_noop("Puts a list in random order.")),
    ("c.log(text)", gettext_noop("A line for your console, at most 200 characters a run.")),
    ("DIRECTIONS", gettext_noop("The eight ways, north first, clockwise.")),
    ("CARDINALS", gettext_noop("North, east, south, west.")),
    ("direction(name)", gettext_noop("The way of that name, for what is kept in the memory.")),
    ("Pos(x, y)", gettext_noop("A tile: add(d), sub(d), translate(dx, dy), d2(p), direction_to(p), adjacent(p).")),
    ("Refused", gettext_noop("What an impossible action raises; its text is the code.")),
    ("NEUTRAL", gettext_noop("The seat of planets that nobody owns.")),
)
REFUSALS = {
    "cooldown": gettext_noop("it has to cool down"),
    "blocked": gettext_noop("the tile is taken"),
    "off_map": gettext_noop("the map ends there"),
    "not_enough_energy": gettext_noop("not enough energy"),
    "not_enough_defence": gettext_noop("not enough defence"),
    "target_not_found": gettext_noop("the target is not there"),
    "not_a_foreign_miner": gettext_noop("that is no foreign miner"),
    "out_of_reach": gettext_noop("out of reach"),
    "gone": gettext_noop("it is gone"),
    "bad_direction": gettext_noop("that is no direction"),
    "unknown_kind": gettext_noop("that is no kind of ship"),
    "cannot_build_planet": gettext_noop("planets are not built"),
    "wrong_kind_for_action": gettext_noop("its kind does not do that"),
    "energy_out_of_range": gettext_noop("that is no amount of energy"),
    "radius_out_of_range": gettext_noop("the radius is a whole number of 0 to 9"),
    "radio_out_of_range": gettext_noop("the radio is a whole number of 0 to 99999999"),
    "too_many_actions": gettext_noop("a run has at most 8 actions"),
}
"""What the codes of refused actions mean (8.5)."""
REFERENCE = tuple(Reference(signature, meaning) for signature, meaning in _ROWS)

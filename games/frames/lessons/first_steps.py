"""How does one play? Six scenes between two fleets of the same kind. The person is Blue, seat 0, at the bottom of the board."""

from __future__ import annotations

from games.core.lessons import Lesson, Moment, happened, won
from games.core.text import gettext_noop
from games.frames.lessons.positions import CONVERSION_SHIELD, SPY_DRONE, Mech, Table, attack, hull, mech, move

HANGAR = Table(round=1)
MIDDLE = Table([Mech("m0_0", (1, 3), "john_snow")])
DUEL = Table([Mech("m0_0", (1, 2), "john_snow"), Mech("m1_0", (1, 1), "jack_thunder", hp=2)])
SHIELD = Table(
    hands={0: ["conversion_shield"]}, active=1, ordered={"type": "fire", "weapon": "tracer_vulcan", "target": "s0"}
)
HIDDEN = Table(
    [Mech("m1_0", (1, 1), "jack_thunder", ["smoke_screen"])], hands={0: ["spy_drone"], 1: ["deck_bomb", "booster_pack"]}
)
RAID = Table([Mech("m0_2", (1, 1), "john_snow"), Mech("m1_0", (2, 1), "jack_thunder")], victory="raid")

WHOLE = 15
"""Points of an undamaged Hummingbird."""


def _is_in_the_middle(moment: Moment) -> bool:
    one = mech(moment.after, "m0_0")
    return one is not None and one["at"] == [1, 2]


FIRST_STEPS = Lesson(
    id="first-steps",
    title=gettext_noop("First steps"),
    text=gettext_noop("Six short scenes, from the hangar to a raid on his warship."),
    scenes=(
        HANGAR.scene(
            id="deploy",
            title=gettext_noop("Out of the hangar"),
            text=gettext_noop(
                "Your warship is at the bottom, his at the top. A turn has 2 action points, and to send out a mech costs 1. A mech needs a"
                " pilot; whom you choose, and which cards it carries, he does not see."
            ),
            goal=gettext_noop("Send a mech out of your hangar."),
            hint=gettext_noop(
                "Choose a mech in the hangar, a pilot and one of the two decks beside your warship, and confirm."
            ),
            learned=gettext_noop("It stands on your deck. He knows the model, and neither the pilot nor the cards."),
            done=lambda moment: any(mech(moment.after, one) for one in ("m0_0", "m0_1", "m0_2")),
            solution=({"type": "deploy", "mech": "m0_0", "pilot": "john_snow", "gear": [], "at": [0, 4]},),
        ),
        MIDDLE.scene(
            id="move",
            title=gettext_noop("The middle of the board"),
            text=gettext_noop(
                "A mech moves to a neighbouring area, once a turn, for 1 action point. Your Sword stands in front of your warship. The area in the"
                " middle, %(b3)s, draws an event for whoever enters it: weather, help or trouble for everybody."
            ),
            goal=gettext_noop("Move your Sword to %(b3)s."),
            hint=gettext_noop("Drag your Sword to the middle, or choose it and then the area that lights up."),
            learned=gettext_noop(
                "You are there, and so is an event. Its card says what it does and how long it stays."
            ),
            done=_is_in_the_middle,
            solution=(move("m0_0", 1, 2),),
        ),
        DUEL.scene(
            id="attack",
            title=gettext_noop("An attack"),
            text=gettext_noop(
                "His Sword stands right before yours and has 2 points left. Before you attack, the board says how likely each shot lands: you roll"
                " to hit, he rolls to evade. Afterwards both may answer with a card."
            ),
            goal=gettext_noop("Destroy his Sword."),
            hint=gettext_noop(
                "Choose your Sword, then his Sword, and confirm. Pass when you are asked whether you answer. If it stands, attack"
                " again in your next turn."
            ),
            learned=gettext_noop(
                "The shots that landed hit together, as one blow. Its pilot is wounded and will be back."
            ),
            done=lambda moment: mech(moment.after, "m1_0") is None,
            solution=(attack("m0_0", "assault_rifle", "m1_0"), {"type": "react", "use": []}, None),
        ),
        SHIELD.scene(
            id="answer",
            title=gettext_noop("Your answer"),
            text=gettext_noop(
                "It is his turn, and his warship fires at yours. Whoever is hit may answer before the damage is done, from a hand that nobody else"
                " sees. You hold a Conversion Shield, which turns a blow into energy."
            ),
            goal=gettext_noop("Take no damage from his attack."),
            hint=gettext_noop("When you are asked, choose Conversion Shield instead of Pass."),
            learned=gettext_noop(
                "Not a scratch, and energy for later. He could not know: that is why cards are kept in hand."
            ),
            done=lambda moment: moment.after["active"] == 0 and hull(moment.after, 0) == WHOLE,
            lost=lambda moment: hull(moment.after, 0) < WHOLE,
            solution=({"type": "react", "use": [{"card": CONVERSION_SHIELD}]},),
        ),
        HIDDEN.scene(
            id="fog",
            title=gettext_noop("What is hidden"),
            text=gettext_noop(
                "You see how many cards he holds, and not which. You see his mech, and neither its pilot nor the card that it carries. A Spy Drone"
                " is one of the few ways to look."
            ),
            goal=gettext_noop("Look into his hand."),
            hint=gettext_noop(
                "Play Spy Drone from your hand. Cards of the warship cost no action point unless they say so."
            ),
            learned=gettext_noop(
                "Now you know one of his cards, and he does not know which. Plan your next attack around it."
            ),
            done=happened("peek"),
            solution=({"type": "play", "card": SPY_DRONE},),
        ),
        RAID.scene(
            id="win",
            title=gettext_noop("How to win"),
            text=gettext_noop(
                "At the start each side secretly chooses a way to win, and both then count for both. Here it is the raid: a mech that enters the"
                " area of the enemy warship wins at once. Your Vampire is one step away."
            ),
            goal=gettext_noop("Win by a raid."),
            hint=gettext_noop("Move your Vampire from %(b4)s to his warship at %(b5)s."),
            learned=gettext_noop(
                "You are on board, and the match is over. In quick and tuned matches the mech has to hold out there until your next"
                " turn. Other ways: destroy everything he has on the board, or be the stronger one when totals are compared."
            ),
            done=won,
            solution=(move("m0_2", 1, 0),),
        ),
    ),
)

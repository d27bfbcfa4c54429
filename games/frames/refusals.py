"""Why is an order or a fleet refused? Every sentence that says it; the codes stand where the check is made (14).

The same sentences tell beside every card, mech and weapon why it cannot be used now, so they go to the browser.
"""

from __future__ import annotations

from games.core.text import gettext_noop

NO_SUCH_UNIT = gettext_noop("There is no unit %(unit)s.")
NOT_YOURS = gettext_noop("That unit is not yours.")
NOT_A_MECH = gettext_noop("That is not a mech.")
NO_TARGET_FOR_THIS = gettext_noop("That unit cannot be a target.")
AREA_FORM = gettext_noop("An area is written [x, y].")
NO_SUCH_AREA = gettext_noop("There is no such area.")
NO_SUCH_ACT = gettext_noop("A mech cannot be told to %(act)s.")
NOT_ON_BOARD = gettext_noop("This mech is not on the board.")
DISABLED = gettext_noop("This mech is disabled.")
FRESH = gettext_noop("This mech was deployed this turn.")
HAS_ACTED = gettext_noop("This mech has acted this turn.")
HAS_BOOSTED = gettext_noop("This mech has used its booster this turn.")
MOVE_FORM = gettext_noop("A move has one area, or two with a boost.")
NO_BOOST_NOW = gettext_noop("The booster works only in an ordinary act.")
ONE_AREA = gettext_noop("This mech moves one area.")
ELSE_FORM = gettext_noop("Instead of a move a mech may hold, go lateral or back.")
NOT_NEXT_TO_IT = gettext_noop("That area is not next to it.")
HELD = gettext_noop("The Black Hole holds this mech.")
BLOCKED = gettext_noop("An enemy mech in its area blocks the way forward.")
NOT_USED_SO = gettext_noop("This card is not used like that.")
NOT_CARRIED = gettext_noop("This mech carries no such card.")
NO_SUCH_WEAPON = gettext_noop("This unit has no such weapon.")
NO_AMMO = gettext_noop("This weapon has no ammunition left.")
OUT_OF_RANGE = gettext_noop("It does not reach distance %(distance)s.")
CARD_UNMET = gettext_noop("The condition of this card does not hold.")
NEEDS_AP = gettext_noop("It needs an action point.")
NEEDS_SHIP = gettext_noop("It needs your warship, which is gone.")
NEEDS_ENEMY_SHIP = gettext_noop("It needs the enemy warship, which is gone.")
NEEDS_MECHS = gettext_noop("It needs a mech of yours on the board.")
NEEDS_ENERGY = gettext_noop("It needs an energy token.")
NEEDS_ENEMY_NEAR = gettext_noop("It needs an enemy mech at your warship, or one step from it.")
NEEDS_HP_BELOW = gettext_noop("It needs your warship to have fewer than %(limit)s hit points.")
NEEDS_HP = gettext_noop("It needs your warship to have at least %(limit)s hit points.")
NEEDS_ENEMY_CARDS = gettext_noop("It needs a ship card in the enemy hand.")
NEEDS_MECH_HURT = gettext_noop("It needs the mech to have %(limit)s hit points or fewer.")
CARD_WITHOUT_TARGET = gettext_noop("This card has no target.")
SHORT_NAME = gettext_noop("The name must be a short text.")
NO_SUCH_CARD_OF_KIND = gettext_noop("There is no card %(card)s of this kind.")
LIST_FORM = gettext_noop("This must be a list.")
AT_LEAST_ONE = gettext_noop("At least one is needed.")
TOO_MANY = gettext_noop("The warship has room for %(limit)s, not for %(count)s.")
TWICE_IN_FLEET = gettext_noop("This is in the fleet twice.")
MECH_FORM = gettext_noop("A mech is an object with its model.")
NO_SUCH_FIELD = gettext_noop("There is no field %(field)s.")
COPIES = gettext_noop("At most %(limit)s of these are allowed.")
BAD_LOADOUT = gettext_noop("This mech cannot carry these weapons.")
PILE_FORM = gettext_noop("This must be an object of cards and their numbers.")
COUNT_FORM = gettext_noop("The number of a card is 1 or 2.")
PILE_SIZE = gettext_noop("A pile holds %(size)s cards, this one %(count)s.")
ONE_FLEET = gettext_noop("Name a starter fleet or send one, not both.")
FIRST_SET_ONLY = gettext_noop("This is of the second set, which this table does not play with.")
STARTERS_ONLY = gettext_noop("This table plays with starter fleets only.")
NO_FLEET = gettext_noop("Name a starter fleet or send one of your own.")
TOO_LONG = gettext_noop("At most %(limit)s entries.")
OBJECT_FORM = gettext_noop("This must be an object with named fields.")
NOT_IN_PLANS = gettext_noop("This order cannot be planned.")
NO_TARGET = gettext_noop("There is no target.")
NOT_IN_OPERATION = gettext_noop("This mech is not part of this operation.")
NAME_MEANS = gettext_noop("Name a card, a skill or gear.")
NOT_IN_HAND = gettext_noop("That card is not in your hand.")
NO_CAPTAINS_SKILL = gettext_noop("Your captain has no such skill.")
SKILL_USED = gettext_noop("This skill has been used.")
MISSING_FIELD = gettext_noop("The field %(field)s is missing.")
NO_SUCH_ORDER = gettext_noop("There is no order %(order)s.")
OVER = gettext_noop("The match is over.")
NOT_YOUR_STEP = gettext_noop("It is not your step.")
NOT_NOW = gettext_noop("This order cannot be given now.")
NOT_ENOUGH_AP = gettext_noop("This costs %(cost)s action points; %(ap)s left.")
WRECK = gettext_noop("Your warship is a wreck.")
GIANT = gettext_noop("Your warship has become a giant mech.")
WEAPON_NEEDS_ENERGY = gettext_noop("This weapon needs an energy token.")
ANOTHER_TARGET = gettext_noop("The second target must be another unit.")
ONE_TARGET = gettext_noop("This weapon has one target.")
TRUCE = gettext_noop("There is a truce between warships until round %(round)s ends.")
NOBODY_THERE = gettext_noop("No enemy mech is in that area or next to it.")
NO_FREE_RESUPPLY = gettext_noop("Your warship has no free resupply.")
FREE_RESUPPLY_USED = gettext_noop("The free resupply of this turn is used.")
HAND_FULL = gettext_noop("You hold three mech cards or more.")
EMPTY_PILE = gettext_noop("That pile is empty.")
NOBODY_CAN_ACT = gettext_noop("No mech of yours can act.")
NOT_IN_HANGAR = gettext_noop("This mech is not in the hangar.")
DEPLOY_LOCKED = gettext_noop("This mech cannot be deployed yet.")
PILOT_NOT_READY = gettext_noop("That pilot is not ready.")
TOO_MUCH_GEAR = gettext_noop("A mech carries at most %(limit)s cards, each once.")
NOT_A_DECK = gettext_noop("That is not one of your deployment areas.")
NOT_AT_HOME = gettext_noop("This mech is not in your home row.")
IN_WINDOWS_ONLY = gettext_noop("This card is played in a reaction window.")
JAMMED = gettext_noop("Your sub-weapons are jammed.")
CARD_NEEDS_ENERGY = gettext_noop("This card costs an energy token.")
AREA_OUT_OF_REACH = gettext_noop("That area is out of reach.")
CARD_WITHOUT_AREA = gettext_noop("This card is not aimed at an area.")
CARD_WITHOUT_PILE = gettext_noop("This card does not look into a pile.")
CARD_WITHOUT_WEAPON = gettext_noop("This card does not name a weapon.")
NO_SUCH_INSTALLATION = gettext_noop("You have no such installation.")
CANNON_HAS_FIRED = gettext_noop("It has fired this turn.")
CANNON_OUT_OF_RANGE = gettext_noop("That mech is out of its reach.")
NOT_IN_MAIN = gettext_noop("This skill is not used in the main phase.")
NOT_GAINED = gettext_noop("This skill has not been gained yet.")
ANOTHER_KIND = gettext_noop("It must be a weapon of another kind.")
NO_SHIP_SKILL = gettext_noop("Your warship has no such skill.")
SKILL_NOT_USED_SO = gettext_noop("This skill is not used like that.")
CREW = gettext_noop("Up to %(limit)s mechs, each once.")
NO_CREW = gettext_noop("Name at least one mech.")
NO_EXTRA_ACT = gettext_noop("This mech has no such extra act.")
NO_SUCH_CARD = gettext_noop("There is no such card.")
USED_TWICE = gettext_noop("This is used twice in one answer.")
CARD_NOT_IN_WINDOW = gettext_noop("This card does not fit this window.")
SKILL_NOT_IN_WINDOW = gettext_noop("This skill does not fit this window.")
NOT_LED_THERE = gettext_noop("The attack cannot be led there.")
NO_SUCH_GEAR = gettext_noop("None of your targets carries such a card.")
ANSWERED = gettext_noop("The attack has been answered already.")
TURN_OVER = gettext_noop("The turn is over by then.")
NOT_FORESEEN = gettext_noop("What comes after the order before it cannot be foreseen; order it then.")
NOT_IN_A_TURN = gettext_noop("This cannot be one of several orders.")
NO_CAPTAIN = gettext_noop("The fleet has no captain.")
NO_SHIP = gettext_noop("The fleet has no warship.")
NO_WEAPONS = gettext_noop("The fleet has no main weapons.")
NO_MECHS = gettext_noop("The fleet has no mechs.")
NO_PILOTS = gettext_noop("The fleet has no pilots.")
NO_SHIP_CARDS = gettext_noop("The fleet has no pile of ship cards.")
NO_MECH_CARDS = gettext_noop("The fleet has no pile of mech cards.")

NEEDS = {
    "ap_gte": NEEDS_AP,
    "ship_intact": NEEDS_SHIP,
    "enemy_ship_intact": NEEDS_ENEMY_SHIP,
    "own_mechs_gte": NEEDS_MECHS,
    "own_energy_gte": NEEDS_ENERGY,
    "enemy_mech_within": NEEDS_ENEMY_NEAR,
    "ship_hp_lt": NEEDS_HP_BELOW,
    "ship_hp_gte": NEEDS_HP,
    "enemy_ship_cards_gte": NEEDS_ENEMY_CARDS,
    "self_hp_lte": NEEDS_MECH_HURT,
}
"""By the condition of a card or skill that does not hold; all of them are for one action point, mech, token or card."""
MISSING_PART = {
    "captain": NO_CAPTAIN,
    "ship": NO_SHIP,
    "weapons": NO_WEAPONS,
    "mechs": NO_MECHS,
    "pilots": NO_PILOTS,
    "ship_cards": NO_SHIP_CARDS,
    "mech_cards": NO_MECH_CARDS,
}
"""By the part of a fleet that is missing (2)."""

WORDS = tuple(said for name, said in list(globals().items()) if name.isupper() and isinstance(said, str))
"""All of them."""

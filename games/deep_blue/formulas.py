"""How are hits, damage and air combat reckoned (5.3, 5.6)? Pure arithmetic on whole numbers."""

from __future__ import annotations

from dataclasses import dataclass

from games.deep_blue.constants import BANDS, BLAST_AMMO, BLAST_HEALTH, SCOUT_BONUS_OF

Ratio = tuple[int, int]

ONE: Ratio = (1, 1)


def hit_chance(reach: int, distance: int) -> Ratio:
    """Chance that a strike is not dodged, as hits of so many throws (5.3.4)."""
    throws = (reach + 1) ** 2
    return throws - distance**2, throws


def attack_value(base: int, ammo: int | None, ammo_max: int | None, scouts: int, factor: Ratio = ONE) -> int:
    """Strength of an attack before the defence (5.3.5); ammo None: infinite."""
    scouted = base * (SCOUT_BONUS_OF + scouts)
    if ammo is None or ammo_max is None:
        return scouted * factor[0] // (SCOUT_BONUS_OF * factor[1])
    return scouted * min(ammo_max, 2 * ammo) * factor[0] // (ammo_max * SCOUT_BONUS_OF * factor[1])


def defence_value(defence: int, scouts: int) -> int:
    """A defence with the help of the defender's scouts (5.3.5)."""
    return defence * (SCOUT_BONUS_OF + scouts) // SCOUT_BONUS_OF


def blast(health: int, ammo: int) -> int:
    """Strength of a self-destruction (7)."""
    return health // BLAST_HEALTH + ammo // BLAST_AMMO


@dataclass(frozen=True, slots=True)
class AirCombat:
    """What an air combat costs both sides, before it is cut to the health they have (5.6)."""

    band: str
    attacker_loss: int
    defender_loss: int
    factor: Ratio
    """Corrects the attacker's strikes that follow."""


def air_combat(attacker: int, defender: int) -> AirCombat:
    """The first band that fits the mastery of attacker and defender."""
    full, advantage, even, inferior, lost = BANDS
    if attacker > 3 * defender:
        loss = attacker * 3 // 2
        return AirCombat(full, 0, loss + loss // 3, (3, 2))
    if 2 * attacker > 3 * defender:
        return AirCombat(advantage, defender * 2 // 3, attacker * 3 // 2, (3, 2))
    if 2 * attacker >= defender:
        return AirCombat(even, defender, attacker, ONE)
    if 3 * attacker >= defender:
        return AirCombat(inferior, defender, attacker * 2 // 3, (2, 3))
    return AirCombat(lost, defender + defender // 3, 0, (2, 3))

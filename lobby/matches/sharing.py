"""Who sees of a program what its owner sees? The owner, and the partners with whom it is played together.

Whoever reads programs, consoles or matches for somebody asks here.
"""

from __future__ import annotations

from collections.abc import Collection

from django.db.models import Q

from lobby.matches.models import Program
from lobby.matches.people import Partner


def seen_by(user_id: int, path: str = "") -> Q:
    """Condition for programs, or for rows with a program in the field `path`, of which this account is the owner or a partner."""
    owner, program = (f"{path}__owner", f"{path}__in") if path else ("owner", "pk__in")
    return Q(**{owner: user_id}) | Q(**{program: Partner.objects.filter(user=user_id).values("program")})


def of_theirs(user_id: int, program_ids: Collection[int]) -> set[int]:
    """Those of these programs of which this account is the owner or a partner."""
    return set(Program.objects.filter(seen_by(user_id), pk__in=program_ids).values_list("pk", flat=True))


def owner_and_partners(program: Program) -> list[int]:
    """The accounts that hear what its owner hears."""
    partners = list(program.partners.values_list("user", flat=True))
    return partners if program.owner_id is None else [program.owner_id, *partners]

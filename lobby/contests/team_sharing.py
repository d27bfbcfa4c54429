"""With whom is a program shared? With all others of the teams to which it was handed in, except in contests that were cancelled."""

from __future__ import annotations

from collections.abc import Collection

from lobby.contests.models import Contest
from lobby.contests.team_models import Teammate, TeamVersion
from lobby.matches.models import Program
from lobby.matches.people import Partner


def share(program_ids: Collection[int]) -> None:
    """Make the partners of these programs those of all their teams who do not own them."""
    for program in Program.objects.filter(pk__in=list(program_ids)):
        mates = Teammate.objects.filter(team__versions__program=program).exclude(user=program.owner_id)
        wanted = set(mates.exclude(contest__status=Contest.Status.CANCELLED).values_list("user", flat=True))
        program.partners.exclude(user__in=wanted).delete()
        Partner.objects.bulk_create((Partner(program=program, user_id=one) for one in wanted), ignore_conflicts=True)


def share_no_more(contest: Contest) -> None:
    """A contest that was cancelled gives nobody rights."""
    share(set(TeamVersion.objects.filter(team__contest=contest).values_list("program", flat=True)))

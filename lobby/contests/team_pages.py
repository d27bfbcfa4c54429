"""What does a person see of their team on the page of a contest, and what can they press there?"""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.views.decorators.http import require_POST

import games
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.contests import serializers, services, teams
from lobby.contests.models import Contest, Entrant
from lobby.contests.team_models import Team, TeamInvitation, Teammate
from lobby.matches.errors import ServiceError
from lobby.platform.http import page_limits
from lobby.platform.http.null_characters import NUL
from lobby.tables import services as tables


@login_required(login_url="guest")
@require_POST
def team_act(request: HttpRequest, contest_id: int) -> HttpResponse:
    """One act of `teams.do`; it comes back to the page of the contest."""
    if seconds := page_limits.wait(request, "contest_act"):
        return page_limits.too_fast(request, seconds, reverse("contest", args=[contest_id]))
    sent = request.POST
    given: dict[str, Any] = {name: sent.get(name, "").replace(NUL, "") for name in ("name", "code", "person")}
    given |= {name: int(sent[name][:9]) for name in ("team", "program") if sent.get(name, "").isdecimal()}
    try:
        teams.do(user=person_of(request), contest_id=contest_id, act=sent.get("act", ""), given=given)
    except services.NoContest:
        raise Http404 from None
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("contest", contest_id)


def own_team(contest: Contest, user: User) -> dict[str, Any]:
    """The team of this person with its programs, or who asks them to join; {} in contests without teams."""
    if not contest.is_for_teams:
        return {}
    mate = Teammate.objects.filter(contest=contest, user=user).select_related("team").first()
    if mate is None:
        asked = TeamInvitation.objects.filter(team__contest=contest, user=user, declined_at=None)
        return {"team": None, "asked": [_asked(one.team) for one in asked.select_related("team").order_by("pk")]}
    team = mate.team
    entrant = Entrant.objects.filter(team=team).first()
    is_in = entrant is not None and entrant.withdrawn_at is None
    rows = team.versions.select_related("program__owner").defer("program__text").order_by("-pk")
    versions = [
        {
            "id": one.program_id,
            "name": one.program.name,
            "by": serializers.person(one.program.owner),
            "at": one.at,
            "is_mine": one.program.owner_id == user.pk,
            "is_off": bool(one.program.switched_off),
            "plays": is_in and entrant is not None and entrant.program_id == one.program_id,
        }
        for one in rows
    ]
    known = {one["id"] for one in versions}
    mine = tables.programs_of(user.pk, games.get(contest.game))
    waiting = team.invitations.filter(declined_at=None).select_related("user").order_by("pk")
    return {
        "team": team,
        "is_captain": mate.is_captain,
        "is_in": is_in,
        "mates": [
            {"person": known_person, "is_captain": one.is_captain, "is_me": one.user_id == user.pk}
            for one in team.mates.select_related("user")
            if (known_person := serializers.person(one.user)) is not None
        ],
        "invited": [known_person for one in waiting if (known_person := serializers.person(one.user)) is not None],
        "versions": versions,
        "to_hand_in": [one for one in mine if one.pk not in known],
        "may_choose": contest.status == Contest.Status.PLANNED,
        "missing": [] if is_in else _missing(contest, team, entrant, versions, is_captain=mate.is_captain),
    }


def _missing(
    contest: Contest, team: Team, entrant: Entrant | None, versions: list[dict[str, Any]], *, is_captain: bool
) -> list[str]:
    """What a team that has not entered still needs for it."""
    if entrant is not None and entrant.is_removed:
        return [gettext("The host has removed your team from this contest.")]
    now = timezone.now()
    if contest.status != Contest.Status.PLANNED or now >= contest.closes_at:
        return [gettext("The entry is closed: your team takes no part.")]
    found = []
    if (n := contest.team_least - team.mates.count()) > 0:
        found.append(ngettext("%(n)d more member is missing.", "%(n)d more members are missing.", n) % {"n": n})
    if not versions:
        found.append(gettext("No program is handed in to the team yet."))
    elif all(one["is_off"] for one in versions):
        found.append(gettext("All programs of the team are switched off: hand in a better one."))
    elif is_captain:
        found.append(gettext("No program plays yet: press “Play with it” beside one, and the team has entered."))
    else:
        found.append(gettext("No program plays yet: the captain chooses one, and the team has entered."))
    return found


def _asked(team: Team) -> dict[str, Any]:
    captain = team.mates.select_related("user").first()
    return {"id": team.pk, "name": team.name, "by": None if captain is None else serializers.person(captain.user)}

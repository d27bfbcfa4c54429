"""What do people do who enter a contest together? Found a team, invite, join, leave, hand in programs; the captain decides which one plays.

A team is formed while the entry is open; until the start its captain may choose another version, and members may leave. What was handed in
stays its owner's: the others of the team are its partners, and see of it what the owner sees. Who leaves before the start takes their programs
along; after it the team plays on with them. A contest that was cancelled gives nobody rights, and binds no program.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import Field
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

import games
from lobby.accounts import persons, relations, switches
from lobby.accounts import services as people
from lobby.accounts.models import User
from lobby.clubs import founding, holding
from lobby.contests import act_fields, services, versions
from lobby.contests.models import Contest, Entrant
from lobby.contests.team_models import Team, TeamInvitation, Teammate, TeamVersion
from lobby.contests.team_sharing import share
from lobby.matches.errors import NoMatch, NotAllowed, TooMany
from lobby.matches.models import Program
from lobby.notices import writing
from lobby.notices.models import Notice
from lobby.notices.writing import News
from lobby.platform.characters import looks
from lobby.store import acts
from lobby.tables import services as tables
from lobby.tables import switched

MOST_INVITED = 30
"""People whom one team may ever ask."""
MOST_VERSIONS = 60
"""Programs that a team may have at a time."""
TAKEN = _("A team of this contest has this name, or one that looks like it.")
_NOT_INVITED = _("This person cannot be invited.")


class NoTeam(NoMatch):
    """There is no such team, or it is not one's own."""

    code = "no_team"
    text = _("There is no such team.")


class TooManyInvited(TooMany):
    """`data`: `limit`."""

    text = _("A team asks %(limit)s people at most.")


class TooManyVersions(TooMany):
    """`data`: `limit`."""

    text = _("A team keeps %(limit)s programs at most. Take one back first.")


# --- Into a team


@acts.acting(transaction.atomic)
def found(*, user: User, contest_id: int, name: str, code: str = "", now: datetime | None = None) -> Team:
    """A new team whose captain one is. Raises NotAllowed with the name of the field, SwitchedOff, Muted."""
    switched.require(switches.CONTESTS)
    contest = services.held(contest_id)
    _may_join(contest, user, now or timezone.now())
    services.check_code(contest, user, code)
    holding.require_voice(user)
    try:
        name = founding.clean_name(name)
    except ValidationError as error:
        raise NotAllowed.of("name", error) from None
    try:
        with transaction.atomic():
            team = Team.objects.create(contest=contest, name=name, look=looks.skeleton(name))
    except IntegrityError:
        raise NotAllowed("name", TAKEN) from None
    Teammate.objects.create(team=team, contest=contest, user=user, is_captain=True)
    return team


@acts.acting(transaction.atomic)
def invite(*, user: User, contest_id: int, person: str, now: datetime | None = None) -> None:
    """The captain asks somebody, by their name. Who blocks the captain, or wants no messages, cannot be told from who was never there."""
    contest, team = _led(user, contest_id)
    _check_forming(contest, now or timezone.now())
    try:
        other = people.person(person)
    except User.DoesNotExist:
        raise NotAllowed("person", _NOT_INVITED) from None
    if team.mates.filter(user=other).exists():
        raise NotAllowed("person", _("This person is in your team already."))
    asked = team.invitations.filter(user=other).first()
    if asked is not None and asked.declined_at is None:
        return
    takes_none = other.is_guest or other.is_bot or other.is_suspended
    wants_none = other.messages_from == User.MessagesFrom.NOBODY or relations.is_blocked(by=other.pk, whom=user.pk)
    if takes_none or wants_none or asked is not None or _mate_of(contest, other) is not None:
        raise NotAllowed("person", _NOT_INVITED)
    if team.invitations.count() >= MOST_INVITED:
        raise TooManyInvited(limit=MOST_INVITED)
    TeamInvitation.objects.create(team=team, user=other)
    # Once of each team, however often it asks and takes it back.
    _tell(team, [other.pk], "invited", f"invited-{other.pk}", by=user.name)


@acts.acting(transaction.atomic)
def accept(*, user: User, contest_id: int, team_id: int, now: datetime | None = None) -> None:
    """Join a team by which one is asked. The code of a contest is the captain's affair; club and list are everybody's own."""
    contest = services.held(contest_id)
    asked = _asked(contest, user, team_id)
    _may_join(contest, user, now or timezone.now())
    team = asked.team
    if team.mates.count() >= contest.team_most:
        raise NotAllowed("team", _("This team is full: a team has %(limit)s members at most."), limit=contest.team_most)
    asked.delete()
    mate = Teammate.objects.create(team=team, contest=contest, user=user)
    share(team.versions.values_list("program", flat=True))
    _tell(team, _captains(team), "joined", f"joined-{mate.pk}", by=user.name)


@acts.acting(transaction.atomic)
def decline(*, user: User, contest_id: int, team_id: int) -> None:
    """Do not join. The team does not ask again."""
    asked = _asked(services.held(contest_id), user, team_id)
    asked.declined_at = timezone.now()
    asked.save(update_fields=["declined_at"])
    _tell(asked.team, _captains(asked.team), "declined", f"declined-{asked.pk}", by=user.name)


# --- Out of a team


@acts.acting(transaction.atomic)
def leave(*, user: User, contest_id: int) -> None:
    """Leave one's team. Whoever has been in it for longest is captain after the captain; without anybody it is out."""
    contest = services.held(contest_id)
    _dropped(contest, _mate(contest, user))


@acts.acting(transaction.atomic)
def remove(*, user: User, contest_id: int, person: str) -> None:
    """The captain removes a member before the contest begins, or takes an invitation back."""
    contest, team = _led(user, contest_id)
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    if team.invitations.filter(user__name_key=person.casefold(), declined_at=None).delete()[0]:
        return
    mate = _other(team, user, person)
    if contest.status == Contest.Status.RUNNING:
        # Whoever has played for the team has a part in its results and its certificate.
        raise NotAllowed("person", _("The contest has begun: until its end only members themselves can leave a team."))
    _tell(team, [mate.user_id], "unteamed", f"unteamed-{mate.pk}")
    _dropped(contest, mate)


@acts.acting(transaction.atomic)
def hand_over(*, user: User, contest_id: int, person: str) -> None:
    """Somebody else of the team is its captain."""
    contest, team = _led(user, contest_id)
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    _make_captain(team, _other(team, user, person))


def on_account_gone(user: User, **_kwargs: Any) -> None:
    """A closed or suspended account leaves its teams in contests that are not over; inside the transaction that closes or suspends it."""
    there = Teammate.objects.filter(user=user, contest__status__in=services.UNFINISHED).order_by("contest")
    for contest_id in list(there.values_list("contest", flat=True)):
        contest = services.held(contest_id)
        mate = Teammate.objects.filter(contest=contest, user=user).select_related("team").first()
        if mate is not None:
            _dropped(contest, mate)
    TeamInvitation.objects.filter(user=user).delete()


def _dropped(contest: Contest, mate: Teammate) -> None:
    team, was_captain = mate.team, mate.is_captain
    mate.delete()
    if not _plays(contest):
        _take_along(team, mate.user_id)
    share(team.versions.values_list("program", flat=True))
    heir = team.mates.order_by("pk").first()
    entrant = Entrant.objects.filter(team=team).first()
    if heir is not None and was_captain:
        _make_captain(team, heir)
    if entrant is None:
        if heir is None:
            team.delete()
        return
    too_few = contest.status == Contest.Status.PLANNED and team.mates.count() < contest.team_least
    if entrant.withdrawn_at is None and not contest.is_over and (heir is None or too_few):
        entrant.withdrawn_at = timezone.now()
        entrant.save(update_fields=["withdrawn_at"])
        _tell(team, team.mates.values_list("user", flat=True), "small", f"small-{mate.pk}")


def _take_along(team: Team, user_id: int) -> None:
    """Somebody who leaves before the start takes their programs back."""
    gone = list(team.versions.filter(program__owner=user_id).values_list("program", flat=True))
    team.versions.filter(program__in=gone).delete()
    share(gone)
    # The captain has to choose another one, or the team forfeits.
    Entrant.objects.filter(team=team, program__in=gone).update(program=None)


def _make_captain(team: Team, mate: Teammate) -> None:
    team.mates.filter(is_captain=True).update(is_captain=False)
    mate.is_captain = True
    mate.save(update_fields=["is_captain"])
    # Whoever was removed as its captain stays the one who cannot enter again.
    Entrant.objects.filter(team=team, is_removed=False).update(user=mate.user_id)
    _tell(team, [mate.user_id], "captain", f"captain-{mate.pk}-{timezone.now():%Y%m%d%H%M%S%f}")


# --- Programs


@acts.acting(transaction.atomic)
def hand_in(*, user: User, contest_id: int, program_id: int) -> None:
    """A member gives the team a program of theirs: all of the team see its text and its console from then on."""
    contest = services.held(contest_id)
    team = _mate(contest, user).team
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    program = tables.own_program(user, games.get(contest.game), program_id, "program")
    if TeamVersion.objects.filter(program=program, team__contest=contest).exclude(team=team).exists():
        raise NotAllowed("program", _("Another team of this contest has this program."))
    if not team.versions.filter(program=program).exists() and team.versions.count() >= MOST_VERSIONS:
        raise TooManyVersions(limit=MOST_VERSIONS)
    TeamVersion.objects.get_or_create(team=team, program=program)
    share([program.pk])


@acts.acting(transaction.atomic)
def take_back(*, user: User, contest_id: int, program_id: int) -> None:
    """A member takes a program of theirs back that does not play, before the start; any once the contest is cancelled."""
    contest = services.held(contest_id)
    team = _mate(contest, user).team
    version = team.versions.filter(program=program_id, program__owner=user).first()
    if version is None:
        raise NotAllowed("program", _("You have no such program."))
    is_chosen = Entrant.objects.filter(team=team, program=program_id, withdrawn_at=None).exists()
    if _plays(contest) or (is_chosen and not contest.is_over):
        raise NotAllowed("program", _("The team plays with this program."))
    version.delete()
    share([program_id])
    # A team that has withdrawn does not keep it from others.
    Entrant.objects.filter(team=team, program=program_id).update(program=None)


@acts.acting(transaction.atomic)
def choose(*, user: User, contest_id: int, program_id: int, now: datetime | None = None) -> Entrant:
    """The captain says which program of the team plays, and enters the team with it if it has not entered. Until the start."""
    now = now or timezone.now()
    contest, team = _led(user, contest_id)
    kept = Program.objects.filter(team_versions__team=team)
    program = kept.filter(pk=program_id, switched_off="").first()
    if program is None:
        tables.refuse_switched_off(kept, program_id, "program")
        raise NotAllowed("program", _("Your team has no such program that may play."))
    if contest.entrants.filter(program=program).exclude(team=team).exists():
        raise NotAllowed("program", _("This program is a version of another entry."))
    entrant = Entrant.objects.filter(team=team).first()
    if entrant is not None and entrant.is_removed:
        raise NotAllowed("", _("The host has removed you from this contest."))
    if entrant is None or entrant.withdrawn_at is not None:
        services.check_entry(contest, user, now)
        services.check_full(contest)
        count = team.mates.count()
        if not contest.team_least <= count <= contest.team_most:
            message = _("A team of this contest has %(low)s to %(high)s members; yours has %(n)s.")
            raise NotAllowed("team", message, low=contest.team_least, high=contest.team_most, n=count)
    elif contest.status != Contest.Status.PLANNED:
        raise NotAllowed("", _("This contest has begun."))
    if entrant is None:
        entrant = Entrant(contest=contest, team=team, is_program=True)
    entrant.program, entrant.user, entrant.withdrawn_at = program, user, None
    entrant.save()
    versions.note_entered(entrant, now)
    return entrant


# --- What several of them ask


def do(*, user: User, contest_id: int, act: str, given: Mapping[str, Any]) -> None:
    """One act by its name, with the field that it takes of `given`: `name` and `code`, `person`, `team`, `program`.
    Raises NotAllowed with the name of the field without it."""
    if name := act_fields.missing(act_fields.TEAMS, act, given):
        raise NotAllowed(name, Field.default_error_messages["required"])
    here: dict[str, Any] = {"user": user, "contest_id": contest_id}
    if act == "found":
        found(**here, name=str(given["name"]), code=str(given.get("code", "")))
    elif act in _WITH_PERSON:
        _WITH_PERSON[act](**here, person=str(given["person"]).strip())
    elif act in _WITH_TEAM:
        _WITH_TEAM[act](**here, team_id=given["team"])
    elif act in _WITH_PROGRAM:
        _WITH_PROGRAM[act](**here, program_id=given["program"])
    elif act == "leave":
        leave(**here)
    else:
        raise NotAllowed("act", _("There is no such act."))


_Act = Callable[..., object]
_WITH_PERSON: dict[str, _Act] = {"invite": invite, "remove": remove, "captain": hand_over}
_WITH_TEAM: dict[str, _Act] = {"accept": accept, "decline": decline}
_WITH_PROGRAM: dict[str, _Act] = {"hand_in": hand_in, "take_back": take_back, "choose": choose}
ACTS = ("found", *_WITH_PERSON, *_WITH_TEAM, *_WITH_PROGRAM, "leave")


def _may_join(contest: Contest, user: User, now: datetime) -> None:
    """Raises NotAllowed unless this person may be in a team of the contest now, and is in none."""
    services.require_account(user)
    if user.is_bot:
        raise NotAllowed("", _("Teams are for people: an account with which a program plays joins none."))
    _check_forming(contest, now)
    services.check_entry(contest, user, now)
    if contest.entrants.filter(persons.of(user, "user"), is_removed=True).exists():
        raise NotAllowed("", _("The host has removed you from this contest."))
    if _mate_of(contest, user) is not None:
        raise NotAllowed("", _("You are in a team of this contest already. Leave it first."))


def _check_forming(contest: Contest, now: datetime) -> None:
    if not contest.is_for_teams:
        raise NotAllowed("", _("There are no teams in this contest."))
    if contest.status != Contest.Status.PLANNED or not contest.opens_at <= now < contest.closes_at:
        raise NotAllowed("", _("The entry is not open."))


def _plays(contest: Contest) -> bool:
    """Has it begun, so that teams play with what was handed in? Not if it was cancelled before."""
    return contest.stages.filter(started_at__isnull=False).exists() or contest.status == Contest.Status.RUNNING


def _mate_of(contest: Contest, user: User) -> Teammate | None:
    """The place of the person in a team of this contest, with whichever of their accounts."""
    return Teammate.objects.filter(persons.of(user, "user"), contest=contest).first()


def _mate(contest: Contest, user: User) -> Teammate:
    mate = Teammate.objects.filter(contest=contest, user=user).select_related("team").first()
    if mate is None:
        raise NoTeam
    return mate


def _led(user: User, contest_id: int) -> tuple[Contest, Team]:
    contest = services.held(contest_id)
    mate = _mate(contest, user)
    if not mate.is_captain:
        raise NotAllowed("", _("Only the captain of the team can do this."))
    return contest, mate.team


def _other(team: Team, user: User, person: str) -> Teammate:
    mate = team.mates.filter(user__name_key=person.casefold()).exclude(user=user).first()
    if mate is None:
        raise NotAllowed("person", _("This person is not in your team."))
    return mate


def _asked(contest: Contest, user: User, team_id: int) -> TeamInvitation:
    here = TeamInvitation.objects.filter(team__contest=contest, user=user, declined_at=None)
    asked = here.filter(team=min(team_id, 2**31 - 1)).select_related("team").first()
    if asked is None:
        raise NoTeam
    return asked


def _captains(team: Team) -> list[int]:
    return list(team.mates.filter(is_captain=True).values_list("user", flat=True))


def _tell(team: Team, user_ids: Collection[int], what: str, about: str, **more: str) -> None:
    contest = team.contest
    data = {"contest": contest.pk, "name": contest.name, "what": what, "team": team.name, **more}
    writing.tell(
        [News(one, Notice.Kind.CONTEST, f"{contest.pk}:team-{team.pk}-{about}", data=data) for one in user_ids]
    )

"""What can people do about a contest? Announce one, enter, check in, withdraw, challenge an organiser's program, cancel.

Each function is one transaction that locks the contest and refuses with a `ServiceError` or changes it. How a contest goes on is `scheduler`'s.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext_lazy as _

import games
from games.core.simulate import open_table
from lobby.accounts import persons, sanctions, switches
from lobby.accounts.models import User
from lobby.clubs import reading as clubs
from lobby.clubs.models import Club
from lobby.contests import lists, plans, scheduler, versions
from lobby.contests.models import Act, Challenge, Contest, Entrant, HandIn, Stage
from lobby.contests.plans import Plan
from lobby.contests.team_models import Teammate
from lobby.matches.errors import NoMatch, NotAllowed, TooMany
from lobby.matches.models import Match, Program, new_seed
from lobby.matches.terms import Settings
from lobby.platform.characters import cleaning
from lobby.store import acts
from lobby.tables import seating, switched
from lobby.tables import services as tables

HOSTED = 5
"""Contests that one person may have announced and not finished."""
ORGANISERS = 8
"""Programs of the host that can be challenged."""
CHALLENGES = 50
DAY = timedelta(days=1)
UNFINISHED = (Contest.Status.PLANNED, Contest.Status.RUNNING)


ONLY_HOSTS = _("Only the host and the co-hosts steer a contest.")


class NoContest(NoMatch):
    """There is no such contest."""

    code = "no_contest"
    text = _("There is no such contest.")


class TooManyContests(TooMany):
    """`data`: `limit`."""

    text = _("You host %(limit)s contests already that are not over.")


class TooManyChallenges(TooMany):
    """`data`: `limit`, `seconds`."""

    text = _("You have challenged %(limit)s times in a day. Go on tomorrow.")


def create_contest(*, user: User, plan: Plan, now: datetime | None = None) -> Contest:
    """Announce a contest. Raises NotAllowed with the name of the field, OptionError for options that the game refuses."""
    now = now or timezone.now()
    switched.require(switches.CONTESTS)
    switched.require_game(plan.game)
    require_account(user)
    plan = plans.worded(plan)
    plans.checked(plan, now)
    if plan.club_id is not None and not clubs.led_by(user).filter(pk=plan.club_id).exists():
        raise NotAllowed("club", _("Only officers of the club can do this."))
    listed = lists.named(plan.listed)
    with acts.acting(transaction.atomic):
        persons.hold(user)
        if Contest.objects.filter(persons.of(user, "host"), status__in=UNFINISHED).count() >= HOSTED:
            raise TooManyContests(limit=HOSTED)
        contest = store(plan, host=user)
        lists.write(contest, listed)
        return contest


def store(plan: Plan, *, host: User | None) -> Contest:
    """Write down a plan that has been checked; inside the caller's transaction."""
    fields = {name: value for name, value in vars(plan).items() if name not in {"stages", "listed"}}
    fields |= {"options": dict(plan.options), "maps": list(plan.maps)}
    contest = Contest.objects.create(host=host, is_secret=plans.is_secret(plan), **fields)
    Stage.objects.bulk_create(
        Stage(contest=contest, number=number, **(vars(stage) | {"rules": dict(stage.rules)}))
        for number, stage in enumerate(plan.stages)
    )
    return contest


@acts.acting(transaction.atomic)
def cancel(*, user: User, contest_id: int) -> Contest:
    """The host ends the contest without a result."""
    contest = held(contest_id)
    if contest.host_id != user.pk:
        raise tables.NotHost("", _("Only the host can cancel a contest."))
    Act.objects.create(contest=contest, user=user, kind=Act.Kind.CANCEL)
    return _cancelled(contest)


@acts.acting(transaction.atomic)
def cancel_as_staff(*, staff: User, contest_id: int, why: str) -> Contest:
    """Staff who do not take part, themselves or with a program, end it without a result; the log keeps the reason."""
    contest = held(contest_id)
    if contest.entrants.filter(persons.playing(staff)).exists():
        raise NotAllowed(
            "", _("You take part in this contest: only its host, or somebody else of the staff, can cancel it.")
        )
    contest = _cancelled(contest)
    Act.objects.create(contest=contest, kind=Act.Kind.STAFF)
    sanctions.log_act(staff=staff, act="cancel contest", person=contest.host, subject=contest, why=why)
    return contest


@acts.acting(transaction.atomic)
def enter(
    *,
    user: User,
    contest_id: int,
    program_id: int | None = None,
    is_organiser: bool = False,
    shows_text: bool = False,
    code: str = "",
    now: datetime | None = None,
) -> Entrant:
    """Take part: oneself, or with a program. `is_organiser`: the host hands in a program that can be challenged and does not take part;
    `shows_text`: everybody may read it.

    Who has entered already in the same way, or withdrew, is entered after it.
    """
    now = now or timezone.now()
    switched.require(switches.CONTESTS)
    require_account(user)
    contest = held(contest_id)
    program = None if program_id is None else tables.own_program(user, games.get(contest.game), program_id, "program")
    if is_organiser:
        _check_organiser(contest, user, program)
    else:
        if contest.is_for_teams:
            raise NotAllowed("", _("Teams enter this contest. Found one, or join one."))
        check_entry(contest, user, now)
        _check_who(contest, user, program)
        check_code(contest, user, code)
    mine = contest.entrants.filter(persons.of(user, "user"))
    known = mine.filter(user=user, program=program, is_program=program is not None).first()
    if mine.filter(is_removed=True, is_organiser=is_organiser).exists():
        raise NotAllowed("", _("The host has removed you from this contest."))
    has_begun = contest.status != Contest.Status.PLANNED
    if known is not None and known.is_organiser != is_organiser and (known.withdrawn_at is None or has_begun):
        raise NotAllowed("program", _("This program is a version of another entry."))
    if known is None or known.withdrawn_at is not None:
        others = mine.filter(withdrawn_at=None, is_organiser=is_organiser)
        limit = ORGANISERS if is_organiser else contest.per_person
        if others.count() >= limit:
            raise NotAllowed("program", _("You have %(limit)s here already. Withdraw one first."), limit=limit)
        if not is_organiser:
            check_full(contest)
    if known is None:
        if program is not None and HandIn.objects.filter(entrant__contest=contest, program=program).exists():
            raise NotAllowed("program", _("This program is a version of another entry."))
        known = Entrant(contest=contest, user=user, program=program, is_program=program is not None)
    known.withdrawn_at, known.is_organiser = None, is_organiser
    known.shows_text = is_organiser and shows_text
    known.save()
    versions.note_entered(known, now)
    return known


@acts.acting(transaction.atomic)
def check_in(*, user: User, contest_id: int, now: datetime | None = None) -> None:
    """Say that one is there, with everything that one has entered; anybody of a team says it for the team."""
    now = now or timezone.now()
    contest = held(contest_id)
    entries = contest.entrants.filter(entries_of(user), withdrawn_at=None, is_organiser=False)
    if not entries.exists():
        raise NotAllowed("", _("You have not entered this contest."))
    begins = contest.starts_at - timedelta(minutes=contest.check_in_minutes)
    if contest.status != Contest.Status.PLANNED or not begins <= now < contest.starts_at:
        raise NotAllowed("", _("The check-in is not open."))
    entries.filter(checked_in_at=None).update(checked_in_at=now)


@acts.acting(transaction.atomic)
def withdraw(*, user: User, contest_id: int, program_id: int | None = None) -> None:
    """Take part no more, with one program or with everything. Whoever withdraws while it runs forfeits their match and loses what follows."""
    contest = held(contest_id)
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    entries = contest.entrants.filter(user=user, withdrawn_at=None)
    if program_id is not None:
        entries = entries.filter(program=program_id)
    if not entries.update(withdrawn_at=timezone.now()):
        if program_id is not None:
            raise NotAllowed("program", _("No program of yours with this number takes part in this contest."))
        raise NotAllowed("", _("You have not entered this contest."))


def on_account_gone(user: User, **_kwargs: Any) -> None:
    """Withdraw a closed or suspended account from contests that are not over; inside the transaction that closes or suspends it. Its teams go on
    without it (`teams.on_account_gone`)."""
    Entrant.objects.filter(user=user, team=None, withdrawn_at=None, contest__status__in=UNFINISHED).update(
        withdrawn_at=timezone.now()
    )


def on_club_closed(*, club: Club, **_kwargs: Any) -> None:
    """Receiver of `club_closed`: its contests that have not begun are cancelled; inside the transaction that closes it."""
    held = Contest.objects.select_for_update().filter(club=club, status=Contest.Status.PLANNED).order_by("pk")
    for contest in held:
        scheduler.cancel(contest, timezone.now())


def challenge(
    *, user: User, contest_id: int, entrant_id: int, program_id: int | None = None, now: datetime | None = None
) -> Match:
    """Begin a match against an organiser's program, oneself or with a program. It does not count, is on no list, and is sealed as long as the
    contest is."""
    now = now or timezone.now()
    require_account(user)
    contest = Contest.objects.filter(pk=contest_id).first()
    if contest is None:
        raise NoContest
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    organiser = contest.entrants.filter(pk=entrant_id, is_organiser=True, withdrawn_at=None).first()
    if organiser is None or organiser.program is None:
        raise NotAllowed("entrant", _("This is no program that can be challenged."))
    game = games.get(contest.game)
    switched.require_game(game.id)
    program = None if program_id is None else tables.own_program(user, game, program_id, "program")
    _check_who(contest, user, program)
    with acts.acting(transaction.atomic):
        persons.hold(user)
        if _challenged(user, now) >= CHALLENGES:
            raise TooManyChallenges(limit=CHALLENGES, seconds=round(DAY.total_seconds()))
        seats, seed = game.seats[0], new_seed()
        # Games for more than two are filled with the same program.
        sitters: list[User | Program | str] = [program or user, *[organiser.program] * (seats - 1)]
        match = seating.begin_arranged(
            game=game,
            options=open_table(game, plans.turns(game, contest.options, contest.maps)[0], seats, seed),
            sitters=sitters,
            settings=Settings(
                seats=seats,
                step_seconds=contest.step_seconds,
                bank_seconds=contest.bank_seconds,
                budget=contest.budget,
                clock=contest.clock,
                press=Match.Press.NONE,
            ),
            seed=seed,
            arranged=Match.Arranged.CONTEST,
            sealed=contest.is_secret,
        )
        Challenge.objects.create(contest=contest, user=user, match=match, created_at=now)
    return match


def challenges_left(user: User, now: datetime) -> int:
    """How many programs a person may still challenge within a day."""
    return max(0, CHALLENGES - _challenged(user, now))


def _challenged(user: User, now: datetime) -> int:
    return Challenge.objects.filter(persons.of(user, "user"), created_at__gt=now - DAY).count()


# --- What several of them ask


def held(contest_id: int) -> Contest:
    """The contest, locked to the end of the transaction. Raises NoContest."""
    contest = Contest.objects.select_for_update().filter(pk=contest_id).first()
    if contest is None:
        raise NoContest
    return contest


def entries_of(user: User | int) -> Q:
    """Condition for entrants that are an account's own, or those of its teams."""
    return Q(user=user, team=None) | Q(team__in=Teammate.objects.filter(user=user).values("team"))


def _cancelled(contest: Contest) -> Contest:
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    scheduler.cancel(contest, timezone.now())
    contest.refresh_from_db()
    return contest


def require_account(user: User) -> None:
    """Raises NotAllowed for guests."""
    if user.is_guest:
        raise NotAllowed("", _("Guests cannot take part in contests. Sign up, please: you keep your matches."))


def check_entry(contest: Contest, user: User, now: datetime) -> None:
    """Raises NotAllowed unless the entry is open, and to this person; their code is another matter."""
    if contest.status != Contest.Status.PLANNED or not contest.opens_at <= now < contest.closes_at:
        raise NotAllowed("", _("The entry is not open."))
    if contest.club_id is not None and not clubs.belongs(user, contest.club_id):
        raise NotAllowed("", _("This contest is for the members of a club. Join the club first."))
    if contest.by_list and not is_listed(contest, user):
        raise NotAllowed("", _("Only those on the host's list can enter this contest."))


def is_listed(contest: Contest, user: User) -> bool:
    """Is any account of this person on the list?"""
    return contest.listed.filter(persons.of(user, "user")).exists()


def check_full(contest: Contest) -> None:
    """Raises NotAllowed if it has as many entrants as it takes."""
    if contest.entrants.filter(withdrawn_at=None, is_organiser=False).count() >= contest.most:
        raise NotAllowed("", _("This contest is full: it takes %(limit)s."), limit=contest.most)


def check_code(contest: Contest, user: User, code: str) -> None:
    """Raises NotAllowed for a wrong code, except of who steers it."""
    # Compared at the same speed wherever it differs.
    if (
        contest.code
        and not steers(contest, user)
        and not constant_time_compare(contest.code.casefold(), _as_kept(code).casefold())
    ):
        raise NotAllowed("code", _("This is not the code of this contest. Ask its host."))


def _as_kept(code: str) -> str:
    """A code that was typed, in the letters in which one is kept; whatever cannot be one as it is."""
    try:
        return cleaning.label(code, longest=plans.LONGEST_CODE)
    except ValidationError:
        return code


def steers(contest: Contest, user: User) -> bool:
    """Is this the host, or a co-host?"""
    return contest.host_id == user.pk or contest.cohosts.filter(pk=user.pk).exists()


def _check_who(contest: Contest, user: User, program: Program | None) -> None:
    if user.is_bot and contest.who == Contest.Who.PEOPLE:
        raise NotAllowed("who", _("This contest is for people, not for bot accounts."))
    if program is None and contest.who == Contest.Who.PROGRAMS:
        raise NotAllowed("program", _("Choose a program: this contest is for programs."))
    if program is not None and contest.who == Contest.Who.PEOPLE:
        raise NotAllowed("program", _("This contest is for people, not for programs."))


def _check_organiser(contest: Contest, user: User, program: Program | None) -> None:
    if contest.host_id != user.pk:
        raise NotAllowed("organiser", _("Only the host hands in programs that can be challenged."))
    if contest.is_over:
        raise NotAllowed("", _("This contest is over."))
    if program is None:
        raise NotAllowed("program", _("Choose a program."))

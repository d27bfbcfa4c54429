"""The pages of challenges: those that wait for an answer, one's own, and the choice of a game for a new one."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from lobby.accounts import services as people
from lobby.accounts.models import User
from lobby.accounts.views import person_of
from lobby.matches.errors import ServiceError
from lobby.matches.people import PersonalChallenge
from lobby.pages import game_facts
from lobby.tables import challenges


@login_required(login_url="guest")
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """Challenges to the person, and those by the person."""
    person = person_of(request)
    context = {
        "received": challenges.received(person.pk),
        "made": [{"challenge": one, "is_open": challenges.is_open(one)} for one in challenges.made(person.pk)],
        "reasons": PersonalChallenge.Why.choices,
    }
    return render(request, "lobby/challenges.html", context)


@login_required(login_url="guest")
@require_safe
def choose(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose the game in which to challenge somebody."""
    try:
        opponent = people.person(slug)
    except User.DoesNotExist:
        raise Http404 from None
    if opponent.pk == request.user.pk:
        return redirect("challenges")
    return render(request, "lobby/challenge.html", {"opponent": opponent, "games": game_facts.of_all()})


@login_required(login_url="guest")
@require_POST
def act(request: HttpRequest, challenge_id: str, action: str) -> HttpResponse:
    """Accept, decline or withdraw a challenge."""
    person = person_of(request)
    try:
        match action:
            case "accept":
                return redirect("match", challenges.accept(user=person, challenge_id=challenge_id).pk)
            case "decline":
                challenges.decline(user=person, challenge_id=challenge_id, why=request.POST.get("why", "none"))
                messages.success(request, gettext("The challenge is declined."))
            case "withdraw":
                challenges.withdraw(user=person, challenge_id=challenge_id)
                messages.success(request, gettext("The challenge is withdrawn."))
            case _:
                raise Http404
    except ServiceError as error:
        messages.error(request, error.message)
    return redirect("challenges")

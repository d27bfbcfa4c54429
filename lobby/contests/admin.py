"""What may staff see and do about contests? They see the terms, change an unfit name or note, of teams too, and cancel a contest with a reason.

No seed, no pairings: staff may also play.
"""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.accounts.staff import Audited, Discreet, LongList, asks_why, called
from lobby.contests import plans, services, teams
from lobby.contests.models import Contest
from lobby.contests.team_models import LONGEST_NAME, Team
from lobby.matches.errors import ServiceError
from lobby.platform.characters import looks
from lobby.platform.characters.fields import LabelField, ParagraphsField


class WordsForm(forms.ModelForm):
    """What staff may change: under the rules for hosts."""

    name = LabelField(label=_("Name"), longest=plans.LONGEST_NAME)
    note = ParagraphsField(label=_("What people should know"), required=False, max_length=plans.LONGEST_NOTE)


@admin.register(Contest)
class ContestAdmin(LongList, Discreet, Audited):
    """Contests, newest first. Everything that affects a result is read-only."""

    form = WordsForm
    actions = ["cancel"]
    list_display = ["name", "game", "status", "who", "host", "starts_at", "created_at"]
    list_filter = ["status", "who"]
    list_select_related = ["host"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["name"]
    search_help_text = _("The name of a contest, or the whole name of its host.")
    fields = (
        *("name", "note", "host", "game", "status", "who", "is_secret", "most", "table_size"),
        *("opens_at", "closes_at", "starts_at", "created_at", "finished_at"),
    )
    readonly_fields = fields[2:]

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Contest], search_term: str) -> Any:
        """Finds contests whose name contains the term, and those of a host with exactly that name."""
        if not search_term:
            return queryset, False
        return queryset.filter(Q(name__icontains=search_term) | Q(host__in=called(search_term))), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff cancel a contest with a reason; its rows stay readable."""
        return False

    @admin.action(permissions=["change"])
    @asks_why(_("Cancel: the contest ends without a result"))
    def cancel(self, request: HttpRequest, contest: Contest, *, staff: User, why: str) -> None:
        """Cancel contests."""
        try:
            services.cancel_as_staff(staff=staff, contest_id=contest.pk, why=why)
        except ServiceError as error:
            raise ValidationError(error.message) from error


class TeamForm(forms.ModelForm):
    """What staff may change: an unfit name, to one that no other team of the contest has."""

    name = LabelField(label=_("Name"), longest=LONGEST_NAME)

    def clean_name(self) -> str:
        """As a captain may choose it."""
        name = self.cleaned_data["name"]
        look = looks.skeleton(name)
        if self.instance.contest.teams.filter(look=look).exclude(pk=self.instance.pk).exists():
            raise ValidationError(teams.TAKEN)
        self.instance.look = look
        return str(name)


@admin.register(Team)
class TeamAdmin(LongList, Discreet, Audited):
    """Teams of contests, newest first."""

    form = TeamForm
    list_display = ["name", "contest", "created_at"]
    list_select_related = ["contest"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["name"]
    search_help_text = _("A part of the name of a team.")
    fields = ("name", "contest", "members", "created_at")
    readonly_fields = fields[1:]

    @admin.display(description=_("Members"))
    def members(self, team: Team) -> str:
        """Their names, the captain's first."""
        return ", ".join(mate.user.name for mate in team.mates.select_related("user"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """A host removes an entry with a reason; its results stay readable."""
        return False

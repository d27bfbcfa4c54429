"""What may staff see and do about clubs? They change unfit words about a club, and close one with a reason."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from lobby.accounts.models import User
from lobby.accounts.staff import Audited, Discreet, LongList, asks_why
from lobby.clubs import founding, reading
from lobby.clubs.models import LONGEST_ABOUT, Club
from lobby.matches.errors import ServiceError
from lobby.platform.characters.fields import ParagraphsField


class AboutForm(forms.ModelForm):
    """What staff may change: under the rules for officers."""

    about = ParagraphsField(label=_("What the club is about"), required=False, max_length=LONGEST_ABOUT)


@admin.register(Club)
class ClubAdmin(LongList, Discreet, Audited):
    """Clubs, newest first."""

    form = AboutForm
    actions = ["close"]
    list_display = ["name", "door", "size", "created_at", "closed_at"]
    list_filter = ["door"]
    ordering = ["-pk"]
    sortable_by = ()
    search_fields = ["name"]
    search_help_text = _("A part of the name of a club.")
    fields = ("name", "about", "door", "size", "created_at", "closed_at")
    readonly_fields = ("name", "door", "size", "created_at", "closed_at")

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Club], search_term: str) -> Any:
        """Finds clubs whose name contains the term."""
        key = reading.cleaned(search_term)
        return (queryset.filter(name_key__contains=key) if key else queryset), False

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Staff close a club with a reason; what it wrote stays with its reports."""
        return False

    @admin.action(permissions=["change"])
    @asks_why(_("Close: nobody is in the club any more"))
    def close(self, request: HttpRequest, club: Club, *, staff: User, why: str) -> None:
        """Close clubs."""
        try:
            founding.close_as_staff(staff=staff, slug=club.slug, why=why)
        except ServiceError as error:
            raise ValidationError(error.message) from error

"""What may staff do with people? Look them up, mute and suspend them with a reason; read, and nobody change, what staff have done.

Accounts are made, given rights and changed by superusers only: whoever may change people could else make themselves one.
"""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from lobby.accounts import sanctions
from lobby.accounts.models import NameChange, StaffAct, User
from lobby.accounts.names import check_free, clean_name
from lobby.accounts.staff import Audited, Discreet, LongList, UntilForm, asks_why

# Secrets of second factors, keys of sessions and the way to somebody's password are for nobody's eyes and leave no trace in our log.
admin.site.unregister([Authenticator, EmailAddress, Group, UserSession])


class NameChangeInline(admin.TabularInline):
    """What the person was called."""

    model = NameChange
    extra = 0
    can_delete = False
    fields = readonly_fields = ("old", "new", "at")

    def has_add_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


class PersonForm(UserChangeForm):
    """Names are as good as those that people choose themselves."""

    def clean_name(self) -> str:
        name = clean_name(self.cleaned_data["name"]) if self.cleaned_data["name"] else ""
        if name and not self.instance.is_guest:
            check_free(name, user_id=self.instance.pk)
        return name


@admin.register(User)
class PersonAdmin(LongList, Discreet, Audited, UserAdmin):
    """People."""

    form = PersonForm
    actions = ["mute", "unmute", "suspend", "end_suspension", "take_name"]
    list_display = ["username", "name", "email", "is_guest", "is_staff", "muted_until", "suspended_until", "last_login"]
    list_filter = ["is_guest", "is_staff", "is_active"]
    search_fields = ["username", "name", "email", "name_changes__old"]
    inlines = [NameChangeInline]
    sanctioned = ("muted_until", "suspended_until", "suspension_reason", "closed_at")
    fieldsets = [
        *(UserAdmin.fieldsets or ()),
        (_("Site"), {"fields": ["name", "is_guest", "language", *sanctioned]}),
    ]

    def get_readonly_fields(self, request: HttpRequest, obj: User | None = None) -> Any:
        """Sanctions have a reason and go through the actions; everything else is for superusers."""
        if request.user.is_superuser:
            return self.sanctioned
        return [name for _title, options in self.get_fieldsets(request, obj) for name in options["fields"]]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Rows of people hold matches together; people close their accounts themselves."""
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Whoever sets a password is that person."""
        if not request.user.is_superuser:
            raise PermissionDenied
        response: HttpResponse = super().user_change_password(request, id, form_url)
        return response

    @admin.action(permissions=["change"])
    @asks_why(_("Mute: no talking for a number of days"), UntilForm)
    def mute(self, request: HttpRequest, person: User, *, staff: User, until: datetime, why: str) -> None:
        """No talk."""
        sanctions.mute(staff=staff, person=person, until=until, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Allow talking again"))
    def unmute(self, request: HttpRequest, person: User, *, staff: User, why: str) -> None:
        """Talk again."""
        sanctions.unmute(staff=staff, person=person, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Suspend: no log-in and no play for a number of days (the person is told why)"), UntilForm)
    def suspend(self, request: HttpRequest, person: User, *, staff: User, until: datetime, why: str) -> None:
        """No play."""
        sanctions.suspend(staff=staff, person=person, until=until, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("End the suspension"))
    def end_suspension(self, request: HttpRequest, person: User, *, staff: User, why: str) -> None:
        """Play again."""
        sanctions.end_suspension(staff=staff, person=person, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Remove the name"))
    def take_name(self, request: HttpRequest, person: User, *, staff: User, why: str) -> None:
        """A neutral name."""
        sanctions.take_name(staff=staff, person=person, why=why)


@admin.register(Group)
class RightsAdmin(Audited, GroupAdmin):
    """Which rights go together: for superusers, since whoever may change them, and has some of them, could take them all."""

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


@admin.register(StaffAct)
class StaffActAdmin(LongList):
    """The audit log: for reading."""

    list_display = ["at", "staff_name", "act", "subject", "why", "until"]
    list_filter = ["act", "at"]
    search_fields = ["staff_name", "subject", "why"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

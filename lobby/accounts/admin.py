"""What may staff do with people? Look them up, and mute or suspend them with a reason. They read the log of what staff did; nobody can change it.

Only superusers create and change accounts and grant rights: other staff could otherwise make themselves superusers.
"""

from datetime import datetime
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django import forms
from django.contrib import admin
from django.contrib.auth.admin import GroupAdmin, UserAdmin
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import Group
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from lobby.accounts import invitations, sanctions
from lobby.accounts.invitations import Invitation, Invited
from lobby.accounts.models import NameChange, StaffAct, User
from lobby.accounts.names import check_free, clean_name
from lobby.accounts.staff import Audited, Discreet, LongList, UntilForm, asks_why
from lobby.platform.characters.fields import LabelField
from lobby.platform.http.paging import MOST

LONGEST_GROUP = 150

# Nobody may see second-factor secrets or session keys, or redirect a password reset. These forms would also bypass the audit log.
admin.site.unregister([Authenticator, EmailAddress, Group, UserSession])


class NameChangeInline(admin.TabularInline):
    """Earlier names of the person."""

    model = NameChange
    extra = 0
    can_delete = False
    fields = readonly_fields = ("old", "new", "at")

    def has_add_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        return False


class PersonForm(UserChangeForm):
    """Names follow the same rules as names that people choose themselves."""

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
        """Sanctions need a reason and are set by actions only; only superusers change the other fields."""
        if request.user.is_superuser:
            return self.sanctioned
        return [name for _title, options in self.get_fieldsets(request, obj) for name in options["fields"]]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """False for everybody, because matches refer to these rows. People close their accounts themselves."""
        return False

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Refused except for superusers: setting a password means taking over the account."""
        if not request.user.is_superuser:
            raise PermissionDenied
        response: HttpResponse = super().user_change_password(request, id, form_url)
        return response

    @admin.action(permissions=["change"])
    @asks_why(_("Mute: no talking for a number of days"), UntilForm)
    def mute(self, request: HttpRequest, person: User, *, staff: User, until: datetime, why: str) -> None:
        """Mute the person."""
        sanctions.mute(staff=staff, person=person, until=until, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Allow talking again"))
    def unmute(self, request: HttpRequest, person: User, *, staff: User, why: str) -> None:
        """End the mute."""
        sanctions.unmute(staff=staff, person=person, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Suspend: no log-in and no play for a number of days (the person is told why)"), UntilForm)
    def suspend(self, request: HttpRequest, person: User, *, staff: User, until: datetime, why: str) -> None:
        """Suspend the person."""
        sanctions.suspend(staff=staff, person=person, until=until, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("End the suspension"))
    def end_suspension(self, request: HttpRequest, person: User, *, staff: User, why: str) -> None:
        """End the suspension."""
        sanctions.end_suspension(staff=staff, person=person, why=why)

    @admin.action(permissions=["change"])
    @asks_why(_("Remove the name"))
    def take_name(self, request: HttpRequest, person: User, *, staff: User, why: str) -> None:
        """Replace the name by a neutral one."""
        sanctions.take_name(staff=staff, person=person, why=why)


class RightsForm(forms.ModelForm):
    """A group of rights has a name like anything else."""

    name = LabelField(label=_("Name"), longest=LONGEST_GROUP)

    class Meta:
        model = Group
        fields = ["name", "permissions"]


@admin.register(Group)
class RightsAdmin(Audited, GroupAdmin):
    """Groups of rights, for superusers only: other staff could otherwise grant themselves any right."""

    form = RightsForm

    def has_module_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return bool(request.user.is_superuser)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return bool(request.user.is_superuser)


class InvitationForm(forms.ModelForm):
    """For whom, how many and how long."""

    what_for = LabelField(label=_("What for"), longest=100)
    most = forms.IntegerField(label=_("For how many people?"), min_value=1, max_value=invitations.MOST, initial=30)
    days = forms.IntegerField(label=_("For how many days?"), min_value=1, max_value=invitations.DAYS, initial=7)


class InvitedInline(admin.TabularInline):
    """Who has signed up with it."""

    model = Invited
    extra = 0
    can_delete = False
    fields = readonly_fields = ("user", "at")

    def has_add_permission(self, request: HttpRequest, obj: Invitation | None = None) -> bool:
        return False


@admin.register(Invitation)
class InvitationAdmin(LongList, Discreet, Audited):
    """Codes with which many sign up from one address. A code is made here, read here and ended here; nothing else of it changes."""

    form = InvitationForm
    actions = ["end"]
    inlines = [InvitedInline]
    list_display = ["what_for", "maker", "used", "most", "created_at", "ends_at"]
    list_select_related = ["maker"]
    ordering = ["-pk"]
    sortable_by = ()
    readonly_fields = ("shown", "address", "maker", "used", "created_at", "ends_at")

    def get_fields(self, request: HttpRequest, obj: Invitation | None = None) -> Any:
        return (
            ["what_for", "most", "days"]
            if obj is None
            else ["shown", "address", "what_for", "most", *self.readonly_fields[2:]]
        )

    def get_inlines(self, request: HttpRequest, obj: Invitation | None = None) -> list[Any]:
        return [] if obj is None else self.inlines

    @admin.display(description=_("Invitation code"))
    def shown(self, invitation: Invitation) -> str:
        return invitation.shown

    @admin.display(description=_("Address"))
    def address(self, invitation: Invitation) -> str:
        return invitations.address(invitation)

    def save_model(self, request: HttpRequest, obj: Invitation, form: forms.Form, change: bool) -> None:
        """Draw the code."""
        assert isinstance(request.user, User)
        made = invitations.make(maker=request.user, **form.cleaned_data)
        obj.pk = made.pk
        obj.refresh_from_db()

    @asks_why(_("End the chosen invitations"))
    def end(self, request: HttpRequest, invitation: Invitation, *, staff: User, why: str) -> None:
        """Nobody signs up with them any more."""
        invitations.end(invitation, timezone.now())
        sanctions.log_act(staff=staff, act="end invitation", subject=invitation, why=why)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        # The list with its action; a code that is made stays as it is.
        return obj is None and super().has_change_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class ActFilter(admin.SimpleListFilter):
    """Filters by act. It offers only recent acts, because a search for all would read the whole table."""

    title = _("act")
    parameter_name = "act"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        """The acts among the newest `MOST` rows."""
        newest = StaffAct.objects.order_by("-at").values_list("act", flat=True)[:MOST]
        return [(act, act) for act in sorted(set(newest))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[StaffAct]) -> QuerySet[StaffAct]:
        """Rows of the chosen act."""
        return queryset.filter(act=self.value()) if self.value() else queryset


@admin.register(StaffAct)
class StaffActAdmin(LongList):
    """The audit log, read-only."""

    list_display = ["at", "staff_name", "act", "subject", "why", "until"]
    list_filter = [ActFilter, "at"]
    search_fields = ["staff_name", "subject", "why"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

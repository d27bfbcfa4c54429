"""How does the admin ask staff why? An action that needs a reason shows a page first; what the page asks goes to the action."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied, ValidationError
from django.db import transaction
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.paging import ShortPaginator

LONGEST_DAYS = 3650


class WhyForm(forms.Form):
    """The reason, for the log."""

    why = forms.CharField(label=_("Why?"), max_length=300, widget=forms.Textarea(attrs={"rows": 3}))


class UntilForm(WhyForm):
    """The reason and the end."""

    days = forms.IntegerField(label=_("For how many days?"), min_value=1, max_value=LONGEST_DAYS, initial=7)

    def clean(self) -> dict[str, Any]:
        """`until` in place of days."""
        cleaned: dict[str, Any] = super().clean() or {}
        if "days" in cleaned:
            cleaned["until"] = timezone.now() + timedelta(days=cleaned.pop("days"))
        return cleaned


def asks_why(title: str | Promise, form_class: type[WhyForm] = WhyForm) -> Callable[[Any], Any]:
    """Make an admin action `(self, request, row, *, staff, why, …)` of one that is done to each chosen row after a reason was given.

    Each row is one transaction. One that may not be touched is named in a message; the others are done.
    """

    def decorate(action: Callable[..., None]) -> Any:
        @wraps(action)
        def asked(self: Any, request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponse | None:
            form = form_class(request.POST if "why" in request.POST else None)
            if not form.is_valid():
                return _page(self, request, chosen, form, title)
            for row in chosen:
                try:
                    with transaction.atomic():
                        action(self, request, row, staff=request.user, **form.cleaned_data)
                except PermissionDenied:
                    self.message_user(
                        request, _("%(row)s: you may not change this one.") % {"row": row}, messages.ERROR
                    )
                except ValidationError as error:
                    self.message_user(request, f"{row}: {' '.join(error.messages)}", messages.ERROR)
                else:
                    self.message_user(request, _("%(row)s: done.") % {"row": row}, messages.SUCCESS)
            return None

        asked.short_description = title  # type: ignore[attr-defined]
        return asked

    return decorate


def _page(
    model_admin: Any, request: HttpRequest, chosen: QuerySet[Any], form: forms.Form, title: str | Promise
) -> TemplateResponse:
    context = {
        **model_admin.admin_site.each_context(request),
        "title": title,
        "form": form,
        "rows": chosen,
        "opts": model_admin.model._meta,
        "action": request.POST.get("action", ""),
        "checkbox": ACTION_CHECKBOX_NAME,
    }
    return TemplateResponse(request, "admin/ask_why.html", context)


class Audited(admin.ModelAdmin):
    """Everything done by a form of the admin is in the audit log too."""

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """A form was saved."""
        _log(request, "change", obj, message)
        return super().log_change(request, obj, message)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """A row was made."""
        _log(request, "add", obj, message)
        return super().log_addition(request, obj, message)


class LongList(admin.ModelAdmin):
    """A list of a table that grows for as long as the site is there."""

    paginator = ShortPaginator
    show_full_result_count = False


class Discreet(admin.ModelAdmin):
    """Rows are found by what their list shows, and by nothing that hangs on them."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Else a seed could be guessed letter by letter, and a seat or a table asked whose it is, where that is hidden."""
        shown = lookup.split("__")[0] in {*self.get_list_display(request), *self.get_list_filter(request)}
        return shown and super().lookup_allowed(lookup, value, request)


def _log(request: HttpRequest, act: str, row: Model, message: Any) -> None:
    assert isinstance(request.user, User)
    changed = [
        name
        for part in (message if isinstance(message, list) else [])
        for what in part.values()
        for name in what.get("fields", [])
    ]
    sanctions.log_act(
        staff=request.user,
        act=f"{act} {row._meta.model_name}",
        subject=row,
        person=row if isinstance(row, User) else None,
        why=", ".join(map(str, changed))[:500],
    )

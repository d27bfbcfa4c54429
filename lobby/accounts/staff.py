"""How does the admin ask staff for a reason? An action that needs one shows a form first. The action gets the values of the form."""

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
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from lobby.accounts import sanctions
from lobby.accounts.models import User
from lobby.platform.characters.fields import ParagraphsField
from lobby.platform.http.paging import MOST, ShortPaginator

LONGEST_DAYS = 3650


class WhyForm(forms.Form):
    """The reason, for the log."""

    why = ParagraphsField(label=_("Why?"), max_length=300, widget=forms.Textarea(attrs={"rows": 3}))


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
    """Turn a method `(self, request, row, *, staff, why, …)` into an admin action that asks for a reason and then treats each chosen row.

    Each row has a transaction of its own. A message names rows that are refused; the others are treated.
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
    """Records every change by a form of the admin in the audit log."""

    def log_change(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Log that a form was saved."""
        _log(request, "change", obj, message)
        return super().log_change(request, obj, message)

    def log_addition(self, request: HttpRequest, obj: Model, message: Any) -> Any:
        """Log that a row was created."""
        _log(request, "add", obj, message)
        return super().log_addition(request, obj, message)


class LongList(admin.ModelAdmin):
    """The list of a table that never stops growing, with counts and pages that do not read all of it."""

    paginator = ShortPaginator
    show_full_result_count = False


class Discreet(admin.ModelAdmin):
    """Rows can be filtered only by the fields that their list shows, not by fields of related rows."""

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Refuse other lookups: they would let staff guess a seed letter by letter, or find hidden names of seats."""
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


def called(name: str) -> list[int]:
    """People with this display name or user name."""
    found = User.objects.filter(Q(name_key=name.casefold()) | Q(username=name))
    return list(found.values_list("pk", flat=True)[:MOST])

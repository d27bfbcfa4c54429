"""What do people tell about themselves, and is it acceptable? Names, languages, the sign-up form. Nothing is saved here."""

from typing import Any

from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from lobby.accounts.names import LONGEST, clean_name


class NameField(forms.CharField):
    """The name that others see."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"maxlength": LONGEST, "autocomplete": "nickname"})
        super().__init__(**{"label": _("Name"), "max_length": 200, "widget": widget, **kwargs})

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        return clean_name(text) if text else ""


class GuestForm(forms.Form):
    """Sit down without an account."""

    name = NameField(required=False, help_text=_("What the others see. Leave it empty and you get one."))


class AccountForm(forms.Form):
    """Name and language."""

    name = NameField(help_text=_("What the others see."))
    language = forms.ChoiceField(label=_("Language"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [("", _("As my browser says")), *settings.LANGUAGES]  # type: ignore[attr-defined]


class CloseForm(forms.Form):
    """Close the account for good."""

    sure = forms.BooleanField(label=_("Yes, close it. I know that this cannot be undone."))


class SignupForm(AllauthSignupForm):
    """allauth's form with the name that others see; a guest's own name is already filled in."""

    field_order = ["name", "username", "email", "password1", "password2"]
    name = NameField(required=False, help_text=_("What the others see. Empty: the username."))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)
        self.fields["username"].help_text = _("To log in with: letters, digits and @ . + - _")

"""Which values of names, preferences and sign-up are valid? Forms only; nothing is saved here."""

from typing import Any

from allauth.account.forms import LoginForm as AllauthLoginForm
from allauth.account.forms import SignupForm as AllauthSignupForm
from django import forms
from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext_lazy as _

from lobby.accounts import invitations
from lobby.accounts.invitations import LONGEST_TYPED
from lobby.accounts.models import Report, User
from lobby.accounts.names import LONGEST, check_free, clean_name
from lobby.accounts.reports import LONGEST_NOTE
from lobby.platform.characters.cleaning import label
from lobby.platform.characters.fields import LabelField, ParagraphsField


class NameField(LabelField):
    """The name of a person or program that others see."""

    def __init__(self, **kwargs: Any) -> None:
        widget = forms.TextInput(attrs={"maxlength": LONGEST, "autocomplete": "nickname"})
        super().__init__(longest=LONGEST, **{"label": _("Name"), "widget": widget, **kwargs})

    def cleaned(self, text: str) -> str:
        """The name in normal form, under the rules of people's names."""
        return clean_name(text)


class GuestForm(forms.Form):
    """Play as a guest, without an account."""

    name = NameField(required=False, help_text=_("What others see. Leave it empty to get one."))

    def clean_name(self) -> str:
        name: str = self.cleaned_data["name"]
        if name:
            check_free(name)
        return name


class NameForm(forms.Form):
    """Change the name."""

    name = NameField(help_text=_("What others see. No two accounts have the same."))


class PreferencesForm(forms.ModelForm):
    """All preferences of a person."""

    language = forms.ChoiceField(label=_("Language"), required=False)

    class Meta:
        model = User
        fields = [
            "language",
            "theme",
            "palette",
            "reduced_motion",
            "sounds",
            "volume",
            "default_clock",
            "hides_activity",
            "messages_from",
            "is_unlisted",
        ]
        labels = {
            "theme": _("Day or night"),
            "palette": _("Colours of the seats"),
            "reduced_motion": _("Reduced motion"),
            "sounds": _("Sounds"),
            "volume": _("Volume"),
            "default_clock": _("Clock of a new table"),
            "hides_activity": _("Do not show followers what I play and when I am here"),
            "messages_from": _("Who may write messages to me"),
            "is_unlisted": _("The search for players does not find me"),
        }
        help_texts = {
            "messages_from": _("Whoever you have written to may answer. People you block never can."),
            "palette": _("All can be told apart with any colour vision; each seat also has a shape and a letter."),
            "reduced_motion": _("Even where the system allows motion. Events of a step are shown at once."),
            "sounds": _(
                "Short ones: your turn, ready, time is short, a hit, the end, and one of its own for each game."
            ),
        }
        widgets = {
            "theme": forms.RadioSelect,
            "volume": forms.NumberInput(attrs={"type": "range", "min": 5, "max": 100, "step": 5}),
            "palette": forms.RadioSelect,
            "default_clock": forms.RadioSelect,
            "messages_from": forms.RadioSelect,
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["language"].choices = [("", _("As my browser says")), *settings.LANGUAGES]  # type: ignore[attr-defined]
        if self.instance.is_guest:
            # Nobody can write to a guest or search for one.
            del self.fields["messages_from"], self.fields["is_unlisted"]


class CloseForm(forms.Form):
    """Close the account for good."""

    sure = forms.BooleanField(label=_("Yes, close it. I know that this cannot be undone."))


class ReportForm(forms.Form):
    """Report to staff."""

    kind = forms.ChoiceField(label=_("What is it about?"), choices=Report.Kind.choices, widget=forms.RadioSelect)
    note = ParagraphsField(
        label=_("What should staff know?"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 4}),
    )


class LoginForm(AllauthLoginForm):
    """allauth's form, with labels instead of placeholders."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = _("Username or e-mail address")
        _without_placeholders(self)


def _without_placeholders(form: forms.Form) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)


class SignupForm(AllauthSignupForm):
    """allauth's form with the visible name; the name of a guest is filled in."""

    field_order = ["name", "username", "email", "password1", "password2", "invitation"]
    name = NameField(required=False, help_text=_("What others see. Leave it empty to use the username."))
    invitation = forms.CharField(
        label=_("Invitation code"),
        max_length=LONGEST_TYPED,
        required=False,
        help_text=_("If you have one, from a school or the host of a contest: then many can sign up from one place."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "none", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _without_placeholders(self)
        self.fields["username"].help_text = _("For logging in: letters, digits and . + - _")

    def try_save(self, request: HttpRequest) -> tuple[User | None, HttpResponse | None]:
        """As allauth, which makes no account for an address that has one; a hash is computed all the same, because its time would tell."""
        if self.account_already_exists:
            User().set_password(self.cleaned_data["password1"])
        saved: tuple[User | None, HttpResponse | None] = super().try_save(request)
        return saved

    def clean_username(self) -> str:
        """The username as it is typed to log in: with nothing that cannot be seen."""
        username: str = super().clean_username()
        if label(username, longest=len(username)) != username:
            raise ValidationError(_("A name cannot have invisible characters."), code="invisible")
        return username

    def clean_invitation(self) -> invitations.Invitation | None:
        """The open invitation with that code."""
        typed: str = self.cleaned_data["invitation"]
        found = invitations.find(typed) if typed else None
        if typed and found is None:
            raise ValidationError(_("No invitation with this code is open. Leave it empty to sign up without one."))
        return found

    def clean(self) -> dict[str, Any]:
        """The name is the person's own, also where it is the username."""
        cleaned: dict[str, Any] = super().clean()
        chosen = cleaned.get("name")
        if chosen is None or "username" not in cleaned:
            return cleaned
        try:
            cleaned["name"] = chosen or clean_name(cleaned["username"][:LONGEST])
            check_free(cleaned["name"])
        except ValidationError as error:
            self.add_error("name", error)
        return cleaned

"""What happens if a client sends an unreadable passkey? allauth's forms, changed to answer with a field error."""

import struct
from collections.abc import Callable
from typing import Any

from allauth.mfa.webauthn import forms as allauth_forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from lobby.platform.characters.fields import LabelField

LONGEST_NAME = 60
UNREADABLE = (KeyError, ValueError, TypeError, IndexError, AttributeError, struct.error)
"""Exceptions of the key parsers for invalid input that allauth does not catch."""


def _read(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except UNREADABLE:
        raise ValidationError(_("This key could not be read. Please try again."), code="unreadable") from None


class AddForm(allauth_forms.AddWebAuthnForm):
    """Add a key and name it."""

    name = LabelField(label=_("Name"), required=False, longest=LONGEST_NAME)
    field_order = ["name", "passwordless", "credential"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["passwordless"].label = _("Log in with this key alone")
        self.fields["passwordless"].help_text = _(
            "Without the password: the key asks for your finger, your face or a PIN instead."
        )

    def clean(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean)


class RenameForm(allauth_forms.EditWebAuthnForm):
    """Rename a key."""

    name = LabelField(label=_("Name"), longest=LONGEST_NAME)


class AuthenticateForm(allauth_forms.AuthenticateWebAuthnForm):
    """Give the second factor."""

    def clean_credential(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean_credential)


class LoginForm(allauth_forms.LoginWebAuthnForm):
    """Log in with a passkey instead of the password."""

    def clean_credential(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean_credential)


class ReauthenticateForm(allauth_forms.ReauthenticateWebAuthnForm):
    """Confirm with a passkey who is logged in."""

    def clean_credential(self) -> Any:
        """Whatever was sent is a key or an error."""
        return _read(super().clean_credential)

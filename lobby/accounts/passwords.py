"""What does a password need?"""

from django.contrib.auth.password_validation import MinimumLengthValidator


class LongEnough(MinimumLengthValidator):
    """Refuses a short password in the words of its help: Django 5.2 has its other sentence in English only."""

    def get_error_message(self) -> str:
        """The refusal in the language of the page."""
        return str(self.get_help_text())

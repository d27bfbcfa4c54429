"""Is the site sound as it stands: its settings, its migrations, its translations? All in one process: to start takes longer than to answer."""

import os
import sys

sys.path.insert(0, os.getcwd())
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

import django
from django.core.management import CommandError, call_command

CHECKS = {
    "manage.py check": ("check", "--fail-level", "WARNING"),
    "migrations complete": ("makemigrations", "--check", "--dry-run"),
    "translations complete": ("messages", "check"),
}


def fails(*command: str) -> bool:
    """Does that command of `manage.py` find something wrong? It says what."""
    try:
        call_command(*command)
    except CommandError as error:
        sys.stderr.write(f"{error}\n")
        return True
    except SystemExit as end:
        return bool(end.code)
    return False


if __name__ == "__main__":
    django.setup()
    failed = [name for name, command in CHECKS.items() if fails(*command)]
    sys.exit(f"failed: {', '.join(failed)}" if failed else 0)

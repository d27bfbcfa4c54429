#!/usr/bin/env python
"""Runs the site's commands."""

import os
import sys

from django.core.management import execute_from_command_line

from config.apart import perhaps_apart
from config.env import refused_in_one_line

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    with perhaps_apart(sys.argv), refused_in_one_line():
        execute_from_command_line(sys.argv)

"""Which tables does Django's admin show, and how does one come in? Each package registers its own; the door is that of the site, with its
limits, second factors and suspensions."""

from allauth.account.decorators import secure_admin_login
from django.conf import settings
from django.contrib import admin as site

from lobby.accounts import admin as accounts
from lobby.builds import admin as builds
from lobby.clubs import admin as clubs
from lobby.contests import admin as contests
from lobby.operations import match_admin as matches
from lobby.people import admin as people
from lobby.ratings import admin as ratings

__all__ = ["accounts", "builds", "clubs", "contests", "matches", "people", "ratings"]

site.site.login = secure_admin_login(site.site.login)  # type: ignore[method-assign]
site.site.site_url = settings.ROOT
site.site.site_header = site.site.site_title = "Fogbound"

"""URLs of the pages for staff, of the announcement of maintenance and of the status page."""

from django.urls import path

from lobby.operations import maintenance_views, staff_views, status
from lobby.operations.logs import STATUS

urlpatterns = [
    path("staff/matches/", staff_views.matches, name="staff_matches"),
    path("staff/matches/<slug:match_id>/", staff_views.match, name="staff_match"),
    path("staff/matches/<slug:match_id>/<slug:name>/", staff_views.act, name="staff_act"),
    path("staff/maintenance/", staff_views.maintenance_page, name="staff_maintenance"),
    path(STATUS[1:], status.page, name="status"),
    path(f"{STATUS[1:]}staff/", staff_views.confinement_page, name="staff_confinement"),
    path("maintenance.json", maintenance_views.announced, name="maintenance"),
]

"""URLs of the pages for staff, of the announcement of maintenance and of the status page."""

from django.urls import path

from lobby.operations import maintenance_views, person_file, site_views, staff_views, status

urlpatterns = [
    path("staff/matches/", staff_views.matches, name="staff_matches"),
    path("staff/matches/<slug:match_id>/", staff_views.match, name="staff_match"),
    path("staff/matches/<slug:match_id>/<slug:name>/", staff_views.act, name="staff_act"),
    path("staff/people/<str:slug>/", person_file.page, name="staff_person"),
    path("staff/mails/", staff_views.mails_page, name="staff_mails"),
    path("staff/maintenance/", staff_views.maintenance_page, name="staff_maintenance"),
    path("staff/announcements/", site_views.announcements_page, name="staff_announcements"),
    path("staff/switches/", site_views.switches_page, name="staff_switches"),
    path("staff/switches/limits/<slug:name>/", site_views.limit, name="staff_limit"),
    path("staff/switches/<str:name>/", site_views.turn, name="staff_switch"),
    path("status/", status.page, name="status"),
    path("status/staff/", staff_views.confinement_page, name="staff_confinement"),
    path("maintenance.json", maintenance_views.announced, name="maintenance"),
]

"""Addresses of the pages of private messages."""

from django.urls import path

from lobby.conversations import pages

urlpatterns = [
    path("messages/", pages.conversations, name="conversations"),
    path("messages/<str:slug>/", pages.conversation, name="conversation"),
    path("messages/<str:slug>/new/", pages.newer, name="conversation_new"),
    path("messages/<str:slug>/delete/", pages.delete, name="conversation_delete"),
    path("messages/<str:slug>/<int:message_id>/delete/", pages.delete, name="message_delete"),
    path("messages/<str:slug>/<int:message_id>/report/", pages.report, name="message_report"),
]

# The search for people finds parts of names by an index of three letters each, on PostgreSQL; made while people play.

from django.db import migrations

from lobby.operations.live_migrations import AddTrigramsBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0046_clubs'),
    ]

    operations = [
        AddTrigramsBeside(model_name='user', field='name_key', name='names_by_parts'),
    ]

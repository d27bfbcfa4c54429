# An index of what is to be rated, made while people play.

from django.db import migrations, models

from lobby.operations.live_migrations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0020_ratings'),
    ]

    operations = [
        AddIndexBeside(
            model_name='match',
            index=models.Index(condition=models.Q(('rated', True), ('status', 'finished')), fields=['finished_at'], name='match_rated'),
        ),
    ]

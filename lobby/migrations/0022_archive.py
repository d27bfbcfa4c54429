# Where the steps of an old match are, and an index of what may go there, made while people play.

from django.db import migrations, models

from lobby.operations.live_migrations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0021_matches_to_rate'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='archived_as',
            field=models.CharField(blank=True, db_default='', default='', max_length=80),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(condition=models.Q(('archived_as', '')), fields=['finished_at'], name='match_to_archive'),
        ),
    ]

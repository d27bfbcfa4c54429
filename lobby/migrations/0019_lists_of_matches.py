# An index for each list of matches, made while people play.

from django.db import migrations, models

from lobby.operations.live_migrations import AddIndexBeside, RemoveIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0018_fewer_indexes_again'),
    ]

    operations = [
        AddIndexBeside(
            model_name='match',
            index=models.Index(fields=['visibility', '-created_at', '-id'], name='match_public'),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(fields=['visibility', 'status', '-created_at', '-id'], name='match_public_status'),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(fields=['visibility', 'game', '-created_at', '-id'], name='match_public_game'),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(fields=['visibility', 'clock', '-created_at', '-id'], name='match_public_clock'),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(fields=['visibility', 'game', 'status', '-created_at', '-id'], name='match_public_game_status'),
        ),
        AddIndexBeside(
            model_name='match',
            index=models.Index(fields=['-created_at', '-id'], name='match_newest'),
        ),
        RemoveIndexBeside(
            model_name='match',
            name='lobby_match_visibil_bc8e30_idx',
        ),
    ]

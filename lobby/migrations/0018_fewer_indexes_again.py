# Drops indexes with which another one begins.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from lobby.operations.live_migrations import DropForeignKeyIndex


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0017_scores_are_kept'),
    ]

    operations = [
        DropForeignKeyIndex(
            model_name='block',
            name='blocker',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='blocking', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='build',
            name='owner',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='builds', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='chatline',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='chat', to='lobby.match'),
        ),
        DropForeignKeyIndex(
            model_name='departure',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='departures', to='lobby.match'),
        ),
        DropForeignKeyIndex(
            model_name='follow',
            name='follower',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='following', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='note',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='notes', to='lobby.match'),
        ),
        DropForeignKeyIndex(
            model_name='passed',
            name='user',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='passed_scenes', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='program',
            name='owner',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='programs', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='programmemory',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='memories', to='lobby.match'),
        ),
        DropForeignKeyIndex(
            model_name='seat',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='seats', to='lobby.match'),
        ),
        DropForeignKeyIndex(
            model_name='tablepreset',
            name='owner',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='table_presets', to=settings.AUTH_USER_MODEL),
        ),
        DropForeignKeyIndex(
            model_name='vote',
            name='match',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='votes', to='lobby.match'),
        ),
    ]

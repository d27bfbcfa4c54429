# Accounts with which programs play belong to a person; their index is made while people play.

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from lobby.operations.live_migrations import AddIndexBeside


class Migration(migrations.Migration):

    atomic = False

    dependencies = [
        ('lobby', '0025_strikes_of_programs'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='owner',
            field=models.ForeignKey(blank=True, db_constraint=False, db_index=False, editable=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='bot_accounts', to=settings.AUTH_USER_MODEL),
        ),
        AddIndexBeside(
            model_name='user',
            index=models.Index(condition=models.Q(('owner__isnull', False)), fields=['owner'], name='bot_accounts'),
        ),
    ]

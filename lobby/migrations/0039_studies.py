# A study is a trial without a program: where a finished match turned for a seat.

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0038_spectators_see_all'),
    ]

    operations = [
        migrations.AddField(
            model_name='trial',
            name='match',
            field=models.ForeignKey(db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='studies', to='lobby.match'),
        ),
        migrations.AddField(
            model_name='trial',
            name='seat',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]

# How often programs fail in a match, and which are switched off because of it.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0024_arranged_matches'),
    ]

    operations = [
        migrations.AddField(
            model_name='program',
            name='failures',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='program',
            name='switched_off',
            field=models.CharField(blank=True, db_default='', default='', max_length=240),
        ),
        migrations.AddField(
            model_name='program',
            name='switched_off_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name='programmemory',
            name='counts',
            field=models.JSONField(default=dict, null=True),
        ),
        migrations.AddField(
            model_name='programmemory',
            name='strikes',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
    ]

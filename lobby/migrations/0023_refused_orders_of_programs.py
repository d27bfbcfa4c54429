# What was wrong with a program's orders, for its next turn.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0022_archive'),
    ]

    operations = [
        migrations.AddField(
            model_name='programmemory',
            name='refused',
            field=models.JSONField(null=True),
        ),
    ]

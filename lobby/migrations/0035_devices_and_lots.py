# Ending sessions ends what the devices of an account were trusted with. Seats know their place before they were drawn.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0034_names_by_look'),
    ]

    operations = [
        migrations.AddField(
            model_name='user',
            name='devices_ended',
            field=models.PositiveIntegerField(db_default=0, default=0, editable=False),
        ),
        migrations.AddField(
            model_name='seat',
            name='entry',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]

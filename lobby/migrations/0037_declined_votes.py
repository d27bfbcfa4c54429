# A proposal can be declined, and is not made again at once.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0036_ways_back'),
    ]

    operations = [
        migrations.AddField(
            model_name='vote',
            name='step',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='vote',
            name='standing',
            field=models.BooleanField(db_default=True, default=True),
        ),
        migrations.AddField(
            model_name='vote',
            name='declined_by',
            field=models.PositiveSmallIntegerField(null=True),
        ),
    ]

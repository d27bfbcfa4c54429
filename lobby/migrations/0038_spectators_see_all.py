# A table says whether its spectators see everything, late. Matches from before do not.

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('lobby', '0037_declined_votes'),
    ]

    operations = [
        migrations.AddField(
            model_name='match',
            name='spectators_see_all',
            field=models.BooleanField(db_default=False, default=False),
        ),
    ]
